import Quantities

/// Writes TCX (TrainingCenterDatabase v2) with Garmin's ActivityExtension v2.
///
/// Laps with their totals, a track for each piece of a lap (``ActivityFormatWriter``), distances from the start of the run in centimetres.
/// As in FIT, the first point stands at the start and the last at the stop, with the whole distance.
///
/// What the format asks for is written where it is not known: 0 for the energy of a lap, and times that count from 1998-07-03T21:24:16Z
/// for a run that never learned its date, as in FIT and as ``ImportedActivity/isTimeKnown`` tells. Cadence is that of one foot.
public enum TCXActivityWriter: ActivityFormatWriter {
    /// See ``ActivityFormatWriter/write(_:laps:pauses:nextPoint:to:)``.
    public static func write(
        _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        let timeline = try ActivityTimeline(summary, laps: laps, pauses: pauses)
        var writing = TCXWriting(summary, timeline, TextBytes(sink))
        writing.begin()
        var merge = TimelineMerge(timeline, from: summary.start)
        try merge.run(nextPoint, into: &writing)
        return try writing.finish(skipped: merge.skipped)
    }
}

/// A TCX file in the making.
private struct TCXWriting: TimelineWriting, ~Copyable {
    private let summary: ActivitySummary
    private let timeline: ActivityTimeline
    private var text: TextBytes
    private var written = WrittenActivity()
    private var lastDistance: Int64 = 0
    private var lastTime: Int64 = -1
    private var isInTrack = false

    init(_ summary: ActivitySummary, _ timeline: ActivityTimeline, _ text: consuming TextBytes) {
        self.summary = summary
        self.timeline = timeline
        self.text = text
    }

