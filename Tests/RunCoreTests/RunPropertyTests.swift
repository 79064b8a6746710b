import Positioning
import Quantities
import RunCore
import SimulatedPeripherals
import Testing

/// A small generator of its own, so that a case is its seed.
struct Dice {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func roll(_ sides: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % sides
    }
    mutating func chance(_ oneIn: Int) -> Bool { roll(oneIn) == 0 }
}

@Suite("Any run at all")
struct RunPropertyTests {
    @Test("A11, B7, H7: after every command and every reading, live totals are the log's, bit for bit, and add up", arguments: 0..<24)
    func randomRun(_ seed: Int) {
        var dice = Dice(UInt64(seed) + 1)
        var script = RunnerScript.everyday
        script.monotonic = MonotonicInstant(seconds: 1000)
        script.faults = Self.faults(&dice)
        let rules: [AutoLap] = [.off, .distance(.meters(100)), .time(.seconds(30)), .distance(.kilometers(1))]
        let settings = RunSettings(
            type: RunType.allCases[dice.roll(4)], body: BodyProfile(age: 40, sex: .male, restingBeats: 55),
            zones: HeartRateZones(ofMaximum: .beatsPerMinute(180)), energyRule: EnergyRule.allCases[dice.roll(3)],
            autoPause: !dice.chance(3), autoLap: rules[dice.roll(4)], countdownSeconds: UInt8(dice.roll(3)))
        var rig = Rig(settings)
        var runner = SimulatedRunner(script: script, seed: UInt64(seed))
        rig.begin()
        var compared = 0
        for _ in 0..<240 {
            let second = runner.next()
            rig.give(second)
            if dice.chance(8) { rig.wait(.milliseconds(dice.roll(900))) }
            if dice.chance(6) { rig.perform(Self.command(&dice)) }
            if dice.chance(40) { rig.learn(utc: second.utc.advanced(by: .seconds(dice.roll(7200) - 3600))) }
            if dice.chance(12) { rig.take(Self.smoothed(&dice, rig)) }
            if dice.chance(40) { rig.take(SensorKind.allCases[dice.roll(5)], dice.chance(2) ? .failed : .working) }
            if dice.chance(60), let again = Self.crash(rig, &dice) { rig = again }
            #expect(rig.logAgrees)
            guard let totals = rig.session.totals else { continue }
            #expect(totals.brokenInvariants == [])
            compared += 1
        }
        #expect(compared > 10)
    }

    static func command(_ dice: inout Dice) -> RunCommand {
        // The end of a run is rare, or there would be no run.
        let command = RunCommand.allCases[dice.roll(RunCommand.allCases.count)]
        return [.save, .discard, .saveByTimeout, .endForgotten, .endLowBattery].contains(command) && !dice.chance(8) ? .resume : command
    }

    static func smoothed(_ dice: inout Dice, _ rig: Rig) -> SmoothedHeartRate {
        var smoothed = SmoothedHeartRate(first: RunTime(since: rig.totals.latest.sinceStart - .seconds(dice.roll(30))))
        for _ in 0..<dice.roll(17) { smoothed.append(beats: UInt8(dice.roll(200))) }
        return smoothed
    }

    static func faults(_ dice: inout Dice) -> FaultScript {
        let faults: [Fault] = [
            .gpsSilent, .gpsNoFix, .gpsFrozen, .gpsRepeats, .gpsZeroes, .gpsJump(.meters(700)), .gpsWithoutTime,
            .gpsClockJump(.seconds(18)),
            .weekRollover(1), .satellitesLost, .gpsPoor, .gpsDropouts(0.4), .dopplerScale(0.95), .dopplerLost, .dopplerNotANumber,
            .altitudeZero, .heartRateLost, .stepsLost, .barometerLost, .barometerPressed(.hectopascals(2)), .batteryLost,
        ]
        return FaultScript(
            (0..<6).map { _ in
                let from = dice.roll(220)
                return FaultScript.Entry(from: from, to: from + 1 + dice.roll(60), faults[dice.roll(faults.count)])
            })
    }

    /// The process dies and comes back, in the same boot or another.
    static func crash(_ rig: Rig, _ dice: inout Dice) -> Rig? {
        guard rig.session.phase.isRecording, let log = rig.log else { return nil }
        var again = Rig(rig.session.settings, at: rig.now)
        let boot = dice.chance(2) ? log.boot : BootID(high: UInt64(dice.roll(1000)), low: 9)
        if !again.recover(log, boot: boot) { again.perform(dice.chance(4) ? .save : .resume, boot: boot) }
        return again
    }

