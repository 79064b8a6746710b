import Glibc
import Quantities

/// Steps of a runner as a counter sees them: pulses at once, credit after eight seconds of walking (then back-filled), as the real one.
struct StepModel: Sendable {
    /// s. The real counter wants this much of a rhythm before it credits anything.
    private static let creditDelay = 8
    /// s. And forgets the rhythm after this.
    private static let creditHold = 3

    private var random: SeededRandom
    private var jitter = GaussMarkov()
    private var phase = 0.0
    private var recent: (UInt64, UInt64, UInt64) = (0, 0, 0)
    private(set) var total: UInt64 = 0
    private var credited: UInt64 = 0
    private var uncredited: UInt64 = 0
    private var rhythm = 0
    private var silence = 0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Steps per minute that suit a speed: 165 at 3 m/s, 102 walking at 1.3 m/s.
    static func cadence(of motion: RunnerScript.Motion, speed: Double) -> Double {
        switch motion {
        case .stand: 0
        case .walk: 50 + 40 * speed
        case .run: 120 + 15 * speed
        }
    }

    /// One second at a cadence (0: standing).
    mutating func next(cadence: Double) -> StepReading {
        let wobble = jitter.next(deviation: 2, correlation: 10, &random)
        let rate = cadence > 0 ? max(0, cadence + wobble) : 0
        phase += rate / 60
        let new = UInt64(rounding: phase.rounded(.down))
        phase -= Double(new)
        if rate == 0 { phase = 0 }
        total &+= new
        recent = (recent.1, recent.2, new)
        credit(new)
        let isCredited = rhythm >= Self.creditDelay && silence < Self.creditHold
        return StepReading(
            count: credited, cadence: isCredited ? .stepsPerMinute(rate.rounded()) : nil,
            pulseRate: .stepsPerMinute(Double((recent.0 &+ recent.1 &+ recent.2) &* 20)))
    }

    private mutating func credit(_ new: UInt64) {
        uncredited &+= new
        if new > 0 {
            rhythm += 1
            silence = 0
        } else {
            silence += 1
        }
        if rhythm >= Self.creditDelay {
            credited &+= uncredited
            uncredited = 0
        }
        if silence >= Self.creditHold {
            rhythm = 0
            uncredited = 0
        }
    }
}

/// A heart that follows effort with a lag: half a minute up, three quarters of a minute down.
struct HeartModel: Sendable {
    private static let rise = 30.0, fall = 45.0
    /// m/s. The speed on the flat that needs the maximum.
    private static let fullEffort = 4.8
    private var random: SeededRandom
    private(set) var rate: Double
    private let resting: Double
    private let maximum: Double

    init(resting: HeartRate, maximum: HeartRate, seed: UInt64) {
        self.resting = resting.beatsPerMinute
        self.maximum = maximum.beatsPerMinute
        rate = resting.beatsPerMinute
        random = SeededRandom(seed: seed)
    }

    /// One second at a speed (m/s) on a grade; a climb of 10 % costs like running half as fast again.
    mutating func next(speed: Double, grade: Double) -> HeartRateReading {
        let effort = min(1, max(0, speed * (1 + 5 * max(-0.1, grade)) / Self.fullEffort))
        let target = resting + (maximum - resting) * effort
        rate += (target - rate) * (1 - exp(-1 / (target > rate ? Self.rise : Self.fall)))
        let shown = (rate + 0.8 * random.gaussian()).rounded()
        let confidence = max(0.5, min(1, 0.92 + 0.03 * random.gaussian()))
        return HeartRateReading(rate: .beatsPerMinute(shown), confidence: confidence)
    }
}

/// Air pressure at a height on a day with some weather.
struct BarometerModel: Sendable {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func next(altitude: Double, hours: Double, drift: Pressure, noise: Pressure) -> Pressure {
        let standard = 1013.25 * pow(max(0.01, 1 - altitude / 44330.77), 1 / 0.190263)
        return .hectopascals(standard + drift.hectopascals * hours + noise.hectopascals * random.gaussian())
    }
}