    mutating func begin() {
        text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        if let run = summary.run { text.append(commentNaming: run) }
        text.append("<TrainingCenterDatabase xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\"")
        text.append(" xmlns:ax=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\"")
        text.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n<Activities><Activity Sport=\"")
        text.append(summary.sport.sport == ActivitySport.run.sport ? "Running" : summary.sport == .ride ? "Biking" : "Other")
        text.append("\"><Id>")
        text.append(timeline.origin)
        text.append("</Id>\n")
        beginLap(timeline.laps.rows[0])
    }

    // MARK: Laps

    private mutating func beginLap(_ row: ActivityLapTable.Row) {
        text.append("<Lap StartTime=\"")
        text.append(timeline.instant(row.start))
        text.append("\"><TotalTimeSeconds>")
        text.append(row.amounts.timer, upTo: 3)
        text.append("</TotalTimeSeconds><DistanceMeters>")
        text.append(row.amounts.distance, upTo: 2)
        text.append("</DistanceMeters>")
        if let speed = StoredAmounts.millimeters(row.lap.totals.maximumSpeed) {
            text.append("<MaximumSpeed>")
            text.append(speed, upTo: 3)
            text.append("</MaximumSpeed>")
        }
        text.append("<Calories>")
        text.append(StoredAmounts.kilocalories(row.lap.totals.energy) ?? 0)
        text.append("</Calories>")
        if let beats = StoredAmounts.beats(row.lap.totals.averageHeartRate) {
            text.append("<AverageHeartRateBpm><Value>")
            text.append(beats)
            text.append("</Value></AverageHeartRateBpm>")
        }
        if let beats = StoredAmounts.beats(row.lap.totals.maximumHeartRate) {
            text.append("<MaximumHeartRateBpm><Value>")
            text.append(beats)
            text.append("</Value></MaximumHeartRateBpm>")
        }
        text.append("<Intensity>Active</Intensity><TriggerMethod>")
        switch row.lap.trigger {
        case .time: text.append("Time")
        case .distance: text.append("Distance")
        case .manual, .end: text.append("Manual")
        }
        text.append("</TriggerMethod>\n")
    }

    private mutating func endLap(_ row: ActivityLapTable.Row) {
        endTrack()
        text.append("<Extensions><ax:LX>")
        if row.amounts.timer > 0 {
            text.append("<ax:AvgSpeed>")
            // Centimetres in milliseconds, as millimetres a second.
            text.append(Int64(rounding: Double(row.amounts.distance) * 10_000 / Double(row.amounts.timer)), upTo: 3)
            text.append("</ax:AvgSpeed>")
        }
        if summary.sport.isOnFoot {
            if let strides = StoredAmounts.strides(row.lap.totals.averageCadence) {
                text.append("<ax:AvgRunCadence>")
                text.append(strides)
                text.append("</ax:AvgRunCadence>")
            }
            if let strides = StoredAmounts.strides(row.lap.totals.maximumCadence) {
                text.append("<ax:MaxRunCadence>")
                text.append(strides)
                text.append("</ax:MaxRunCadence>")
            }
            if let steps = row.lap.totals.steps, (0...65_535).contains(steps) {
                text.append("<ax:Steps>")
                text.append(Int64(steps))
                text.append("</ax:Steps>")
            }
        }
        text.append("</ax:LX></Extensions></Lap>\n")
        written.laps += 1
    }

    mutating func endLap(_ index: Int) throws(ActivityWriteError) {
        // A run's first lap holds its first point, whenever that came.
        if lastTime < 0 { addPoint(atStart: true) }
        endLap(timeline.laps.rows[index])
        beginLap(timeline.laps.rows[index + 1])
        try text.flushIfFull()
    }

    private mutating func endTrack() {
        if isInTrack { text.append("</Track>\n") }
        isInTrack = false
    }

    // MARK: Points

    mutating func add(_ point: ActivityPoint, at time: Int64, startsPiece: Bool) throws(ActivityWriteError) -> Bool {
        if lastTime < 0, time > 0 {
            addPoint(atStart: true)
        } else if startsPiece {
            endTrack()
        }
        let stated = point.distance.map { Int64(rounding: $0.meters * 100) }
        add(point, distance: time == timeline.stop ? timeline.laps.whole.distance : stated, at: time)
        try text.flushIfFull()
        return true
    }

    mutating func endPoints() throws(ActivityWriteError) {
        if lastTime < 0 { addPoint(atStart: true) }
        if lastTime < timeline.stop { addPoint(atStart: false) }
    }

    /// A point of which nothing is known but how much had been covered: nothing at the start, everything at the stop (faults H4, H5).
    private mutating func addPoint(atStart: Bool) {
        let time = atStart ? 0 : timeline.stop
        add(ActivityPoint(), distance: time == timeline.stop ? timeline.laps.whole.distance : 0, at: time)
    }

    private mutating func add(_ point: ActivityPoint, distance: Int64?, at time: Int64) {
        if !isInTrack {
            text.append("<Track>\n")
            isInTrack = true
            written.pieces += 1
        }
        text.append("<Trackpoint><Time>")
        text.append(timeline.instant(time))
        text.append("</Time>")
        if let place = StoredAmounts.degrees(point.position) {
            text.append("<Position><LatitudeDegrees>")
            text.append(place.latitude, places: 7)
            text.append("</LatitudeDegrees><LongitudeDegrees>")
            text.append(place.longitude, places: 7)
            text.append("</LongitudeDegrees></Position>")
        }
        if let altitude = StoredAmounts.centimeters(point.altitude) {
            text.append("<AltitudeMeters>")
            text.append(altitude, upTo: 2)
            text.append("</AltitudeMeters>")
        }
        if let distance {
            // It never falls and never passes that of the whole run, so the last one is the total.
            lastDistance = min(max(distance, lastDistance), timeline.laps.whole.distance)
            text.append("<DistanceMeters>")
            text.append(lastDistance, upTo: 2)
            text.append("</DistanceMeters>")
        }
        if let beats = StoredAmounts.beats(point.heartRate) {
            text.append("<HeartRateBpm><Value>")
            text.append(beats)
            text.append("</Value></HeartRateBpm>")
        }
        addExtension(point)
        text.append("</Trackpoint>\n")
        lastTime = time
        written.records &+= 1
    }

    private mutating func addExtension(_ point: ActivityPoint) {
        let strides = summary.sport.isOnFoot ? StoredAmounts.strides(point.cadence) : nil, speed = StoredAmounts.millimeters(point.speed)
        guard speed != nil || strides != nil else { return }
        text.append("<Extensions><ax:TPX>")
        if let speed {
            text.append("<ax:Speed>")
            text.append(speed, upTo: 3)
            text.append("</ax:Speed>")
        }
        if let strides {
            text.append("<ax:RunCadence>")
            text.append(strides)
            text.append("</ax:RunCadence>")
        }
        text.append("</ax:TPX></Extensions>")
    }

    consuming func finish(skipped: Int) throws(ActivityWriteError) -> WrittenActivity {
        endLap(timeline.laps.rows[timeline.laps.rows.count - 1])
        text.append("<Creator xsi:type=\"Device_t\"><Name>")
        text.append(xml: summary.device.productName)
        text.append("</Name><UnitId>")
        text.append(Int64(max(1, summary.device.serialNumber)))
        text.append("</UnitId><ProductID>")
        text.append(Int64(summary.device.product))
        text.append("</ProductID><Version><VersionMajor>")
        text.append(Int64(summary.device.softwareVersionHundredths / 100))
        text.append("</VersionMajor><VersionMinor>")
        text.append(Int64(summary.device.softwareVersionHundredths % 100))
        text.append("</VersionMinor></Version></Creator></Activity></Activities>\n</TrainingCenterDatabase>\n")
        var written = written
        written.skippedPoints = skipped
        written.bytes = try text.finish()
        return written
    }
}
