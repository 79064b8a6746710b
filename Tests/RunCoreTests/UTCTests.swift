import Calendar
import Quantities
import RunCore
import Testing

@Suite("UTC of a run")
struct UTCTests {
    static let noon = UTCInstant(milliseconds: 1_790_000_000_000)

    static func running(utcAtStart: UTCInstant?) -> Rig {
        var rig = Rig()
        if let utcAtStart { rig.learn(utc: utcAtStart) }
        rig.begin()
        rig.wait(.seconds(100))
        return rig
    }

    @Test(
        "A23, D1: UTC learned late or corrected by any amount moves no duration",
        arguments: [
            Duration.seconds(3 * 365 * 86_400), .seconds(-3600), .seconds(56 * 365 * 86_400), .seconds(-1024 * 7 * 86_400), .seconds(18),
        ])
    func correction(_ jump: Duration) {
        var rig = Self.running(utcAtStart: Self.noon)
        let before = rig.totals
        rig.learn(utc: Self.noon.advanced(by: .seconds(100) + jump))
        #expect(rig.totals.elapsed == before.elapsed)
        #expect(rig.totals.timer == before.timer)
        #expect(rig.totals.moving == before.moving)
        #expect(rig.totals.distance == before.distance)
        #expect(rig.totals.utc.utc(at: .start) == Self.noon.advanced(by: jump))
        #expect(rig.totals.utc.utc(at: .seconds(50)) == Self.noon.advanced(by: .seconds(50) + jump))
        #expect(rig.totals.header.utcAtStart == Self.noon)
        #expect(rig.logAgrees)
    }

    @Test("D9: a run whose time is never known has none; learned late it holds from the start")
    func late() {
        var rig = Self.running(utcAtStart: nil)
        #expect(!rig.totals.utc.isKnown)
        #expect(rig.totals.utc.utc(at: .seconds(50)) == nil)
        rig.learn(utc: Self.noon)
        #expect(rig.totals.utc.isKnown)
        #expect(rig.totals.utc.utc(at: .start) == Self.noon.advanced(by: .seconds(-100)))
    }

    @Test(
        "D7: a leap second, and the same time again, write nothing; 18 s do (fault A24)",
        arguments: [
            (Duration.zero, false), (.seconds(1), false), (.seconds(-1), false), (.milliseconds(1_001), true), (.seconds(18), true),
        ])
    func small(_ correction: Duration, _ isWritten: Bool) {
        var rig = Self.running(utcAtStart: Self.noon)
        let before = rig.records.count
        rig.learn(utc: Self.noon.advanced(by: .seconds(100) + correction))
        #expect((rig.records.count > before) == isWritten)
    }

    @Test("B2, B10: a pause before the clock is set, and a clock set back during it, cannot make it long")
    func pauseBeforeClock() {
        var rig = Rig()
        rig.begin()
        rig.perform(.pause)
        rig.wait(.seconds(10))
        rig.learn(utc: Self.noon)
        rig.wait(.seconds(10))
        rig.learn(utc: Self.noon.advanced(by: .seconds(-7200)))
        rig.wait(.seconds(10))
        rig.perform(.resume)
        rig.wait(.seconds(30))
        #expect(rig.session.phase == .running)
        #expect(rig.totals.elapsed(at: rig.session.runTime(at: rig.now)) == .seconds(60))
        #expect(rig.totals.timer(at: rig.session.runTime(at: rig.now)) == .seconds(30))
    }

    @Test(
        "D12: a run over midnight, a year's end and a leap day is as long as it is",
        arguments: [
            "2026-12-31T23:59:30Z", "2028-02-28T23:59:30Z", "2028-02-29T23:59:30Z",
        ])
    func midnight(_ text: String) throws {
        let start = try #require(UTCInstant(iso8601: text))
        let rig = Self.running(utcAtStart: start)
        #expect(rig.totals.elapsed == .seconds(100))
        #expect(rig.totals.utc.utc(at: .seconds(100)) == start.advanced(by: .seconds(100)))
    }

    @Test("Each boot of a run has its own UTC; one that never learned it takes it from its neighbour")
    func eras() {
        var run = RecordedRun()
        run.run(from: 0, to: 10, speed: 3)
        run.event(at: 10, .outage(Outage(boot: .second, monotonic: MonotonicInstant(seconds: 5), isDurationKnown: false)))
        run.run(from: 11, to: 20, speed: 3)
        run.event(at: 20, .utcAtStart(Self.noon))
        #expect(run.totals.utc.utc(at: .seconds(5)) == Self.noon.advanced(by: .seconds(5)))
        run.event(at: 20, .outage(Outage(boot: .first, monotonic: MonotonicInstant(seconds: 5), isDurationKnown: false)))
        run.event(at: 21, .utcAtStart(Self.noon.advanced(by: .seconds(3600))))
        #expect(run.totals.utc.utc(at: .seconds(15)) == Self.noon.advanced(by: .seconds(15)))
        #expect(run.totals.utc.utc(at: .seconds(21)) == Self.noon.advanced(by: .seconds(3621)))
    }
}
