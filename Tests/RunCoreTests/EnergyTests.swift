import Quantities
import RunCore
import Testing

@Suite("Energy of a run")
struct EnergyTests {
    @Test("Running Life's rule: kilograms × kilometres × 1.036", arguments: [(1_000.0, 67.34), (5_000, 336.7), (20_000, 1346.8)])
    func distance(_ meters: Double, _ kilocalories: Double) {
        var run = RecordedRun()
        run.sample(at: 0)
        run.sample(at: 3_600, meters: meters)
        #expect(abs(run.totals.energy.kilocalories - kilocalories) < 1e-9)
    }

    @Test("Drumsticks come from the number, not from its text", arguments: [(1_000.0, 0.22), (5_000, 1.12), (20_000, 4.49)])
    func drumsticks(_ meters: Double, _ drumsticks: Double) {
        var run = RecordedRun()
        run.sample(at: 0)
        run.sample(at: 3_600, meters: meters)
        #expect((run.totals.energy.drumsticks * 100).rounded() / 100 == drumsticks)
    }

    static let runner = BodyProfile(massTenths: 700, age: 40, sex: .male, measuredMaximumBeats: 180, restingBeats: 60)

    /// Kilocalories a minute at 150 beats, 70 kg and 40 years, computed by hand from the paper's equations.
    @Test("With heart rate by Keytel's equations, men and women", arguments: [(BodyProfile.Sex.male, 14.7040), (.female, 9.7507)])
    func keytel(_ sex: BodyProfile.Sex, _ perMinute: Double) {
        var body = Self.runner
        body.sex = sex
        var run = RecordedRun(body: body, rule: .heartRate)
        for second in 0...600 { run.sample(at: Double(second), beats: 150) }
        #expect(abs(run.totals.energy.kilocalories - 10 * perMinute) < 0.01)
    }

    @Test(
        "Below rest + 30 % of the reserve, without a rate, an age or a sex, the distance tells",
        arguments: [
            (UInt8(96), Self.runner), (0, Self.runner), (150, BodyProfile(massTenths: 700)),
            (150, BodyProfile(massTenths: 700, age: 40, sex: .unknown, measuredMaximumBeats: 180, restingBeats: 60)),
        ] as [(UInt8, BodyProfile)])
    func fallback(_ beats: UInt8, _ body: BodyProfile) {
        var run = RecordedRun(body: body, rule: .heartRate)
        for second in 0...600 { run.sample(at: Double(second), meters: Double(second) * 3, beats: beats) }
        #expect(abs(run.totals.energy.kilocalories - 70 * 1.8 * 1.036) < 1e-6)
    }

    @Test(
        "Indoors by metabolic equivalents of the speed",
        arguments: [
            (8.0, 8.3), (9.7, 9.6), (12.1, 11.4), (16.1, 14.5), (5.0, 3.75), (0.0, 1.3),
        ])
    func equivalents(_ kilometersPerHour: Double, _ expected: Double) {
        var run = RecordedRun(type: .indoorRun, rule: .metabolicEquivalent)
        for second in 0...3_600 { run.sample(at: Double(second), meters: Double(second) * kilometersPerHour / 3.6) }
        let equivalents = run.totals.energy.kilocalories / 60 * 200 / 3.5 / 65
        #expect(abs(equivalents - expected) < 0.15)
    }

    @Test("H7: the laps' energies add up to the run's by every rule", arguments: EnergyRule.allCases)
    func laps(_ rule: EnergyRule) {
        var run = RecordedRun(body: Self.runner, rule: rule)
        for second in 0...200 {
            run.sample(at: Double(second), meters: Double(second) * 3, beats: second < 50 ? 0 : 150)
            if second % 60 == 59 { run.event(at: Double(second) - 0.4, .lap(.manual, distanceMillimeters: UInt32(second * 3000 - 1200))) }
            let sum = run.totals.laps.reduce(Energy.zero) { $0 + $1.energy }
            #expect(abs(sum.kilocalories - run.totals.energy.kilocalories) < 1e-9)
        }
        run.event(at: 200, .stop)
        run.event(at: 200, .end(.saved))
        let sum = run.totals.laps.reduce(Energy.zero) { $0 + $1.energy }
        #expect(abs(sum.kilocalories - run.totals.energy.kilocalories) < 1e-9)
    }

    @Test("The maximum by age is 208 − 0.7 × age unless measured")
    func maximum() {
        #expect(BodyProfile(age: 40).maximumHeartRate == .beatsPerMinute(180))
        #expect(BodyProfile(age: 40, measuredMaximumBeats: 191).maximumHeartRate == .beatsPerMinute(191))
        #expect(BodyProfile.unset.maximumHeartRate == nil)
    }
}
