import Quantities
import RunCore
import Testing

@testable import Training

@Suite("Load, oxygen uptake and pace of a run") struct TrainingReadingTests {
    private func isNear(_ value: Double?, _ expected: Double, _ tolerance: Double = 0.01) -> Bool {
        value.map { abs($0 - expected) <= tolerance } ?? false
    }

    // MARK: - Load

    /// Half an hour at 155: 0.75 of the reserve from 50 to 190, so 0.75 × 0.64 e^(1.92 × 0.75) = 2.02591 a minute for a man,
    /// 0.75 × 0.86 e^(1.67 × 0.75) = 2.25687 for a woman.
    static let impulses: [(BodyProfile.Sex, Double)] = [(.male, 60.777), (.female, 67.706), (.unknown, 64.242)]

    @Test("Banister's impulse of half an hour at three quarters of the reserve", arguments: impulses)
    func banister(_ sex: BodyProfile.Sex, _ expected: Double) {
        var run = MadeUpRun()
        run.body.sex = sex
        run.run(1800, speed: 3, beats: 155)
        #expect(isNear(run.trained().load?.banister, expected))
        // Zone 4 of the greatest rate, 152 to 170.
        #expect(isNear(run.trained().load?.edwards, 120))
    }

    @Test("Without a sex the impulse is at most a tenth off from half of the reserve upwards, whoever it is")
    func unknownSex() {
        for percent in 50...100 {
            let share = Double(percent) / 100
            let told = TrainingImpulse.perMinute(share: share, .unknown)
            for sex in [BodyProfile.Sex.male, .female] {
                #expect(abs(told / TrainingImpulse.perMinute(share: share, sex) - 1) < 0.1)
            }
        }
    }

    @Test("Below rest a second counts nothing, above the greatest rate as that, and time without a rate as the mean of the rest")
    func ends() {
        var run = MadeUpRun()
        run.run(600, speed: 3, beats: 45)
        run.run(600, speed: 3, beats: 0)
        #expect(run.trained().load?.banister == 0)
        run.run(60, speed: 3, beats: 210)
        // 0.64 e^1.92 = 4.3654 in the one minute of eleven with a rate that counts, and 21 minutes in all.
        #expect(isNear(run.trained().load?.banister, 4.3654 / 11 * 21))
    }

    @Test("Pauses do not load, and where more than half of the heart rates lack there is no load")
    func pausesAndGaps() {
        var run = MadeUpRun()
        run.run(600, speed: 3, beats: 155)
        run.pause(600, beats: 155)
        #expect(isNear(run.trained().load?.banister, 20.259))
        #expect(isNear(run.trained().load?.edwards, 40))
        run.run(590, speed: 3)
        #expect(isNear(run.trained().load?.edwards, 40.0 * 119 / 60, 0.1))
        run.run(20, speed: 3)
        #expect(run.trained().load == nil)
    }

    @Test("A device that records every seven seconds tells the same load")
    func rareSamples() {
        var totals = RunTotals(header: MadeUpRun.header(1, body: MadeUpRun().body, zones: MadeUpRun().zones)), reading = TrainingReading()
        for second in stride(from: UInt32(7), through: 1806, by: 7) {
            var sample = RunSample(time: RunTime(milliseconds: second * 1000))
            sample.heartRateBeats = 155
            totals.fold(.sample(sample))
            reading.take(sample)
        }
        #expect(isNear(reading.trained(.recorded, totals).load?.banister, 60.777 * 1806 / 1800))
    }

    @Test("A heart rate that was smoothed later counts in place of the live one, also where it is not known after all")
    func smoothed() {
        var run = MadeUpRun()
        run.run(600, speed: 3, beats: 100)
        #expect(isNear(run.trained { _ in 155 }.load?.banister, 20.259))
        #expect(run.trained { _ in 0 }.load?.banister == nil)
    }

