import Calendar
import Quantities
import RunCore
import Testing

@Suite("Local time of a run")
struct ZoneTests {
    static let winter = UTCInstant(milliseconds: 1_796_169_600_000)  // 2026-12-02T00:00:00Z
    static let summer = UTCInstant(milliseconds: 1_783_000_000_000)  // 2026-07-02
    static func zurich() throws -> TimeZoneRules { try TimeZoneRules(tzif: centralEurope) }

    @Test("D5, R-B5: a run that begins before UTC is known has the zone of its own day, learned with UTC", arguments: [true, false])
    func late(_ isWinter: Bool) throws {
        var rig = Rig()
        rig.zone = try Self.zurich()
        rig.begin()
        rig.wait(.seconds(100))
        #expect(rig.totals.header.zone == nil && rig.totals.zone == nil)
        rig.learn(utc: isWinter ? Self.winter : Self.summer)
        #expect(rig.totals.header.zone == nil)
        #expect(rig.totals.zone?.seconds == (isWinter ? 3600 : 7200))
        #expect(rig.logAgrees)
    }

    @Test("D5: UTC corrected to the other side of a change of season brings its own zone")
    func corrected() throws {
        var rig = Rig()
        rig.zone = try Self.zurich()
        rig.learn(utc: Self.summer)
        rig.begin()
        #expect(rig.totals.header.zone?.seconds == 7200 && rig.totals.zone?.seconds == 7200)
        rig.wait(.seconds(100))
        rig.learn(utc: Self.winter)
        #expect(rig.totals.zone?.seconds == 3600)
    }

    @Test("D5: a run over the night of a change keeps the zone of its start")
    func night() throws {
        var rig = Rig()
        rig.zone = try Self.zurich()
        rig.begin()
        rig.wait(.seconds(1800))
        let change = try #require(UTCInstant(iso8601: "2026-10-25T01:00:00Z"))
        rig.learn(utc: change.advanced(by: .seconds(900)))
        #expect(rig.totals.zone?.seconds == 7200)
    }

    @Test("D2: another zone that is set during a run, or between a crash and its recovery, is not the run's", arguments: [true, false])
    func setting(_ crashes: Bool) throws {
        var rig = Rig()
        rig.zone = try Self.zurich()
        rig.learn(utc: Self.winter)
        rig.begin()
        rig.wait(.seconds(100))
        if crashes {
            let found = rig.totals
            rig = Rig(at: rig.now + .seconds(10))
            rig.zone = TimeZoneRules(fixed: ZoneOffset(seconds: 9 * 3600))
            let goesOn = rig.recover(found, boot: .first)
            #expect(goesOn)
        } else {
            rig.zone = TimeZoneRules(fixed: ZoneOffset(seconds: 9 * 3600))
        }
        rig.learn(utc: Self.winter.advanced(by: .seconds(3000)))
        #expect(rig.events.contains { if case .utcAtStart(_, zone: .some) = $0.kind { true } else { false } })
        #expect(rig.totals.zone?.seconds == 3600)
    }

    @Test("A zone that was known in the header stays when an event of 0.1.0 tells UTC without one")
    func without() {
        var run = RecordedRun()
        let zone = run.totals.zone
        run.event(at: 1, .utcAtStart(Self.winter))
        #expect(run.totals.zone == zone && zone != nil)
    }
}

/// Central European time as a file without transitions: an offset of an hour, and the rule for the summer (RFC 8536).
private let centralEurope: [UInt8] = {
    func header(_ version: String) -> [UInt8] {
        // Counts: UT and standard indicators, leap seconds, transitions, types, characters of their names.
        Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15) + [0, 0, 0, 0, 0, 1, 4].flatMap { [0, 0, 0, $0] }.dropFirst(4)
    }
    let block: [UInt8] = [0, 0, 0x0E, 0x10, 0, 0] + Array("CET\0".utf8)
    return header("2") + block + header("2") + block + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
}()
