/// Removes from normalised pulses what the last quarter second of acceleration explains of them: recursive least squares (RLS), six taps
/// for each axis, with a memory of 20 s and a lasting ridge.
///
/// The inverse correlation matrix of the acceleration is the same for all channels, so one serves them all. In double precision: what is
/// forgotten at 0.2 % a sample gathers rounding errors for as long.
struct MotionCanceller {
    private static let taps = 6
    private static let size = 3 * taps
    /// How much of the past each sample keeps: a memory of 500 samples, 20 s.
    private static let forgetting = 0.998
    /// The ridge in g²: with each sample one weight, in turn, is taken to have been seen to be 0 with a regressor of √0.036 g. Under
    /// forgetting that adds up to 1 g²: small beside running (125 g² a tap), large beside a sensor's noise (0.002 g²). Without it the matrix
    /// grows while nothing moves, the pulse itself is explained by the noise with huge weights, and the first step of a run bursts.
    private static let ridge = 0.036
    /// What is left is clipped at as many standard deviations as the pulse is.
    private static let clip = 4.0
    /// No diagonal element of the matrix comes near this, in 1/g²: 1.035 in simulations of rest, zeros, noise, shocks and runs.
    private static let largestDiagonal = 2.0

    private let channels: Int
    /// The acceleration's recent past, axis by axis, newest first.
    private var past = [Double](repeating: 0, count: size)
    /// The inverse correlation matrix row by row, in 1/g²; symmetric to the last bit.
    private var inverse = [Double](repeating: 0, count: size * size)
    /// The weights, channel by channel.
    private var weights: [Double]
    private var gain = [Double](repeating: 0, count: size)
    private var ridgeGain = [Double](repeating: 0, count: size)
    /// The weight whose turn it is to be held.
    private var held = 0

    /// A canceller of some channels, at most three, that has learned nothing.
    init(channels: Int) {
        self.channels = min(max(channels, 0), 3)
        weights = Array(repeating: 0, count: self.channels * Self.size)
        forgetWeights()
    }

    /// Starts anew, as if nothing had ever moved.
    mutating func restart() {
        for index in past.indices { past[index] = 0 }
        held = 0
        forgetWeights()
    }

    /// What is left of each channel's normalised pulse after the part that the acceleration explains, and learns from it. The acceleration
    /// is band-passed and in g.
    mutating func residuals(of pulses: SIMD3<Double>, acceleration: SIMD3<Double>) -> SIMD3<Double> {
        shift(acceleration)
        let left = learn(pulses)
        holdOneWeight()
        held = held + 1 == Self.size ? 0 : held + 1
        if held == 0, !isSound { forgetWeights() }
        return left.clamped(lowerBound: SIMD3(repeating: -Self.clip), upperBound: SIMD3(repeating: Self.clip))
    }

    private mutating func forgetWeights() {
        for index in weights.indices { weights[index] = 0 }
        for index in inverse.indices { inverse[index] = index % (Self.size + 1) == 0 ? 1 : 0 }
    }

    private mutating func shift(_ acceleration: SIMD3<Double>) {
        for axis in 0..<3 {
            let newest = axis * Self.taps
            var index = newest + Self.taps - 1
            while index > newest {
                past[index] = past[index - 1]
                index -= 1
            }
            past[newest] = acceleration[axis]
        }
    }

    /// The plain recursion: returns what was left before learning.
    private mutating func learn(_ pulses: SIMD3<Double>) -> SIMD3<Double> {
        Self.multiply(inverse, past, into: &gain)
        var scale = Self.forgetting
        for index in 0..<Self.size { scale += past[index] * gain[index] }
        var left = SIMD3<Double>.zero
        for channel in 0..<channels {
            let first = channel * Self.size
            var error = pulses[channel]
            for index in 0..<Self.size { error -= weights[first + index] * past[index] }
            left[channel] = error
            let step = error / scale
            for index in 0..<Self.size { weights[first + index] += step * gain[index] }
        }
        Self.subtractSquare(of: gain, by: 1 / scale, growth: 1 / Self.forgetting, from: &inverse)
        return left
    }

    /// The ridge: one weight is told that it is 0.
    private mutating func holdOneWeight() {
        let row = held * Self.size
        for index in 0..<Self.size { ridgeGain[index] = inverse[row + index] }
        let scale = 1 / Self.ridge + ridgeGain[held]
        for channel in 0..<channels {
            let first = channel * Self.size
            let step = weights[first + held] / scale
            for index in 0..<Self.size { weights[first + index] -= step * ridgeGain[index] }
        }
        Self.subtractSquare(of: ridgeGain, by: 1 / scale, growth: 1, from: &inverse)
    }

    /// The last resort: false if the matrix or a weight has gone astray, which finite input does not bring about.
    private var isSound: Bool {
        for index in 0..<Self.size {
            let diagonal = inverse[index * (Self.size + 1)]
            guard diagonal > 0, diagonal <= Self.largestDiagonal else { return false }
        }
        for weight in weights where !weight.isFinite { return false }
        return true
    }

    private static func multiply(_ matrix: [Double], _ vector: [Double], into product: inout [Double]) {
        matrix.withUnsafeBufferPointer { matrix in
            vector.withUnsafeBufferPointer { vector in
                product.withUnsafeMutableBufferPointer { product in
                    // The matrix is symmetric: summed column by column, the rows lie side by side.
                    for row in 0..<size { product[row] = 0 }
                    for column in 0..<size {
                        let factor = vector[column]
                        for row in 0..<size { product[row] += matrix[column * size + row] * factor }
                    }
                }
            }
        }
    }

    /// (matrix − vector·vectorᵀ · factor) · growth. The product of two elements is the same in either order, so symmetry is kept exactly.
    private static func subtractSquare(of vector: [Double], by factor: Double, growth: Double, from matrix: inout [Double]) {
        vector.withUnsafeBufferPointer { vector in
            matrix.withUnsafeMutableBufferPointer { matrix in
                for row in 0..<size {
                    let element = vector[row]
                    for column in 0..<size {
                        let index = row * size + column
                        matrix[index] = (matrix[index] - element * vector[column] * factor) * growth
                    }
                }
            }
        }
    }
}
