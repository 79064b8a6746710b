import Biosignals
import Quantities
import WatchCore

/// Gathers what the estimator says about ten seconds ago, for the log: five seconds in a row at a time.
///
/// A run takes smoothed values for up to 20 s, so the oldest of five comes in time. Looking back improves a rate; it must not smuggle in
/// one that the display rules kept away: a value stands only where one was shown, or where the rate was unsure and is shown by now.
struct SensorSmoothing {
    private static let batch = 5
    private static let goodConfidence = 0.8, poorConfidence = 0.6
    private static let depth = 16
    /// Half a tick of the estimator's grid.
    private static let sameTime = Duration.milliseconds(20)

    private struct Verdict {
        var at = MonotonicInstant(nanoseconds: .min)
        var obstacle = HeartRateObstacle.unsure
    }

    private var verdicts = [Verdict](repeating: Verdict(), count: depth)
    private var next = 0
    private var gathered: PastHeartRates?

    /// Takes one second of the estimator, by the end of its window; returns values when enough are gathered or the row breaks off.
    mutating func take(_ heart: HeartRateSecond, at now: MonotonicInstant) -> PastHeartRates? {
        verdicts[next] = Verdict(at: now, obstacle: heart.obstacle)
        next = (next + 1) % Self.depth
        guard let late = heart.estimate.late else { return end() }
        let then = now.advanced(by: .zero - LateHeartRate.lag)
        guard let obstacle = obstacle(at: then) else { return end() }
        let value = Self.isTrue(late, obstacle: obstacle, isShownNow: heart.reading.rate != nil) ? late.rate : nil
        var finished: PastHeartRates?
        if let row = gathered, !Self.isSame(row.first.advanced(by: .seconds(Int(row.count))), then) { finished = end() }
        var row = gathered ?? PastHeartRates(first: then)
        row.append(value)
        gathered = row
        return Int(row.count) >= Self.batch ? end() : finished
    }

    private static func isTrue(_ late: LateHeartRate, obstacle: HeartRateObstacle, isShownNow: Bool) -> Bool {
        switch obstacle {
        case .none: late.confidence >= poorConfidence
        case .unsure: isShownNow && late.confidence >= goodConfidence
        case .offWrist, .clipped, .ledChanged, .gap, .motionUnknown, .noPulse: false
        }
    }

    /// The row breaks off: what is gathered of it, if anything. To be called when the sensor fails, as old values are of no use.
    mutating func end() -> PastHeartRates? {
        defer { gathered = nil }
        return gathered
    }

    private func obstacle(at instant: MonotonicInstant) -> HeartRateObstacle? {
        for verdict in verdicts where Self.isSame(verdict.at, instant) { return verdict.obstacle }
        return nil
    }

    private static func isSame(_ a: MonotonicInstant, _ b: MonotonicInstant) -> Bool {
        let distance = a.duration(to: b)
        return distance < sameTime && distance > .zero - sameTime
    }
}
