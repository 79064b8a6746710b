import Positioning
import Quantities
import SimulatedPeripherals
import Testing

/// Faults that other watches met in the field, each on a simulated run.
@Suite struct FieldFailureTests {
    typealias Leg = RunnerScript.Leg

    private struct Outcome {
        var states: [PositioningState] = []
        var seconds: [SimulatedSecond] = []
        var end = PositioningState()
        var changes: [PauseChange] { states.compactMap(\.change) }
        var truth: Double { seconds.last?.truth.distance.meters ?? 0 }
        func distance(at second: Int) -> Double { states[second].distance.meters }
    }

    /// Runs a script to its end; the watch's stride is the true one.
    private func run(
        _ legs: [Leg], faults: [FaultScript.Entry] = [], noise: ReceiverNoise = .open, hasDoppler: Bool = true, hasSteps: Bool = true,
        commands: [Int: PositioningInput.Command] = [:], seed: UInt64 = 1, adjust: (inout RunnerScript) -> Void = { _ in },
        meddle: (inout PositioningInput, SimulatedSecond) -> Void = { _, _ in }
    ) -> Outcome {
        var script = RunnerScript(name: "test", legs: legs)
        script.sky = .visible(noise)
        script.hasDoppler = hasDoppler
        script.faults = FaultScript(faults)
        adjust(&script)
        var runner = SimulatedRunner(script: script, seed: seed)
        var positioning = Positioning()
        var outcome = Outcome()
        while !runner.isFinished {
            let second = runner.next()
            let hasRhythm = hasSteps && second.steps?.cadence != nil
            var input = PositioningInput(
                at: second.at, fix: second.fix, pulseRate: hasSteps ? second.steps?.pulseRate : nil,
                pedestrianSpeed: hasRhythm ? second.truth.speed : nil, pressure: second.pressure, command: commands[second.number])
            meddle(&input, second)
            outcome.states.append(positioning.push(input))
            outcome.seconds.append(second)
        }
        outcome.end = positioning.finish()
        return outcome
    }

    private func running(_ seconds: Int64, at speed: Double = 3, cadence: Double? = nil) -> Leg {
        Leg(.run(.metersPerSecond(speed)), for: .seconds(seconds), cadence: cadence.map(Cadence.stepsPerMinute))
    }
    private func standing(_ seconds: Int64) -> Leg { Leg(.stand, for: .seconds(seconds)) }

    // MARK: The receiver

    @Test("A1: a fix lost while standing moves nothing", arguments: [true, false])
    func lostWhileStanding(hasSteps: Bool) {
        let outcome = run([running(120), standing(300)], faults: [.init(from: 180, to: 240, .gpsSilent)], hasSteps: hasSteps)
        #expect(outcome.distance(at: 419) - outcome.distance(at: 170) < 1)
        #expect(abs(outcome.end.distance.meters - outcome.truth) < 6)
    }

    @Test(
        "A2, A8: reports of zeroes, and reports without time, are gaps and not places",
        arguments: [Fault.gpsZeroes, .gpsWithoutTime, .gpsNoFix, .satellitesLost, .gpsPoor])
    func refused(fault: Fault) {
        let outcome = run([running(300)], faults: [.init(from: 0, to: 5, fault), .init(from: 100, to: 120, fault)])
        #expect(abs(outcome.end.distance.meters / outcome.truth - 1) < 0.02)
        #expect(outcome.states[110].isReckoned && outcome.states[110].verdict != .accepted)
        #expect(!outcome.states[130].isReckoned)
    }

    @Test(
        "A3: a last fix served again and again is stale after three seconds by the monotonic clock",
        arguments: [Fault.gpsRepeats, .gpsFrozen])
    func stale(fault: Fault) {
        let outcome = run([running(200)], faults: [.init(from: 100, to: 160, fault)], hasSteps: false)
        #expect(outcome.states[102].speed != nil)
        #expect(outcome.states[104].speed == nil, "absent, not the last one")
        #expect(outcome.states[110].pace == nil)
        #expect(outcome.states[159].fixAge == .seconds(60))
        #expect(outcome.states[159].distance == outcome.states[104].distance)
        let withSteps = run([running(200)], faults: [.init(from: 100, to: 160, fault)])
        #expect(abs(withSteps.end.distance.meters / withSteps.truth - 1) < 0.02)
    }

