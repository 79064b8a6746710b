import Quantities
import RunCore

/// The numbers of the kinds of events in the log; a number once given is never used for anything else.
private enum EventCode {
    static let pause: UInt8 = 1
    static let resume: UInt8 = 2
    static let lap: UInt8 = 3
    static let stop: UInt8 = 4
    static let end: UInt8 = 5
    static let utcAtStart: UInt8 = 6
    static let outage: UInt8 = 7
    static let sensor: UInt8 = 8
}

extension RunEvent {
    func put(into writer: inout LittleEndianWriter) {
        writer.put(time.milliseconds)
        switch kind {
        case .pause(let cause):
            writer.put(EventCode.pause)
            writer.put(cause.rawValue)
        case .resume(let cause):
            writer.put(EventCode.resume)
            writer.put(cause.rawValue)
        case .lap(let trigger, let distanceMillimeters):
            writer.put(EventCode.lap)
            writer.put(trigger.rawValue)
            writer.put(distanceMillimeters)
        case .stop: writer.put(EventCode.stop)
        case .end(let cause):
            writer.put(EventCode.end)
            writer.put(cause.rawValue)
        case .utcAtStart(let utc, let zone):
            writer.put(EventCode.utcAtStart)
            writer.put(utc.milliseconds)
            if let zone { writer.put(zone.seconds) }
        case .outage(let outage):
            writer.put(EventCode.outage)
            writer.put(high: outage.boot.high, low: outage.boot.low)
            writer.put(outage.monotonic.nanoseconds)
            writer.put(UInt8(outage.isDurationKnown ? 1 : 0))
        case .sensor(let sensor, let state):
            writer.put(EventCode.sensor)
            writer.put(sensor.rawValue)
            writer.put(state.rawValue)
        }
    }

    /// Reads an event; nil if its kind is of a later version or its payload too short. A cause of a later version reads as the
    /// first one, because the timer must stop and start where it did, whatever the reason.
    init?(from reader: inout LittleEndianReader) {
        let time = RunTime(milliseconds: reader.take())
        let kind: Kind
        switch reader.take(UInt8.self) {
        case EventCode.pause: kind = .pause(PauseCause(rawValue: reader.take()) ?? .manual)
        case EventCode.resume: kind = .resume(PauseCause(rawValue: reader.take()) ?? .manual)
        case EventCode.lap: kind = .lap(LapTrigger(rawValue: reader.take()) ?? .manual, distanceMillimeters: reader.take())
        case EventCode.stop: kind = .stop
        case EventCode.end: kind = .end(EndCause(rawValue: reader.take()) ?? .saved)
        case EventCode.utcAtStart:
            let utc = UTCInstant(milliseconds: reader.take())
            // Version 0.1.0 wrote no offset.
            kind = .utcAtStart(utc, zone: reader.remaining >= 4 ? ZoneOffset(stored: reader.take()) : nil)
        case EventCode.outage:
            let boot = reader.takeName()
            let monotonic = MonotonicInstant(nanoseconds: reader.take())
            let known = reader.take(UInt8.self) != 0
            kind = .outage(Outage(boot: BootID(high: boot.high, low: boot.low), monotonic: monotonic, isDurationKnown: known))
        case EventCode.sensor:
            guard let sensor = SensorKind(rawValue: reader.take()), let state = SensorState(rawValue: reader.take()) else { return nil }
            kind = .sensor(sensor, state)
        default: return nil
        }
        guard !reader.overran else { return nil }
        self.init(time: time, kind: kind)
    }
}

extension ZoneOffset {
    /// An offset as stored; nil if it is longer than any zone's can be (RFC 8536, section 3.2: from −25 to 26 hours).
    init?(stored seconds: Int32) {
        guard seconds > -25 * 3600, seconds < 26 * 3600 else { return nil }
        self.init(seconds: seconds)
    }
}
