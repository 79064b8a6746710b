import Glibc
import Quantities
import Testing

@testable import Biosignals

/// The reference's synthetic walk, run and shaking: |a| in g at 25 Hz, 125 s.
func goldenSteps() -> [Double] {
    (0..<3125).map { n in
        let t = Double(n) / 25
        func s(_ f: Double, _ p: Double, _ t0: Double) -> Double { sin(2 * .pi * f * (t - t0) + p) }
        func on(_ a: Double, _ b: Double) -> Double { t >= a && t < b ? 1 : 0 }
        let walk = on(5, 35) * (0.20 * s(11 / 6, 0, 5) + 0.08 * s(11 / 3, 0.7, 5) + 0.05 * s(11 / 12, 0.3, 5))
        let run = on(45, 80) * (0.55 * s(17 / 6, 0, 45) + 0.20 * s(17 / 3, 0.4, 45) + 0.70 * s(17 / 12, 1.1, 45))
        let gate = s(0.37, 0, 90) > -0.5 ? 1.0 : 0
        let phase = 2 * .pi * 2.3 * (t - 90) + 3.0 * s(0.31, 0, 90) + 2.0 * s(0.83, 1, 90)
        let shake = on(90, 115) * 0.6 * sin(phase) * gate
        let noise = 0.004 * sin(0.9 * Double(n) + 0.001 * Double(n * n))
        return 1 + walk + run + shake + noise
    }
}

@Suite struct StepCounterTests {
    @Test("The counter agrees with the reference on its golden signal, every column within 1e-5")
    func golden() {
        let rows = GoldenFile("steps-golden.json").numbers(under: "rows")
        #expect(rows.count == 1250)
        var counter = StepCounter()
        let seconds = goldenSteps().compactMap { counter.push(magnitude: $0) }
        #expect(seconds.count == rows.count / 10)
        for (row, second) in seconds.enumerated() where row * 10 + 9 < rows.count {
            let expected = rows[(row * 10)..<(row * 10 + 10)]
            let actual: [Double] = [
                Double(second.index), second.gait == .none ? 0 : 1, second.credited, second.total,
                second.cadence?.stepsPerMinute ?? 0, second.gait == .running ? 1 : 0, second.period ?? 0, second.quality,
                second.deviation, Double(second.peaks),
            ]
            for (column, (value, reference)) in zip(actual, expected).enumerated() {
                // The golden file rounds the cadence, column 4, to four places.
                #expect((value - reference).magnitude <= (column == 4 ? 6e-5 : 1e-5), "second \(row), column \(column)")
            }
        }
    }

    @Test("Step pulses answer within a second and die within three, while the credited cadence takes longer")
    func pulses() {
        var counter = StepCounter()
        var first: Int?
        for n in 0..<500 {
            let isWalking = (125..<375).contains(n)
            let phase = 2 * Double.pi * 2 * Double(n) / 25
            _ = counter.push(magnitude: 1 + (isWalking ? 0.3 * sin(phase) : 0))
            if first == nil, counter.pulseRate > .zero { first = n }
            if n == 300 { #expect((counter.pulseRate.stepsPerMinute - 120).magnitude <= 20) }
        }
        #expect(first.map { $0 < 150 } ?? false)
        #expect(counter.pulseRate == .zero)
    }

    @Test("F5: irregular knocks, a drive's vibration and values that are not finite count as no step")
    func noSteps() {
        var (counter, random) = (StepCounter(), Noise(seed: 9))
        for n in 0..<7_500 {
            let knock = random.next() > 2.5 ? 0.8 : 0
            _ = counter.push(magnitude: n % 1_000 == 7 ? .nan : 1 + 0.03 * random.next() + knock)
        }
        #expect(counter.total == 0)
    }

    @Test("A slow walk of clear foot strikes is counted and given a cadence", arguments: [34.0, 45, 60, 70])
    func slowWalk(_ stepsPerMinute: Double) {
        var (pipeline, random) = (BiosignalsPipeline(), Noise(seed: 4))
        let interval = 60 / stepsPerMinute
        for n in 0..<1_500 {
            let time = Double(n) / 25
            let since = (time - 5).truncatingRemainder(dividingBy: interval)
            let strike = time >= 5 && time < 55 ? 0.3 * exp(-since / 0.12) * sin(2 * .pi * 3 * since) : 0
            pipeline.push(AccelerationSample(at: MonotonicInstant(seconds: time), x: 0, y: 0, z: 1 + strike + 0.005 * random.next()))
            if n == 1_250 {
                let cadence = pipeline.steps(at: MonotonicInstant(seconds: time))?.cadence?.stepsPerMinute ?? 0
                #expect((cadence / stepsPerMinute - 1).magnitude < 0.05)
            }
        }
        #expect((pipeline.stepTotal / (50 / interval) - 1).magnitude < 0.08)
    }
}
