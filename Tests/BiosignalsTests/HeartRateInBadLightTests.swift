import Quantities
import Testing

@testable import Biosignals

/// Someone at rest or running, and by how much the light changes for good.
struct LightChange: CustomTestStringConvertible {
    var factor: Double
    var isRunning: Bool
    var testDescription: String { "light × \(factor)\(isRunning ? ", running" : "")" }

    static let all = [0.3, 0.5, 0.8, 0.95, 1.05, 1.3, 2].flatMap { factor in
        [false, true].map { LightChange(factor: factor, isRunning: $0) }
    }
}

/// A sensor that slips for 40 s: each few seconds its level and its pulse are others.
struct Slipping: CustomTestStringConvertible {
    var every, size: Double
    var isRunning: Bool
    var seed: UInt32
    var testDescription: String { "each \(every) s by \(size)\(isRunning ? ", running" : ""), seed \(seed)" }

    static let all = [2.0, 5, 9].flatMap { every in
        [0.02, 0.3].flatMap { size in
            [false, true].flatMap { isRunning in
                (runsLongTests ? Array(UInt32(1)...12) : [1, 2]).map {
                    Slipping(every: every, size: size, isRunning: isRunning, seed: $0)
                }
            }
        }
    }
}

/// Motion in the light of somebody without a pulse.
struct BareMotion: CustomTestStringConvertible {
    var leak, wander, cadence, strength: Double
    var testDescription: String { "leak \(leak), wander \(wander), cadence \(cadence)" }

    static let all = [0.35, 1, 3, 10].flatMap { leak in
        [0, 0.06, 0.15, 0.3].flatMap { wander in
            [(112, 0.35), (160, 0.8)].map { BareMotion(leak: leak, wander: wander, cadence: $0.0, strength: $0.1) }
        }
    }
}

@Suite struct HeartRateInBadLightTests {
    private typealias Channel = ReferenceWearer.Channel

    /// Somebody at 66 bpm at rest, or at 140 bpm running at 164 steps a minute.
    private func wearer(isRunning: Bool, seed: UInt32 = 1, seconds: Double, channels: @escaping (Double) -> [Channel]) -> ReferenceWearer {
        ReferenceWearer(
            seconds: seconds, rate: { _ in isRunning ? 140 : 66 }, channels: channels, cadence: 164, strength: isRunning ? 0.8 : 0,
            wander: 0.1, seed: seed)
    }

    @Test("A light that changes for good: nothing wrong is shown, and the heart rate is back within 30 s", arguments: LightChange.all)
    func lightChange(_ change: LightChange) {
        let wearer = wearer(isRunning: change.isRunning, seconds: 100) { time in
            [Channel(level: time < 40 ? 100_000 : 100_000 * change.factor, pulse: 300, leak: 300, noise: 15)]
        }
        let seconds = wearer.wear()
        #expect(seconds.shown(to: 40).count >= 25)
        #expect(seconds.wrong(rate: wearer.rate).isEmpty)
        #expect(seconds.shown(from: 70).count >= 30)
    }

    @Test("A slipping sensor: nothing wrong is shown for more than 5 s, and the heart rate is back within 30 s", arguments: Slipping.all)
    func slipping(_ slipping: Slipping) {
        var noise = EvenNoise(seed: slipping.seed)
        let levels = (0..<50).map { _ in 100_000 * (1 + slipping.size * noise.next()) }
        let pulses = (0..<50).map { _ in 300 * (0.6 + 0.4 * noise.next()) }
        let wearer = wearer(isRunning: slipping.isRunning, seed: slipping.seed, seconds: 130) { time in
            guard (40..<80).contains(time) else { return [Channel(level: 100_000, pulse: 300, leak: 300, noise: 15)] }
            let place = Int(rounding: (time / slipping.every).rounded(.down))
            return [Channel(level: levels[place], pulse: pulses[place], leak: 300, noise: 15)]
        }
        let seconds = wearer.wear()
        #expect(seconds.shown(to: 40).count >= 25)
        #expect(seconds.wrong(rate: wearer.rate).count <= 5)
        #expect(seconds.shown(from: 110).count >= 19)
    }

    @Test("Motion in the light without a pulse is not taken for one", arguments: BareMotion.all)
    func bareMotion(_ motion: BareMotion) {
        let channel = Channel(level: 100_000, pulse: 0, leak: 300 * motion.leak / motion.strength, noise: 100)
        let wearer = ReferenceWearer(
            seconds: runsLongTests ? 600 : 120, rate: { _ in 120 }, channels: { _ in [channel] }, cadence: motion.cadence,
            strength: motion.strength, wander: motion.wander)
        #expect(wearer.wear().shown().count <= 2)
    }

    @Test("E1: noise in the motion of a run is shown in 4 % of the seconds at most")
    func noiseInMotion() {
        let kinds: [NoPulse] = [.whiteNoise, .pulseBandNoise, .brownNoise]
        let wearer = ReferenceWearer(seconds: 300, rate: { _ in 0 }, cadence: 160, strength: 0.8)
        var (shown, seconds) = (0, 0)
        for seed in UInt64(1)...(runsLongTests ? 36 : 4) {
            for kind in kinds {
                let counts = kind.counts(7_500, seed: seed)
                var (monitor, tick) = (HeartRateMonitor(model: .shipped, channels: 1), 0)
                wearer.forEachSample { _, _, _, acceleration in
                    let sample = GridSample(tick: Int64(tick), values: SIMD4(counts[tick], 0, 0, 0))
                    tick += 1
                    guard let second = monitor.push(sample, acceleration: acceleration, hasCurrent: wearer.knownCurrents) else { return }
                    seconds += 1
                    shown += second.reading.rate == nil ? 0 : 1
                }
            }
        }
        #expect(seconds > 3_000)
        #expect(shown * 100 <= seconds * 4, "\(shown) of \(seconds)")
    }

    @Test("Red and infrared at rest, with little blood in either: shown within 12 s and to the end")
    func weakBlood() {
        let wearer = ReferenceWearer(
            seconds: 60, rate: { 72 + 2 * ReferenceWearer.wave(0.2 * $0) },
            channels: { _ in
                [Channel(level: 65_000, pulse: 11, leak: 0, noise: 4), Channel(level: 90_000, pulse: 43, leak: 0, noise: 4)]
            })
        let seconds = wearer.wear()
        #expect(seconds.filter { $0.time >= 12 }.allSatisfy { $0.shown != nil })
        #expect(seconds.wrong(rate: wearer.rate).isEmpty)
    }

    @Test("Off the wrist for 20 s: hidden after 3 s at most, and shown again within 15 s")
    func offWrist() {
        let wearer = GoldenScenario.offWrist.wearer
        let seconds = wearer.wear()
        #expect(seconds.shown(from: 20, to: 30).count == 10)
        #expect(seconds.shown(from: 33, to: 50).isEmpty)
        #expect(seconds.shown(from: 50).first.map { $0.time <= 65 } ?? false)
    }
}
