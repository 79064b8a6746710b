import Glibc

/// Repeatable random numbers: xoshiro256** (Blackman and Vigna, 2018), its state filled from the seed by SplitMix64 as its authors advise.
/// The same seed gives the same numbers on every machine. Not for secrets.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var s0: UInt64
    private var s1: UInt64
    private var s2: UInt64
    private var s3: UInt64
    private var spare: Double?

    /// A sequence of its own for every seed, 0 included.
    public init(seed: UInt64) {
        var state = seed
        func splitMix() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z &>> 31)
        }
        s0 = splitMix()
        s1 = splitMix()
        s2 = splitMix()
        s3 = splitMix()
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        let product = s1 &* 5
        let result = ((product &<< 7) | (product &>> 57)) &* 9
        let t = s1 &<< 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = (s3 &<< 45) | (s3 &>> 19)
        return result
    }

    /// Even over 0..<1, in steps of 2⁻⁵³.
    public mutating func uniform() -> Double { Double(next() &>> 11) * 0x1p-53 }

    /// Normally distributed with mean 0 and standard deviation 1 (Marsaglia's polar method).
    public mutating func gaussian() -> Double {
        if let ready = spare {
            spare = nil
            return ready
        }
        while true {
            let x = 2 * uniform() - 1, y = 2 * uniform() - 1
            let radius = x * x + y * y
            if radius > 0, radius < 1 {
                let factor = (-2 * log(radius) / radius).squareRoot()
                spare = y * factor
                return x * factor
            }
        }
    }
}

/// Noise that remembers: a first-order Gauss-Markov process, such as a receiver's slow wander.
struct GaussMarkov: Sendable {
    private(set) var value = 0.0
    private var hasBegun = false

    /// The value after another second, with a standard deviation and a correlation time (s). The first is drawn at random.
    mutating func next(deviation: Double, correlation: Double, _ random: inout SeededRandom) -> Double {
        let kept = hasBegun && correlation > 0 ? exp(-1 / correlation) : 0
        value = kept * value + deviation * (1 - kept * kept).squareRoot() * random.gaussian()
        hasBegun = true
        return value
    }
}
