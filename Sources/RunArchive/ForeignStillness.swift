import Positioning
import RunCore

/// Marks where the runner stood though the timer ran: at least five seconds in which the distance grew more slowly than the watch believes of
/// anyone who moves (``PositioningSettings/slowSpeed``).
enum ForeignStillness {
    /// Milliseconds.
    private static let shortest: UInt32 = 5000

    /// - Parameter samples: in order, with a distance that grows.
    static func mark(_ samples: inout [RunSample]) {
        let slow = PositioningSettings().slowSpeed.metersPerSecond
        var from = 0, marked = 0
        for index in samples.indices.dropFirst() {
            while from + 1 < index, samples[index].time.millisecondsSince(samples[from + 1].time) >= shortest { from += 1 }
            // Across a break nothing is known of the distance.
            if samples[index].flags.contains(.startsSegment) { from = index }
            let time = samples[index].time.millisecondsSince(samples[from].time)
            let way = samples[index].distanceMillimeters - min(samples[index].distanceMillimeters, samples[from].distanceMillimeters)
            guard time >= shortest, Double(way) < slow * Double(time) else { continue }
            for still in max(from + 1, marked)...index { samples[still].flags.insert(.isStill) }
            marked = index + 1
        }
    }
}
