/// Writes one kind of activity file from a description of a run and its points, which are taken one by one.
///
/// What all kinds have in common:
/// - points come in the order of time; those without a time, outside the run, within a pause or not later than one before are left out;
/// - a point at the very moment of a pause still counts, one at the moment of a resume or a lap belongs to what follows;
/// - a new piece begins with the first point, after each pause, and where a point says so (``ActivityPoint/startsPiece``). Where a format
///   leaves that point out, the next one that is written begins the piece;
/// - what is not known is left out.
public protocol ActivityFormatWriter {
    /// Writes a whole file from points that may fail to come, as those of a log on a sick card: their error ends the writing.
    ///
    /// - Parameters:
    ///   - laps: in order, from the start of the run to its end; empty for a single lap.
    ///   - pauses: in any order.
    ///   - nextPoint: the next point in the order of time; nil after the last.
    ///   - sink: takes chunks of at most 64 KiB.
    static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity
}

extension ActivityFormatWriter {
    /// Writes a whole file from points that are at hand.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause], points: some Sequence<ActivityPoint>,
        to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        var points = points.makeIterator()
        return try write(summary, laps: laps, pauses: pauses, nextPoint: { () throws(ActivityWriteError) in points.next() }, to: sink)
    }
}

/// What was written.
public struct WrittenActivity: Hashable, Sendable {
    /// Size of the content in bytes, before it is packed.
    public var bytes = 0
    /// Points, those that the writer adds at the start and the end included.
    public var records = 0
    /// Laps; 0 where the format has none.
    public var laps = 0
    /// Pieces that the points are parted into; 0 where the format does not part them.
    public var pieces = 0
    /// Points that were left out: without time, outside the run, within a pause, not later than one before (in FIT: within the same
    /// second), or without a place where the format asks for one.
    public var skippedPoints = 0

    /// Nothing yet.
    public init() {}
}
