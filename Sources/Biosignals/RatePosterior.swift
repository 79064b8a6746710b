import Glibc

/// What the watch believes about the heart rate: a probability for each whole rate from 40 to 210 beats a minute, carried from second to
/// second by a hidden Markov model (forward filter), and looked back upon with ten seconds of hindsight.
///
/// A rate may drift by a few beats a second (Laplace-shaped transition, applied as two one-pole recursions) and very rarely jump anywhere.
struct RatePosterior {
    /// The slowest rate in beats per minute: element 0.
    static let lowest = 40
    /// How many rates there are: 40...210.
    static let count = 171
    /// Seconds of hindsight of ``smoothed()``.
    static let lag = 10
    /// e-folding width of the drift in one second, in beats per minute.
    private static let drift: Float = 3
    /// Probability of a jump to anywhere in one second.
    private static let leak: Float = 5e-5
    /// Half width of the mode in bins, over which rate and confidence are summed.
    private static let halfWidth = 5

    /// The probabilities; they sum to 1.
    private(set) var probabilities = [Float](repeating: 1 / Float(count), count: count)
    private var isUniform = true

    private let ratio = expf(-1 / drift)
    private var norms = [Float](repeating: 0, count: count)
    private var scratch = [Float](repeating: 0, count: count)
    private var swept = [Float](repeating: 0, count: count)
    private var past = [Float](repeating: 0, count: count * (lag + 1))
    private var evidence = [Float](repeating: 0, count: count * (lag + 1))
    private var backward = [Float](repeating: 1, count: count)
    private var slot = lag
    private var kept = 0

    /// Nothing known yet: every rate alike.
    init() {
        for column in 0..<Self.count {
            var sum: Float = 0
            for row in 0..<Self.count { sum += expf(-Float((row - column).magnitude) / Self.drift) }
            norms[column] = (1 - Self.leak) / sum
        }
    }

    /// Forgets everything.
    mutating func reset() {
        for index in 0..<Self.count { probabilities[index] = 1 / Float(Self.count) }
        isUniform = true
        kept = 0
    }

    /// Moves on by one second and weighs in the likelihood of each rate, known up to a factor.
    mutating func update(likelihood: [Float]) {
        if isUniform { isUniform = false } else { carryForward() }
        var sum: Float = 0
        for index in 0..<Self.count {
            probabilities[index] *= likelihood[index]
            sum += probabilities[index]
        }
        guard sum > 0, sum.isFinite else { return reset() }
        for index in 0..<Self.count { probabilities[index] /= sum }
        slot = slot == Self.lag ? 0 : slot + 1
        kept = min(kept + 1, Self.lag + 1)
        let first = slot * Self.count
        for index in 0..<Self.count {
            past[first + index] = probabilities[index]
            evidence[first + index] = likelihood[index]
        }
    }

    /// The mean rate about the most probable one, and the probability within 5 beats of it.
    var estimate: (beatsPerMinute: Float, confidence: Float) { Self.mode(of: probabilities) }

    /// The estimate for ten seconds ago, in the light of what came since; nil until there are ten seconds.
    mutating func smoothed() -> (beatsPerMinute: Float, confidence: Float)? {
        guard kept == Self.lag + 1 else { return nil }
        for index in 0..<Self.count { backward[index] = 1 }
        var from = slot
        for _ in 0..<Self.lag {
            carryBackward(evidenceAt: from * Self.count)
            from = from == 0 ? Self.lag : from - 1
        }
        var sum: Float = 0
        for index in 0..<Self.count {
            scratch[index] = backward[index] * past[from * Self.count + index]
            sum += scratch[index]
        }
        guard sum > 0, sum.isFinite else { return nil }
        for index in 0..<Self.count { scratch[index] /= sum }
        return Self.mode(of: scratch)
    }

    private mutating func carryForward() {
        for index in 0..<Self.count { scratch[index] = probabilities[index] * norms[index] }
        sweep()
        let floor = Self.leak / Float(Self.count)
        for index in 0..<Self.count { probabilities[index] = swept[index] + floor }
    }

    /// One second back: the transpose of ``carryForward()`` after weighing in that second's evidence, scaled to a largest element of 1.
    private mutating func carryBackward(evidenceAt first: Int) {
        var sum: Float = 0
        for index in 0..<Self.count {
            scratch[index] = backward[index] * evidence[first + index]
            sum += scratch[index]
        }
        sweep()
        var largest = Float.leastNormalMagnitude
        for index in 0..<Self.count {
            backward[index] = swept[index] * norms[index] + sum * Self.leak / Float(Self.count)
            largest = max(largest, backward[index])
        }
        for index in 0..<Self.count { backward[index] /= largest }
    }

    /// Convolves `scratch` with exp(−|distance| ÷ drift) into `swept`.
    private mutating func sweep() {
        var carry: Float = 0
        for index in 0..<Self.count {
            carry = carry * ratio + scratch[index]
            swept[index] = carry
        }
        carry = 0
        var index = Self.count - 1
        while index >= 0 {
            swept[index] += carry
            carry = (carry + scratch[index]) * ratio
            index -= 1
        }
    }

    private static func mode(of values: [Float]) -> (beatsPerMinute: Float, confidence: Float) {
        var best = 0
        for index in 0..<count where values[index] > values[best] { best = index }
        var sum: Float = 0
        var moment: Float = 0
        for index in max(0, best - halfWidth)...min(count - 1, best + halfWidth) {
            sum += values[index]
            moment += values[index] * Float(index + lowest)
        }
        return (moment / sum, sum)
    }
}
