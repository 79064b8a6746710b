/// How fast, without a direction.
public struct Speed: Quantity {
    /// The amount in metres per second.
    public var metersPerSecond: Double
    /// The amount in the base unit, metres per second.
    @inlinable public var baseValue: Double { metersPerSecond }
    /// Wraps an amount in metres per second.
    @inlinable public init(baseValue: Double) { metersPerSecond = baseValue }
    /// An amount in metres per second.
    @inlinable public static func metersPerSecond(_ value: Double) -> Speed { Speed(baseValue: value) }

    /// The pace of this speed; nil at or below zero, where a pace means nothing.
    @inlinable public var pace: Pace? { metersPerSecond > 0 ? .secondsPerKilometer(1000 / metersPerSecond) : nil }
}