    @Test("Load is absent where the runner or the heart is not known")
    func absent() {
        var run = MadeUpRun()
        run.run(600, speed: 3)
        #expect(run.trained().load == nil)
        run.run(600, speed: 3, beats: 150)
        #expect(run.trained().load?.banister != nil)
        run.body.restingBeats = nil
        #expect(run.trained().load?.banister == nil && run.trained().load?.edwards != nil)
        run.zones = .unknown
        #expect(run.trained().load == nil)
        run.body.restingBeats = 190
        #expect(run.trained().load == nil)
    }

    // MARK: - Oxygen uptake

    @Test("A steady run tells the uptake that its speed and heart rate mean")
    func uptake() throws {
        var run = MadeUpRun()
        run.run(1200, speed: 3, beats: 155)
        let uptake = try #require(run.trained().oxygenUptake)
        // 3.5 + 0.2 × 180 = 39.5; (39.5 − 3.5) / 0.75 + 3.5 = 51.5.
        #expect(isNear(uptake.milliliters, 51.5))
        #expect(uptake.stretches == 6)
    }

    /// C(0.04) / C(0) = 1.23646, so 3.5 + 36 × 1.23646 / 0.75 = 62.850; C(−0.01) / C(0) = 0.94713: 48.962.
    static let grades: [(Double, Double?)] = [(0.04, 62.850), (-0.01, 48.962), (-0.04, nil), (0.12, nil)]

