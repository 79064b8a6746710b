/// How much the measured direction of travel jitters, and what that costs.
///
/// A step projected on a direction that is wrong by δ loses 1 − cos δ, always downwards. With velocity noise of variance σ² across the track
/// the filtered direction of two fixes keeps about a quarter of the variance s² of the filter's surprises, so a step is short by s²/8v²:
/// 0.3 % at 3 m/s in a street canyon, 1.7 % at a walk. The surprises are measured, so a quiet receiver is left alone.
struct CourseNoise: Sendable {
    /// Fixes that the mean remembers.
    private static let memory = 60.0
    /// m²/s². What open sky shows; nothing is corrected below it.
    private static let quiet = 0.05
    /// Corners surprise the filter too: a square above nine times the mean, or above this (m²/s²) at first, counts as that much.
    private static let clip = 9.0, firstClip = 0.01
    /// The largest correction believed.
    private static let largestCorrection = 0.03

    private var variance = 0.0
    private var weight = 0.0

    /// Takes in a surprise across the track, m/s.
    mutating func push(_ surprise: Double) {
        weight = min(weight + 1, Self.memory)
        let square = min(surprise * surprise, Self.clip * variance + Self.firstClip)
        variance += (square - variance) / weight
    }

    /// What a projected step at a speed (m/s) is to be multiplied with: 1 or a little more.
    func correction(speed: Double) -> Double {
        1 + min(Self.largestCorrection, max(0, variance - Self.quiet) / (8 * max(speed * speed, 0.25)))
    }
}
