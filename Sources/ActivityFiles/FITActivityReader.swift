import Quantities

/// Turns the messages of FIT files into an activity.
struct FITActivityReader: ~Copyable {
    private var messages: FITMessageReader
    private var builder: ActivityBuilder
    private var part = 0
    private var gaps = 0
    private var stoppedAt: UTCInstant?
    private var accumulated = CompressedDistance()
    private var naming = FITRunField()

    init(_ window: consuming ByteWindow, fileSize: Int64, limits: ActivityLimits, repair: FITRepair? = nil) {
        messages = FITMessageReader(window, limits: limits, repair: repair)
        builder = ActivityBuilder(format: .fit, fileSize: fileSize, limits: limits)
    }

    /// Reads everything.
    consuming func read() -> ImportedActivity {
        while messages.next() {
            if messages.partCount != part || messages.gapCount != gaps { beginPart() }
            // Swift 6.0 takes a call on one part of a value that lends another for an overlap.
            var known = naming
            known.take(messages)
            naming = known
            switch messages.number {
            case FITMessageNumber.record: guard builder.add(point()) else { return finish() }
            case FITMessageNumber.event: takeEvent()
            case FITMessageNumber.lap: builder.add(lap: totals(FITLap.totals))
            case FITMessageNumber.session: takeSession()
            case FITMessageNumber.activity: takeActivity()
            case FITMessageNumber.fileID: takeFileID()
            case FITMessageNumber.deviceInfo: takeDeviceInfo()
            default: break
            }
        }
        return finish()
    }

    private mutating func finish() -> ImportedActivity {
        for fault in messages.faults { builder.note(fault) }
        builder.activity.furtherFaults &+= messages.furtherFaults
        builder.activity.partCount = messages.partCount
        builder.activity.run = naming.run
        return builder.finish()
    }

    /// Nothing is known of what lies between the parts of a chain, nor of what was left out.
    private mutating func beginPart() {
        part = messages.partCount
        gaps = messages.gapCount
        stoppedAt = nil
        accumulated = CompressedDistance()
        builder.breakSegment()
    }

    // MARK: Records

    @inline(__always) private mutating func point() -> ActivityPoint {
        var point = ActivityPoint()
        point.time = messages.timestamp.flatMap { FITTime.instant($0) }
        if let latitude = messages.value(FITRecord.latitude), let longitude = messages.value(FITRecord.longitude),
            let position = Coordinate(latitude: latitude, longitude: longitude), position.isPlausible
        {
            point.position = position
        }
        point.altitude = (messages.value(FITRecord.enhancedAltitude) ?? messages.value(FITRecord.altitude)).map { .meters($0) }
        point.speed = (messages.value(FITRecord.enhancedSpeed) ?? messages.value(FITRecord.speed)).map { .metersPerSecond($0) }
        point.distance = messages.value(FITRecord.distance).map { .meters($0) }
        point.heartRate = heartRate(FITRecord.heartRate)
        point.cadence = cadence(FITRecord.cadence, FITRecord.fractionalCadence)
        point.temperature = messages.value(FITRecord.temperature).map { .celsius($0) }
        if messages.hasField(FITRecord.compressedSpeedDistance.number) { takeCompressed(&point) }
        return point
    }

    private mutating func takeCompressed(_ point: inout ActivityPoint) {
        guard let (speed, distance) = accumulated.next(messages.bytes(FITRecord.compressedSpeedDistance.number)) else { return }
        if point.speed == nil { point.speed = speed }
        if point.distance == nil { point.distance = distance }
    }

    /// A heart that does not beat is a missing value (faults E8, E9).
    @inline(__always) private func heartRate(_ field: FITField) -> HeartRate? {
        guard let beats = messages.value(field), beats > 0 else { return nil }
        return .beatsPerMinute(beats)
    }

    /// FIT counts the strides of one leg (faults F6, F7).
    @inline(__always) private func cadence(_ whole: FITField, _ fraction: FITField) -> Cadence? {
        guard let strides = messages.value(whole) else { return nil }
        return .stepsPerMinute(2 * (strides + (messages.value(fraction) ?? 0)))
    }

    // MARK: Events and summaries

