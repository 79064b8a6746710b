/// Time per distance, a runner's measure of speed.
public struct Pace: Quantity {
    /// The amount in seconds per kilometre.
    public var secondsPerKilometer: Double
    /// The amount in the base unit, seconds per kilometre.
    @inlinable public var baseValue: Double { secondsPerKilometer }
    /// Wraps an amount in seconds per kilometre.
    @inlinable public init(baseValue: Double) { secondsPerKilometer = baseValue }
    /// An amount in seconds per kilometre.
    @inlinable public static func secondsPerKilometer(_ value: Double) -> Pace { Pace(baseValue: value) }

    /// The amount in seconds per international mile.
    @inlinable public var secondsPerMile: Double { secondsPerKilometer * Distance.metersPerMile / 1000 }
    /// The pace of a distance covered in a time; nil unless both are above zero.
    @inlinable public init?(_ distance: Distance, in time: Duration) {
        guard distance.meters > 0, time > .zero else { return nil }
        self.init(baseValue: time.inSeconds / distance.kilometers)
    }
}
