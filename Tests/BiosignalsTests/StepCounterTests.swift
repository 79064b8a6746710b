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
    /// The reference's second that lies beside a rhythm is worth its peaks, but never more than the rhythm; up to 0.1.0 it was one more.
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

    /// |a| in g of somebody who shuffles: strikes at intervals that differ by `unevenness`, of which some do not reach the wrist.
    static func shuffle(seconds: Int, interval: Double, unevenness: Double, grain: Double, seed: UInt64) -> (signal: [Double], strikes: Int)
    {
        var random = Noise(seed: seed)
        var signal = (0..<(seconds * 25)).map { _ in 1 + grain * random.next() }
        var (time, strikes) = (3.0, 0)
        while time < Double(seconds) - 3 {
            let height = 0.3 * (1 + 0.3 * min(max(random.next(), -2), 2))
            for n in 0..<signal.count {
                let off = (Double(n) / 25 - time) / 0.06
                if off.magnitude < 4 { signal[n] += height * exp(-off * off / 2) }
            }
            strikes += 1
            time += interval * (1 + unevenness * min(max(random.next(), -1.5), 1.5))
        }
        return (signal, strikes)
    }

    @Test("A slow walker's strikes need be no clockwork", arguments: [1.4, 1.55, 1.7], [0.0, 0.1, 0.2])
    func uneven(interval: Double, unevenness: Double) {
        for seed: UInt64 in 1...4 {
            let (signal, strikes) = Self.shuffle(seconds: 90, interval: interval, unevenness: unevenness, grain: 0.01, seed: seed)
            var counter = StepCounter()
            for value in signal { _ = counter.push(magnitude: value) }
            #expect((counter.total / Double(strikes) - 1).magnitude < 0.12, "\(counter.total) of \(strikes)")
        }
    }

    @Test("A hand that is busy between its knocks does not walk", arguments: [0.9, 1.1, 1.4, 1.7])
    func busy(interval: Double) {
        for seed: UInt64 in 1...6 {
            let (signal, _) = Self.shuffle(seconds: 120, interval: interval, unevenness: 0.3, grain: 0.12, seed: seed)
            var counter = StepCounter()
            for value in signal { _ = counter.push(magnitude: value) }
            #expect(counter.total == 0)
        }
    }

    @Test("F5: a table that is shaken slowly, in a sine, takes no steps", arguments: [0.3, 0.5])
    func shakenTable(_ hertz: Double) {
        var (counter, random) = (StepCounter(), Noise(seed: 2))
        for n in 0..<7_500 {
            _ = counter.push(magnitude: 1 + 0.5 * sin(2 * .pi * hertz * Double(n) / 25) + 0.02 * random.next())
        }
        #expect(counter.total == 0)
    }

    @Test("From a shuffle into a walk and back each second is counted once: by its strikes or by its rhythm", arguments: 1...6)
    func handOver(seed: Int) {
        let slow = Self.shuffle(seconds: 60, interval: 1.4, unevenness: 0.1, grain: 0.01, seed: UInt64(seed))
        let walk = (0..<1_500).map { n -> Double in
            let phase = 2 * Double.pi * 1.8 * Double(n) / 25
            return 1 + 0.3 * sin(phase) + 0.08 * sin(2 * phase)
        }
        let again = Self.shuffle(seconds: 60, interval: 1.5, unevenness: 0.1, grain: 0.01, seed: UInt64(seed) + 50)
        var (counter, cadences) = (StepCounter(), [Double?]())
        var credited = 0.0
        for (n, value) in (slow.signal + walk + again.signal).enumerated() {
            let before = counter.total
            if let second = counter.push(magnitude: value) {
                credited += second.credited
                #expect((credited - second.total).magnitude < 1e-6, "what the seconds have credited is the total")
            }
            #expect(counter.total >= before)
            #expect(counter.total - before <= Double(StepLimit.most(in: .milliseconds(40))))
            if n % 1_500 == 1_124 { cadences.append(counter.slowCadence?.stepsPerMinute) }
        }
        let steps = Double(slow.strikes + again.strikes) + 60 * 1.8
        #expect((counter.total / steps - 1).magnitude < 0.07, "\(counter.total) of \(steps)")
        #expect(cadences[0].map { ($0 - 43).magnitude < 5 } ?? false)
        #expect(cadences[1] == nil)
        #expect(cadences[2].map { ($0 - 40).magnitude < 5 } ?? false)
    }
}