    @Test("Uphill costs more, and steeply down nobody knows what", arguments: grades)
    func grade(_ grade: Double, _ expected: Double?) {
        var run = MadeUpRun()
        run.run(600, speed: 3, beats: 155, grade: grade)
        let uptake = run.trained().oxygenUptake?.milliliters
        if let expected { #expect(isNear(uptake, expected, 0.3)) } else { #expect(uptake == nil) }
    }

    @Test("Where the rule does not hold there is no estimate")
    func noUptake() {
        func uptake(_ change: (inout MadeUpRun) -> Void) -> OxygenUptake? {
            var run = MadeUpRun()
            change(&run)
            return run.trained().oxygenUptake
        }
        #expect(uptake { $0.run(600, speed: 3, beats: 155) } != nil)
        #expect(uptake { $0.run(600, speed: 1.9, beats: 155) } == nil, "walking")
        #expect(uptake { $0.run(600, speed: 3, beats: 155, confidence: 79) } == nil, "the rate is not sure")
        #expect(uptake { $0.run(600, speed: 3, beats: 155, confidence: .max) } != nil, "a strap tells no confidence")
        #expect(uptake { $0.run(600, speed: 3, beats: 130) } == nil, "too easy")
        #expect(uptake { $0.run(600, speed: 3, beats: 185) } == nil, "too hard")
        #expect(uptake { $0.run(600, speed: 3, beats: 155, grade: nil) } == nil, "no altitude")
        #expect(uptake { $0.run(600, speed: 3, beats: 155, flags: [.isReckoned]) } == nil, "strides")
        #expect(uptake { $0.run(179, speed: 3, beats: 155) } == nil, "too short")
        for type in [RunType.walk, .trailRun, .indoorRun] {
            #expect(
                uptake {
                    $0.type = type
                    $0.run(600, speed: 3, beats: 155)
                } == nil)
        }
        #expect(
            uptake {
                $0.body.restingBeats = nil
                $0.run(600, speed: 3, beats: 155)
            } == nil)
        var lost = MadeUpRun()
        lost.run(600, speed: 3, beats: 155)
        #expect(lost.trained(isHeaderLost: true).oxygenUptake == nil && lost.trained(isHeaderLost: true).load == nil)
    }

    @Test("A stretch is three steady minutes: intervals, a rising heart and pauses make none")
    func steadiness() {
        var intervals = MadeUpRun()
        for _ in 0..<10 {
            intervals.run(60, speed: 3.6, beats: 165)
            intervals.run(60, speed: 2.4, beats: 150)
        }
        #expect(intervals.trained().oxygenUptake == nil)
        var rising = MadeUpRun()
        for minute in UInt8(0)..<10 { rising.run(60, speed: 3, beats: 135 + 4 * minute) }
        #expect(rising.trained().oxygenUptake == nil)
        var paused = MadeUpRun()
        for _ in 0..<5 {
            paused.run(170, speed: 3, beats: 155)
            paused.pause(20)
        }
        #expect(paused.trained().oxygenUptake == nil)
    }

    // MARK: - Pace at an easy heart rate

    @Test("The pace at an easy heart rate is that of the minutes at 70 to 80 % of the greatest")
    func aerobicPace() throws {
        var run = MadeUpRun()
        run.run(601, speed: 3, beats: 142)
        run.run(600, speed: 4, beats: 170)
        run.run(600, speed: 1.5, beats: 142)
        let aerobic = try #require(run.trained().aerobicPace)
        #expect(isNear(aerobic.pace.secondsPerKilometer, 333.333, 0.01))
        #expect(aerobic.minutes == 10 && aerobic.lowerBeats == 133 && aerobic.upperBeats == 152)
        var short = MadeUpRun()
        short.run(299, speed: 3, beats: 142)
        #expect(short.trained().aerobicPace == nil)
    }

    @Test("Of a ride that was recorded as a run nothing is concluded but its load")
    func ride() {
        var ride = MadeUpRun()
        ride.run(1200, speed: 9, beats: 142)
        let trained = ride.trained()
        #expect(trained.isTooFast && trained.efforts == BestEfforts() && trained.oxygenUptake == nil && trained.aerobicPace == nil)
        #expect(trained.load?.banister != nil)
        #expect(RecordBook([trained]).all(.run).isEmpty)
    }

    @Test("Any samples at all are read without a trap", arguments: 1...20)
    func anySamples(_ seed: UInt64) {
        var dice = Dice(seed), totals = RunTotals(header: MadeUpRun.header(1, body: MadeUpRun().body, zones: MadeUpRun().zones))
        var samples: [RunSample] = []
        for _ in 0..<300 {
            let times: [UInt32] = [0, .max, UInt32.random(in: 0...UInt32.max, using: &dice), UInt32(samples.count) * 1000]
            var sample = RunSample(time: RunTime(milliseconds: times.randomElement(using: &dice) ?? 0))
            sample.distanceMillimeters = UInt32.random(in: 0...UInt32.max, using: &dice)
            sample.heartRateBeats = UInt8.random(in: 0...UInt8.max, using: &dice)
            sample.confidencePercent = UInt8.random(in: 0...UInt8.max, using: &dice)
            sample.altitudeFifths = UInt16.random(in: 0...UInt16.max, using: &dice)
            sample.flags = RunSample.Flags(rawValue: UInt8.random(in: 0...UInt8.max, using: &dice))
            samples.append(sample)
            totals.fold(.sample(sample))
        }
        var reading = TrainingReading()
        for sample in samples { reading.take(sample) }
        let run = reading.trained(.recorded, totals)
        #expect(run.load?.banister.map { $0.isFinite && $0 >= 0 } ?? true)
        #expect(run.oxygenUptake.map { (15...97).contains($0.milliliters) } ?? true)
    }

    @Test("The timer of a run is that of its totals, at every moment", arguments: 1...10)
    func timer(_ seed: UInt64) {
        var dice = Dice(seed), clock = RunTotals(header: MadeUpRun.header(1)), time: UInt32 = 0
        for _ in 0..<12 {
            for kind in [RunEvent.Kind.pause(.manual), .resume(.manual)] {
                time += UInt32.random(in: 0...9000, using: &dice)
                clock.fold(.event(RunEvent(time: RunTime(milliseconds: time), kind: kind)))
            }
        }
        var reading = TimerReading(clock.clock.pauses)
        for milliseconds in stride(from: UInt32(0), to: time + 5000, by: 250) {
            let moment = RunTime(milliseconds: milliseconds)
            #expect(reading.milliseconds(at: moment) == clock.clock.timerMilliseconds(anywhere: moment))
        }
    }
}
