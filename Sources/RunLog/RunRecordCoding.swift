import Quantities
import RunCore

extension RunRecord {
    /// The longest unsealed frame that a record of this version makes.
    public static let longestUnsealedFrame = RunLogFormat.frameHead + RunLogFormat.FrameType.header.shortestPayload

    /// Writes the record as an unsealed frame (type, length, payload) and allocates nothing.
    /// Returns the bytes written, 0 if `memory` is shorter than the frame.
    public func writeUnsealed(into memory: UnsafeMutableRawBufferPointer) -> Int {
        guard memory.count > RunLogFormat.frameHead else { return 0 }
        var writer = LittleEndianWriter(UnsafeMutableRawBufferPointer(rebasing: memory[RunLogFormat.frameHead...]))
        switch self {
        case .header(let header): header.put(into: &writer)
        case .sample(let sample): sample.put(into: &writer)
        case .event(let event): event.put(into: &writer)
        case .smoothedHeartRate(let rates): rates.put(into: &writer)
        }
        guard !writer.overflowed else { return 0 }
        memory[0] = frameType.rawValue
        memory[1] = UInt8(truncatingIfNeeded: writer.count)
        return RunLogFormat.frameHead + writer.count
    }

    private var frameType: RunLogFormat.FrameType {
        switch self {
        case .header: .header
        case .sample: .sample
        case .event: .event
        case .smoothedHeartRate: .smoothedHeartRate
        }
    }

    /// Reads a payload; nil if it is shorter than its type needs, or an event of a kind that a later version knows.
    init?(type: RunLogFormat.FrameType, payload: UnsafeRawBufferPointer) {
        guard payload.count >= type.shortestPayload else { return nil }
        var reader = LittleEndianReader(payload)
        switch type {
        case .header: self = .header(RunHeader(from: &reader))
        case .sample: self = .sample(RunSample(from: &reader))
        case .smoothedHeartRate: self = .smoothedHeartRate(SmoothedHeartRate(from: &reader))
        case .event:
            guard let event = RunEvent(from: &reader) else { return nil }
            self = .event(event)
        case .gap: return nil
        }
    }
}

extension RunSample {
    fileprivate func put(into writer: inout LittleEndianWriter) {
        writer.put(time.milliseconds)
        writer.put(latitudeE7)
        writer.put(longitudeE7)
        writer.put(distanceMillimeters)
        writer.put(altitudeFifths)
        writer.put(speedMillimeters)
        writer.put(stepsModulo)
        writer.put(ascentDecimetersModulo)
        writer.put(descentDecimetersModulo)
        writer.put(errorHalves)
        writer.put(cadenceSteps)
        writer.put(heartRateBeats)
        writer.put(confidencePercent)
        writer.put(batteryPercentStored)
        writer.put(flags.rawValue)
    }

    fileprivate init(from reader: inout LittleEndianReader) {
        self.init(time: RunTime(milliseconds: reader.take()))
        latitudeE7 = reader.take()
        longitudeE7 = reader.take()
        distanceMillimeters = reader.take()
        altitudeFifths = reader.take()
        speedMillimeters = reader.take()
        stepsModulo = reader.take()
        ascentDecimetersModulo = reader.take()
        descentDecimetersModulo = reader.take()
        errorHalves = reader.take()
        cadenceSteps = reader.take()
        heartRateBeats = reader.take()
        confidencePercent = reader.take()
        batteryPercentStored = reader.take()
        flags = Flags(rawValue: reader.take())
    }
}

extension SmoothedHeartRate {
    fileprivate func put(into writer: inout LittleEndianWriter) {
        writer.put(first.milliseconds)
        for index in 0..<Int(min(count, 16)) { writer.put(beats[index]) }
    }

    fileprivate init(from reader: inout LittleEndianReader) {
        self.init(first: RunTime(milliseconds: reader.take()))
        while reader.remaining > 0, count < 16 { append(beats: reader.take()) }
    }
}

extension RunHeader {
    /// Which of the optional values are there, a bit each.
    private enum Presence {
        static let utc: UInt8 = 1
        static let age: UInt8 = 2
        static let maximumBeats: UInt8 = 4
        static let restingBeats: UInt8 = 8
        /// The other way round, because 0.1.0 wrote an offset always and no bit for it.
        static let zoneIsUnknown: UInt8 = 16
    }

    fileprivate func put(into writer: inout LittleEndianWriter) {
        writer.put(high: id.high, low: id.low)
        writer.put(high: boot.high, low: boot.low)
        writer.put(start.nanoseconds)
        writer.put(utcAtStart?.milliseconds ?? 0)
        writer.put(zone?.seconds ?? 0)
        writer.put(deviceSerial)
        writer.put(body.massTenths)
        writer.put(body.heightCentimeters)
        writer.put(type.rawValue)
        writer.put(energyRule.rawValue)
        writer.put(software.major)
        writer.put(software.minor)
        writer.put(software.patch)
        writer.put(body.sex.rawValue)
        var present: UInt8 = 0
        if utcAtStart != nil { present |= Presence.utc }
        if body.age != nil { present |= Presence.age }
        if body.measuredMaximumBeats != nil { present |= Presence.maximumBeats }
        if body.restingBeats != nil { present |= Presence.restingBeats }
        if zone == nil { present |= Presence.zoneIsUnknown }
        writer.put(present)
        writer.put(body.age ?? 0)
        writer.put(body.measuredMaximumBeats ?? 0)
        writer.put(body.restingBeats ?? 0)
        let bounds = zones.lowerBounds
        writer.put(bounds.0)
        writer.put(bounds.1)
        writer.put(bounds.2)
        writer.put(bounds.3)
        writer.put(bounds.4)
    }

    fileprivate init(from reader: inout LittleEndianReader) {
        let name = reader.takeName(), boot = reader.takeName()
        let start = MonotonicInstant(nanoseconds: reader.take())
        let utc = UTCInstant(milliseconds: reader.take())
        let zone = ZoneOffset(stored: reader.take())
        let serial: UInt32 = reader.take()
        var body = BodyProfile(massTenths: reader.take(), heightCentimeters: reader.take())
        let type = RunType(rawValue: reader.take()) ?? .run
        let rule = EnergyRule(rawValue: reader.take()) ?? .distance
        let software = SoftwareVersion(reader.take(), reader.take(), reader.take())
        body.sex = BodyProfile.Sex(rawValue: reader.take()) ?? .unknown
        let present: UInt8 = reader.take()
        let age: UInt8 = reader.take(), maximum: UInt8 = reader.take(), resting: UInt8 = reader.take()
        body.age = present & Presence.age == 0 ? nil : age
        body.measuredMaximumBeats = present & Presence.maximumBeats == 0 ? nil : maximum
        body.restingBeats = present & Presence.restingBeats == 0 ? nil : resting
        let bounds: (UInt8, UInt8, UInt8, UInt8, UInt8) = (reader.take(), reader.take(), reader.take(), reader.take(), reader.take())
        self.init(
            id: RunID(high: name.high, low: name.low), type: type, boot: BootID(high: boot.high, low: boot.low), start: start,
            utcAtStart: present & Presence.utc == 0 ? nil : utc, zone: present & Presence.zoneIsUnknown == 0 ? zone : nil, body: body,
            zones: HeartRateZones(lowerBounds: bounds) ?? .unknown, energyRule: rule, deviceSerial: serial, software: software)
    }
}
