import Quantities

/// A FIT activity file in the making: merges the points into the timeline.
struct FITActivityWriting: ~Copyable {
    private let summary: ActivitySummary
    private let timeline: ActivityTimeline
    private var encoder: FITEncoder
    private var message = FITMessage()
    private var written = WrittenActivity()
    private var nextMark = 0
    private var isPaused = false
    /// The latest point of the second in progress.
    private var pending: (second: UInt32, point: ActivityPoint)?
    private var lastSecond: UInt32?
    private var lastDistance: Int64 = 0
    private var startPosition: Coordinate?

    init(_ summary: ActivitySummary, _ timeline: ActivityTimeline, _ encoder: consuming FITEncoder) {
        self.summary = summary
        self.timeline = timeline
        self.encoder = encoder
    }

    /// Writes what stands before the first record.
    mutating func begin() throws(ActivityWriteError) {
        message.setFileID(summary.device, created: timeline.seconds(0))
        try encoder.write(message)
        if summary.run != nil {
            message.setDeveloperData()
            try encoder.write(message)
            message.setRunFieldDescription()
            try encoder.write(message)
        }
        for index in 0...min(summary.device.sensors.count, 250) {
            message.setDeviceInfo(summary.device, index: index, at: timeline.seconds(0))
            try encoder.write(message)
        }
        try writeTimerEvent(FITEvent.start, .manual, at: 0)
    }

    /// Takes the next point.
    mutating func add(_ point: ActivityPoint) throws(ActivityWriteError) {
        guard let time = point.time.map({ $0.milliseconds.subtractingSaturating(summary.start.milliseconds) }), time >= 0,
            time <= timeline.stop
        else {
            written.skippedPoints += 1
            return
        }
        try writeMarks(before: time)
        let second = timeline.seconds(time)
        guard !isPaused, second > (lastSecond ?? 0), second >= (pending?.second ?? 0) else {
            written.skippedPoints += 1
            return
        }
        if pending?.second == second { written.skippedPoints += 1 } else { try flushPending() }
        pending = (second, point)
    }

    /// Writes the end of the file.
    consuming func finish() throws(ActivityWriteError) -> WrittenActivity {
        try writeMarks(before: timeline.stop)
        try writeLastRecord()
        try writeTimerEvent(FITEvent.stopAll, .manual, at: timeline.stop)
        try writeMarks(before: .max)
        try writeLap(timeline.laps.rows.count - 1)
        try writeSession()
        message.setActivity(
            timer: timeline.laps.whole.timer, zone: timeline.isTimeKnown ? summary.zone : nil,
            at: timeline.seconds(timeline.laps.whole.elapsed))
        try encoder.write(message)
        var written = written
        written.bytes = try encoder.finish()
        return written
    }

    // MARK: Records

    /// Writes what happened before a point. A point at the very moment of a pause still counts, one at the moment of a resume or a lap
    /// belongs to what follows.
    private mutating func writeMarks(before time: Int64) throws(ActivityWriteError) {
        while nextMark < timeline.marks.count {
            let (markTime, mark) = timeline.marks[nextMark]
            if case .pause = mark { guard markTime < time else { return } } else { guard markTime <= time else { return } }
            try flushPending()
            nextMark += 1
            switch mark {
            case .pause(let cause):
                isPaused = true
                try writeTimerEvent(FITEvent.stopAll, cause, at: markTime)
            case .resume(let cause):
                isPaused = false
                try writeTimerEvent(FITEvent.start, cause, at: markTime)
            case .lapEnd(let index): try writeLap(index)
            }
        }
    }

    private mutating func flushPending() throws(ActivityWriteError) {
        guard let (second, point) = pending else { return }
        pending = nil
        try writeFirstRecord(before: second)
        try writeRecord(point, at: second)
    }

    /// A run begins with a record at its start, even if the first point came later (fault H4): nothing is known of it but that no
    /// distance had been covered.
    private mutating func writeFirstRecord(before second: UInt32) throws(ActivityWriteError) {
        guard lastSecond == nil, second > timeline.seconds(0) else { return }
        var first = ActivityPoint()
        first.distance = .zero
        try writeRecord(first, at: timeline.seconds(0))
    }

