import Quantities
import RunCore
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

    static func warnings(_ rig: Rig) -> Int { rig.outputs.filter { if case .forgottenSoon = $0 { true } else { false } }.count }

    @Test("B9: 55 min without movement warn once, 60 end the run where it was last seen moving", arguments: [true, false])
    func forgotten(_ autoPause: Bool) {
        var rig = Rig(RunSettings(autoPause: autoPause, autoLap: .off, countdownSeconds: 0))
        rig.begin()
        rig.wait(.seconds(30))
        rig.take(StepReading(count: 80, cadence: .stepsPerMinute(160), pulseRate: .stepsPerMinute(160)))
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
        // The last steps carried the runner on until their reading was replaced 3 s later.
        #expect(rig.totals.elapsed == .seconds(33))
        #expect(rig.totals.brokenInvariants == [])
        #expect(rig.logAgrees)
    }

    @Test("A step, a button or a resume is a sign of life", arguments: [0, 1, 2])
    func signOfLife(_ sign: Int) {
        var rig = Rig(RunSettings(autoPause: false, autoLap: .off, countdownSeconds: 0))
        rig.begin()
        Self.sit(&rig, minutes: 56)
        #expect(rig.session.endsForgottenAt != nil)
        switch sign {
        case 0: rig.take(StepReading(count: 101, cadence: nil, pulseRate: .stepsPerMinute(20)))
        case 1: rig.session.noteRunner(at: rig.now)
        default:
            rig.perform(.pause)
            rig.perform(.resume)
        }
        #expect(rig.session.endsForgottenAt == nil)
        Self.sit(&rig, minutes: 10)
        #expect(rig.session.phase == .running)
    }

    @Test("C13: where no sensor can tell whether the runner moves, the run never ends by itself")
    func blind() {
        var rig = Rig(RunSettings(type: .indoorRun, autoLap: .off, countdownSeconds: 0))
        rig.begin()
        Self.sit(&rig, minutes: 90, hasSteps: false)
        #expect(rig.session.phase == .running)
        #expect(Self.warnings(rig) == 0)
        #expect(rig.totals.timer >= .seconds(90 * 60 - 1))
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