    @Test("A5: a height that is missing leaves distance alone, and the barometer sees the hill")
    func altitudeMissing() {
        let outcome = run(
            [running(600)], adjust: { $0.hills = .init(height: .meters(30), length: .meters(1800)) },
            meddle: { input, _ in
                input.fix?.altitude = nil
            })
        #expect(abs(outcome.end.ascent.meters - 30) < 2)
        #expect(outcome.end.altitudeSource == .barometer)
    }

    @Test("A10: reports without coordinates between good ones break nothing")
    func withoutCoordinates() {
        let outcome = run(
            [running(600)],
            meddle: { input, second in
                if second.number % 3 == 0 { input.fix?.position = nil }
            })
        #expect(abs(outcome.end.distance.meters / outcome.truth - 1) < 0.01)
        #expect(outcome.end.segment == 0)
    }

    @Test("A12, A13: half an hour of standing shows at most 10 m", arguments: [ReceiverNoise.open, .mid], [true, false])
    func standingStill(noise: ReceiverNoise, hasDoppler: Bool) {
        for seed in 1...4 {
            let outcome = run([standing(1800)], noise: noise, hasDoppler: hasDoppler, hasSteps: false, seed: UInt64(seed))
            #expect(outcome.end.distance.meters <= 10)
        }
    }

    @Test("A12, A13: in a street canyon the step sensor keeps standing at 10 m", arguments: [true, false])
    func standingStillInACanyon(hasDoppler: Bool) {
        for seed in 1...4 {
            let outcome = run([standing(1800)], noise: .bad, hasDoppler: hasDoppler, seed: UInt64(seed))
            #expect(outcome.end.distance.meters <= 10)
        }
    }

    @Test("A14: ten rounds of the track are 4 km within 1 %")
    func track() {
        let outcome = run([running(1000, at: 4)], adjust: { $0.route = .track })
        #expect(abs(outcome.end.distance.meters / outcome.truth - 1) < 0.01)
    }

    @Test("A15: a Doppler speed that reads low leaves distance alone", arguments: [0.942, 0.96, 0.993])
    func biasedDoppler(scale: Double) {
        let legs = [running(1200)]
        let fair = run(legs), biased = run(legs, faults: [.init(from: 0, to: 1200, .dopplerScale(scale))])
        #expect(abs(biased.end.distance.meters / fair.end.distance.meters - 1) < 0.001)
    }

