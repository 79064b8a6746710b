import Quantities

/// Writes GPX 1.1 with Garmin's TrackPointExtension v2.
///
/// A track of one segment for each piece (``ActivityFormatWriter``). GPX tells places, so a point without one is left out; laps, totals and
/// the distance that the watch measured have no place in it. Where the run's time is not known there are no times either. Cadence is that of
/// one foot, as the extension's owner has it and ``ActivityReader`` knows of files of this creator.
public enum GPXActivityWriter: ActivityFormatWriter {
    /// See ``ActivityFormatWriter/write(_:laps:pauses:nextPoint:to:)``. Errors besides: no point has a place.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        let timeline = try ActivityTimeline(summary, laps: laps, pauses: pauses)
        var writing = GPXWriting(summary, timeline, TextBytes(sink))
        writing.begin(summary)
        var merge = TimelineMerge(timeline, from: summary.start)
        try merge.run(nextPoint, into: &writing)
        return try writing.finish(skipped: merge.skipped)
    }

    /// What a file of a run that a Harrier recorded has before its name; nothing else comes in between that changes with the run.
    static let runMark: StaticString = "<link href=\"urn:uuid:"
    /// The creator's name, with which it begins.
    static let creatorMark: StaticString = "creator=\"Harrier"
}

/// A GPX file in the making.
private struct GPXWriting: TimelineWriting, ~Copyable {
    private let timeline: ActivityTimeline
    private let hasCadence: Bool
    private var text: TextBytes
    private var written = WrittenActivity()

    init(_ summary: ActivitySummary, _ timeline: ActivityTimeline, _ text: consuming TextBytes) {
        self.timeline = timeline
        hasCadence = summary.sport.isOnFoot
        self.text = text
    }

    mutating func begin(_ summary: ActivitySummary) {
        text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        // The creator is the device that recorded the run: where that was no Harrier, a comment tells whose file it is, as in TCX.
        if summary.isOfAnotherDevice, let run = summary.run { text.append(commentNaming: run) }
        text.append("<gpx version=\"1.1\" creator=\"")
        text.append(xml: summary.device.productName)
        // Sites believe the height of a file, instead of taking it from their maps, where its creator has these words.
        if summary.hasBarometricHeight { text.append(" with barometer") }
        text.append("\" xmlns=\"http://www.topografix.com/GPX/1/1\"")
        text.append(" xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v2\">\n")
        let link = summary.isOfAnotherDevice ? nil : summary.run
        if link != nil || timeline.isTimeKnown {
            text.append("<metadata>")
            if let run = link {
                text.append(GPXActivityWriter.runMark)
                text.append(plain: "\(run)")
                text.append("\"/>")
            }
            if timeline.isTimeKnown {
                text.append("<time>")
                text.append(timeline.origin)
                text.append("</time>")
            }
            text.append("</metadata>\n")
        }
        text.append("<trk><type>")
        text.append(Self.type(summary.sport))
        text.append("</type>\n")
    }

    /// The words that Garmin Connect writes, which most sites know.
    private static func type(_ sport: ActivitySport) -> StaticString {
        switch sport {
        case .trailRun: "trail_running"
        case .indoorRun: "treadmill_running"
        case .walk: "walking"
        case .hike: "hiking"
        case .ride: "cycling"
        default: sport.sport == ActivitySport.run.sport ? "running" : "other"
        }
    }

    mutating func add(_ point: ActivityPoint, at time: Int64, startsPiece: Bool) throws(ActivityWriteError) -> Bool {
        guard let place = StoredAmounts.degrees(point.position) else { return false }
        if startsPiece {
            text.append(written.pieces > 0 ? "</trkseg>\n<trkseg>\n" : "<trkseg>\n")
            written.pieces += 1
        }
        text.append("<trkpt lat=\"")
        text.append(place.latitude, places: 7)
        text.append("\" lon=\"")
        text.append(place.longitude, places: 7)
        text.append("\">")
        if let altitude = StoredAmounts.centimeters(point.altitude) {
            text.append("<ele>")
            text.append(altitude, upTo: 2)
            text.append("</ele>")
        }
        if timeline.isTimeKnown {
            text.append("<time>")
            text.append(timeline.instant(time))
            text.append("</time>")
        }
        addExtension(point)
        text.append("</trkpt>\n")
        written.records &+= 1
        try text.flushIfFull()
        return true
    }

    /// The order of the elements is the schema's.
    @inline(__always) private mutating func addExtension(_ point: ActivityPoint) {
        let temperature = StoredAmounts.tenths(point.temperature), beats = StoredAmounts.beats(point.heartRate)
        let strides = hasCadence ? StoredAmounts.strides(point.cadence) : nil, speed = StoredAmounts.millimeters(point.speed)
        guard temperature != nil || beats != nil || strides != nil || speed != nil else { return }
        text.append("<extensions><gpxtpx:TrackPointExtension>")
        if let temperature {
            text.append("<gpxtpx:atemp>")
            text.append(temperature, upTo: 1)
            text.append("</gpxtpx:atemp>")
        }
        if let beats {
            text.append("<gpxtpx:hr>")
            text.append(beats)
            text.append("</gpxtpx:hr>")
        }
        if let strides {
            text.append("<gpxtpx:cad>")
            text.append(strides)
            text.append("</gpxtpx:cad>")
        }
        if let speed {
            text.append("<gpxtpx:speed>")
            text.append(speed, upTo: 3)
            text.append("</gpxtpx:speed>")
        }
        text.append("</gpxtpx:TrackPointExtension></extensions>")
    }

    consuming func finish(skipped: Int) throws(ActivityWriteError) -> WrittenActivity {
        guard written.records > 0 else { throw .withoutPlaces(.gpx) }
        text.append("</trkseg></trk>\n</gpx>\n")
        var written = written
        written.skippedPoints = skipped
        written.bytes = try text.finish()
        return written
    }
}
