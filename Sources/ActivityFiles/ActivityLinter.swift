/// Checks that a FIT file means what an activity file must mean. Decoders accept files whose time runs backwards or whose laps do not
/// add up; the sites that take activities do not (faults H1, H3, H4, H5, H7, H8).
public enum ActivityLinter {
    /// Checks bytes in memory. Empty: the file is sound.
    public static func check(_ bytes: [UInt8]) -> [LintFinding] { check(ByteWindow(bytes)) }
    /// Checks what a source gives, 64 KiB at a time.
    public static func check(_ source: any ByteSource) -> [LintFinding] { check(ByteWindow(source)) }

    static func check(_ window: consuming ByteWindow) -> [LintFinding] {
        var messages = FITMessageReader(window, limits: ActivityLimits())
        var lint = FITLint()
        while messages.next() { lint.take(messages) }
        return lint.finish(faults: messages.faults, partCount: messages.partCount)
    }
}

/// What the linter knows while a file goes by.
struct FITLint {
    /// A lap or a session in stored units.
    private struct Summary {
        var start: Int64
        var elapsed: Int64
        var timer: Int64
        var distance: Int64
        var end: Int64 { start &* 1000 &+ elapsed }
    }

    private var findings: [LintFinding] = []
    private var isFirst = true
    private var lastTime: UInt32 = 0
    private var isRunning = false
    private var stop: UInt32?
    private var records = 0
    private var firstRecord: (time: UInt32, offset: Int64)?
    private var lastRecord: (time: UInt32, offset: Int64)?
    private var lastDistance: Int64 = 0
    private var laps: [Summary] = []
    private var sessions: [Summary] = []
    private var activities = 0
    private var statedSessions: Int64?

    private mutating func note(_ finding: LintFinding) { if findings.count < 64 { findings.append(finding) } }

    /// Takes in the message at hand.
    mutating func take(_ message: borrowing FITMessageReader) {
        if isFirst, message.number != FITMessageNumber.fileID { note(.fileIDNotFirst) }
        isFirst = false
        switch message.number {
        case FITMessageNumber.fileID: takeFileID(message)
        case FITMessageNumber.record: takeRecord(message)
        case FITMessageNumber.event: takeEvent(message)
        case FITMessageNumber.lap: takeLap(message)
        case FITMessageNumber.session: takeSession(message)
        case FITMessageNumber.activity: takeActivity(message)
        default: break
        }
    }

    private mutating func takeFileID(_ message: borrowing FITMessageReader) {
        if message.integer(FITFileID.type) != FITFileID.activity { note(.notAnActivity) }
        if message.integer(FITFileID.serialNumber) == nil { note(.serialNumberMissing) }
        if let created = required(FITFileID.timeCreated, message), created < Int64(FITTime.firstDate) {
            note(.timeSincePowerOn(offset: message.offset))
        }
    }

    /// The time of a message, which may not be earlier than that of the one before.
    private mutating func time(_ message: borrowing FITMessageReader) -> UInt32? {
        guard let time = message.timestamp else {
            note(.timeMissing(offset: message.offset, message: message.number))
            return nil
        }
        if time < FITTime.firstDate { note(.timeSincePowerOn(offset: message.offset)) }
        if time < lastTime { note(.timeGoesBack(offset: message.offset, from: lastTime, to: time)) }
        lastTime = max(lastTime, time)
        return time
    }

    private mutating func required(_ field: FITField, _ message: borrowing FITMessageReader) -> Int64? {
        if let value = message.unsigned(field) { return value }
        note(.fieldMissing(offset: message.offset, message: message.number, field: field.number))
        return nil
    }

    private mutating func takeRecord(_ message: borrowing FITMessageReader) {
        records += 1
        if let time = time(message) {
            if !isRunning, time > stop ?? 0 { note(.recordInPause(offset: message.offset)) }
            if firstRecord == nil { firstRecord = (time, message.offset) }
            lastRecord = (time, message.offset)
        }
        let latitude = message.integer(FITRecord.latitude)
        let longitude = message.integer(FITRecord.longitude)
        if (latitude == nil) != (longitude == nil) || (latitude == 0 && longitude == 0) {
            note(.positionNotPlausible(offset: message.offset))
        }
        if let cadence = message.integer(FITRecord.cadence), cadence >= 128 { note(.cadenceTooHigh(offset: message.offset)) }
        if message.integer(FITRecord.heartRate) == 0 { note(.heartRateZero(offset: message.offset)) }
        if let distance = message.unsigned(FITRecord.distance) {
            if distance < lastDistance { note(.distanceFalls(offset: message.offset)) }
            lastDistance = max(lastDistance, distance)
        }
    }

