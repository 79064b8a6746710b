import Biosignals
import Glibc
import Quantities

/// A wearer made of sines: a pulse with two overtones, steps with an arm swing that leak into the pulse, and two sensors with clocks of
/// their own. The same seed gives the same samples.
struct SyntheticWearer {
    /// How the wearer moves: steps a minute, strength (1: running) and how much of the motion leaks into the pulse.
    struct Motion {
        var stepsPerMinute = 0.0
        var strength = 0.0
        var leak = 0.0
        static let still = Motion()
    }

    /// Samples a second that the sensors promise, and what their clocks make of it.
    var nominalRate = 25.0
    var clockFactor = 1.0
    /// Seconds between FIFO reads; nil: each sample carries its own true time.
    var readEvery: Double?
    var hasAccelerometer = true
    var amplitude = 300.0
    var noise = 0.05
    var overtones = (0.35, 0.1)
    var heartRate: (Double) -> Double = { _ in 70 }
    var motion: (Double) -> Motion = { _ in .still }
    var seed: UInt64 = 1

    /// What the pipeline said at a time.
    struct Second {
        var time: Double
        var result: HeartRateSecond
        var shown: Double? { result.reading.rate?.beatsPerMinute }
    }

    /// A pipeline for these sensors.
    var pipeline: BiosignalsPipeline {
        let timing: SampleTiming = readEvery == nil ? .stamped : .fifo(samplesPerSecond: nominalRate)
        return BiosignalsPipeline(configuration: BiosignalsConfiguration(opticalTiming: timing, accelerationTiming: timing))
    }

    /// Wears the watch for some seconds. `spoil` may change each optical sample, or drop it by returning nil.
    func wear(
        seconds: Double, spoil: (inout PPGSample, Double) -> Bool = { _, _ in true }, keepsMotion: (Double) -> Bool = { _ in true }
    ) -> [Second] {
        var (pipeline, found) = (self.pipeline, [Second]())
        var (beats, steps, random) = (0.0, 0.0, Noise(seed: seed))
        var pending: [(PPGSample, AccelerationSample)] = []
        var nextRead = readEvery ?? 0
        let step = 1 / (nominalRate * clockFactor)
        for n in 0..<Int(seconds / step) {
            let time = Double(n) * step
            let motion = self.motion(time)
            beats += heartRate(time) / 60 * step
            steps += motion.stepsPerMinute / 60 * step
            func wave(_ turns: Double, _ phase: Double = 0) -> Double { sin(2 * .pi * turns + phase) }
            let pulse = wave(beats) + overtones.0 * wave(2 * beats, 0.6) + overtones.1 * wave(3 * beats, 1)
            let leak = motion.strength * motion.leak * (wave(steps, 0.9) + 0.43 * wave(steps / 2, 0.2))
            let count = 100_000 + amplitude * (pulse + leak) + amplitude * noise * random.next()
            let at = MonotonicInstant(seconds: 100 + time)
            let strength = motion.strength
            let acceleration = AccelerationSample(
                at: at, x: strength * (0.5 * wave(steps / 2) + 0.3 * wave(steps, 0.5)) + 0.002 * random.next(),
                y: strength * 0.4 * wave(steps, 1) + 0.002 * random.next(),
                z: 1 + strength * (0.6 * wave(steps) + 0.2 * wave(2 * steps)) + 0.002 * random.next())
            pending.append((PPGSample(at: at, count: count.rounded()), acceleration))
            guard time >= nextRead else { continue }
            for (optical, acceleration) in pending {
                var (optical, acceleration) = (optical, acceleration)
                if readEvery != nil { (optical.at, acceleration.at) = (at, at) }
                if hasAccelerometer, keepsMotion(time) { pipeline.push(acceleration) }
                if spoil(&optical, time) { pipeline.push(optical) }
            }
            pending.removeAll(keepingCapacity: true)
            nextRead += readEvery ?? 0
            if readEvery != nil { _ = pipeline.heartRate(at: at) }
            while let second = pipeline.takeHeart() { found.append(Second(time: second.at.seconds - 100, result: second.result)) }
        }
        return found
    }
}

/// Normally distributed numbers (sum of twelve uniform ones) from a linear congruential generator.
struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> Double {
        var sum = -6.0
        for _ in 0..<12 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            sum += Double(state >> 11) / 9_007_199_254_740_992
        }
        return sum
    }
}

/// True when the environment asks for the full sweeps, which take minutes in a debug build.
let runsLongTests = getenv("HARRIER_LONG_TESTS") != nil
