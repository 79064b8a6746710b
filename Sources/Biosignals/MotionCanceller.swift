/// Removes from a pulse signal what the last half second of acceleration explains of it: a normalised least-mean-squares filter (NLMS)
/// with 12 taps for each axis, learning as it goes.
struct MotionCanceller {
    private static let taps = 12
    private static let count = 3 * taps
    private static let stepSize = 0.03
    /// Keeps the step finite while nothing moves, in g².
    private static let regularisation = 0.24

    /// The acceleration's recent past, axis by axis, newest first; shared by all channels.
    struct History {
        fileprivate var values = [Double](repeating: 0, count: count)
        fileprivate var power = 0.0

        /// Takes the next band-passed acceleration in g.
        mutating func push(_ acceleration: SIMD3<Double>) {
            for axis in 0..<3 {
                let first = axis * taps
                var index = first + taps - 1
                while index > first {
                    values[index] = values[index - 1]
                    index -= 1
                }
                values[first] = acceleration[axis]
            }
            power = 0
            for value in values { power += value * value }
        }
    }

    private var weights = [Double](repeating: 0, count: count)

    /// What is left of `signal` after the part that the acceleration explains, and learns from it.
    mutating func residual(of signal: Double, history: History) -> Double {
        var explained = 0.0
        for index in 0..<Self.count { explained += weights[index] * history.values[index] }
        let error = signal - explained
        let step = Self.stepSize * error / (history.power + Self.regularisation)
        for index in 0..<Self.count { weights[index] += step * history.values[index] }
        return error
    }
}
