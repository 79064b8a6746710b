/// A Kalman filter with constant velocity in the local plane. Noise is the same on both axes, so they share one covariance [a b; b c]
/// and a fix costs about 60 multiplications.
struct VelocityFilter: Sendable {
    /// Where, metres from the origin of the plane.
    var position: PlaneVector
    /// How fast, m/s.
    var velocity: PlaneVector
    /// Variance of each position component (a), m².
    private(set) var positionVariance: Double
    /// Covariance of position and velocity (b), m²/s.
    private var covariance = 0.0
    /// Variance of each velocity component (c), m²/s².
    private var velocityVariance = VelocityFilter.unknownVelocityVariance

    /// A runner's velocity is within 3 m/s of anything that is known without a measurement.
    private static let unknownVelocityVariance = 9.0

    init(position: PlaneVector, velocity: PlaneVector = .zero, variance: Double) {
        self.position = position
        self.velocity = velocity
        positionVariance = variance
    }

    /// Moves on by a time (s) under white acceleration noise of a density (m²/s³).
    mutating func predict(after dt: Double, accelerationDensity q: Double) {
        position = position + velocity * dt
        positionVariance += 2 * covariance * dt + velocityVariance * dt * dt + q * dt * dt * dt / 3
        covariance += velocityVariance * dt + q * dt * dt / 2
        velocityVariance += q * dt
    }

    /// Takes in a measured position with its variance (m²).
    mutating func observe(position measured: PlaneVector, variance: Double) {
        let total = positionVariance + variance
        let positionGain = positionVariance / total, velocityGain = covariance / total
        let surprise = measured - position
        position = position + surprise * positionGain
        velocity = velocity + surprise * velocityGain
        velocityVariance -= velocityGain * covariance
        positionVariance *= 1 - positionGain
        covariance *= 1 - positionGain
    }

    /// Takes in a measured velocity with its variance (m²/s²).
    mutating func observe(velocity measured: PlaneVector, variance: Double) {
        let total = velocityVariance + variance
        let positionGain = covariance / total, velocityGain = velocityVariance / total
        let surprise = measured - velocity
        position = position + surprise * positionGain
        velocity = velocity + surprise * velocityGain
        positionVariance -= positionGain * covariance
        covariance *= 1 - velocityGain
        velocityVariance *= 1 - velocityGain
    }

    /// Keeps position and velocity but trusts the velocity no longer: it was learned from a speed that proved false.
    mutating func distrustVelocity() {
        covariance = 0
        velocityVariance = Self.unknownVelocityVariance
    }
}
