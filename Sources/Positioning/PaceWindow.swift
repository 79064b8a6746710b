import Quantities

/// Time-weighted mean of speed over the last seconds. A mean of speeds, not of paces: one slow second must not weigh as much as a minute.
struct PaceWindow: Sendable {
    private struct Entry: Sendable {
        var at: MonotonicInstant
        var speed: Double
        var duration: Double
    }

    /// Counted fixes are at least 0.75 s apart and quicker ticks are merged, so 10 s never need more.
    private static let capacity = 32
    /// s. Ticks closer than this are merged.
    private static let grain = 0.7

    private var entries = Ring<Entry>(
        capacity: PaceWindow.capacity, filler: Entry(at: MonotonicInstant(nanoseconds: 0), speed: 0, duration: 0))

    mutating func append(at now: MonotonicInstant, speed: Double, duration: Double) {
        guard duration > 0 else { return }
        if let last = entries.last, last.duration + duration <= Self.grain {
            let total = last.duration + duration
            entries[entries.count - 1] = Entry(
                at: now, speed: (last.speed * last.duration + speed * duration) / total, duration: total)
        } else {
            entries.append(Entry(at: now, speed: speed, duration: duration))
        }
    }

    /// Forgets what ended a window or more before now.
    mutating func forget(before now: MonotonicInstant, window: Double) {
        while entries.count > 0, now.seconds(since: entries[0].at) >= window { entries.removeFirst() }
    }

    mutating func removeAll() { entries.removeAll() }

    /// The mean in m/s; nil when nothing is held or the newest value is older than `maximumAge` seconds.
    func mean(at now: MonotonicInstant, maximumAge: Double) -> Double? {
        guard let last = entries.last, now.seconds(since: last.at) <= maximumAge else { return nil }
        var distance = 0.0, time = 0.0
        for i in 0..<entries.count {
            distance += entries[i].speed * entries[i].duration
            time += entries[i].duration
        }
        return time > 0 ? distance / time : nil
    }
}
