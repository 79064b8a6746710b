import Quantities

/// Samples of a log with the metres of each gap spread evenly over its seconds, for files in which each second is a record.
public struct EvenedSamples {
    private var last: RunSample?
    private var waiting: [RunSample] = []
    private var given = 0
    /// A gap of more seconds is left as it is: twelve hours.
    private static let longestGap = 43_200

    /// Before the first sample.
    public init() {}

    /// The next sample, evened; nil at the end. Takes the log's samples one after another from where they come from, those of a gap at once.
    public mutating func next<Failure: Error>(from nextSample: () throws(Failure) -> RunSample?) throws(Failure) -> RunSample? {
        if given < waiting.count {
            defer { given += 1 }
            return waiting[given]
        }
        waiting.removeAll(keepingCapacity: true)
        given = 0
        while waiting.count < Self.longestGap, let sample = try nextSample() {
            waiting.append(sample)
            if sample.flags.contains(.hasFix) || sample.flags.contains(.isPaused) { break }
        }
        guard let end = waiting.last else { return nil }
        if let last { even(from: last, to: end) }
        last = end
        given = 1
        return waiting.first
    }

    private mutating func even(from start: RunSample, to end: RunSample) {
        guard waiting.count > 1, end.distanceMillimeters > start.distanceMillimeters, !end.flags.contains(.isPaused) else { return }
        let before = waiting[waiting.count - 2]
        let growth = end.distanceMillimeters > before.distanceMillimeters ? end.distanceMillimeters - before.distanceMillimeters : 0
        let isTold = waiting.dropLast().contains { GapSpread.tells($0) }
        guard !isTold || GapSpread.isJump(growth, in: end.time.millisecondsSince(before.time)) else { return }
        let span = Double(end.time.millisecondsSince(start.time)), way = Double(end.distanceMillimeters - start.distanceMillimeters)
        guard span > 0 else { return }
        for i in 0..<(waiting.count - 1) {
            let share = Double(waiting[i].time.millisecondsSince(start.time)) / span
            waiting[i].distanceMillimeters = start.distanceMillimeters + UInt32(rounding: share * way)
        }
    }
}
