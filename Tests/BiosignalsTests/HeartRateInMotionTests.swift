import Quantities
import Testing

@testable import Biosignals

/// How much motion there is in the light of a wearer who starts to move. Leak: amplitude of the motion as a multiple of the pulse's; wander:
/// the share of itself by which it drifts in size and phase.
struct LeakCase: CustomTestStringConvertible {
    var leak, wander, strength: Double
    var seed: UInt32
    var testDescription: String { "leak \(leak), wander \(wander), strength \(strength), seed \(seed)" }

    /// All of leak 3, 10 and 30 with four sizes of wander, at two strengths.
    static func all(strengths: [Double]) -> [LeakCase] {
        [3.0, 10, 30].flatMap { leak in
            [0, 0.06, 0.15, 0.3].flatMap { wander in
                strengths.flatMap { strength in
                    wearerSeeds.map { LeakCase(leak: leak, wander: wander, strength: strength, seed: $0) }
                }
            }
        }
    }

    static let running = all(strengths: [0.5, 1])
    static let jumping = all(strengths: [1.5, 2.5])

    /// One channel with so much motion in its light.
    func channel(noise: Double = 15) -> ReferenceWearer.Channel {
        ReferenceWearer.Channel(level: 100_000, pulse: 300, leak: 300 * leak / strength, noise: noise)
    }

    /// No linear canceller follows what wanders: from here on the pulse may stay buried.
    var canBeCancelled: Bool { wander == 0 || leak == 3 || (leak == 10 && wander == 0.06) }
}

/// A start while walking at 112 steps a minute.
struct ColdStart: CustomTestStringConvertible {
    var leak, wander, pulse: Double
    var seed: UInt32
    var testDescription: String { "pulse \(pulse), leak \(leak), wander \(wander), seed \(seed)" }

    /// Pulses away from the cadence and about it.
    static let pulses: [Double] = [80, 86, 92, 98, 100, 101, 104, 108, 112, 115, 118, 125]
    static let all = [0.35, 1.4, 2.8].flatMap { leak in
        [0, 0.2].flatMap { wander in
            pulses.flatMap { pulse in wearerSeeds.map { ColdStart(leak: leak, wander: wander, pulse: pulse, seed: $0) } }
        }
    }

    var isAtCadence: Bool { (104...118).contains(pulse) }

    var wearer: ReferenceWearer {
        let strength = 0.35
        let channel = ReferenceWearer.Channel(level: 100_000, pulse: 300, leak: 300 * leak / strength, noise: 30)
        return ReferenceWearer(
            seconds: 75, rate: { _ in pulse }, channels: { _ in [channel] }, cadence: 112, strength: strength, wander: wander, seed: seed)
    }
}

@Suite struct HeartRateInMotionTests {
    @Test("Standing, then running: the cadence is never shown for more than 5 s, nor anything wrong", arguments: LeakCase.running)
    func standThenRun(_ leak: LeakCase) {
        let wearer = ReferenceWearer(
            seconds: 130, rate: ReferenceWearer.ramp, channels: { _ in [leak.channel()] }, cadence: 150, strength: leak.strength,
            moves: { $0 >= 30 }, wander: leak.wander, seed: leak.seed)
        let seconds = wearer.wear()
        #expect(seconds.shown(to: 30).count > 15)
        #expect(seconds.showingCadence(wearer.cadence, rate: wearer.rate).count <= 5)
        #expect(seconds.wrong(rate: wearer.rate).count <= 5)
        if leak.canBeCancelled { #expect(seconds.shown(from: 110).count >= 15) }
    }

    @Test("Standing, then jumping: the cadence is never shown for more than 5 s", arguments: LeakCase.jumping)
    func standThenJump(_ leak: LeakCase) {
        let wearer = ReferenceWearer(
            seconds: 110, rate: { 70 + 70 * min(max(($0 - 30) / 40, 0), 1) }, channels: { _ in [leak.channel()] }, cadence: 130,
            strength: leak.strength, moves: { $0 >= 30 }, wander: leak.wander, seed: leak.seed)
        let seconds = wearer.wear()
        #expect(seconds.shown(to: 30).count > 15)
        #expect(seconds.showingCadence(wearer.cadence, rate: wearer.rate).count <= 5)
    }

    @Test("Standing still after a run: the heart rate is back within 30 s, and right", arguments: LeakCase.running)
    func runThenStand(_ leak: LeakCase) {
        let wearer = ReferenceWearer(
            seconds: 150, rate: { $0 < 90 ? ReferenceWearer.ramp($0) : 120 - min(40, ($0 - 90) * 0.7) },
            channels: { _ in [leak.channel()] }, cadence: 150, strength: leak.strength, moves: { (30..<90).contains($0) },
            wander: leak.wander, seed: leak.seed)
        let seconds = wearer.wear()
        #expect(seconds.shown(from: 90).first.map { $0.time <= 120 } ?? false)
        #expect(seconds.shown(from: 120).count >= 25)
        #expect(seconds.wrong(rate: wearer.rate).count <= 5)
    }

    @Test(
        "Starting while already walking: within 20 s and 4 bpm away from the cadence (40 s in strong motion), hidden or right at it",
        arguments: ColdStart.all)
    func coldStart(_ start: ColdStart) {
        let shown = start.wearer.wear().shown()
        for second in shown { #expect(((second.shown ?? 0) - start.pulse).magnitude <= 4, "at \(second.time) s") }
        if !start.isAtCadence { #expect(shown.first.map { $0.time <= (start.leak > 2 ? 40 : 20) } ?? false) }
    }

    @Test("Half of all who start while already walking, at whatever pulse, see a heart rate within 30 s")
    func half() {
        let starts = ColdStart.all.filter { $0.seed == 1 }
        let early = starts.filter { $0.wearer.wear().shown(to: 30).count > 0 }
        #expect(early.count * 2 >= starts.count)
    }
}

/// Seeds of the wearers' noise: many if the environment asks for the full sweeps.
let wearerSeeds = runsLongTests ? Array(UInt32(1)...12) : [1]
