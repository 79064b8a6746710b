import Biosignals
import Glibc
import Quantities

/// What a second of both sensors costs: synthetic 25 Hz input, made beforehand, goes through the pipeline as on the watch, in one read a second.
///
/// Instructions are counted from outside: (I(120 s) − I(60 s)) ÷ 60 under callgrind.
public struct CostBenchmark {
    private var optical: [PPGSample] = []
    private var motion: [AccelerationSample] = []
    private var pipeline: BiosignalsPipeline

    /// Makes `seconds` of input: rest, then a run, with the pulse climbing.
    public init(seconds: Int) {
        pipeline = BiosignalsPipeline(
            configuration: BiosignalsConfiguration(
                opticalTiming: .fifo(samplesPerSecond: 25), accelerationTiming: .fifo(samplesPerSecond: 25)))
        var (beats, noise) = (0.0, UInt64(1))
        for n in 0..<(max(seconds, 0) * 25) {
            let t = Double(n) / 25
            let effort = t < 20 ? 0.0 : 1.0
            beats += (75 + min(75, max(0, t - 20) * 0.75)) / 60 / 25
            noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let grain = Double(noise >> 40) / Double(1 << 24) - 0.5
            func wave(_ hertz: Double, _ phase: Double = 0) -> Double { sin(2 * .pi * hertz * t + phase) }
            let read = MonotonicInstant(nanoseconds: Int64(n / 25 + 1) * 1_000_000_000)
            let pulse = 300 * sin(2 * .pi * beats) + 90 * sin(4 * .pi * beats + 0.6)
            optical.append(PPGSample(at: read, count: 100_000 + pulse + effort * (350 * wave(2.8, 0.9) + 150 * wave(1.4)) + 20 * grain))
            motion.append(
                AccelerationSample(
                    at: read, x: effort * (0.5 * wave(1.4) + 0.3 * wave(2.8, 0.5)) + 0.01 * grain, y: effort * 0.4 * wave(2.8, 1),
                    z: 1 + effort * (0.6 * wave(2.8) + 0.2 * wave(5.6))))
        }
    }

    /// Seconds of input.
    public var seconds: Int { optical.count / 25 }

    /// Feeds one second and reads the result, as the watch does; returns the heart rate shown.
    @discardableResult
    public mutating func feed(second: Int) -> HeartRate? {
        guard second >= 0, second < seconds else { return nil }
        for n in (second * 25)..<(second * 25 + 25) {
            pipeline.push(motion[n])
            pipeline.push(optical[n])
        }
        let now = MonotonicInstant(nanoseconds: Int64(second + 1) * 1_000_000_000)
        _ = pipeline.steps(at: now)
        return pipeline.heartRate(at: now).rate
    }
}
