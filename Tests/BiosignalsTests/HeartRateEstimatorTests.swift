import Glibc
import Quantities
import Testing

@testable import Biosignals

/// The reference's synthetic minute: rest at 90 bpm, then running at 168 steps a minute while the heart rate climbs to 150.
func goldenPulse() -> [(count: Double, acceleration: SIMD3<Double>)] {
    var phase = 0.0
    return (0..<1500).map { n in
        let t = Double(n) / 25
        let rate = 90 + 60 * min(max((t - 15) / 30, 0), 1)
        if n > 0 { phase += rate / 60 / 25 }
        let m = t >= 12 ? 1.0 : 0
        func s(_ f: Double, _ p: Double = 0) -> Double { sin(2 * .pi * f * t + p) }
        let pulse = 300 * sin(2 * .pi * phase) + 90 * sin(4 * .pi * phase + 0.6)
        return (
            100_000 + pulse + m * (350 * s(2.8, 0.9) + 150 * s(1.4, 0.2)),
            SIMD3(m * (0.5 * s(1.4) + 0.3 * s(2.8, 0.5)), m * 0.4 * s(2.8, 1.0), 1 + m * (0.6 * s(2.8) + 0.2 * s(5.6)))
        )
    }
}

@Suite struct HeartRateEstimatorTests {
    @Test("The estimator agrees with the reference: bpm within 0.05, confidence within 0.002, the same seconds shown")
    func golden() {
        let rows = GoldenFile("heart-rate-golden.json").numbers(under: "rows")
        #expect(rows.count == 53 * 6)
        var (estimator, display, row) = (HeartRateEstimator(), HeartRateDisplay(), 0)
        for sample in goldenPulse() {
            guard let estimate = estimator.push(counts: SIMD3(sample.count, 0, 0), acceleration: sample.acceleration) else { continue }
            display.update(confidence: estimate.confidence, onMotion: estimate.onMotion)
            let expected = Array(rows[(row * 6)..<(row * 6 + 6)])
            #expect((estimate.rate.beatsPerMinute - expected[2]).magnitude <= 0.05, "row \(row)")
            #expect((estimate.confidence - expected[3]).magnitude <= 0.002, "row \(row)")
            #expect((estimate.onMotion - expected[4]).magnitude <= 0.002, "row \(row)")
            #expect(display.isShown == (expected[5] == 1), "row \(row)")
            row += 1
        }
        #expect(row == 53)
    }
}
