import Quantities
import RunCore

/// How pace, heart rate and height went along a run's distance: means over stretches of equal length.
public struct RunProfile: Sendable {
    /// Mean speed of each stretch; nil where none is known.
    public private(set) var speeds: [Speed?]
    /// Mean heart rate of each stretch, smoothed where it was.
    public private(set) var heartRates: [HeartRate?]
    /// Mean height of each stretch.
    public private(set) var altitudes: [Altitude?]

    private struct Mean {
        var sum = 0.0, count = 0
        var value: Double? { count > 0 ? sum / Double(count) : nil }
        mutating func add(_ value: Double?) {
            guard let value else { return }
            sum += value
            count += 1
        }
    }

    /// Reads the run's log once more. `stretches` is at least 1.
    public init(_ run: ArchivedRun, stretches: Int) throws(RunArchiveError) {
        let stretches = max(1, stretches), length = UInt64(max(1, run.totals.counters.distanceMillimeters))
        var speed = [Mean](repeating: Mean(), count: stretches), heart = speed, height = speed
        var records = try run.records()
        while let record = try records.next() {
            guard case .sample(let sample) = record, !sample.flags.contains(.isPaused) else { continue }
            let place = min(UInt64(stretches - 1), UInt64(sample.distanceMillimeters) * UInt64(stretches) / length)
            let stretch = Int(place)
            speed[stretch].add(sample.speed?.metersPerSecond)
            heart[stretch].add(run.heartRate(of: sample)?.beatsPerMinute)
            height[stretch].add(sample.altitude?.meters)
        }
        speeds = speed.map { $0.value.map { .metersPerSecond($0) } }
        heartRates = heart.map { $0.value.map { .beatsPerMinute($0) } }
        altitudes = height.map { $0.value.map { .meters($0) } }
    }
}

extension ArchivedRun {
    /// The heart rate of a second, smoothed where it was.
    func heartRate(of sample: RunSample) -> HeartRate? {
        let beats = smoothed.beats(at: sample.time) ?? sample.heartRateBeats
        return beats > 0 ? .beatsPerMinute(Double(beats)) : nil
    }
}
