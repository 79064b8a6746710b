import Quantities

/// What UTC was at each point of a run. A correction counts for the whole stretch of one boot, however late it came, so that time in a
/// file never jumps (faults A23, D1, D7); a stretch that never learned UTC takes it from its neighbour.
public struct UTCTimeline: Hashable, Sendable {
    private struct Era: Hashable, Sendable {
        var from: RunTime
        var utcAtStart: UTCInstant?
    }
    private var eras: [Era]

    init(utcAtStart: UTCInstant?) { eras = [Era(from: .start, utcAtStart: utcAtStart)] }

    mutating func learn(utcAtStart: UTCInstant) { eras[eras.count - 1].utcAtStart = utcAtStart }
    mutating func beginEra(at time: RunTime) { eras.append(Era(from: time, utcAtStart: nil)) }

    /// True if UTC was ever known.
    public var isKnown: Bool { eras.contains { $0.utcAtStart != nil } }

    /// UTC at a run time; nil if it was never known.
    public func utc(at time: RunTime) -> UTCInstant? {
        let index = eras.lastIndex { $0.from <= time } ?? 0
        let known = eras[...index].last { $0.utcAtStart != nil } ?? eras[index...].first { $0.utcAtStart != nil }
        return (eras[index].utcAtStart ?? known?.utcAtStart)?.advanced(by: time.sinceStart)
    }
}
