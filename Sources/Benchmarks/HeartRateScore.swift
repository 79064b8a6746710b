/// The figures of one recording, or of several pooled window by window.
public struct HeartRateScore: Sendable {
    /// The recording, or "total".
    public var file: String
    /// Length in seconds.
    public var seconds = 0.0
    private var errors: [Double] = []
    private var trueRates: [Double] = []
    private var shownErrors: [Double] = []
    private var wrongSeconds = 0
    private var firstValues: [Double] = []
    /// Recordings in which no value was ever shown.
    public private(set) var withoutValue = 0

    /// No figures yet.
    public init(file: String) { self.file = file }

    /// Adds one recording's seconds, measured against its truth.
    mutating func add(_ found: [HeartRateBenchmark.Second], truth: HeartRateTruth) {
        var index = 0
        for window in truth.windows {
            while index + 1 < found.count, (found[index + 1].time - window.end).magnitude <= (found[index].time - window.end).magnitude {
                index += 1
            }
            guard index < found.count, (found[index].time - window.end).magnitude <= 1 else { continue }
            let error = (found[index].result.rate.beatsPerMinute - window.beatsPerMinute).magnitude
            errors.append(error)
            trueRates.append(window.beatsPerMinute)
            if let shown = found[index].result.reading.rate {
                shownErrors.append((shown.beatsPerMinute - window.beatsPerMinute).magnitude)
            }
        }
        for second in found {
            guard let shown = second.result.reading.rate, let expected = truth.beatsPerMinute(at: second.time) else { continue }
            if (shown.beatsPerMinute - expected).magnitude > 10 { wrongSeconds += 1 }
        }
        if let first = found.first(where: { $0.result.reading.rate != nil }) { firstValues.append(first.time) } else { withoutValue += 1 }
    }

    /// Adds another recording's figures.
    public mutating func pool(_ other: HeartRateScore) {
        seconds += other.seconds
        errors += other.errors
        trueRates += other.trueRates
        shownErrors += other.shownErrors
        wrongSeconds += other.wrongSeconds
        firstValues += other.firstValues
        withoutValue += other.withoutValue
    }

    /// Windows with a truth and an estimate.
    public var windows: Int { errors.count }
    /// Mean absolute error of all windows in bpm, shown or not.
    public var meanError: Double { Self.mean(errors) }
    /// Median absolute error of all windows in bpm.
    public var medianError: Double { Self.median(errors) }
    /// Share of all windows within a percentage of the true rate, in per cent.
    public func within(percent: Double) -> Double {
        Self.percent(zip(errors, trueRates).filter { $0 <= $1 * percent / 100 }.count, of: errors.count)
    }
    /// Share of windows with a shown value, in per cent.
    public var availability: Double { Self.percent(shownErrors.count, of: errors.count) }
    /// Mean absolute error of shown values in bpm.
    public var meanShownError: Double { Self.mean(shownErrors) }
    /// Share of shown values wrong by more than 10 bpm, in per cent.
    public var shownWrong: Double { Self.percent(shownErrors.filter { $0 > 10 }.count, of: shownErrors.count) }
    /// Share of all seconds in which a value wrong by more than 10 bpm is shown, in per cent.
    public var wrongSecondsPercent: Double { seconds > 0 ? 100 * Double(wrongSeconds) / seconds : .nan }
    /// Seconds to the first shown value, the median of several recordings; recordings without one count as never.
    public var firstValue: Double { Self.median(firstValues + Array(repeating: .infinity, count: withoutValue)) }

    private static func mean(_ values: [Double]) -> Double { values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count) }

    private static func median(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return .nan }
        let ordered = values.sorted()
        let middle = ordered.count / 2
        return ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
    }

    private static func percent(_ part: Int, of whole: Int) -> Double { whole == 0 ? .nan : 100 * Double(part) / Double(whole) }
}