    /// A run ends with a record at its stop that has the whole distance (faults H4, H5).
    private mutating func writeLastRecord() throws(ActivityWriteError) {
        let stop = timeline.seconds(timeline.stop)
        var last = ActivityPoint()
        if let (second, point) = pending {
            if second == stop { last = point } else { try flushPending() }
            pending = nil
        }
        if lastSecond == nil {
            var first = ActivityPoint()
            first.distance = .zero
            try writeRecord(first, at: timeline.seconds(0))
        }
        let isTold = lastSecond == stop && lastDistance == timeline.laps.whole.distance && last == ActivityPoint()
        if isTold && written.records >= 2 { return }
        last.distance = summary.totals.distance
        try writeRecord(last, at: stop)
    }

    private mutating func writeRecord(_ point: ActivityPoint, at second: UInt32) throws(ActivityWriteError) {
        // The distance never falls and never passes that of the whole run, so the last record is the total.
        let distance = point.distance.map { min(max(Int64(rounding: $0.meters * 100), lastDistance), timeline.laps.whole.distance) }
        if let distance { lastDistance = distance }
        if startPosition == nil { startPosition = point.position }
        message.setRecord(point, distance: distance, at: second)
        try encoder.write(message)
        lastSecond = second
        written.records += 1
    }

    // MARK: Events and summaries

    private mutating func writeTimerEvent(_ type: Int64, _ cause: ActivityPause.Cause, at time: Int64) throws(ActivityWriteError) {
        message.setTimerEvent(type, trigger: cause == .manual ? 0 : 1, at: timeline.seconds(time))
        try encoder.write(message)
    }

    private mutating func writeLap(_ index: Int) throws(ActivityWriteError) {
        let row = timeline.laps.rows[index]
        let end = timeline.seconds(row.end)
        let isLast = index == timeline.laps.rows.count - 1
        message.begin(FITMessageNumber.lap)
        message.set(.messageIndex, Int64(index))
        message.set(.timestamp, Int64(end))
        message.setTotals(FITLap.totals, row.amounts, row.lap.totals, event: FITEvent.lapEvent, start: timeline.seconds(row.start))
        message.set(FITLap.trigger, isLast ? ActivityLapTrigger.end.fitValue : row.lap.trigger.fitValue)
        message.setSport(FITLap.totals, summary.sport)
        try encoder.write(message)
        written.laps += 1
        try writeTimeInZones(row.lap.totals, of: FITMessageNumber.lap, index: index, at: end)
    }

    private mutating func writeSession() throws(ActivityWriteError) {
        let end = timeline.seconds(timeline.laps.whole.elapsed)
        message.begin(FITMessageNumber.session)
        message.set(.messageIndex, 0)
        message.set(.timestamp, Int64(end))
        message.setTotals(
            FITSession.totals, timeline.laps.whole, summary.totals, event: FITEvent.sessionEvent, start: timeline.seconds(0))
        message.set(FITSession.startLatitude, amount: startPosition?.latitude)
        message.set(FITSession.startLongitude, amount: startPosition?.longitude)
        message.setSport(FITSession.totals, summary.sport)
        message.set(FITSession.firstLapIndex, 0)
        message.set(FITSession.lapCount, Int64(timeline.laps.rows.count))
        message.set(FITSession.trigger, 0)
        if let run = summary.run { message.setDeveloper(FITRunField.number, of: FITRunField.developer, text: "\(run)") }
        try encoder.write(message)
        try writeTimeInZones(summary.totals, of: FITMessageNumber.session, index: 0, at: end)
    }

    private mutating func writeTimeInZones(
        _ totals: ActivityTotals, of reference: UInt16, index: Int, at second: UInt32
    ) throws(ActivityWriteError) {
        guard let zones = summary.heartRateZones, !totals.timeInZones.isEmpty else { return }
        message.setTimeInZones(totals.timeInZones, zones, of: reference, index: index, at: second)
        try encoder.write(message)
    }
}
