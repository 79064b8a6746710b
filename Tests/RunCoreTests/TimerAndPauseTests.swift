import Quantities
import RunCore
import Testing

@Suite("Timer and pauses")
struct TimerAndPauseTests {
    @Test("B7: without pauses elapsed, timer and moving are one")
    func plain() {
        var run = RecordedRun()
        run.run(from: 0, to: 100, speed: 3)
        #expect(run.totals.elapsed == .seconds(100))
        #expect(run.totals.timer == .seconds(100))
        #expect(run.totals.moving == .seconds(100))
    }

    @Test("D10: elapsed time begins at 0, whatever the clocks say", arguments: [0, 1000, 1e9])
    func beginsAtZero(clock: Double) throws {
        var rig = Rig(at: MonotonicInstant(seconds: clock))
        rig.begin()
        let first = rig.records.compactMap { if case .sample(let sample) = $0 { sample.time } else { nil } }.first
        #expect(first == .start)
        #expect(rig.session.totals?.elapsed == .zero)
        #expect(rig.session.totals?.timer == .zero)
    }

    @Test("H5: a pause by hand is in elapsed and not in the timer", arguments: [PauseCause.manual, .automatic, .stopMenu])
    func pause(_ cause: PauseCause) {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        run.event(at: 60, .pause(cause))
        for second in 61...90 { run.sample(at: Double(second), speed: 0, flags: [.isPaused]) }
        run.event(at: 90, .resume(cause))
        run.run(from: 91, to: 150, speed: 3)
        run.event(at: 150, .stop)
        #expect(run.totals.elapsed == .seconds(150))
        #expect(run.totals.timer == .seconds(120))
        #expect(run.totals.moving == .seconds(120))
        #expect(run.totals.brokenInvariants == [])
        #expect(run.totals.clock.pauses.first?.cause == cause)
    }