    private mutating func takeEvent() {
        guard messages.integer(FITEvent.event) == FITEvent.timer, let time = messages.timestamp.flatMap({ FITTime.instant($0) }) else {
            return
        }
        switch messages.integer(FITEvent.eventType) {
        case FITEvent.start:
            if let stoppedAt, stoppedAt <= time { builder.add(pause: ImportedPause(start: stoppedAt, end: time)) }
            stoppedAt = nil
            builder.breakSegment()
        case FITEvent.stop, FITEvent.stopAll, FITEvent.stopDisable, FITEvent.stopDisableAll:
            if stoppedAt == nil { stoppedAt = time }
        default: break
        }
    }

    private mutating func takeSession() {
        var session = ImportedSession()
        if let sport = messages.integer(FITSession.totals.sport).flatMap({ UInt8(exactly: $0) }) {
            let subSport = messages.integer(FITSession.totals.subSport).flatMap { UInt8(exactly: $0) }
            session.sport = ActivitySport(sport: sport, subSport: subSport ?? 0)
        }
        session.totals = totals(FITSession.totals)
        builder.add(session: session)
    }

    private func totals(_ fields: FITTotalsFields) -> ImportedTotals {
        var totals = ImportedTotals()
        totals.start = messages.integer(fields.startTime).flatMap { UInt32(exactly: $0) }.flatMap { FITTime.instant($0) }
        totals.elapsed = messages.unsigned(fields.elapsed).map { .milliseconds($0) }
        totals.timer = messages.unsigned(fields.timer).map { .milliseconds($0) }
        totals.distance = messages.value(fields.distance).map { .meters($0) }
        totals.ascent = messages.value(fields.ascent).map { .meters($0) }
        totals.descent = messages.value(fields.descent).map { .meters($0) }
        totals.averageHeartRate = heartRate(fields.averageHeartRate)
        totals.maximumHeartRate = heartRate(fields.maximumHeartRate)
        totals.averageCadence = cadence(fields.averageCadence, fields.averageFractionalCadence)
        totals.energy = messages.value(fields.calories).map { .kilocalories($0) }
        return totals
    }

    private mutating func takeActivity() {
        guard let local = messages.unsigned(FITActivity.localTimestamp), let time = messages.timestamp else { return }
        let seconds = local - Int64(time)
        guard abs(seconds) <= Self.greatestZone, let seconds = Int32(exactly: seconds) else {
            return builder.note(.impossibleZone(seconds: seconds))
        }
        builder.activity.zone = ZoneOffset(seconds: seconds)
    }

    /// The farthest that local time ever was from UTC anywhere, in seconds: Manila's until 1844, 15 h 56 min (IANA time zone data base).
    private static let greatestZone: Int64 = 16 * 3600

    private mutating func takeFileID() {
        guard builder.activity.device == ImportedDevice() else { return }
        builder.activity.device.manufacturer = messages.integer(FITFileID.manufacturer).flatMap { UInt16(exactly: $0) }
        builder.activity.device.product = messages.integer(FITFileID.product).flatMap { UInt16(exactly: $0) }
        builder.activity.device.serialNumber = messages.integer(FITFileID.serialNumber).flatMap { UInt32(exactly: $0) }
        builder.activity.device.productName = messages.text(FITFileID.productName.number)
    }

    private mutating func takeDeviceInfo() {
        guard messages.integer(FITDeviceInfo.deviceIndex) == 0, builder.activity.device.productName == nil else { return }
        builder.activity.device.productName = messages.text(FITDeviceInfo.productName.number)
    }
}

/// The field `compressed_speed_distance` of old ANT devices: 12 bits of speed in cm/s, then the low 12 bits of the distance in 1/16 m,
/// which roll over every 256 m.
struct CompressedDistance {
    private var sixteenths: Int64 = 0
    private var last: Int64?

    /// Takes in the next three bytes; nil if there are not three or they are invalid.
    mutating func next(_ bytes: [UInt8]) -> (speed: Speed, distance: Distance)? {
        guard bytes.count == 3, bytes != [0xFF, 0xFF, 0xFF] else { return nil }
        let speed = Int64(bytes[0]) | Int64(bytes[1] & 0x0F) << 8
        let distance = Int64(bytes[1] >> 4) | Int64(bytes[2]) << 4
        sixteenths &+= (distance &- (last ?? distance)) & 0xFFF
        last = distance
        return (.metersPerSecond(Double(speed) / 100), .meters(Double(sixteenths) / 16))
    }
}
