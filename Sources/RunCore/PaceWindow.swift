import Quantities

/// The pace to show: the mean of the recorded speed over 10 s, inverted; not a mean of paces and not an exponential average.
/// Under open sky with Doppler its standard deviation is at most 6 s/km at 3 m/s, and it settles in 10 s (fault A21).
public struct PaceWindow: Hashable, Sendable {
    /// How far back the mean goes.
    static let span: UInt32 = 10_000
    /// Slower than this is standing, and has no pace: 0.3 m/s.
    static let slowest = 0.3
    /// Older than this is not shown.
    static let oldest: UInt32 = 5_000

    private struct Entry: Hashable, Sendable {
        var time = RunTime.start
        var speed: UInt16 = 0
        var milliseconds: UInt32 = 0
    }
    private var entries = [Entry](repeating: Entry(), count: 16)
    private var head = 0, count = 0

    /// No speeds yet.
    public init() {}

    /// Forgets all speeds, at a pause or resume.
    mutating func clear() { count = 0 }

    /// Adds a recorded speed in mm/s that held for some time up to `time`.
    mutating func push(speed: UInt16, at time: RunTime, for milliseconds: UInt32) {
        head = (head + 1) % entries.count
        entries[head] = Entry(time: time, speed: speed, milliseconds: milliseconds)
        count = min(count + 1, entries.count)
    }

    /// The mean speed at a time; nil when older than 5 s or without speeds.
    public func speed(at now: RunTime) -> Speed? {
        guard count > 0, now.millisecondsSince(entries[head].time) <= Self.oldest else { return nil }
        var sum: UInt64 = 0, weight: UInt64 = 0
        for back in 0..<count {
            let entry = entries[(head + entries.count - back) % entries.count]
            guard entries[head].time.millisecondsSince(entry.time) < Self.span else { break }
            sum += UInt64(entry.speed) * UInt64(entry.milliseconds)
            weight += UInt64(entry.milliseconds)
        }
        return weight > 0 ? .metersPerSecond(Double(sum) / Double(weight) / 1000) : nil
    }

    /// The pace at a time; nil when standing, unknown or old.
    public func pace(at now: RunTime) -> Pace? {
        speed(at: now).flatMap { $0.metersPerSecond >= Self.slowest ? $0.pace : nil }
    }
}
