import Quantities
import RunCore
import SimulatedPeripherals
import Testing

@Suite("Going on after a crash or a power cut")
struct RecoveryTests {
    /// A run of a minute that broke off in a phase, as its log tells it. Its last record is at monotonic 1060 s or a little later.
    static func broken(in phase: RunPhase, learn utc: UTCInstant? = nil) -> Rig {
        var rig = Rig()
        if let utc { rig.learn(utc: utc) }
        rig.begin()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(60))))
        switch phase {
        case .paused: rig.perform(.pause)
        case .autoPaused: rig.perform(.autoPause)
        case .stopped: rig.perform(.stop)
        default: break
        }
        rig.wait(.milliseconds(500))
        return rig
    }

    /// A fresh process that finds the log.
    static func reborn(_ broken: Rig, after: Duration, boot: BootID) -> (rig: Rig, goesOn: Bool) {
        let at = boot == .first ? broken.now + after : MonotonicInstant(seconds: 20)
        var rig = Rig(at: at)
        let goesOn = rig.recover(broken.totals, boot: boot)
        return (rig, goesOn)
    }

    @Test(
        "C1: in the same boot and within 10 min a run goes on by itself",
        arguments: [
            (RunPhase.running, RunPhase.running), (.autoPaused, .running), (.paused, .paused),
        ])
    func sameBoot(_ phase: RunPhase, _ next: RunPhase) {
        let broken = Self.broken(in: phase)
        var (rig, goesOn) = Self.reborn(broken, after: .seconds(30), boot: .first)
        #expect(goesOn)
        #expect(rig.session.phase == next)
        #expect(rig.logAgrees)
        let before = broken.totals.timer
        rig.wait(.seconds(100))
        let time = rig.session.runTime(at: rig.now)
        #expect(rig.totals.timer(at: time) - before == (next == .paused ? .zero : .seconds(100)))
        #expect(rig.totals.elapsed(at: time) == broken.totals.header.start.duration(to: rig.now))
        #expect(rig.totals.clock.pauses.contains { $0.cause == .outage } == (phase == .running))
        #expect(rig.totals.brokenInvariants == [])
        #expect(rig.logAgrees)
    }

    @Test("A run found paused by hand is resumed by a button and counts nothing walked before")
    func paused() {
        var (rig, _) = Self.reborn(Self.broken(in: .paused), after: .seconds(30), boot: .first)
        let before = rig.totals
        rig.play(Self.later(.init(.walk(.metersPerSecond(1.5)), for: .seconds(60)), than: rig.now))
        #expect(rig.totals.distance == before.distance)
        #expect(rig.totals.steps == before.steps)
        rig.perform(.resume)
        #expect(rig.session.phase == .running)
        #expect(rig.totals.timer == before.timer)
    }

    @Test("A run found in the stop menu waits there again, in its own boot not as interrupted", arguments: [BootID.first, .second])
    func stopMenu(_ boot: BootID) {
        var (rig, goesOn) = Self.reborn(Self.broken(in: .stopped), after: .seconds(30), boot: boot)
        #expect(!goesOn)
        #expect(rig.session.phase == .stopped)
        #expect(rig.session.isInterrupted == (boot == .second))
        rig.wait(.seconds(60))
        #expect(rig.session.phase == .saved)
        #expect(rig.totals.endCause == (boot == .first ? .savedByTimeout : .interrupted))
        #expect(rig.logAgrees)
    }

    @Test("A stop during an automatic pause or a pause by hand is found as a stop", arguments: [RunCommand.autoPause, .pause])
    func stoppedFromPause(_ command: RunCommand) {
        var broken = Self.broken(in: .running)
        broken.perform(command)
        broken.wait(.seconds(2))
        broken.perform(.stop)
        let (rig, goesOn) = Self.reborn(broken, after: .seconds(10), boot: .first)
        #expect(!goesOn)
        #expect(rig.session.phase == .stopped)
    }

    @Test(
        "Later than 10 min, or after a reboot, it asks and saves after 60 s",
        arguments: [
            (Duration.seconds(599), BootID.first, true), (.seconds(601), .first, false), (.seconds(1), .second, false),
        ])
    func asks(_ after: Duration, _ boot: BootID, _ expected: Bool) {
        var (rig, goesOn) = Self.reborn(Self.broken(in: .running), after: after, boot: boot)
        #expect(goesOn == expected)
        guard !expected else { return }
        #expect(rig.session.isInterrupted)
        let before = rig.totals
        rig.wait(.seconds(59))
        #expect(rig.session.phase == .stopped)
        rig.wait(.seconds(1))
        #expect(rig.session.phase == .saved)
        #expect(rig.totals.endCause == .interrupted)
        #expect(rig.totals.elapsed == before.elapsed)
        #expect(rig.totals.timer == before.timer)
    }

    @Test("After a reboot elapsed contains the outage only if UTC is known on both sides", arguments: [true, false])
    func outage(_ isKnown: Bool) {
        let noon = UTCInstant(milliseconds: 1_790_000_000_000)
        let broken = Self.broken(in: .running, learn: isKnown ? noon : nil)
        var (rig, _) = Self.reborn(broken, after: .zero, boot: .second)
        if isKnown { rig.learn(utc: noon.advanced(by: .seconds(3600))) }
        rig.perform(.resume, boot: .second)
        #expect(rig.session.phase == .running)
        rig.wait(.seconds(30))
        let time = rig.session.runTime(at: rig.now)
        #expect(rig.totals.timer(at: time) == broken.totals.timer + .seconds(30))
        #expect(rig.totals.elapsed(at: time) == (isKnown ? .seconds(3630) : broken.totals.elapsed + .milliseconds(30_001)))
        if isKnown { #expect(rig.totals.utc.utc(at: time) == noon.advanced(by: .seconds(3630))) }
        #expect(rig.totals.brokenInvariants == [])
        #expect(rig.logAgrees)
    }

    @Test("A clock that puts the outage in the past or two days away is not believed", arguments: [-100, 3 * 86_400])
    func absurdClock(_ seconds: Int64) {
        let noon = UTCInstant(milliseconds: 1_790_000_000_000)
        let broken = Self.broken(in: .running, learn: noon)
        var (rig, _) = Self.reborn(broken, after: .zero, boot: .second)
        rig.learn(utc: noon.advanced(by: .seconds(seconds)))
        rig.perform(.resume, boot: .second)
        #expect(rig.totals.elapsed == broken.totals.elapsed + .milliseconds(1))
    }

    @Test("Distance, steps and ascent of a recovered run go on without a jump; nothing walked while it asked counts")
    func noJump() {
        let broken = Self.broken(in: .running)
        var (rig, _) = Self.reborn(broken, after: .zero, boot: .second)
        rig.play(Self.later(.init(.walk(.metersPerSecond(1.5)), for: .seconds(40)), than: rig.now))
        rig.perform(.resume, boot: .second)
        #expect(rig.totals.distance == broken.totals.distance)
        #expect(rig.totals.steps == broken.totals.steps)
        var last = rig.totals.counters
        let way = Self.later(.init(.run(.metersPerSecond(3)), for: .seconds(60)), than: rig.now)
        rig.play(way) { rig, _ in
            let counters = rig.totals.counters
            #expect(counters.distanceMillimeters - last.distanceMillimeters < 9_000)
            #expect(counters.steps - last.steps < 40)
            last = counters
        }
        let run = rig.totals.distance - broken.totals.distance
        #expect(run > .meters(160) && run < .meters(190))
        #expect(rig.samples.allSatisfy { $0.distanceMillimeters >= broken.totals.counters.distanceMillimeters })
        #expect(rig.totals.brokenInvariants == [])
    }

    @Test("An interrupted run cannot go on without being told the boot, and stays")
    func withoutBoot() {
        var (rig, _) = Self.reborn(Self.broken(in: .running), after: .zero, boot: .second)
        var out: [RunOutput] = []
        #expect(!rig.session.perform(.resume, at: rig.now, start: nil, into: &out))
        #expect(rig.session.phase == .stopped && rig.session.isInterrupted)
    }

    @Test(
        "An interrupted run can be saved or discarded at once",
        arguments: [(RunCommand.save, EndCause.interrupted), (.discard, .discarded)])
    func answered(_ command: RunCommand, _ cause: EndCause) {
        var (rig, _) = Self.reborn(Self.broken(in: .running), after: .zero, boot: .second)
        rig.perform(command)
        #expect(rig.outputs.contains(.close(cause)))
        #expect(!rig.session.isInterrupted)
    }

    @Test("A run that has ended, or one found during another run, is not taken up")
    func notTakenUp() {
        var ended = Self.broken(in: .stopped)
        ended.perform(.save)
        #expect(!Self.reborn(ended, after: .zero, boot: .first).goesOn)
        var rig = Rig()
        rig.begin()
        var out: [RunOutput] = []
        #expect(!rig.session.recover(Self.broken(in: .running).totals, boot: .first, zone: .utc, at: rig.now, into: &out))
        #expect(out.isEmpty)
    }

    @Test("A run can be interrupted again and again")
    func again() {
        var rig = Self.broken(in: .running)
        for boot in [BootID.first, .second, .first, .second] {
            let before = rig.totals.timer
            var next = Rig(at: boot == rig.totals.boot ? rig.now + .seconds(5) : MonotonicInstant(seconds: 7))
            if !next.recover(rig.totals, boot: boot) { next.perform(.resume, boot: boot) }
            next.wait(.seconds(20))
            #expect(next.totals.timer == before + .seconds(20))
            #expect(next.totals.brokenInvariants == [])
            #expect(next.logAgrees)
            rig = next
        }
    }

    static func later(_ leg: RunnerScript.Leg, than instant: MonotonicInstant) -> RunnerScript {
        var script = RunnerScript.straight(leg)
        script.monotonic = instant + .seconds(1)
        return script
    }
}
