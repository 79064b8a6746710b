import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing
import WatchCore

@Suite("The watch and the time that it does not know yet")
struct WatchTimeTests {
    static let noon = UTCInstant(milliseconds: 1_790_000_000_000)

    static func datings(_ rig: WatchRig) -> [(id: RunID, utc: UTCInstant, zone: ZoneOffset)] {
        rig.effects.compactMap { if case .dateRun(let id, let utc, let zone) = $0 { (id, utc, zone) } else { nil } }
    }

    static func saved(_ rig: inout WatchRig) -> RunTotals? {
        rig.beginRun()
        rig.wait(.seconds(70))
        rig.hold(.start)
        rig.press(.page)
        rig.keepRun()
        rig.wait(.seconds(3))
        let totals = rig.watch.session.totals
        rig.press(.start)
        return totals
    }

    @Test("R-B9: START and then 12 h of nothing: the clock again after 10 min, receiver and sensors at rest, nothing wakes the watch")
    func forgottenStart() {
        var configuration = WatchRig.configuration
        configuration.displaySleeps = true
        var rig = WatchRig(configuration)
        let start = rig.now
        rig.press(.start)
        #expect(rig.phase == .preparing)
        #expect(rig.effects.contains { if case .receiver(isOn: true) = $0 { true } else { false } })
        rig.wait(until: start + .minutes(9))
        #expect(rig.phase == .preparing)
        rig.forget()
        rig.wait(until: start + .minutes(11))
        #expect(rig.phase == .idle)
        #expect(rig.effects.contains { if case .receiver(isOn: false) = $0 { true } else { false } })
        #expect(rig.effects.contains { if case .sensors(.rest) = $0 { true } else { false } })
        rig.wait(until: start + .minutes(21))
        rig.forget()
        rig.wait(until: start + .minutes(12 * 60))
        #expect(rig.watch.deadline(after: rig.now) == nil)
        #expect(rig.effects.isEmpty && rig.records.isEmpty)
    }

    @Test("R-B9: whoever comes back finds a word on the screen; any press leads to the clock")
    func word() {
        var rig = WatchRig()
        rig.press(.start)
        rig.wait(.minutes(12))
        #expect(rig.message() == .readyTimedOut)
        rig.press(.lap)
        #expect(rig.clockPage() != nil)
    }

    @Test("R-B9: a press on a dark display only wakes it, and yet shows that somebody is there")
    func darkPress() {
        var configuration = WatchRig.configuration
        configuration.displaySleeps = true
        var rig = WatchRig(configuration)
        rig.press(.start)
        rig.wait(.minutes(9))
        rig.press(.lap)
        #expect(rig.phase == .preparing)
        rig.wait(.minutes(9))
        #expect(rig.phase == .preparing)
    }

    @Test("D9, R-B14: runs saved before the time is known are dated when this boot learns it, once")
    func dated() throws {
        var configuration = WatchRig.configuration
        configuration.zone = TimeZoneRules(fixed: ZoneOffset(seconds: 3600))
        var rig = WatchRig(configuration)
        let first = try #require(Self.saved(&rig)), second = try #require(Self.saved(&rig))
        let foundAtStart = UndatedRun(first, boot: configuration.boot).map {
            var run = $0
            run.id = RunID(high: 99, low: 99)
            return run
        }
        rig.deliver(.undatedRun(try #require(foundAtStart)))
        #expect(first.zone == nil && Self.datings(rig).isEmpty)
        rig.deliver(.utc(UTCOffset(from: rig.now, to: Self.noon)))
        let datings = Self.datings(rig)
        #expect(datings.map(\.id) == [first.header.id, second.header.id, RunID(high: 99, low: 99)])
        #expect(datings.allSatisfy { $0.zone.seconds == 3600 })
        let start = Self.noon.advanced(by: .zero - first.header.start.duration(to: rig.now))
        #expect(datings.first?.utc == start)
        rig.wait(.minutes(5))
        #expect(Self.datings(rig).count == 3)
        let known = Self.saved(&rig)
        #expect(known?.start != nil)
        rig.wait(.minutes(5))
        #expect(Self.datings(rig).count == 3)
    }

    @Test("R-B14: a discarded run, and one of another boot, are not dated")
    func notDated() {
        var rig = WatchRig()
        rig.beginRun()
        rig.wait(.seconds(70))
        rig.hold(.start)
        rig.hold(.page)
        rig.press(.start)
        var other = WatchRig()
        var found = WatchRig.configuration
        found.boot = BootID(high: 8, low: 8)
        var broken = WatchRig(found)
        broken.beginRun()
        broken.wait(.seconds(30))
        if let totals = broken.watch.session.totals { other.deliver(.unfinishedRun(totals)) }
        other.wait(.seconds(61))
        for var rig in [rig, other] {
            rig.deliver(.utc(UTCOffset(from: rig.now, to: Self.noon)))
            rig.wait(.minutes(2))
            #expect(Self.datings(rig).isEmpty)
        }
        #expect(rig.phase == .idle && other.phase == .saved)
    }

    @Test("R-B15: a receiver that says another year once sets neither the clock nor the run's date")
    func damagedYear() {
        var rig = WatchRig()
        rig.deliver(.utc(UTCOffset(from: rig.now, to: Self.noon)))
        rig.beginRun()
        rig.wait(.seconds(20))
        let time = rig.screen.status.time
        let year = UTCInstant(milliseconds: 1_890_000_000_000)
        rig.deliver(.fix(GPSFix(mode: .threeDimensional, time: year, position: Coordinate(latitude: 47, longitude: 8))))
        #expect(rig.screen.status.time == time)
        #expect(!rig.records.contains { if case .event(let event) = $0, case .utcAtStart = event.kind { true } else { false } })
    }
}
