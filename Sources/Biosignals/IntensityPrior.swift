/// The heart rates that people have at an intensity of motion: a normal distribution whose mean and spread grow with it.
struct IntensityPrior {
    private static let weight: Float = 0.05
    private let mean: Float
    private let spread: Float

    /// The prior for a spread of acceleration in g; interpolated between rest, walking, jogging and running.
    init(intensity: Float) {
        switch intensity {
        case ..<0.03: (mean, spread) = (75, 25)
        case ..<0.15: (mean, spread) = (75 + 20 * (intensity - 0.03) / 0.12, 25)
        case ..<0.35: (mean, spread) = (95 + 20 * (intensity - 0.15) / 0.2, 25 + 5 * (intensity - 0.15) / 0.2)
        case ..<0.7: (mean, spread) = (115 + 35 * (intensity - 0.35) / 0.35, 30)
        default: (mean, spread) = (150, 30)
        }
    }

    /// What the rate's log likelihood loses.
    func penalty(_ beatsPerMinute: Float) -> Float {
        let distance = (beatsPerMinute - mean) / spread
        return Self.weight * distance * distance / 2
    }
}
