import Quantities
import RunCore
import SimulatedPeripherals
import Testing

@Suite("A run left running")
struct ForgottenRunTests {
    /// Minutes of sitting, the step counter at work.
    static func sit(_ rig: inout Rig, minutes: Int, hasSteps: Bool = true) {
        for _ in 0..<minutes * 20 {
            rig.wait(.seconds(3))
            if hasSteps { rig.take(StepReading(count: 100, cadence: nil, pulseRate: .zero)) }
        }
    }

    static func warnings(_ rig: Rig) -> Int { rig.buzzes.filter { $0 == .warning }.count }

    @Test("B9: 55 min without movement warn once, 60 end the run where it was last seen moving", arguments: [true, false])
    func forgotten(_ autoPause: Bool) {
        var rig = Rig(RunSettings(autoPause: autoPause, autoLap: .off, countdownSeconds: 0))
        rig.take(StepReading(count: 20, cadence: nil, pulseRate: .zero))
        rig.begin()
        rig.wait(.seconds(30))
        rig.take(StepReading(count: 80, cadence: .stepsPerMinute(160), pulseRate: .stepsPerMinute(160)))
        rig.wait(.seconds(3))
        rig.take(StepReading(count: 100, cadence: nil, pulseRate: .zero))
        Self.sit(&rig, minutes: 54)
        #expect(Self.warnings(rig) == 0)
        #expect(rig.session.endsForgottenAt == nil)
        Self.sit(&rig, minutes: 2)
        #expect(Self.warnings(rig) == 1)
        #expect(rig.session.endsForgottenAt == MonotonicInstant(seconds: 1033) + .minutes(60))
        #expect(rig.session.phase.isRecording)
        Self.sit(&rig, minutes: 5)
        #expect(Self.warnings(rig) == 1)
        #expect(rig.session.phase == .saved)
        #expect(rig.totals.endCause == .forgotten)
        #expect(rig.totals.elapsed == .seconds(33))
        #expect(rig.totals.brokenInvariants == [])
        #expect(rig.logAgrees)
    }

    @Test("Twenty credited steps, a button or a resume is a sign of life", arguments: [0, 1, 2])
    func signOfLife(_ sign: Int) {
        var rig = Rig(RunSettings(autoPause: false, autoLap: .off, countdownSeconds: 0))
        rig.begin()
        Self.sit(&rig, minutes: 56)
        #expect(rig.session.endsForgottenAt != nil)
        switch sign {
        case 0: rig.take(StepReading(count: 120, cadence: nil, pulseRate: .stepsPerMinute(20)))
        case 1: rig.session.noteRunner(at: rig.now)
        default:
            rig.perform(.pause)
            rig.perform(.resume)
        }
        #expect(rig.session.endsForgottenAt == nil)
        Self.sit(&rig, minutes: 10)
        #expect(rig.session.phase == .running)
    }

    @Test(
        "C13: where no sensor tells whether the runner moves, the run warns, and ends unless a button is pressed", arguments: [true, false])
    func blind(_ isAnswered: Bool) {
        var rig = Rig(RunSettings(type: .indoorRun, autoLap: .off, countdownSeconds: 0))
        rig.begin()
        for round in 1...3 {
            Self.sit(&rig, minutes: 56, hasSteps: false)
            #expect(Self.warnings(rig) == round)
            #expect(rig.session.phase == .running && rig.session.endsForgottenAt != nil)
            guard isAnswered else { break }
            rig.session.noteRunner(at: rig.now)
        }
        Self.sit(&rig, minutes: 5, hasSteps: false)
        #expect(rig.session.phase == (isAnswered ? .running : .saved))
        guard !isAnswered else { return }
        #expect(rig.totals.endCause == .forgotten)
        // Nothing is lost: every second until the end is in the log.
        #expect(rig.samples.count > 59 * 60)
        #expect(rig.logAgrees)
    }

    /// What a watch that lies somewhere may report.
    enum Noise: CaseIterable { case shaken, pulses, poorSky, midSky, both }

    @Test("A shaken table and the wander of a receiver that lies keep no run alive", arguments: Noise.allCases, [1, 2, 3] as [UInt64])
    func lying(_ noise: Noise, _ seed: UInt64) {
        let settings = RunSettings(autoPause: seed != 2, autoLap: .off, countdownSeconds: 0)
        var rig = Rig(settings)
        rig.begin()
        var dice = Dice(seed)
        var script = RunnerScript.straight(.init(.stand, for: .minutes(62)))
        if noise == .poorSky || noise == .both { script.sky = .visible(.bad) }
        if noise == .midSky { script.sky = .visible(.mid) }
        let hasFix = noise != .shaken && noise != .pulses, isShaken = noise == .shaken || noise == .both
        var count: UInt64 = 0
        var runner = SimulatedRunner(script: script, seed: seed)
        while !runner.isFinished {
            let second = runner.next()
            rig.give(second, hasFix: hasFix, hasSteps: false)
            // A fridge starts every quarter of an hour: a rhythm long enough for a dozen steps.
            if isShaken, second.number % 900 == 30 { count += 12 }
            let pulses = noise == .poorSky || noise == .midSky || !dice.chance(6) ? Cadence.zero : .stepsPerMinute(40)
            rig.take(StepReading(count: count, cadence: nil, pulseRate: pulses))
        }
        #expect(rig.session.phase == .saved)
        #expect(rig.totals.endCause == .forgotten)
    }

    @Test("Whoever moves is not forgotten, however slowly, with one sensor or the other", arguments: [true, false], [true, false])
    func moving(_ hasFix: Bool, _ hasSteps: Bool) {
        guard hasFix || hasSteps else { return }
        var rig = Rig(RunSettings(type: .walk, autoLap: .off, countdownSeconds: 0))
        rig.begin()
        var runner = SimulatedRunner(
            script: .straight(.init(.walk(.metersPerSecond(0.8)), for: .minutes(130), cadence: .stepsPerMinute(70))), seed: 4)
        while !runner.isFinished { rig.give(runner.next(), hasFix: hasFix, hasSteps: hasSteps) }
        #expect(Self.warnings(rig) == 0)
        #expect(rig.session.phase.isRecording)
    }

    @Test("A pause by hand that is never resumed ends the run after an hour")
    func paused() {
        var rig = Rig()
        rig.begin()
        rig.wait(.seconds(60))
        rig.perform(.pause)
        Self.sit(&rig, minutes: 61, hasSteps: false)
        #expect(rig.session.phase == .saved)
        #expect(rig.totals.elapsed == .seconds(60))
    }
}
