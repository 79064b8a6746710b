import Biosignals
import Glibc
import Quantities
import Testing

/// Signals without a pulse.
enum NoPulse: CaseIterable {
    case constant, zero, fullScale, dither, whiteNoise, brownNoise, pulseBandNoise, breathing, steps

    /// The count at a time in units of 1/25 s.
    func counts(_ length: Int, seed: UInt64) -> [Double] {
        var random = Noise(seed: seed)
        var (sum, low, lower) = (0.0, 0.0, 0.0)
        return (0..<length).map { n in
            let time = Double(n) / 25
            switch self {
            case .constant: return 100_000
            case .zero: return 0
            case .fullScale: return 262_143
            case .dither: return 100_000 + (random.next() > 0 ? 1 : 0)
            case .whiteNoise: return 100_000 + 100 * random.next()
            case .brownNoise:
                sum += 200 * random.next()
                return 100_000 + sum
            case .pulseBandNoise:
                low += 0.4 * (random.next() - low)
                lower += 0.1 * (low - lower)
                return 100_000 + 500 * (low - lower)
            case .breathing: return 100_000 + 500 * sinValue(2 * .pi * 0.25 * time) + 20 * random.next()
            case .steps:
                if n % 100 == 0 { sum = 1_000 * random.next() }
                return 100_000 + sum + 10 * random.next()
            }
        }
    }
}

@Suite struct NoPulseTests {
    @Test(
        "E1, E7: ten minutes of noise, light or darkness on the desk never show a heart rate", arguments: NoPulse.allCases,
        runsLongTests ? [true, false] : [true])
    func desk(_ signal: NoPulse, hasAccelerometer: Bool) {
        for seed in UInt64(1)...(runsLongTests ? 20 : 1) {
            var (pipeline, shown, random) = (BiosignalsPipeline(), 0, Noise(seed: seed + 100))
            for (n, count) in signal.counts(15_000, seed: seed).enumerated() {
                let at = MonotonicInstant(seconds: Double(n) / 25)
                if hasAccelerometer {
                    pipeline.push(AccelerationSample(at: at, x: 0.002 * random.next(), y: 0.002 * random.next(), z: 1))
                }
                pipeline.push(PPGSample(at: at, count: count))
                while let second = pipeline.takeHeart() { shown += second.result.reading.rate == nil ? 0 : 1 }
            }
            #expect(shown == 0, "seed \(seed)")
        }
    }
}

/// The sine, by the C library.
func sinValue(_ angle: Double) -> Double { sin(angle) }
