import Quantities

/// The splits of a run per kilometre (or mile), beside and independent of its laps (fault I15).
public struct SplitBook: Hashable, Sendable {
    /// The length of a split in millimetres.
    public let lengthMillimeters: UInt32
    /// Timer milliseconds at which each full split was done, interpolated.
    public private(set) var doneAt: [UInt32] = []

    /// An empty book.
    init(length: Distance) {
        lengthMillimeters = max(1, UInt32(rounding: length.meters * 1000))
        doneAt.reserveCapacity(64)
    }

    /// Notes every boundary between two counts of distance, at interpolated timer times.
    mutating func cross(from: UInt32, to: UInt32, timerFrom: UInt32, timerTo: UInt32) {
        guard to > from else { return }
        while true {
            let (boundary, overflow) = lengthMillimeters.multipliedReportingOverflow(by: UInt32(clamping: doneAt.count + 1))
            guard !overflow, boundary <= to else { return }
            let share = Double(boundary > from ? boundary - from : 0) / Double(to - from)
            let done = timerFrom + UInt32(rounding: share * Double(timerTo > timerFrom ? timerTo - timerFrom : 0))
            doneAt.append(max(done, doneAt.last ?? 0))
        }
    }

    /// Forgets the boundaries beyond a distance: they are dated anew.
    mutating func reopen(after distance: UInt32) {
        while let last = doneAt.indices.last, UInt64(last + 1) * UInt64(lengthMillimeters) > UInt64(distance) { doneAt.removeLast() }
    }

    /// The time of a full split, from 0; nil beyond the last.
    public func time(of index: Int) -> Duration? {
        guard doneAt.indices.contains(index) else { return nil }
        return .milliseconds(Int64(doneAt[index]) - (index > 0 ? Int64(doneAt[index - 1]) : 0))
    }

    /// The pace of a full split.
    public func pace(of index: Int) -> Pace? {
        time(of: index).flatMap { Pace(.meters(Double(lengthMillimeters) / 1000), in: $0) }
    }

    /// The fastest full split.
    public var fastest: Pace? { doneAt.indices.lazy.compactMap(pace(of:)).min() }
    /// The slowest full split.
    public var slowest: Pace? { doneAt.indices.lazy.compactMap(pace(of:)).max() }
}
