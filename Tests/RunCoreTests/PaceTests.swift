import Quantities
import RunCore
import Testing

@Suite("Pace shown")
struct PaceTests {
    @Test("A21: the pace is the inverse of the mean speed of 10 s, not a mean of paces")
    func mean() {
        var run = RecordedRun()
        for second in 0...20 { run.sample(at: Double(second), meters: Double(second), speed: second % 2 == 0 ? 2 : 4) }
        #expect(run.totals.pace(at: .seconds(20)) == .secondsPerKilometer(1000.0 / 3))
    }

    @Test("Ten seconds after a change nothing of the speed before is left")
    func settled() {
        var run = RecordedRun()
        for second in 0...50 { run.sample(at: Double(second), meters: Double(second), speed: second <= 30 ? 2.5 : 4) }
        #expect(run.totals.pace(at: .seconds(50)) == .secondsPerKilometer(250))
        var half = RecordedRun()
        for second in 0...35 { half.sample(at: Double(second), meters: Double(second), speed: second <= 30 ? 2 : 4) }
        #expect(half.totals.pace(at: .seconds(35)) == .secondsPerKilometer(1000.0 / 3))
    }

    @Test("Below 0.3 m/s there is no pace", arguments: [(0.29, true), (0.31, false), (0, true)])
    func slow(_ speed: Double, _ isBlank: Bool) {
        var run = RecordedRun()
        for second in 0...20 { run.sample(at: Double(second), meters: 0, speed: speed) }
        #expect((run.totals.pace(at: .seconds(20)) == nil) == isBlank)
    }

    @Test("A pace older than 5 s is not shown")
    func old() {
        var run = RecordedRun()
        run.run(from: 0, to: 20, speed: 3)
        for second in 21...30 { run.sample(at: Double(second)) }
        #expect(run.totals.pace(at: .seconds(25)) != nil)
        #expect(run.totals.pace(at: .seconds(25.001)) == nil)
    }

    @Test(
        "A pause, a stop and an outage clear the pace",
        arguments: [
            RunEvent.Kind.pause(.manual), .pause(.automatic), .stop,
            .outage(Outage(boot: .first, monotonic: MonotonicInstant(seconds: 200), isDurationKnown: true)),
        ])
    func cleared(_ kind: RunEvent.Kind) {
        var run = RecordedRun()
        run.run(from: 0, to: 20, speed: 3)
        run.event(at: 20, kind)
        #expect(run.totals.pace(at: .seconds(20)) == nil)
        run.event(at: 21, .resume(.manual))
        run.sample(at: 22, meters: 64, speed: 4)
        #expect(run.totals.pace(at: .seconds(22)) == .secondsPerKilometer(250))
    }

    @Test("The mean pace is over the timer; without distance there is none")
    func average() {
        var run = RecordedRun()
        #expect(run.totals.averagePace == nil)
        run.run(from: 0, to: 300, speed: 3)
        run.event(at: 300, .pause(.manual))
        run.event(at: 500, .resume(.manual))
        run.event(at: 500, .stop)
        #expect(abs((run.totals.averagePace?.secondsPerKilometer ?? 0) - 1000.0 / 3) < 1e-9)
    }

    @Test("A16: a reckoned speed, or one in a pause, is nobody's maximum")
    func maximum() {
        var run = RecordedRun()
        run.sample(at: 0, speed: 3, flags: [.hasFix])
        run.sample(at: 1, speed: 3.5, flags: [.hasFix])
        run.sample(at: 2, speed: 9, flags: [.isReckoned])
        run.sample(at: 3, speed: 9, flags: [.hasFix, .isReckoned])
        run.sample(at: 4, speed: 9, flags: [.hasFix, .isPaused])
        run.sample(at: 5, speed: 9)
        #expect(run.totals.maximumSpeedMillimeters == 3_500)
        #expect(run.totals.fixes == 3)
    }
}
