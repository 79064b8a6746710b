import Quantities
import Testing

@testable import Biosignals

@Suite struct HeartRateMonitorTests {
    /// A monitor, its next tick, and what it said.
    private struct Run: Sendable {
        var monitor: HeartRateMonitor
        var tick: Int64 = 0
        var found: [HeartRateSecond] = []

        mutating func push(_ counts: SIMD3<Double>, _ acceleration: SIMD3<Double>) {
            let hasCurrent = WearDetector.ChannelFlags(repeating: false)
            let sample = GridSample(tick: tick, values: SIMD4(counts, 0))
            tick += 1
            if let second = monitor.push(sample, acceleration: acceleration, hasCurrent: hasCurrent) { found.append(second) }
        }
    }

    @Test("A monitor is a value: a copy made midway goes on like the original, and neither is touched by what the other sees")
    func copies() {
        let wearer = GoldenScenario.restToRun.wearer
        var samples: [(SIMD3<Double>, SIMD3<Double>)] = []
        wearer.forEachSample { _, _, counts, acceleration in samples.append((counts, acceleration)) }
        let middle = 1_010
        var alone = Run(monitor: wearer.monitor)
        var original = alone
        for sample in samples[..<middle] {
            alone.push(sample.0, sample.1)
            original.push(sample.0, sample.1)
        }
        var copy = original
        var other = original
        for (index, sample) in samples[middle...].enumerated() {
            alone.push(sample.0, sample.1)
            // Sample by sample in turn, with a third copy in between that sees something else.
            other.push(SIMD3(repeating: Double(index % 7) * 900), SIMD3(sample.1.z, sample.1.x, 0))
            original.push(sample.0, sample.1)
            copy.push(sample.0, sample.1)
        }
        #expect(alone.found.count == 123)
        #expect(original.found == alone.found)
        #expect(copy.found == alone.found)
        #expect(other.found != alone.found)
    }

    @Test("Two copies of a monitor see different things at the same time on two threads, and each says what it would say alone")
    func threads() async {
        let wearer = GoldenScenario.restToRun.wearer
        var samples: [(SIMD3<Double>, SIMD3<Double>)] = []
        wearer.forEachSample { _, _, counts, acceleration in samples.append((counts, acceleration)) }
        var run = Run(monitor: wearer.monitor)
        for sample in samples[..<1_010] { run.push(sample.0, sample.1) }
        let (start, rest) = (run, Array(samples[1_010...]))
        @Sendable func goOn(backwards: Bool) -> [HeartRateSecond] {
            var run = start
            for index in rest.indices {
                let sample = rest[backwards ? rest.count - 1 - index : index]
                run.push(sample.0, sample.1)
            }
            return run.found
        }
        async let first = goOn(backwards: false)
        async let second = goOn(backwards: true)
        let found = await [first, second]
        #expect(found[0].count == 123 && found[0] == goOn(backwards: false))
        #expect(found[1].count == 123 && found[1] == goOn(backwards: true))
    }

    @Test("A channel whose LED current is not known is judged by its blood alone, beside one that is dark")
    func currents() {
        var pipeline = BiosignalsPipeline(configuration: BiosignalsConfiguration(channels: 2))
        var shown = 0
        for n in 0..<750 {
            let at = MonotonicInstant(seconds: Double(n) / 25)
            let beat = ReferenceWearer.pulse(Double(n) / 25 * 70 / 60)
            pipeline.push(AccelerationSample(at: at, x: 0, y: 0, z: 1))
            pipeline.push(
                PPGSample(
                    at: at, counts: SIMD3(100, (600 + 6 * beat).rounded(), 0), channelCount: 2, ledMilliamperes: SIMD3(6.4, 0, 0)))
            while let second = pipeline.takeHeart() { shown += second.result.reading.rate == nil ? 0 : 1 }
        }
        #expect(shown > 10)
    }
}
