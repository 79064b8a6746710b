import Quantities

/// Writes lines of JSON, for programs that take a stream: the first tells the run, each further one a point.
///
/// Every line has a `syncId`, which names the same thing for ever, and a `syncVersion`, which is higher when more is known of it, as
/// HealthKit's metadata keys and Health Connect's client record ids have them: the run's id, and for a point the same with its milliseconds
/// since the start. Names of values end with their unit. A run whose date is not known has no `time`; `elapsed_s` is always there.
public enum NDJSONActivityWriter: ActivityFormatWriter {
    /// See ``ActivityFormatWriter/write(_:laps:pauses:nextPoint:to:)``.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        let timeline = try ActivityTimeline(summary, laps: laps, pauses: pauses)
        var writing = NDJSONWriting(summary, timeline, TextBytes(sink))
        writing.begin(summary)
        var merge = TimelineMerge(timeline, from: summary.start)
        try merge.run(nextPoint, into: &writing)
        return try writing.finish(skipped: merge.skipped)
    }

    /// What a file of Harrier has before its run's name.
    static let runMark: StaticString = "{\"type\":\"run\",\"source\":\"Harrier\",\"syncId\":\""
}

/// Lines in the making.
private struct NDJSONWriting: TimelineWriting, ~Copyable {
    private let timeline: ActivityTimeline
    private let run: String
    private let version: Int64
    private var text: TextBytes
    private var written = WrittenActivity()
    private var lap: Int64 = 1

    init(_ summary: ActivitySummary, _ timeline: ActivityTimeline, _ text: consuming TextBytes) {
        self.timeline = timeline
        run = summary.run.map { "\($0)" } ?? "unnamed"
        version = summary.revision
        self.text = text
    }

    mutating func begin(_ summary: ActivitySummary) {
        text.append(NDJSONActivityWriter.runMark)
        text.append(plain: run)
        text.append("\"")
        text.append(member: ",\"syncVersion\":", version)
        text.append(",\"sport\":")
        text.append(quoted: summary.sport.word)
        if timeline.isTimeKnown {
            text.append(member: ",\"start\":", timeline.origin)
            text.append(member: ",\"end\":", timeline.instant(timeline.laps.whole.elapsed))
        }
        text.append(member: ",\"zone_offset_s\":", summary.zone.map { Int64($0.seconds) })
        add(timeline.laps.whole, summary.totals)
        text.append(",\"laps\":[")
        for (index, row) in timeline.laps.rows.enumerated() {
            text.append(index == 0 ? "{" : ",{")
            text.append(member: "\"start_s\":", row.start, upTo: 3)
            add(row.amounts, row.lap.totals)
            text.append(",\"trigger\":")
            switch row.lap.trigger {
            case .manual: text.append(quoted: "manual")
            case .time: text.append(quoted: "time")
            case .distance: text.append(quoted: "distance")
            case .end: text.append(quoted: "end")
            }
            text.append("}")
        }
        text.append("],\"pauses\":[")
        addPauses()
        text.append("],\"device\":{\"name\":")
        text.append(json: summary.device.productName)
        text.append(member: ",\"serial\":", Int64(max(1, summary.device.serialNumber)))
        text.append("}}\n")
    }

