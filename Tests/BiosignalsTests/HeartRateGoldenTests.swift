import Quantities
import Testing

@testable import Biosignals

/// The synthetic wearers whose every second the reference implementation has written down.
enum GoldenScenario: String, CaseIterable, CustomTestStringConvertible {
    case rest
    case restToRun = "rest to run"
    case walkingColdStart = "walking cold start"
    case twoChannels = "two channels, one bad"
    case offWrist = "off wrist"
    case infrared = "infrared with weak blood, red with less"

    var testDescription: String { rawValue }

    var wearer: ReferenceWearer {
        func wave(_ turns: Double) -> Double { ReferenceWearer.wave(turns) }
        typealias Channel = ReferenceWearer.Channel
        func channel(_ level: Double, _ pulse: Double, _ leak: Double, _ noise: Double) -> Channel {
            Channel(level: level, pulse: pulse, leak: leak, noise: noise)
        }
        switch self {
        case .rest: return ReferenceWearer(seconds: 60, rate: { 62 + 3 * wave(0.25 * $0) })
        case .restToRun:
            return ReferenceWearer(
                seconds: 130, rate: ReferenceWearer.ramp, channels: { _ in [channel(100_000, 300, 3_000, 15)] }, cadence: 150, strength: 1,
                moves: { $0 >= 30 }, wander: 0.06)
        case .walkingColdStart:
            return ReferenceWearer(
                seconds: 75, rate: { _ in 101 }, channels: { _ in [channel(100_000, 300, 1_200, 30)] }, cadence: 112, strength: 0.35,
                wander: 0.2)
        case .twoChannels:
            return ReferenceWearer(
                seconds: 70, rate: { 140 + 5 * wave($0 / 40) },
                channels: { _ in [channel(100_000, 300, 300, 30), channel(60_000, 0, 400, 400)] }, cadence: 164, strength: 1, wander: 0.2)
        case .offWrist:
            return ReferenceWearer(
                seconds: 80, rate: { _ in 71 },
                channels: { [(30..<50).contains($0) ? channel(300, 0, 0, 4) : channel(8_000, 24, 0, 2)] }, hasCurrent: true)
        case .infrared:
            return ReferenceWearer(
                seconds: 45, rate: { 72 + 2 * wave(0.2 * $0) },
                channels: { _ in [channel(65_000, 11, 0, 4), channel(90_000, 43, 0, 4)] })
        }
    }

    /// When features and network outputs are looked at too.
    var check: Double? {
        switch self {
        case .rest: 20.96
        case .restToRun: 60.96
        default: nil
        }
    }
}

@Suite struct HeartRateGoldenTests {
    private static let columns = 9
    private static let bins = [45, 60, 75, 96, 130, 150, 201]

    @Test(
        "Every second agrees with the reference: bpm within 0.05, confidence, motion and purity within 0.002, the same seconds shown and worn",
        arguments: GoldenScenario.allCases)
    func golden(_ scenario: GoldenScenario) {
        let file = GoldenFile("heart-rate-golden.json")
        let rows = file.numbers(at: ["scenarios", scenario.rawValue, "rows"])
        var (row, checked) = (0, scenario.check == nil)
        scenario.wearer.wear { second, monitor in
            guard rows.count >= (row + 1) * Self.columns else { return row += 1 }
            let expected = Array(rows[(row * Self.columns)..<((row + 1) * Self.columns)])
            compare(second, expected)
            if let time = scenario.check, (second.time - time).magnitude < 1e-6 {
                compare(monitor.estimator, file, scenario)
                checked = true
            }
            row += 1
        }
        #expect(row > 30 && rows.count == row * Self.columns)
        #expect(checked)
    }

    private func compare(_ second: ReferenceWearer.Second, _ expected: [Double]) {
        let estimate = second.estimate
        #expect((second.time - expected[0]).magnitude < 0.01)
        #expect((second.truth - expected[1]).magnitude < 0.01, "at \(second.time) s")
        let isSure = expected[3] >= 0.8
        #expect((estimate.confidence - expected[3]).magnitude <= (isSure ? 0.002 : 0.01), "confidence at \(second.time) s")
        if isSure {
            #expect((estimate.belief.beatsPerMinute - expected[2]).magnitude <= 0.05, "belief at \(second.time) s")
            #expect((second.result.rate.beatsPerMinute - expected[4]).magnitude <= 0.05, "rate at \(second.time) s")
            #expect((estimate.onMotion - expected[5]).magnitude <= 0.002, "motion at \(second.time) s")
            #expect((estimate.residualPurity - expected[6]).magnitude <= 0.002, "purity at \(second.time) s")
        }
        #expect((second.shown != nil) == (expected[7] == 1), "shown at \(second.time) s")
        #expect((second.result.obstacle != .offWrist) == (expected[8] == 1), "worn at \(second.time) s")
    }

    private func compare(_ estimator: HeartRateEstimator, _ file: GoldenFile, _ scenario: GoldenScenario) {
        for rate in Self.bins {
            let bin = rate - RatePosterior.lowest
            let output = file.numbers(at: ["scenarios", scenario.rawValue, "check", "logits", "\(rate)"])
            #expect(output.count == 1)
            for value in output { #expect((Double(estimator.outputs[bin]) - value).magnitude <= 0.01, "output at \(rate) bpm") }
            let features = file.numbers(at: ["scenarios", scenario.rawValue, "check", "features", "\(rate)"])
            #expect(features.count == RateModel.features)
            for (index, value) in features.enumerated() {
                let mine = Double(estimator.features.values[index * RatePosterior.count + bin])
                #expect((mine - value).magnitude <= 0.001, "feature \(index) at \(rate) bpm")
            }
        }
    }
}
