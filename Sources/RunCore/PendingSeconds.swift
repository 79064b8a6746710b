import Quantities

/// The last seconds of a run whose heart rate may still be replaced by a smoothed one (written 10 s late).
/// A second leaves after 20 s, or when the run ends, and only then counts in averages, zones and energy.
struct PendingSeconds: Hashable, Sendable {
    /// One second, waiting.
    struct Second: Hashable, Sendable {
        var time = RunTime.start
        /// How long it counts: nothing if it turned out to be in a pause.
        var milliseconds: UInt32 = 0
        var beats: UInt8 = 0
        var distanceMillimeters: UInt32 = 0
        var lap: UInt16 = 1
    }

    /// How long a second waits.
    static let wait: UInt32 = 20_000
    private static let capacity = 32
    private var ring = [Second](repeating: Second(), count: capacity)
    private var head = 0
    private(set) var count = 0

    /// The waiting seconds from the oldest.
    subscript(index: Int) -> Second {
        get { ring[(head + index) % Self.capacity] }
        set { ring[(head + index) % Self.capacity] = newValue }
    }

    /// True if the oldest has to leave before another enters at a time.
    func isOldestDue(at time: RunTime) -> Bool {
        count > 0 && (count == Self.capacity || time.millisecondsSince(self[0].time) > Self.wait)
    }

    mutating func removeOldest() -> Second {
        let second = self[0]
        head = (head + 1) % Self.capacity
        count -= 1
        return second
    }

    mutating func append(_ second: Second) {
        count += 1
        self[count - 1] = second
    }

    /// Puts smoothed values in the place of the live ones.
    mutating func replace(with smoothed: SmoothedHeartRate) {
        for value in 0..<Int(smoothed.count) {
            let middle = UInt64(smoothed.first.milliseconds) + UInt64(value) * 1000
            for i in 0..<count {
                let time = UInt64(self[i].time.milliseconds) + 500
                if time >= middle && time < middle + 1000 { self[i].beats = smoothed.beats[value] }
            }
        }
    }

    /// Takes the time out of the seconds after a moment: they turned out to be in a pause.
    mutating func empty(after time: RunTime) {
        for i in 0..<count where self[i].time > time {
            self[i].milliseconds =
                self[i].milliseconds > self[i].time.millisecondsSince(time)
                ? self[i].milliseconds - self[i].time.millisecondsSince(time) : 0
        }
    }

    /// Gives the seconds after a lap boundary to the next lap.
    mutating func move(after boundary: RunTime, toLap lap: UInt16) {
        for i in 0..<count where self[i].time > boundary { self[i].lap = lap }
    }
}