    private mutating func add(_ amounts: ActivityLapTable.Amounts, _ totals: ActivityTotals) {
        text.append(member: ",\"elapsed_s\":", amounts.elapsed, upTo: 3)
        text.append(member: ",\"timer_s\":", amounts.timer, upTo: 3)
        text.append(member: ",\"moving_s\":", totals.moving.map { min($0.inMilliseconds, amounts.timer) }, upTo: 3)
        text.append(member: ",\"distance_m\":", amounts.distance, upTo: 2)
        text.append(member: ",\"ascent_m\":", StoredAmounts.millimeters(totals.ascent), upTo: 3)
        text.append(member: ",\"descent_m\":", StoredAmounts.millimeters(totals.descent), upTo: 3)
        text.append(member: ",\"maximum_speed_m_per_s\":", StoredAmounts.millimeters(totals.maximumSpeed), upTo: 3)
        text.append(member: ",\"average_heart_rate_per_min\":", StoredAmounts.beats(totals.averageHeartRate))
        text.append(member: ",\"maximum_heart_rate_per_min\":", StoredAmounts.beats(totals.maximumHeartRate))
        text.append(member: ",\"average_cadence_steps_per_min\":", StoredAmounts.steps(totals.averageCadence))
        text.append(member: ",\"steps\":", totals.steps.map { Int64($0) })
        text.append(member: ",\"energy_kcal\":", StoredAmounts.kilocalories(totals.energy))
    }

    /// A pause that lasts to the end has none of its own.
    private mutating func addPauses() {
        var isFirst = true
        for (time, mark) in timeline.marks {
            switch mark {
            case .pause(let cause):
                add(pause: cause, at: time, isFirst: isFirst)
                isFirst = false
            case .resume:
                text.append(member: ",\"to_s\":", time, upTo: 3)
                text.append("}")
            case .lapEnd: break
            }
        }
        guard timeline.stop < timeline.laps.whole.elapsed else { return }
        add(pause: .manual, at: timeline.stop, isFirst: isFirst)
        text.append("}")
    }

    private mutating func add(pause cause: ActivityPause.Cause, at time: Int64, isFirst: Bool) {
        text.append(isFirst ? "{" : ",{")
        text.append(member: "\"from_s\":", time, upTo: 3)
        text.append(",\"cause\":")
        switch cause {
        case .manual: text.append(quoted: "manual")
        case .automatic: text.append(quoted: "automatic")
        case .outage: text.append(quoted: "outage")
        }
    }

    mutating func endLap(_ index: Int) throws(ActivityWriteError) { lap += 1 }

    mutating func add(_ point: ActivityPoint, at time: Int64, startsPiece: Bool) throws(ActivityWriteError) -> Bool {
        if startsPiece { written.pieces += 1 }
        text.append("{\"type\":\"sample\",\"syncId\":\"")
        text.append(plain: run)
        text.append("/")
        text.append(time)
        text.append("\"")
        text.append(member: ",\"syncVersion\":", version)
        if timeline.isTimeKnown { text.append(member: ",\"time\":", timeline.instant(time)) }
        text.append(member: ",\"elapsed_s\":", time, upTo: 3)
        text.append(member: ",\"lap\":", lap)
        text.append(member: ",\"piece\":", Int64(written.pieces))
        if let place = StoredAmounts.degrees(point.position) {
            text.append(member: ",\"latitude_deg\":", place.latitude, upTo: 7)
            text.append(member: ",\"longitude_deg\":", place.longitude, upTo: 7)
        }
        text.append(member: ",\"altitude_m\":", StoredAmounts.centimeters(point.altitude), upTo: 2)
        text.append(member: ",\"distance_m\":", StoredAmounts.millimeters(point.distance), upTo: 3)
        text.append(member: ",\"speed_m_per_s\":", StoredAmounts.millimeters(point.speed), upTo: 3)
        text.append(member: ",\"heart_rate_per_min\":", StoredAmounts.beats(point.heartRate))
        text.append(member: ",\"cadence_steps_per_min\":", StoredAmounts.steps(point.cadence))
        text.append(member: ",\"temperature_degC\":", StoredAmounts.tenths(point.temperature), upTo: 1)
        text.append("}\n")
        written.records &+= 1
        try text.flushIfFull()
        return true
    }

    consuming func finish(skipped: Int) throws(ActivityWriteError) -> WrittenActivity {
        var written = written
        written.laps = timeline.laps.rows.count
        written.skippedPoints = skipped
        written.bytes = try text.finish()
        return written
    }
}
