import Quantities

/// What was written.
public struct WrittenActivity: Hashable, Sendable {
    /// Size of the file in bytes.
    public var bytes = 0
    /// Records, those that the writer adds at the start and the end included.
    public var records = 0
    /// Laps.
    public var laps = 0
    /// Points that were left out: without time, outside the run, within a pause, or a second one within one second.
    public var skippedPoints = 0

    /// Nothing yet.
    public init() {}
}

/// Writes a FIT activity file from a description of a run and its points, which are taken one by one.
///
/// Order of the messages: `file_id`, what names the run (``FITRunField``), `device_info`, timer start, records with timer events and laps at their times, timer stop, last lap,
/// `session`, `activity`. Times never go back.
public enum FITActivityWriter {
    /// Writes a whole file.
    ///
    /// - Parameters:
    ///   - laps: in order, from the start of the run to its end; empty for a single lap.
    ///   - pauses: in any order.
    ///   - points: in the order of time. The latest of a second is written. Records are whole seconds because FIT has no fractions.
    ///   - sink: takes chunks of at most 64 KiB.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause], points: some Sequence<ActivityPoint>,
        to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        var points = points.makeIterator()
        return try write(summary, laps: laps, pauses: pauses, nextPoint: { () throws(ActivityWriteError) in points.next() }, to: sink)
    }

    /// Writes a whole file from points that may fail to come, as those of a log on a sick card: their error ends the writing.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        let timeline = try FITTimeline(summary, laps: laps, pauses: pauses)
        var writing = FITActivityWriting(summary, timeline, try FITEncoder(sink))
        try writing.begin()
        while let point = try nextPoint() { try writing.add(point) }
        return try writing.finish()
    }
}
