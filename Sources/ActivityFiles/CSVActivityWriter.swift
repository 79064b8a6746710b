import Quantities

/// Writes a table with a row for each point, for spreadsheets and statistics (RFC 4180): a first row of names with units, commas, line ends
/// of two characters, empty fields for what is not known. Totals and laps are to be had from the points.
///
/// `run_id` is the same in all rows, so that tables of several runs may be put together; `lap` and `piece` count from 1 on.
public enum CSVActivityWriter: ActivityFormatWriter {
    /// The first row.
    static let header: StaticString = """
        run_id,time_utc,elapsed_s,lap,piece,latitude_deg,longitude_deg,altitude_m,distance_m,speed_m_per_s,heart_rate_per_min,\
        cadence_steps_per_min,temperature_degC
        """

    /// See ``ActivityFormatWriter/write(_:laps:pauses:nextPoint:to:)``.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        let timeline = try ActivityTimeline(summary, laps: laps, pauses: pauses)
        var writing = CSVWriting(summary, timeline, TextBytes(sink))
        var merge = TimelineMerge(timeline, from: summary.start)
        try merge.run(nextPoint, into: &writing)
        return try writing.finish(skipped: merge.skipped)
    }
}

/// A table in the making.
private struct CSVWriting: TimelineWriting, ~Copyable {
    private let timeline: ActivityTimeline
    private let run: String
    private var text: TextBytes
    private var written = WrittenActivity()
    private var lap: Int64 = 1

    init(_ summary: ActivitySummary, _ timeline: ActivityTimeline, _ text: consuming TextBytes) {
        self.timeline = timeline
        run = summary.run.map { "\($0)" } ?? ""
        self.text = text
        self.text.append(CSVActivityWriter.header)
        self.text.append("\r\n")
    }

    mutating func endLap(_ index: Int) throws(ActivityWriteError) { lap += 1 }

    mutating func add(_ point: ActivityPoint, at time: Int64, startsPiece: Bool) throws(ActivityWriteError) -> Bool {
        if startsPiece { written.pieces += 1 }
        text.append(plain: run)
        text.append(",")
        if timeline.isTimeKnown { text.append(timeline.instant(time)) }
        text.append(",")
        text.append(time, upTo: 3)
        text.append(",")
        text.append(lap)
        text.append(",")
        text.append(Int64(written.pieces))
        let place = StoredAmounts.degrees(point.position)
        add(place?.latitude, places: 7)
        add(place?.longitude, places: 7)
        add(StoredAmounts.centimeters(point.altitude), places: 2)
        add(StoredAmounts.millimeters(point.distance), places: 3)
        add(StoredAmounts.millimeters(point.speed), places: 3)
        add(StoredAmounts.beats(point.heartRate), places: 0)
        add(StoredAmounts.steps(point.cadence), places: 0)
        add(StoredAmounts.tenths(point.temperature), places: 1)
        text.append("\r\n")
        written.records &+= 1
        try text.flushIfFull()
        return true
    }

    private mutating func add(_ value: Int64?, places: Int) {
        text.append(",")
        if let value { text.append(value, upTo: places) }
    }

    consuming func finish(skipped: Int) throws(ActivityWriteError) -> WrittenActivity {
        var written = written
        written.laps = timeline.laps.rows.count
        written.skippedPoints = skipped
        written.bytes = try text.finish()
        return written
    }
}
