import Quantities

/// Writes a map's lines (GeoJSON, RFC 7946): a `Feature` for each piece, longitude before latitude, with `coordTimes`, `heartRates` and
/// `altitudes` beside the coordinates, an entry for each position and `null` where one is not known.
///
/// Heights stand there, and not as a third number of the positions, which the RFC defines as height above the ellipsoid: the watch knows
/// that above the sea. A piece of one position is a `Point`; a line that crosses the date line is parted there (RFC 7946, 3.1.9). Points
/// without a place are left out; a run whose date is not known has no `coordTimes`.
public enum GeoJSONActivityWriter: ActivityFormatWriter {
    /// See ``ActivityFormatWriter/write(_:laps:pauses:nextPoint:to:)``. Errors besides: no point has a place.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        let timeline = try ActivityTimeline(summary, laps: laps, pauses: pauses)
        var writing = GeoJSONWriting(summary, timeline, TextBytes(sink))
        var merge = TimelineMerge(timeline, from: summary.start)
        try merge.run(nextPoint, into: &writing)
        return try writing.finish(skipped: merge.skipped)
    }

    /// What a file of Harrier has before its run's name.
    static let runMark: StaticString = "{\"type\":\"FeatureCollection\",\"creator\":\"Harrier\",\"run\":\""
}

/// Lines of a map in the making. Of the piece in progress the properties are kept until its coordinates have ended.
private struct GeoJSONWriting: TimelineWriting, ~Copyable {
    /// What stands beside a position.
    private struct Beside {
        var time: Int64
        var beats: Int64?
        var altitude: Int64?
    }

    private let timeline: ActivityTimeline
    private let sport: StaticString
    private let run: String
    private var text: TextBytes
    private var written = WrittenActivity()
    private var piece: Int64 = 0
    private var first: (latitude: Int64, longitude: Int64)?
    private var lastLongitude: Int64 = 0
    private var beside: [Beside] = []

    init(_ summary: ActivitySummary, _ timeline: ActivityTimeline, _ text: consuming TextBytes) {
        self.timeline = timeline
        sport = summary.sport.word
        run = summary.run.map { "\($0)" } ?? "unnamed"
        self.text = text
        self.text.append(GeoJSONActivityWriter.runMark)
        self.text.append(plain: run)
        self.text.append("\",\"features\":[\n")
    }

    mutating func add(_ point: ActivityPoint, at time: Int64, startsPiece: Bool) throws(ActivityWriteError) -> Bool {
        guard let place = StoredAmounts.degrees(point.position) else { return false }
        if startsPiece || abs(place.longitude - lastLongitude) > 1_800_000_000 { try endLine() }
        if startsPiece { piece += 1 }
        lastLongitude = place.longitude
        // Whether it is a line shows with its second position.
        if beside.isEmpty {
            first = place
        } else {
            if let first {
                begin("LineString")
                text.append("[")
                add(first)
            }
            first = nil
            text.append(",")
            add(place)
        }
        beside.append(
            Beside(time: time, beats: StoredAmounts.beats(point.heartRate), altitude: StoredAmounts.centimeters(point.altitude)))
        written.records &+= 1
        try text.flushIfFull()
        return true
    }

    private mutating func begin(_ kind: StaticString) {
        text.append(
            written.pieces > 0 ? ",\n{\"type\":\"Feature\",\"geometry\":{\"type\":" : "{\"type\":\"Feature\",\"geometry\":{\"type\":")
        text.append(quoted: kind)
        text.append(",\"coordinates\":")
        written.pieces += 1
    }

    private mutating func add(_ place: (latitude: Int64, longitude: Int64)) {
        text.append("[")
        text.append(place.longitude, upTo: 7)
        text.append(",")
        text.append(place.latitude, upTo: 7)
        text.append("]")
    }

    private mutating func endLine() throws(ActivityWriteError) {
        guard !beside.isEmpty else { return }
        if let first {
            begin("Point")
            add(first)
        } else {
            text.append("]")
        }
        first = nil
        text.append("},\"properties\":{\"sport\":")
        text.append(quoted: sport)
        text.append(member: ",\"piece\":", piece)
        if timeline.isTimeKnown {
            try add(",\"coordTimes\":[") { text, timeline, beside in
                text.append("\"")
                text.append(timeline.instant(beside.time))
                text.append("\"")
            }
        }
        if beside.contains(where: { $0.beats != nil }) {
            try add(",\"heartRates\":[") { text, _, beside in
                if let beats = beside.beats { text.append(beats) } else { text.append("null") }
            }
        }
        if beside.contains(where: { $0.altitude != nil }) {
            try add(",\"altitudes\":[") { text, _, beside in
                if let altitude = beside.altitude { text.append(altitude, upTo: 2) } else { text.append("null") }
            }
        }
        text.append("}}")
        beside.removeAll(keepingCapacity: true)
    }

    private mutating func add(
        _ name: StaticString, _ value: (inout TextBytes, ActivityTimeline, Beside) -> Void
    ) throws(ActivityWriteError) {
        text.append(name)
        for index in beside.indices {
            if index > 0 { text.append(",") }
            value(&text, timeline, beside[index])
            try text.flushIfFull()
        }
        text.append("]")
    }

    consuming func finish(skipped: Int) throws(ActivityWriteError) -> WrittenActivity {
        try endLine()
        guard written.records > 0 else { throw .withoutPlaces(.geojson) }
        text.append("\n]}\n")
        var written = written
        written.skippedPoints = skipped
        written.bytes = try text.finish()
        return written
    }
}
