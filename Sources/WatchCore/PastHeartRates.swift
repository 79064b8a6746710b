import Quantities
import RunCore

/// Heart rates of seconds that are over, known better now than when they were shown: up to 16 in a row, by the monotonic clock.
///
/// Who estimates them knows nothing of the run's own clock; the watch turns them into a ``SmoothedHeartRate`` of the run.
public struct PastHeartRates: Hashable, Sendable {
    /// When the first value was true; each further one is a second later.
    public var first: MonotonicInstant
    /// How many values are valid, 0...16.
    public private(set) var count: UInt8 = 0
    /// Beats a minute, 0 for "not known".
    public private(set) var beats = SIMD16<UInt8>(repeating: 0)

    /// No values yet.
    public init(first: MonotonicInstant) { self.first = first }

    /// Adds the next second's value, nil for "not known"; ignored when 16 are there.
    public mutating func append(_ rate: HeartRate?) {
        guard count < 16 else { return }
        beats[Int(count)] = rate.map { UInt8(rounding: $0.beatsPerMinute) } ?? 0
        count += 1
    }

    /// The same values on the clock of a run that began at an instant, without those before it; nil if none is left.
    func onClock(since origin: MonotonicInstant) -> SmoothedHeartRate? {
        let early = first.duration(to: origin).inMilliseconds
        let skipped = early > 0 ? Int(clamping: (early + 999) / 1000) : 0
        guard skipped < Int(count) else { return nil }
        var smoothed = SmoothedHeartRate(first: RunTime(since: origin.duration(to: first.advanced(by: .seconds(skipped)))))
        for index in skipped..<Int(count) { smoothed.append(beats: beats[index]) }
        return smoothed
    }
}