    @Test("A16: a speed by stride is marked, so that no one's best pace is made of it")
    func reckonedSpeed() {
        let outcome = run(
            [running(200)], faults: [.init(from: 100, to: 130, .gpsSilent)],
            meddle: { input, _ in
                input.pedestrianSpeed = input.pedestrianSpeed.map { $0 * 1.4 }
            })
        for state in outcome.states where (state.speed?.metersPerSecond ?? 0) > 3.8 { #expect(state.isReckoned) }
        #expect(outcome.states[115].isReckoned)
        let absurd = run(
            [running(200)], faults: [.init(from: 100, to: 130, .gpsSilent)],
            meddle: { input, _ in
                input.pedestrianSpeed = .metersPerSecond(40)
            })
        #expect(absurd.states.allSatisfy { ($0.speed?.metersPerSecond ?? 0) < 12 })
    }

    @Test("A1, A18: while standing, a receiver that goes to another continent and back adds no distance")
    func elsewhereWhileStanding() {
        let faults: [FaultScript.Entry] = [.init(from: 150, to: 190, .gpsZeroes), .init(from: 150, to: 190, .gpsJump(.meters(400)))]
        let outcome = run([running(120), standing(120), running(120)], faults: faults, hasSteps: true)
        #expect(abs(outcome.end.distance.meters - outcome.truth) < 40)
    }

    @Test("A18: a receiver that begins at its last place, far away, adds no distance")
    func defaultPlace() {
        let outcome = run(
            [running(300)],
            meddle: { input, second in
                if second.number < 4 { input.fix?.position = Coordinate(latitude: 22.5 + Double(second.number) * 1e-5, longitude: 114.1) }
            })
        #expect(outcome.end.distance.meters <= outcome.truth + 3)
        #expect(outcome.end.distance.meters > outcome.truth - 25)
    }

    @Test("A19: a fix after twenty minutes joins a distance that the steps have kept")
    func lateFix() {
        let outcome = run([running(1500)], adjust: { $0.timeToFirstFix = .seconds(1200) })
        #expect(abs(outcome.distance(at: 1199) / outcome.seconds[1199].truth.distance.meters - 1) < 0.01)
        #expect(outcome.states[1199].isReckoned && outcome.states[1199].pace != nil)
        #expect(abs(outcome.end.distance.meters / outcome.truth - 1) < 0.01)
    }

    @Test("A21: the shown pace is steady at an even pace", arguments: [(ReceiverNoise.open, 6.0), (.mid, 11)])
    func steadyPace(noise: ReceiverNoise, limit: Double) {
        let outcome = run([running(1200)], noise: noise)
        let paces = outcome.states[60...].compactMap { $0.pace?.secondsPerKilometer }
        let mean = paces.reduce(0, +) / Double(paces.count)
        let deviation = (paces.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(paces.count)).squareRoot()
        #expect(paces.count == 1140)
        #expect(deviation <= limit)
    }

    @Test("A22: half a kilometre walked during a manual pause adds nothing, and draws no line")
    func walkedWhilePaused() {
        let outcome = run(
            [running(120), Leg(.walk(.metersPerSecond(1.5)), for: .seconds(334)), running(120)], commands: [120: .pause, 454: .resume])
        let walked = outcome.seconds[453].truth.distance.meters - outcome.seconds[120].truth.distance.meters
        #expect(walked > 490)
        #expect(outcome.distance(at: 454) - outcome.distance(at: 120) < 1)
        #expect(abs(outcome.end.distance.meters - (outcome.truth - walked)) < 10)
        #expect(outcome.states[450].isManual && outcome.states[450].isPaused)
        #expect(outcome.end.segment == outcome.states[119].segment + 1)
        #expect(outcome.changes.map(\.kind) == [.pause, .resume])
    }

    @Test(
        "A24, B2: leap seconds, set clocks and week roll-overs in the receiver's time change neither distance nor pauses",
        arguments: [
            Fault.gpsClockJump(.seconds(18)), .gpsClockJump(.seconds(-18)), .gpsClockJump(.seconds(3 * 365 * 86_400)),
            .gpsClockJump(.seconds(-3600)), .weekRollover(1), .weekRollover(2),
        ])
    func clockJumps(fault: Fault) {
        let legs = [running(300), standing(60), running(240)]
        let calm = run(legs), jumped = run(legs, faults: [.init(from: 150, to: 330, fault)])
        #expect(abs(jumped.end.distance.meters - calm.end.distance.meters) < 0.01)
        #expect(jumped.changes == calm.changes)
        #expect(calm.changes.count == 2)
    }

    // MARK: Auto-pause

    @Test("B1: speed that dithers about the limits changes the state at most once in ten seconds", arguments: [true, false])
    func dithering(hasDoppler: Bool) {
        for seconds in [2, 3, 4, 5, 7] as [Int64] {
            var legs = [running(60)]
            for _ in 0..<60 {
                legs.append(Leg(.walk(.metersPerSecond(0.4)), for: .seconds(seconds)))
                legs.append(Leg(.walk(.metersPerSecond(1)), for: .seconds(seconds)))
            }
            let outcome = run(legs, hasDoppler: hasDoppler, hasSteps: false)
            let noticed = outcome.states.indices.filter { outcome.states[$0].change != nil }
            for (earlier, later) in zip(noticed, noticed.dropFirst()) { #expect(later - earlier >= 10, "period \(seconds) s") }
        }
    }

    @Test("B3: a steep climb at 0.7 m/s and 150 steps a minute is no pause", arguments: [0.7, 0.4])
    func slowClimb(speed: Double) {
        for seed in 1...4 {
            let outcome = run([running(60), running(900, at: speed, cadence: 150)], noise: .mid, seed: UInt64(seed))
            #expect(outcome.changes.isEmpty)
        }
    }

    @Test("B4: fifteen seconds without a fix are no pause while steps go on, nor without a step sensor", arguments: [true, false])
    func lostUnderTrees(hasSteps: Bool) {
        let outcome = run([running(300)], faults: [.init(from: 100, to: 115, .gpsSilent)], noise: .mid, hasSteps: hasSteps)
        #expect(outcome.changes.isEmpty)
        #expect(abs(outcome.end.distance.meters / outcome.truth - 1) < 0.03)
    }

    @Test("B6: a third of all fixes lost costs at most 3 %", arguments: [true, false])
    func dropouts(hasDoppler: Bool) {
        let outcome = run(
            [running(1800)], faults: [.init(from: 0, to: 1800, .gpsDropouts(0.3))], noise: .mid, hasDoppler: hasDoppler,
            adjust: { $0.route = .curving(wave: .meters(300), swing: .degrees(60)) })
        #expect(abs(outcome.end.distance.meters / outcome.truth - 1) < 0.03)
    }

    @Test("A stop is dated from its first slow second and a start from its first moving one", arguments: [true, false])
    func dated(hasSteps: Bool) throws {
        let outcome = run([running(120), standing(40), running(120)], hasSteps: hasSteps, adjust: { $0.acceleration = .infinity })
        try #require(outcome.changes.map(\.kind) == [.autoPause, .autoResume])
        let start = outcome.seconds[0].at
        #expect(abs((outcome.changes[0].at - start).inSeconds - 121) <= 1)
        #expect(abs((outcome.changes[1].at - start).inSeconds - 161) <= 2)
    }

    @Test("With auto-pause off a stop adds no distance and pauses nothing")
    func autoPauseOff() {
        var settings = PositioningSettings()
        settings.autoPause = false
        let script = RunnerScript(name: "stop", legs: [running(120), standing(300), running(60)])
        var runner = SimulatedRunner(script: script, seed: 2), positioning = Positioning(settings: settings)
        var state = PositioningState(), wasStill = false
        while !runner.isFinished {
            let second = runner.next()
            state = positioning.push(PositioningInput(at: second.at, fix: second.fix))
            #expect(!state.isPaused && state.change == nil)
            wasStill = wasStill || state.isStill
        }
        #expect(wasStill)
        #expect(abs(positioning.finish().distance.meters - 180 * 3) < 10)
    }

    // MARK: Height

    @Test(
        "G1: a flat hour by GPS alone climbs at most 20 m in white noise of 5 m, 65 m when it wanders with 60 s", arguments: [true, false])
    func flatByReceiver(wanders: Bool) {
        var noise = ReceiverNoise.open
        noise.altitudeWhite = wanders ? .zero : .meters(5)
        noise.altitudeWander = wanders ? .meters(5) : .zero
        noise.altitudeWanderTime = .seconds(60)
        for seed in 1...6 {
            let outcome = run([running(3600)], faults: [.init(from: 0, to: 3600, .barometerLost)], noise: noise, seed: UInt64(seed))
            #expect(outcome.end.ascent.meters <= (wanders ? 65 : 20))
            #expect(outcome.end.altitudeSource == .gps)
        }
    }

    @Test("G4: a barometer that dies half way adds no climb of its own")
    func barometerDies() {
        let outcome = run([running(1800)], faults: [.init(from: 900, to: 1800, .barometerLost)])
        #expect(outcome.states[880].altitudeSource == .barometer)
        #expect(outcome.end.altitudeSource == .gps)
        #expect(outcome.end.ascent.meters <= 40)
    }

    @Test("G5: a flat hour climbs at most 5 m in still air and 12 m when the pressure moves by 1 hPa", arguments: [0, 1.0, -1.0])
    func weather(drift: Double) {
        let outcome = run([running(3600)], adjust: { $0.pressureDrift = .hectopascals(drift) })
        #expect(outcome.end.ascent.meters <= (drift == 0 ? 5 : 12))
        #expect(outcome.end.descent.meters <= (drift == 0 ? 5 : 12))
    }

    @Test("G1: zeroes among the heights, a pressed case and a pause in falling pressure add no climb")
    func nothingClimbed() {
        let zeroes = run([running(600)], faults: [.init(from: 0, to: 600, .barometerLost), .init(from: 200, to: 230, .altitudeZero)])
        #expect(zeroes.end.ascent.meters < 15)
        let pressed = run([running(600)], faults: [.init(from: 200, to: 260, .barometerPressed(.hectopascals(1)))])
        #expect(pressed.end.ascent.meters < 4)
        let paused = run([running(300), standing(3000), running(300)], adjust: { $0.pressureDrift = .hectopascals(-5) })
        #expect(paused.end.ascent.meters < 12)
    }

    @Test("Ten hills of 20 m are 200 m up and 200 m down")
    func hills() {
        let outcome = run([running(3600)], adjust: { $0.hills = .init(height: .meters(20), length: .meters(1080)) })
        #expect(abs(outcome.end.ascent.meters - 200) <= 8)
        #expect(abs(outcome.end.descent.meters - 200) <= 8)
    }

    @Test("The barometer's level is set by the receiver's heights")
    func level() throws {
        let outcome = run(
            [running(900)], adjust: { $0.pressureDrift = .hectopascals(3) },
            meddle: { input, _ in
                // A high of 20 hPa: 170 m too low by the standard atmosphere.
                input.pressure = input.pressure.map { $0 + .hectopascals(20) }
            })
        let shown = try #require(outcome.end.smoothedAltitude?.meters), truth = try #require(outcome.seconds.last?.truth.altitude.meters)
        #expect(abs(shown - truth) < 6)
    }
}
