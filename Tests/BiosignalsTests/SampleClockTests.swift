import Quantities
import Testing

@testable import Biosignals

@Suite struct SampleClockTests {
    @Test(
        "The true rate is learned within 0.2 % in 20 s, from reads that are a few milliseconds late", arguments: [0.9, 0.97, 1.0, 1.1],
        [25.0, 104])
    func learns(_ factor: Double, _ nominal: Double) {
        var clock = SampleClock(samplesPerSecond: nominal)
        var random = Noise(seed: 5)
        var read = 0
        for second in 1...20 {
            let taken = Int((Double(second) * nominal * factor).rounded(.down))
            clock.observe(samples: taken - read, readAt: Double(taken) / (nominal * factor) + 0.003 * random.next().magnitude)
            read = taken
        }
        #expect(clock.isLearned)
        #expect((clock.samplesPerSecond / (nominal * factor) - 1).magnitude < 0.002)
    }

    @Test("A clock that claims to be off by more than 12 % is not believed")
    func clamps() {
        var clock = SampleClock(samplesPerSecond: 25)
        for second in 1...30 { clock.observe(samples: 26, readAt: Double(second) * 0.8) }
        #expect(clock.samplesPerSecond <= 25 * 1.12 + 1e-9)
    }

    @Test("Lost samples move the line and not the rate, and times never go back")
    func losses() {
        var clock = SampleClock(samplesPerSecond: 25)
        for second in 1...30 { clock.observe(samples: 25, readAt: Double(second)) }
        clock.observe(samples: 32, readAt: 36)  // five seconds of a stuck bus: the FIFO kept 32
        #expect((clock.samplesPerSecond - 25).magnitude < 0.05)
        let first = clock.time(samplesBack: 31)
        let last = clock.time(samplesBack: 0)
        #expect((last - 36).magnitude < 0.02)
        #expect(first < last)
        #expect(clock.time(samplesBack: 31) > last)
    }
}

@Suite struct ResamplerTests {
    @Test("A straight line comes out straight from samples of any rate", arguments: [12.5, 25, 31, 50, 100, 256])
    func line(_ rate: Double) {
        var resampler = Resampler()
        var found: [GridSample] = []
        for n in 0..<Int(4 * rate) {
            let time = 1 + Double(n) / rate
            resampler.push(SIMD4(repeating: 10 + 3 * time), at: time)
            while let sample = resampler.next() { found.append(sample) }
        }
        #expect(found.count >= 96)
        for (index, sample) in found.enumerated() {
            #expect(sample.tick == (found.first?.tick ?? 0) + Int64(index))
            // The first cell may be half covered, which moves its middle.
            if index > 0 { #expect((sample.values.x - (10 + 3 * Double(sample.tick) / 25)).magnitude < 1e-9) }
        }
    }

    @Test(
        "A run's motion keeps its size within 1 % on the grid, whatever the chip's clock, so that nothing beats against it",
        arguments: [23.0, 24.5, 25.5, 26.25, 31])
    func motion(_ rate: Double) {
        var resampler = Resampler(isEven: true)
        var worst = 0.0
        for n in 0..<Int(20 * rate) {
            let time = 1 + Double(n) / rate
            resampler.push(SIMD4(repeating: ReferenceWearer.wave(2.75 * time)), at: time)
            while let sample = resampler.next() {
                guard sample.tick > 30 else { continue }
                worst = max(worst, (sample.values.x - ReferenceWearer.wave(2.75 * Double(sample.tick) / 25)).magnitude)
            }
        }
        #expect(worst > 0 && worst < 0.0125)
    }

    @Test("Where samples are missing they are joined by straight lines: nothing shoots over", arguments: [0.001, 0.1])
    func uneven(_ gap: Double) {
        var resampler = Resampler(isEven: true)
        var (time, found) = (1.0, [GridSample]())
        for n in 0..<100 {
            time += n % 3 == 0 ? gap : 0.04
            resampler.push(SIMD4(repeating: n % 6 < 3 ? 0 : 1), at: time)
            while let sample = resampler.next() { found.append(sample) }
        }
        #expect(found.count > 50)
        #expect(found.allSatisfy { $0.values.x >= 0 && $0.values.x <= 1 })
    }

    @Test("A gap is bridged and marked up to two seconds, and left out beyond")
    func gaps() {
        var resampler = Resampler()
        var found: [GridSample] = []
        for time in [0.0, 0.04, 0.08, 1.0, 1.04, 5.0, 5.04] {
            resampler.push(SIMD4(repeating: time), at: time)
            while let sample = resampler.next() { found.append(sample) }
        }
        #expect(found.filter(\.isBridged).count == 23)
        #expect(found.map(\.tick) == Array(0...26) + [125, 126])
    }

    @Test("Samples that go back in time or are not finite are dropped")
    func disorder() {
        var resampler = Resampler()
        resampler.push(SIMD4(repeating: 1), at: 0)
        resampler.push(SIMD4(repeating: 9), at: -1)
        resampler.push(SIMD4(repeating: 9), at: .nan)
        resampler.push(SIMD4(repeating: 1), at: 0.04)
        #expect(resampler.next()?.values.x == 1)
        #expect(resampler.next()?.values.x == 1)
        #expect(resampler.next() == nil)
    }
}