    private mutating func takeEvent(_ message: borrowing FITMessageReader) {
        guard message.integer(FITEvent.event) == FITEvent.timer, let time = time(message) else { return }
        let isStart = message.integer(FITEvent.eventType) == FITEvent.start
        if isStart == isRunning { note(.timerUnpaired(offset: message.offset)) }
        isRunning = isStart
        stop = time
    }

    private mutating func summary(_ fields: FITTotalsFields, _ message: borrowing FITMessageReader, index: Int) -> Summary? {
        _ = time(message)
        guard let start = required(fields.startTime, message), let elapsed = required(fields.elapsed, message),
            let timer = required(fields.timer, message)
        else { return nil }
        if timer > elapsed { note(.timerExceedsElapsed(message: message.number, index: index)) }
        return Summary(start: start, elapsed: elapsed, timer: timer, distance: required(fields.distance, message) ?? 0)
    }

    private mutating func takeLap(_ message: borrowing FITMessageReader) {
        let index = message.integer(.messageIndex)
        if index != Int64(laps.count) { note(.lapIndex(expected: laps.count, found: index)) }
        guard let lap = summary(FITLap.totals, message, index: laps.count) else { return }
        // Starts are whole seconds, so an end may lie up to a second beside the next start.
        if let last = laps.last, abs(lap.start &* 1000 &- last.end) >= 1000 {
            note(.lapGap(index: laps.count, milliseconds: lap.start &* 1000 &- last.end))
        }
        laps.append(lap)
    }

    private mutating func takeSession(_ message: borrowing FITMessageReader) {
        let counted = sessions.count
        guard let session = summary(FITSession.totals, message, index: counted) else { return }
        sessions.append(session)
        _ = required(FITSession.totals.sport, message)
        let first = required(FITSession.firstLapIndex, message)
        let stated = required(FITSession.lapCount, message)
        if counted == 0, let first, first != 0 { note(.lapIndex(expected: 0, found: first)) }
        let found = Int64(laps.count) - (first ?? 0)
        if stated != found { note(.lapCount(stated: stated, found: found)) }
    }

    private mutating func takeActivity(_ message: borrowing FITMessageReader) {
        activities += 1
        statedSessions = message.integer(FITActivity.sessionCount)
        guard let time = time(message), let local = message.unsigned(FITActivity.localTimestamp) else { return }
        // Zones reach from −12 to +14 hours.
        let offset = local - Int64(time)
        if offset < -12 * 3600 || offset > 14 * 3600 { note(.localOffset(offset)) }
    }

    /// Judges the whole.
    mutating func finish(faults: [ActivityFault], partCount: Int) -> [LintFinding] {
        for fault in faults { note(.unreadable(fault)) }
        if partCount > 1 { note(.severalParts(partCount)) }
        if records < 2 { note(.tooFewRecords(records)) }
        if isRunning || stop == nil { note(.timerNotStopped) }
        if let lastRecord, let stop, !isRunning, lastRecord.time != stop {
            note(.lastRecordNotAtStop(record: lastRecord.time, stop: stop))
        }
        if activities != 1 { note(.activityCount(activities)) }
        if sessions.isEmpty || statedSessions != Int64(sessions.count) {
            note(.sessionCount(stated: statedSessions, found: sessions.count))
        }
        compareSums()
        checkRecordsLieInLaps()
        return findings
    }

    private mutating func compareSums() {
        guard !sessions.isEmpty else { return }
        func compare(_ quantity: String, _ amount: (Summary) -> Int64) -> LintFinding? {
            let sums = (laps.reduce(0) { $0 &+ amount($1) }, sessions.reduce(0) { $0 &+ amount($1) })
            return sums.0 == sums.1 ? nil : .lapsDoNotAddUp(quantity: quantity, laps: sums.0, sessions: sums.1)
        }
        let differences = [
            compare("elapsed time", { $0.elapsed }), compare("timer time", { $0.timer }), compare("distance", { $0.distance }),
        ]
        for difference in differences { if let difference { note(difference) } }
        let total = sessions.reduce(0) { $0 &+ $1.distance }
        if records > 0, lastDistance != total { note(.lastDistanceNotTotal(record: lastDistance, sessions: total)) }
        if let lap = laps.first, let session = sessions.first, lap.start != session.start {
            note(.lapGap(index: 0, milliseconds: (lap.start &- session.start) &* 1000))
        }
    }

    /// Laps without gaps between them hold each point exactly once if no point lies before the first or after the last.
    private mutating func checkRecordsLieInLaps() {
        guard let first = laps.first, let last = laps.last else { return }
        if let record = firstRecord, Int64(record.time) < first.start { note(.recordOutsideLaps(offset: record.offset)) }
        if let record = lastRecord, Int64(record.time) &* 1000 > last.end &+ 999 { note(.recordOutsideLaps(offset: record.offset)) }
    }
}
