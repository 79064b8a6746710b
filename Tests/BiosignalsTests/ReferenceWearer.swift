import Glibc
import Quantities

@testable import Biosignals

/// The wearer of the reference implementation, sample by sample the same: a pulse with two overtones, from a time on steps with an arm swing
/// that leak into each channel, and a leak that wanders in size and phase, which no linear canceller follows.
struct ReferenceWearer {
    /// One optical channel: mean count, and the amplitudes of pulse, leaking motion and noise.
    struct Channel {
        var level, pulse, leak, noise: Double
    }

    /// What one second told, and the truth at its end.
    struct Second {
        var time, truth: Double
        var result: HeartRateSecond
        var shown: Double? { result.reading.rate?.beatsPerMinute }
        var estimate: HeartRateEstimate { result.estimate }
    }

    var seconds: Double
    var rate: (Double) -> Double
    var channels: (Double) -> [Channel] = { _ in [Channel(level: 100_000, pulse: 300, leak: 0, noise: 15)] }
    /// Steps a minute and their strength (1: running), while `moves` says so.
    var cadence = 0.0
    var strength = 0.0
    var moves: (Double) -> Bool = { _ in true }
    /// By how much of itself the leak drifts in size, and by how much in phase (radians, times 1.5).
    var wander = 0.0
    /// True where the counts are per milliampere.
    var hasCurrent = false
    var seed: UInt32 = 1

    /// Visits every sample: time, truth, counts and acceleration in g.
    func forEachSample(_ visit: (Double, Double, SIMD3<Double>, SIMD3<Double>) -> Void) {
        var (noise, beats, steps) = (EvenNoise(seed: seed), 0.0, 0.0)
        for n in 0..<Int(seconds * 25) {
            let t = Double(n) / 25
            let strength = moves(t) ? strength : 0
            if n > 0 {
                beats += rate(t) / 60 / 25
                steps += moves(t) ? cadence / 60 / 25 : 0
            }
            let (size, turn) = (1 + wander * Self.wave(0.11 * t), 1.5 * wander * Self.wave(0.07 * t))
            let motion = Self.wave(steps, 0.9 + turn) + 0.43 * Self.wave(steps / 2, 0.2 + turn)
            var counts = SIMD3<Double>.zero
            for (index, channel) in channels(t).enumerated() {
                let artefact = strength * channel.leak * size * motion
                counts[index] =
                    (channel.level + channel.pulse * Self.pulse(beats) + artefact + channel.noise * noise.next() + 0.5).rounded(.down)
            }
            let x = strength * (0.5 * Self.wave(steps / 2) + 0.3 * Self.wave(steps, 0.5)) + 0.002 * noise.next()
            let y = strength * 0.4 * Self.wave(steps, 1) + 0.002 * noise.next()
            let z = 1 + strength * (0.6 * Self.wave(steps) + 0.2 * Self.wave(2 * steps)) + 0.002 * noise.next()
            visit(t, rate(t), counts, SIMD3(x, y, z))
        }
    }

    /// A monitor with these channels.
    var monitor: HeartRateMonitor { HeartRateMonitor(model: .shipped, channels: channels(0).count) }

    /// Which channels are per milliampere.
    var knownCurrents: WearDetector.ChannelFlags { WearDetector.ChannelFlags(repeating: hasCurrent) }

    /// Wears the watch, and hands each second's result on with the monitor that gave it.
    func wear(_ visit: (Second, HeartRateMonitor) -> Void) {
        var (monitor, tick) = (monitor, Int64(0))
        forEachSample { time, truth, counts, acceleration in
            let sample = GridSample(tick: tick, values: SIMD4(counts, 0))
            tick += 1
            guard let result = monitor.push(sample, acceleration: acceleration, hasCurrent: knownCurrents) else { return }
            visit(Second(time: time, truth: truth, result: result), monitor)
        }
    }

    /// Wears the watch and returns what it said.
    func wear() -> [Second] {
        var found: [Second] = []
        wear { second, _ in found.append(second) }
        return found
    }

    static func wave(_ turns: Double, _ phase: Double = 0) -> Double { sin(2 * .pi * turns + phase) }

    static func pulse(_ turns: Double) -> Double { wave(turns) + 0.35 * wave(2 * turns, 0.6) + 0.1 * wave(3 * turns, 1) }

    /// 60 bpm for half a minute, 130 from a minute later on.
    static func ramp(_ time: Double) -> Double { 60 + 70 * min(max((time - 30) / 60, 0), 1) }
}

extension Array where Element == ReferenceWearer.Second {
    /// Seconds in which a value is shown, from a time on.
    func shown(from start: Double = 0, to end: Double = .infinity) -> Self {
        filter { $0.shown != nil && $0.time >= start && $0.time < end }
    }

    /// Seconds in which the cadence or half of it is shown while the truth of 4 s ago, which the estimate looks at, is far away.
    func showingCadence(_ cadence: Double, rate: (Double) -> Double) -> Self {
        filter { second in
            guard let shown = second.shown else { return false }
            let isCadence = (shown - cadence).magnitude <= 5 || (shown - cadence / 2).magnitude <= 5
            return isCadence && (shown - rate(second.time - 4)).magnitude > 10
        }
    }

    /// Seconds in which a value is shown that is wrong by more than 10 bpm, now and for the middle of its window.
    func wrong(rate: (Double) -> Double) -> Self {
        filter { second in
            guard let shown = second.shown else { return false }
            return Swift.min((shown - rate(second.time)).magnitude, (shown - rate(second.time - 4)).magnitude) > 10
        }
    }
}

/// Evenly distributed numbers in −1...1 from the reference's linear congruential generator.
struct EvenNoise {
    private var state: UInt32

    init(seed: UInt32) { state = seed }

    mutating func next() -> Double {
        state = 1_664_525 &* state &+ 1_013_904_223
        return Double(state) / 2_147_483_648 - 1
    }
}
