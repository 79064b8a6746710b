import Quantities

/// Writes a FIT activity file from a description of a run and its points, which are taken one by one.
///
/// Order of the messages: `file_id`, what names the run (``FITRunField``), `device_info`, timer start, records with timer events and laps at their times, timer stop, last lap,
/// `session`, `activity`. Times never go back. Records are whole seconds because FIT has no fractions: the latest point of a second is
/// written.
public enum FITActivityWriter: ActivityFormatWriter {
    /// See ``ActivityFormatWriter/write(_:laps:pauses:nextPoint:to:)``. Errors besides: FIT cannot hold the run.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        let timeline = try ActivityTimeline(summary, laps: laps, pauses: pauses)
        guard FITBaseType.uint32.writableIntegers.contains(timeline.laps.whole.elapsed),
            FITTime.seconds(timeline.instant(timeline.laps.whole.elapsed)) != nil
        else { throw .timeOutOfRange }
        var writing = FITActivityWriting(summary, timeline, try FITEncoder(sink))
        try writing.begin()
        while let point = try nextPoint() { try writing.add(point) }
        return try writing.finish()
    }
}
