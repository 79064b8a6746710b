import Biosignals
import Quantities
import Testing

/// A pulse, the chip's promised rate and how far its clock is off.
struct PulseCase: CustomStringConvertible {
    var beatsPerMinute, samplesPerSecond, clockFactor: Double
    var description: String { "\(beatsPerMinute) bpm at \(samplesPerSecond) Hz, clock × \(clockFactor)" }

    static var all: [PulseCase] {
        let rates = runsLongTests ? Array(stride(from: 45.0, through: 205, by: 5)) : [45, 96, 150, 205]
        let clocks = runsLongTests ? [0.9, 0.95, 1, 1.05, 1.1] : [0.9, 1.1]
        return rates.flatMap { rate in
            [25.0, 50, 100].flatMap { hertz in clocks.map { PulseCase(beatsPerMinute: rate, samplesPerSecond: hertz, clockFactor: $0) } }
        }
    }
}

@Suite struct BiosignalsPipelineTests {
    @Test(
        "E4: a pulse is right within 2 bpm once shown, and shown within 20 s, at every sample rate and with a wrong clock",
        arguments: PulseCase.all)
    func everyRate(_ pulse: PulseCase) {
        var wearer = SyntheticWearer()
        (wearer.nominalRate, wearer.clockFactor, wearer.readEvery) = (pulse.samplesPerSecond, pulse.clockFactor, 1)
        wearer.heartRate = { _ in pulse.beatsPerMinute }
        let seconds = wearer.wear(seconds: 24)
        let shown = seconds.filter { $0.shown != nil }
        #expect(shown.first.map { $0.time <= 20 } ?? false)
        for second in shown { #expect(((second.shown ?? 0) - pulse.beatsPerMinute).magnitude <= 2, "at \(second.time) s") }
    }

    @Test(
        "E3: a pulse outside 45–205 bpm is shown within 3 bpm or not at all, never halved or doubled",
        arguments: [30.0, 34, 38, 42, 208, 215, 222, 230], [(0.0, 0.0), (0.35, 0.1), (0.8, 0.3)])
    func outside(_ beatsPerMinute: Double, _ overtones: (Double, Double)) {
        var wearer = SyntheticWearer()
        wearer.heartRate = { _ in beatsPerMinute }
        wearer.overtones = overtones
        for second in wearer.wear(seconds: runsLongTests ? 300 : 40) {
            if let shown = second.shown { #expect((shown - beatsPerMinute).magnitude <= 3, "at \(second.time) s") }
        }
    }

    @Test("E6, E8: at rest a value appears within 12 s, and until then there is none instead of 0 or −1")
    func firstValue() {
        let seconds = SyntheticWearer().wear(seconds: 14)
        let first = seconds.first { $0.shown != nil }
        #expect(first.map { $0.time <= 12 } ?? false)
        #expect(seconds.allSatisfy { $0.shown.map { $0 > 40 } ?? true })
        var empty = BiosignalsPipeline()
        #expect(empty.heartRate(at: MonotonicInstant(seconds: 1)).rate == nil)
        #expect(empty.steps(at: MonotonicInstant(seconds: 1)) == nil)
    }

    @Test(
        "E5: from a start at rest, steps at 176 a minute that outweigh a pulse of 150 are shown for 5 s at most", arguments: [1.2, 2.5, 4])
    func cadence(_ leak: Double) {
        var wearer = SyntheticWearer()
        let rate: (Double) -> Double = { time in time < 25 ? 80 : min(150, 80 + (time - 25) * 0.9) }
        wearer.heartRate = rate
        wearer.motion = { time in time < 25 ? .still : .init(stepsPerMinute: 176, strength: 0.9, leak: leak) }
        let locked = wearer.wear(seconds: 150).filter { second in
            let truth = rate(second.time - 4)
            return [176.0, 88].contains { lock in
                second.shown.map { ($0 - lock).magnitude < 4 && (truth - lock).magnitude > 10 } ?? false
            }
        }
        #expect(locked.count <= 5)
    }

    @Test("E10: after a minute without samples the heart rate is hidden, and comes back within 15 s")
    func restart() {
        var wearer = SyntheticWearer()
        wearer.readEvery = 1
        let seconds = wearer.wear(seconds: 120, spoil: { _, time in !(30..<90).contains(time) }, keepsMotion: { !(30..<90).contains($0) })
        #expect(seconds.contains { $0.time < 30 && $0.shown != nil })
        let back = seconds.first { $0.time > 60 && $0.shown != nil }
        #expect(back.map { $0.time < 106 } ?? false)
        #expect(seconds.filter { $0.time > 90 }.allSatisfy { $0.shown.map { ($0 - 70).magnitude < 2 } ?? true })
    }

    @Test("A reading that nothing renews is hidden after a few seconds")
    func stale() {
        var pipeline = BiosignalsPipeline()
        var random = Noise(seed: 3)
        for n in 0..<500 {
            let at = MonotonicInstant(seconds: Double(n) / 25)
            let phase = Double(n) / 25 * 70 / 60 * 2 * .pi
            pipeline.push(AccelerationSample(at: at, x: 0, y: 0, z: 1))
            pipeline.push(PPGSample(at: at, count: 100_000 + 300 * sinValue(phase) + random.next()))
        }
        #expect(pipeline.heartRate(at: MonotonicInstant(seconds: 20.5)).rate != nil)
        #expect(pipeline.steps(at: MonotonicInstant(seconds: 20.5)) != nil)
        #expect(pipeline.heartRate(at: MonotonicInstant(seconds: 26)).rate == nil)
        #expect(pipeline.steps(at: MonotonicInstant(seconds: 26)) == nil)
    }

    @Test("When the accelerometer falls silent the heart rate stays at rest and is hidden in motion", arguments: [false, true])
    func silentAccelerometer(isMoving: Bool) {
        var wearer = SyntheticWearer()
        wearer.heartRate = { _ in 120 }
        wearer.motion = { time in time > 15 && isMoving ? .init(stepsPerMinute: 160, strength: 0.6, leak: 0.5) : .still }
        let seconds = wearer.wear(seconds: 60, keepsMotion: { $0 < 40 })
        #expect(seconds.contains { (25..<40).contains($0.time) && $0.shown != nil })
        let later = seconds.filter { $0.time > 45 }
        #expect(!later.isEmpty)
        #expect(later.allSatisfy { ($0.shown == nil) == isMoving })
        if isMoving { #expect(later.last?.result.obstacle == .motionUnknown) }
    }

    @Test("A board without accelerometer shows the heart rate at rest")
    func noAccelerometer() {
        var wearer = SyntheticWearer()
        wearer.hasAccelerometer = false
        let seconds = wearer.wear(seconds: 20)
        #expect(seconds.last?.shown.map { ($0 - 70).magnitude < 2 } ?? false)
    }

    @Test("Clipped samples hide the heart rate, and it comes back when the light is right")
    func clipping() {
        let seconds = SyntheticWearer().wear(seconds: 60) { sample, time in
            if (20..<30).contains(time) { sample.counts.x = 262_143 }
            return true
        }
        #expect(seconds.contains { (22..<30).contains($0.time) && $0.result.obstacle == .clipped })
        #expect(seconds.filter { (23..<30).contains($0.time) }.allSatisfy { $0.shown == nil })
        #expect(seconds.last?.shown != nil)
    }

    @Test("A change of LED current hides the heart rate for two seconds and no longer")
    func ledChange() {
        let seconds = SyntheticWearer().wear(seconds: 40) { sample, time in
            let current = time < 20 ? 6.4 : 9.6
            sample.counts.x *= current / 6.4
            sample.ledMilliamperes = SIMD3(current, 0, 0)
            return true
        }
        #expect(seconds.contains { (20..<22.5).contains($0.time) && $0.result.obstacle == .ledChanged })
        #expect(seconds.filter { $0.time > 26 }.allSatisfy { $0.shown.map { ($0 - 70).magnitude < 2 } ?? false })
    }

    @Test("Off the wrist nothing is shown; on again the heart rate comes back")
    func offWrist() {
        let seconds = SyntheticWearer().wear(seconds: 80) { sample, time in
            if (30..<50).contains(time) { sample.counts.x = 900 + (sample.counts.x - 100_000) * 0.001 }
            sample.ledMilliamperes = SIMD3(6.4, 0, 0)
            return true
        }
        #expect(seconds.contains { (20..<30).contains($0.time) && $0.shown != nil })
        #expect(seconds.filter { (34..<50).contains($0.time) }.allSatisfy { $0.shown == nil && $0.result.obstacle == .offWrist })
        #expect(seconds.contains { $0.time > 60 && $0.shown.map { ($0 - 70).magnitude < 2 } ?? false })
    }

    @Test(
        "A gap of half a second hides the heart rate while it is in the window; samples that are not finite are gaps",
        arguments: [false, true])
    func gap(isNaN: Bool) {
        let seconds = SyntheticWearer().wear(seconds: 40) { sample, time in
            guard (20..<20.5).contains(time) else { return true }
            if isNaN { sample.counts.x = .nan }
            return isNaN
        }
        #expect(seconds.filter { (21..<28).contains($0.time) }.allSatisfy { $0.shown == nil && $0.result.obstacle == .gap })
        #expect(seconds.last?.shown != nil)
    }

    @Test("The rate of ten seconds ago is better known than the live one while the heart rate climbs")
    func late() {
        let rate: (Double) -> Double = { time in 70 + max(0, time - 20) }
        var wearer = SyntheticWearer()
        wearer.heartRate = rate
        wearer.motion = { _ in .init(stepsPerMinute: 165, strength: 0.6, leak: 0.5) }
        var (live, late, count) = (0.0, 0.0, 0.0)
        for second in wearer.wear(seconds: 80) where second.time > 40 {
            guard let smoothed = second.result.estimate.late else { continue }
            live += (second.result.estimate.rate.beatsPerMinute - rate(second.time)).magnitude
            late += (smoothed.rate.beatsPerMinute - rate(second.time - 10)).magnitude
            count += 1
        }
        #expect(count > 30)
        #expect(late < live)
    }

    @Test("Three channels, one of them dead, give the heart rate of the other two")
    func channels() {
        var pipeline = BiosignalsPipeline(configuration: BiosignalsConfiguration(channels: 3))
        for n in 0..<750 {
            let at = MonotonicInstant(seconds: Double(n) / 25)
            let phase = Double(n) / 25 * 84 / 60 * 2 * .pi
            pipeline.push(AccelerationSample(at: at, x: 0, y: 0, z: 1))
            pipeline.push(
                PPGSample(
                    at: at, counts: SIMD3(90_000 + 200 * sinValue(phase), 70_000 - 150 * sinValue(phase + 3.2), 5_000), channelCount: 3))
        }
        let rate = pipeline.heartRate(at: MonotonicInstant(seconds: 30)).rate
        #expect(rate.map { ($0.beatsPerMinute - 84).magnitude < 2 } ?? false)
    }
}
