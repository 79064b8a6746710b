import Quantities

/// What UTC was at each point of a run, and what local time was at its start.
///
/// A run that a reboot interrupted has a stretch of its clock for each boot, and each stretch learns UTC for itself; a correction counts
/// for the whole stretch, however late it came, so that time in a file never jumps (faults A23, D1, D7). How long an outage was that
/// nobody could measure then follows from the two stretches beside it. A stretch that never learned UTC takes it from the one before, else
/// from the first that did; one that would end after the next begins, or more than two days before, is dated by the next, which was
/// learned later. So UTC never goes back within a run.
public struct UTCTimeline: Hashable, Sendable {
    /// A longer outage than this is a clock that was wrong.
    public static let longestOutage = Duration.seconds(48 * 3600)

    private struct Stretch: Hashable, Sendable {
        var from: RunTime
        /// The latest record before it.
        var lastBefore: RunTime
        /// What the stretch itself learned.
        var learned: UTCInstant?
        var zone: ZoneOffset?
        /// What counts for it: UTC at the run's start if no outage had lasted longer than the run's clock says.
        var utcAtStart: UTCInstant?
    }
    private var stretches: [Stretch]
    private var zoneOfStart: ZoneOffset?

    init(utcAtStart: UTCInstant?, zone: ZoneOffset?) {
        stretches = [Stretch(from: .start, lastBefore: .start, learned: utcAtStart, zone: zone, utcAtStart: utcAtStart)]
        zoneOfStart = zone
    }

    mutating func learn(utcAtStart: UTCInstant, zone: ZoneOffset?) {
        let last = stretches.count - 1
        stretches[last].learned = utcAtStart
        if let zone { stretches[last].zone = zone }
        settle()
    }

    mutating func beginStretch(at time: RunTime, after lastBefore: RunTime) {
        stretches.append(Stretch(from: time, lastBefore: lastBefore))
        settle()
    }

    /// Decides what counts for each stretch, the last one first.
    private mutating func settle() {
        var next: (index: Int, utcAtStart: UTCInstant, source: Int)?
        for index in stretches.indices.reversed() {
            stretches[index].utcAtStart = nil
            guard let learned = stretches[index].learned else { continue }
            if let later = next, !joins(learned, to: later.index, later.utcAtStart) {
                next = (index, later.utcAtStart, later.source)
            } else {
                next = (index, learned, index)
            }
            stretches[index].utcAtStart = next?.utcAtStart
        }
        zoneOfStart = next.flatMap { stretches[$0.source].zone } ?? stretches[0].zone
        var line = next?.utcAtStart
        for index in stretches.indices {
            line = stretches[index].utcAtStart ?? line
            stretches[index].utcAtStart = line
        }
    }

    /// True if the outage before a stretch has a length that can be, when everything before it lies on a line.
    private func joins(_ line: UTCInstant, to index: Int, _ next: UTCInstant) -> Bool {
        let stretch = stretches[index]
        let outage = line.advanced(by: stretch.lastBefore.sinceStart).duration(to: next.advanced(by: stretch.from.sinceStart))
        return outage >= .zero && outage <= Self.longestOutage
    }

    private func index(at time: RunTime) -> Int { stretches.lastIndex { $0.from <= time } ?? 0 }

    /// True if UTC was ever known.
    public var isKnown: Bool { stretches[0].utcAtStart != nil }

    /// True if the part of the run that was recorded last knows UTC by itself.
    public var isLatestPartKnown: Bool { stretches[stretches.count - 1].learned != nil }

    /// UTC at a run time; nil if it was never known.
    public func utc(at time: RunTime) -> UTCInstant? { stretches[index(at: time)].utcAtStart?.advanced(by: time.sinceStart) }

    /// What outages up to a run time lasted longer than the run's clock says, as was learned after them. Negative if an outage was measured
    /// by a clock that turned out to be wrong.
    public func outages(upTo time: RunTime) -> Duration {
        guard stretches.count > 1, let first = stretches[0].utcAtStart, let here = stretches[index(at: time)].utcAtStart else {
            return .zero
        }
        return first.duration(to: here)
    }

    /// Local time's offset at the run's start; nil if nothing told it.
    var zone: ZoneOffset? { zoneOfStart }
}