    @Test("An automatic pause is dated back to its first slow second, the resume to its first moving one")
    func datedBack() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        for second in 61...63 { run.sample(at: Double(second), speed: 0.1, flags: [.hasFix]) }
        #expect(run.totals.timer == .seconds(63))
        run.event(at: 60.5, .pause(.automatic))
        #expect(run.totals.timer == .seconds(60.5))
        for second in 64...100 { run.sample(at: Double(second), speed: 0, flags: [.hasFix, .isPaused]) }
        run.event(at: 98.5, .resume(.automatic))
        run.sample(at: 101, meters: 190, speed: 3, flags: [.hasFix])
        #expect(run.totals.timer == .seconds(60.5 + 2.5))
        #expect(run.totals.elapsed == .seconds(101))
        #expect(run.totals.brokenInvariants == [])
    }

    @Test("A pause is never dated before the lap under way or the pause before")
    func bounds() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        run.event(at: 60, .lap(.manual, distanceMillimeters: 180_000))
        run.event(at: 57, .pause(.automatic))
        #expect(run.totals.clock.open?.from == .seconds(60))
        run.event(at: 58, .resume(.automatic))
        #expect(run.totals.clock.open == nil)
        #expect(run.totals.timer == .seconds(60))
        #expect(run.totals.brokenInvariants == [])
    }

    @Test("A pause by hand takes over an automatic one; a second pause and a resume outside one change nothing")
    func takeOver() {
        var run = RecordedRun()
        run.run(from: 0, to: 10, speed: 3)
        run.event(at: 10, .resume(.manual))
        run.event(at: 10, .pause(.automatic))
        run.event(at: 20, .pause(.manual))
        #expect(run.totals.clock.pauses.count == 1)
        #expect(run.totals.clock.open?.cause == .manual)
        run.event(at: 25, .pause(.automatic))
        #expect(run.totals.clock.open?.cause == .manual)
        #expect(run.totals.timer == .seconds(10))
    }

    @Test("H14: standing without a pause is timer but not moving time")
    func standing() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        for second in 61...80 { run.sample(at: Double(second), speed: 0, flags: [.hasFix, .isStill]) }
        run.run(from: 81, to: 100, speed: 3)
        #expect(run.totals.timer == .seconds(100))
        #expect(run.totals.moving == .seconds(80))
        #expect(run.totals.brokenInvariants == [])
    }

    @Test("B7: a pause dated back into a standing stretch takes its seconds out of the timer and out of standing")
    func standingCut() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        for second in 61...70 { run.sample(at: Double(second), speed: 0, flags: [.hasFix, .isStill]) }
        run.event(at: 65, .pause(.manual))
        #expect(run.totals.timer == .seconds(65))
        #expect(run.totals.moving == .seconds(60))
        #expect(run.totals.brokenInvariants == [])
    }

    @Test("A stop ends elapsed; going on makes the time between a pause")
    func stopAndGoOn() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        run.event(at: 60, .stop)
        #expect(run.totals.elapsed(at: .seconds(75)) == .seconds(60))
        #expect(run.totals.timer(at: .seconds(75)) == .seconds(60))
        run.event(at: 80, .resume(.stopMenu))
        #expect(run.totals.stoppedAt == nil)
        run.run(from: 81, to: 90, speed: 3)
        #expect(run.totals.elapsed == .seconds(90))
        #expect(run.totals.timer == .seconds(70))
    }

    @Test("An outage of known length is a pause; one of unknown length is no time at all", arguments: [true, false])
    func outage(_ isKnown: Bool) {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        let again = MonotonicInstant(seconds: 5)
        let outage = Outage(boot: .second, monotonic: again, isDurationKnown: isKnown)
        run.event(at: isKnown ? 200 : 60, .outage(outage))
        run.run(from: isKnown ? 201 : 61, to: isKnown ? 240 : 100, speed: 3)
        #expect(run.totals.elapsed == .seconds(isKnown ? 240 : 100))
        #expect(run.totals.timer == .seconds(100))
        #expect(run.totals.boot == .second)
        #expect(run.totals.origin == again.advanced(by: isKnown ? .seconds(-200) : .seconds(-60)))
        #expect(run.totals.clock.pauses.map(\.cause) == [.outage])
        #expect(run.totals.brokenInvariants == [])
        #expect(run.totals == run.refolded)
    }

    @Test("An outage within a pause belongs to that pause")
    func outageInPause() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        run.event(at: 60, .pause(.manual))
        run.event(at: 100, .outage(Outage(boot: .first, monotonic: MonotonicInstant(seconds: 200), isDurationKnown: true)))
        run.event(at: 130, .resume(.manual))
        run.run(from: 131, to: 150, speed: 3)
        #expect(run.totals.clock.pauses.count == 1)
        #expect(run.totals.timer == .seconds(80))
    }

    @Test("A run that ends without a stop ends at its last record")
    func endWithoutStop() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        run.event(at: 400, .end(.interrupted))
        #expect(run.totals.elapsed == .seconds(60))
        #expect(run.totals.timer == .seconds(60))
        run.sample(at: 401, meters: 9_999, speed: 3)
        run.event(at: 402, .lap(.manual, distanceMillimeters: 1))
        #expect(run.totals.elapsed == .seconds(60))
        #expect(run.totals.distance == .meters(180))
        #expect(run.totals.laps.count == 1)
    }

    @Test("A stop dated back, as a forgotten run writes it, ends the timer there")
    func forgotten() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        for second in 61...90 { run.sample(at: Double(second), speed: 0, flags: [.hasFix, .isStill]) }
        run.event(at: 60, .stop)
        run.event(at: 90, .end(.forgotten))
        #expect(run.totals.elapsed == .seconds(60))
        #expect(run.totals.timer == .seconds(60))
        #expect(run.totals.moving == .seconds(60))
        #expect(run.totals.brokenInvariants == [])
    }

    @Test("The timer anywhere in a run agrees with the timer as it was then")
    func anywhere() {
        var run = RecordedRun()
        run.run(from: 0, to: 10, speed: 3)
        run.event(at: 10, .pause(.manual))
        run.event(at: 15, .resume(.manual))
        run.run(from: 16, to: 20, speed: 3)
        run.event(at: 20, .pause(.manual))
        run.event(at: 30, .resume(.manual))
        run.run(from: 31, to: 40, speed: 3)
        for (time, timer) in [(0.0, 0.0), (5, 5), (10, 10), (12, 10), (15, 10), (18, 13), (20, 15), (25, 15), (35, 20), (40, 25)] {
            #expect(run.totals.clock.timerMilliseconds(anywhere: .seconds(time)) == UInt32(timer * 1000))
        }
    }
}
