import Quantities
import RunCore

/// Writes Open mHealth data points, for software of research and care: an array with one `omh:physical-activity:1.2` and one
/// `omh:step-count:3.0` for the run, and an `omh:heart-rate:2.0` for each point whose heart rate is known. Each has a header
/// (`omh:header:1.2`) with a UUID that is the same in every export of the run.
///
/// Field names, units and what is required are those of the schemas at github.com/openmhealth/schemas (commit 36078a8), read there. Every data
/// point has a time, so a run whose date is not known cannot be written. Places are not written.
public enum OpenMHealthActivityWriter: ActivityFormatWriter {
    /// See ``ActivityFormatWriter/write(_:laps:pauses:nextPoint:to:)``. Errors besides: the run's date is not known.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        let timeline = try ActivityTimeline(summary, laps: laps, pauses: pauses)
        guard timeline.isTimeKnown else { throw .withoutTime(.omh) }
        var writing = OpenMHealthWriting(summary, timeline, TextBytes(sink))
        writing.begin(summary)
        var merge = TimelineMerge(timeline, from: summary.start)
        try merge.run(nextPoint, into: &writing)
        return try writing.finish(skipped: merge.skipped)
    }

    /// What a file of Harrier has before its run's name, which is that of its first data point.
    static let runMarks: [StaticString] = [
        "[\n{\"header\":{\"acquisition_provenance\":{\"source_name\":\"", "\",\"modality\":\"sensed\"},\"id\":\"",
    ]
}

/// Data points in the making.
private struct OpenMHealthWriting: TimelineWriting, ~Copyable {
    private let timeline: ActivityTimeline
    private let run: RunID
    /// What measured.
    private let device: String
    private var text: TextBytes
    private var written = WrittenActivity()

    init(_ summary: ActivitySummary, _ timeline: ActivityTimeline, _ text: consuming TextBytes) {
        self.timeline = timeline
        run = summary.run ?? RunID(high: 0, low: 0)
        device = summary.device.productName
        self.text = text
    }

    mutating func begin(_ summary: ActivitySummary) {
        let end = timeline.instant(timeline.laps.whole.elapsed)
        text.append("[\n")
        beginHeader()
        text.append(plain: "\(run)")
        endHeader(end, "physical-activity", "1.2")
        text.append(",\"body\":{\"activity_name\":")
        text.append(quoted: summary.sport.activityName)
        text.append(",\"effective_time_frame\":")
        addInterval(to: end)
        text.append(",\"distance\":{\"value\":")
        text.append(timeline.laps.whole.distance, upTo: 2)
        text.append(",\"unit\":\"m\"}")
        if let energy = StoredAmounts.kilocalories(summary.totals.energy) {
            text.append(",\"kcal_burned\":{\"value\":")
            text.append(energy)
            text.append(",\"unit\":\"kcal\"}")
        }
        text.append("}}")
        if let steps = summary.totals.steps { add(steps: Int64(steps), end) }
    }

    private mutating func add(steps: Int64, _ end: UTCInstant) {
        beginHeader(kind: 1, at: 0)
        endHeader(end, "step-count", "3.0")
        text.append(",\"body\":{\"step_count\":{\"value\":")
        text.append(steps)
        text.append(",\"unit\":\"steps\"},\"effective_time_frame\":")
        addInterval(to: end)
        text.append("}}")
    }

    mutating func add(_ point: ActivityPoint, at time: Int64, startsPiece: Bool) throws(ActivityWriteError) -> Bool {
        guard let beats = StoredAmounts.beats(point.heartRate) else { return true }
        let instant = timeline.instant(time)
        beginHeader(kind: 2, at: time)
        endHeader(instant, "heart-rate", "2.0")
        text.append(",\"body\":{\"heart_rate\":{\"value\":")
        text.append(beats)
        text.append(",\"unit\":\"beats/min\"},\"effective_time_frame\":{\"date_time\":\"")
        text.append(instant)
        text.append("\"}}}")
        written.records &+= 1
        try text.flushIfFull()
        return true
    }

    private mutating func addInterval(to end: UTCInstant) {
        text.append("{\"time_interval\":{\"start_date_time\":\"")
        text.append(timeline.origin)
        text.append("\",\"end_date_time\":\"")
        text.append(end)
        text.append("\"}}")
    }

    private mutating func beginHeader(kind: UInt64, at time: Int64) {
        text.append(",\n")
        beginHeader()
        text.append(plain: "\(name(kind: kind, at: time))")
    }

    private mutating func beginHeader() {
        text.append("{\"header\":{\"acquisition_provenance\":{\"source_name\":")
        text.append(json: device)
        text.append(",\"modality\":\"sensed\"},\"id\":\"")
    }

    private mutating func endHeader(_ created: UTCInstant, _ schema: StaticString, _ version: StaticString) {
        text.append("\",\"creation_date_time\":\"")
        text.append(created)
        text.append("\",\"schema_id\":{\"namespace\":\"omh\",\"name\":\"")
        text.append(schema)
        text.append("\",\"version\":\"")
        text.append(version)
        text.append("\"}}")
    }

    /// The name of a data point: the run's own with kind and time mixed in, as a UUID of version 8, which leaves its bits to whoever makes
    /// it (RFC 9562, 5.8).
    private func name(kind: UInt64, at time: Int64) -> RunID {
        let mixed = run.low ^ (kind << 48 | UInt64(truncatingIfNeeded: time) & 0xFFFF_FFFF_FFFF)
        return RunID(
            high: run.high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000, low: mixed & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    consuming func finish(skipped: Int) throws(ActivityWriteError) -> WrittenActivity {
        text.append("\n]\n")
        var written = written
        written.skippedPoints = skipped
        written.bytes = try text.finish()
        return written
    }
}

extension ActivitySport {
    /// The schema leaves the words free and gives these as examples.
    fileprivate var activityName: StaticString {
        switch self {
        case .walk: "walking"
        case .hike: "hiking"
        case .ride: "bicycling"
        default: sport == ActivitySport.run.sport ? "running" : "other"
        }
    }
}
