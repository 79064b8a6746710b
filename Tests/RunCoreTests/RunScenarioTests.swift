import Quantities
import RunCore
import SimulatedPeripherals
import Testing

@Suite("Whole runs of a simulated runner")
struct RunScenarioTests {
    @Test("H4: a run of one second has at least two samples", arguments: RunType.allCases)
    func shortest(_ type: RunType) {
        var rig = Rig(RunSettings(type: type, countdownSeconds: 0))
        rig.begin()
        rig.wait(.seconds(1))
        rig.perform(.stop)
        rig.perform(.save)
        #expect(rig.samples.count >= 2)
        #expect(rig.samples.first?.time == .start)
        #expect(rig.samples.last?.time == .seconds(1))
        #expect(rig.totals.isTooShort)
    }

    @Test("H5: the last sample is at the stop, also from a pause", arguments: [RunPhase.running, .paused, .autoPaused])
    func lastSample(_ phase: RunPhase) {
        var rig = Rig.standing(in: phase)
        rig.wait(.milliseconds(2_345))
        rig.perform(.stop)
        #expect(rig.samples.last?.time == rig.totals.stoppedAt)
        rig.wait(.seconds(5))
        rig.perform(.save)
        #expect(rig.samples.last?.time == rig.totals.stoppedAt)
        #expect(rig.totals.elapsed == rig.totals.stoppedAt?.sinceStart)
    }

    @Test("A19: a fix after 20 min: time, steps and stride distance count from the first second")
    func lateFix() {
        var script = RunnerScript.straight(.init(.run(.metersPerSecond(3)), for: .seconds(1500)))
        script.timeToFirstFix = .seconds(1200)
        var rig = Rig()
        rig.begin()
        var atFix: RunTotals?
        rig.play(script) { rig, second in if second.number == 1199 { atFix = rig.totals } }
        let before = atFix ?? rig.totals
        #expect(before.fixes == 0)
        #expect(before.timer >= .seconds(1198))
        #expect(abs(Double(before.steps ?? 0) - 1200 * 165 / 60) < 40)
        // The stride of a new watch is right within some per cent.
        #expect(abs(before.distance.meters - 3600) < 0.15 * 3600)
        let rest = rig.totals.distance - before.distance
        #expect(abs(rest.meters - 900) < 15)
        #expect(rig.totals.brokenInvariants == [])
    }

    @Test("A18: a start without a fix does not jump to wherever the first fix is")
    func startWithoutFix() {
        var script = RunnerScript.straight(.init(.stand, for: .seconds(60)))
        script.timeToFirstFix = .seconds(30)
        var rig = Rig()
        rig.begin()
        rig.play(script)
        #expect(rig.totals.distance < .meters(5))
    }