    @Test("Any sequence of records at all folds without a trap and keeps moving ≤ timer ≤ elapsed", arguments: 0..<60)
    func randomRecords(_ seed: Int) {
        var dice = Dice(UInt64(seed) + 1000)
        var run = RecordedRun(
            body: BodyProfile(age: 40, sex: .female), zones: HeartRateZones(ofMaximum: .beatsPerMinute(180)),
            rule: EnergyRule.allCases[seed % 3])
        for _ in 0..<300 {
            let seconds = dice.chance(20) ? Double(UInt32.max) / 1000 : Double(dice.roll(3_000)) / 7
            switch dice.roll(3) {
            case 0: run.event(at: seconds, Self.kind(&dice))
            case 1:
                run.sample(
                    at: seconds, meters: dice.chance(30) ? 4.2e6 : Double(dice.roll(5_000)), speed: Double(dice.roll(70)),
                    beats: UInt8(dice.roll(256)), steps: dice.roll(70_000), cadence: UInt8(dice.roll(256)),
                    flags: RunSample.Flags(rawValue: UInt8(dice.roll(256))))
            default:
                var smoothed = SmoothedHeartRate(first: .seconds(seconds))
                for _ in 0..<dice.roll(20) { smoothed.append(beats: UInt8(dice.roll(256))) }
                run.add(.smoothedHeartRate(smoothed))
            }
            let totals = run.totals
            #expect(totals.moving <= totals.timer && totals.timer <= totals.elapsed)
            #expect(totals.energy.isFinite)
        }
        #expect(run.totals == run.refolded)
        let sum = run.totals.laps.reduce(UInt32(0)) { $0 &+ $1.counters.distanceMillimeters }
        #expect(sum == run.totals.counters.distanceMillimeters)
    }

    static func kind(_ dice: inout Dice) -> RunEvent.Kind {
        switch dice.roll(9) {
        case 0, 1: .pause(PauseCause.allCases[dice.roll(4)])
        case 2, 3: .resume(PauseCause.allCases[dice.roll(4)])
        case 4: .lap(LapTrigger.allCases[dice.roll(3)], distanceMillimeters: UInt32(dice.roll(5_000_000)))
        case 5: .stop
        case 6: .utcAtStart(UTCInstant(milliseconds: Int64(dice.roll(1 << 30)) << 20))
        case 7:
            .outage(
                Outage(
                    boot: BootID(high: UInt64(dice.roll(3)), low: 0),
                    monotonic: MonotonicInstant(nanoseconds: Int64(dice.roll(1 << 30)) << 30),
                    isDurationKnown: dice.chance(2)))
        default: .sensor(SensorKind.allCases[dice.roll(5)], .failed)
        }
    }

    static let inputs = 0..<9

    @Test("B11: every phase takes every input without a trap and stays true to its log", arguments: RunPhase.allCases, inputs)
    func inputInPhase(_ phase: RunPhase, _ input: Int) {
        var rig = Rig.standing(in: phase)
        let before = rig.session.phase
        switch input {
        case 0: rig.take(GPSFix())
        case 1:
            rig.take(
                GPSFix(
                    mode: .threeDimensional, time: UTCInstant(milliseconds: .max), position: Coordinate(latitude: 1e300, longitude: -1e300),
                    altitude: .meters(.nan), speed: .metersPerSecond(.infinity), course: .degrees(.nan), horizontalError: .meters(-1),
                    horizontalDilution: .nan, satellitesUsed: .min))
        case 2: rig.take(StepReading(count: .max, cadence: .stepsPerMinute(.nan), pulseRate: .stepsPerMinute(.infinity)))
        case 3: rig.take(HeartRateReading(rate: .beatsPerMinute(.nan), confidence: .nan))
        case 4: rig.session.take(Pressure.hectopascals(.nan))
        case 5: rig.session.take(BatteryReading(percent: 255), at: rig.now)
        case 6: rig.take(SmoothedHeartRate(first: RunTime(milliseconds: .max)))
        case 7: rig.learn(utc: UTCInstant(milliseconds: .max))
        default: rig.take(.gps, .failed)
        }
        #expect(rig.session.phase == before)
        rig.wait(.seconds(3))
        #expect(rig.logAgrees)
        #expect(rig.session.totals?.brokenInvariants ?? [] == [])
    }
}