    @Test("A run that starts with a fix has its place in the first sample, and none of what was counted before")
    func startWithFix() {
        var rig = Rig()
        rig.perform(.prepare)
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(60))))
        #expect(rig.session.hasFix)
        rig.perform(.start)
        #expect(rig.samples.count == 1)
        #expect(rig.samples.first?.position != nil)
        #expect(rig.samples.first?.distanceMillimeters == 0)
        #expect(rig.samples.first?.stepsModulo == 0)
    }

    @Test("A22: 500 m walked while paused by hand add nothing")
    func walkInPause() {
        var rig = Rig()
        rig.begin()
        var atPause: RunTotals?
        rig.play(
            .straight(
                .init(.run(.metersPerSecond(3)), for: .seconds(120)), .init(.walk(.metersPerSecond(1.4)), for: .seconds(357)),
                .init(.run(.metersPerSecond(3)), for: .seconds(120)))
        ) { rig, second in
            if second.number == 119 { rig.perform(.pause); atPause = rig.totals }
            if second.number == 476 {
                #expect(rig.totals.distance == atPause?.distance)
                #expect(rig.totals.steps == atPause?.steps)
                #expect(rig.totals.timer == atPause?.timer)
                rig.perform(.resume)
            }
        }
        #expect(abs(rig.totals.distance.meters - 720) < 15)
        #expect(rig.totals.brokenInvariants == [])
        // The track is broken there.
        let resumed = rig.events.first { if case .resume = $0.kind { true } else { false } }
        #expect(rig.samples.contains { $0.flags.contains(.startsSegment) && $0.time >= resumed?.time ?? .start })
    }

    @Test("The stop menu counts nothing either, and START goes on")
    func walkInStopMenu() {
        var rig = Rig()
        rig.begin()
        var atStop: RunTotals?
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(150)))) { rig, second in
            if second.number == 60 { rig.perform(.stop); atStop = rig.totals }
            if second.number == 100 { rig.perform(.resume) }
        }
        #expect(rig.session.phase == .running)
        #expect(abs((rig.totals.distance - (atStop?.distance ?? .zero)).meters - 150) < 12)
        #expect(abs(rig.totals.timer.inSeconds - 110) < 2)
        #expect(rig.totals.brokenInvariants == [])
    }

    @Test("C12, F9: a treadmill run without any position is kept, with time, steps and distance")
    func treadmill() {
        var rig = Rig(RunSettings(type: .indoorRun, energyRule: .metabolicEquivalent, countdownSeconds: 0))
        rig.begin()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(600))))
        rig.perform(.stop)
        #expect(!rig.totals.isTooShort)
        rig.perform(.save)
        #expect(rig.totals.endCause == .saved)
        #expect(rig.totals.fixes == 0)
        #expect(rig.samples.allSatisfy { $0.position == nil })
        #expect(abs(rig.totals.distance.meters - 1800) < 300)
        #expect((rig.totals.steps ?? 0) > 1500)
        #expect(rig.totals.maximumSpeedMillimeters == 0)
        #expect(rig.totals.energy > .kilocalories(50))
    }

    @Test("C12: an indoor run without a step counter is judged by its time", arguments: [(59, true), (61, false)])
    func treadmillWithoutSteps(_ seconds: Int64, _ isTooShort: Bool) {
        var rig = Rig(RunSettings(type: .indoorRun, countdownSeconds: 0))
        rig.begin()
        rig.wait(.seconds(seconds))
        rig.perform(.stop)
        #expect(rig.totals.isTooShort == isTooShort)
        #expect(rig.totals.steps == nil)
    }

    @Test(
        "A run of 10 m or less and under 60 s asks to be discarded; more of either does not",
        arguments: [
            (10.0, 59.0, true), (10.1, 59, false), (10, 60, false), (0, 3, true),
        ])
    func tooShort(_ meters: Double, _ seconds: Double, _ expected: Bool) {
        var run = RecordedRun()
        run.sample(at: 0)
        run.sample(at: seconds, meters: meters)
        #expect(run.totals.isTooShort == expected)
    }

    @Test(
        "Indoors the treadmill run pauses when the steps end, and goes on with them or when the counter falls silent",
        arguments: [true, false])
    func indoorPause(_ counterReturns: Bool) {
        var rig = Rig(RunSettings(type: .indoorRun, countdownSeconds: 0))
        rig.begin()
        func steps(_ pulses: Double) -> StepReading { StepReading(count: 0, cadence: nil, pulseRate: .stepsPerMinute(pulses)) }
        for _ in 0..<10 { rig.wait(.seconds(1)); rig.take(steps(160)) }
        for _ in 0..<10 { rig.wait(.seconds(1)); rig.take(steps(0)) }
        #expect(rig.session.phase == .autoPaused)
        #expect(rig.totals.timer == .seconds(11))
        if counterReturns { rig.wait(.seconds(1)); rig.take(steps(80)) } else { rig.wait(.seconds(5)) }
        #expect(rig.session.phase == .running)
        #expect(rig.logAgrees)
    }

    @Test("A manual pause never resumes by itself")
    func manualStays() {
        var rig = Rig()
        rig.begin()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(200)))) { rig, second in
            if second.number == 30 { rig.perform(.pause) }
        }
        #expect(rig.session.phase == .paused)
    }

    @Test("With auto-pause off nothing pauses, and standing is told by moving time alone (fault H14)")
    func autoPauseOff() {
        var rig = Rig(RunSettings(autoPause: false, countdownSeconds: 0))
        rig.begin()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(60)), .init(.stand, for: .seconds(60))))
        rig.perform(.stop)
        #expect(rig.totals.clock.pauses.map(\.cause) == [.stopMenu])
        #expect(rig.totals.timer >= .seconds(118))
        #expect(rig.totals.moving < .seconds(80))
        #expect(rig.totals.brokenInvariants == [])
    }

    @Test("The fix is told when it is found, when it is lost for a minute and when it is back")
    func fixBuzzes() {
        var rig = Rig()
        rig.begin()
        rig.play(
            .straight(
                .init(.run(.metersPerSecond(3)), for: .seconds(30)), .init(.run(.metersPerSecond(3)), for: .seconds(90), sky: .tunnel),
                .init(.run(.metersPerSecond(3)), for: .seconds(30)), .init(.run(.metersPerSecond(3)), for: .seconds(50), sky: .tunnel),
                .init(.run(.metersPerSecond(3)), for: .seconds(30))))
        #expect(rig.buzzes.filter { $0 == .fixFound || $0 == .fixLost } == [.fixFound, .fixLost, .fixFound])
    }

    @Test("A low battery ends a run with its last second recorded")
    func lowBattery() {
        var rig = Rig.standing(in: .running)
        rig.wait(.milliseconds(1_300))
        rig.perform(.endLowBattery)
        #expect(rig.totals.endCause == .batteryLow)
        #expect(rig.samples.last?.time == rig.totals.stoppedAt)
    }

    @Test("C2: whatever happens, the log is flushed at least every 5 s and at every event", arguments: [0, 370, 800])
    func flushes(_ phase: Int64) {
        var script = RunnerScript.straight(.init(.run(.metersPerSecond(3)), for: .seconds(300)))
        script.monotonic = MonotonicInstant(seconds: 1000) + .milliseconds(phase)
        var rig = Rig(RunSettings(autoLap: .off, countdownSeconds: 0))
        rig.begin()
        rig.forgetOutputs()
        var oldest: MonotonicInstant?
        var longest = Duration.zero, flushes = 0
        rig.play(script) { rig, second in
            for output in rig.outputs {
                switch output {
                case .record: oldest = oldest ?? rig.now
                case .flush:
                    longest = max(longest, oldest?.duration(to: rig.now) ?? .zero)
                    oldest = nil
                    flushes += 1
                default: break
                }
            }
            rig.forgetOutputs()
        }
        #expect(longest <= .seconds(5))
        #expect(flushes <= 62)
    }

    @Test("Fixes at 5 Hz are thinned to at most two samples a second; none is recorded twice")
    func fastReceiver() {
        var rig = Rig()
        rig.begin()
        for step in 1...100 {
            rig.wait(.milliseconds(200))
            rig.take(
                GPSFix(
                    mode: .threeDimensional, time: UTCInstant(milliseconds: 1_790_000_000_000 + Int64(step) * 200),
                    position: Coordinate(latitude: 47 + Double(step) * 0.6 / 111_200, longitude: 8), speed: .metersPerSecond(3),
                    course: .degrees(0), horizontalError: .meters(3), errorRule: .fromReceiver, satellitesUsed: 9))
        }
        #expect(rig.samples.count <= 42)
        #expect(zip(rig.samples, rig.samples.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(abs(rig.totals.distance.meters - 60) < 8)
    }
}
