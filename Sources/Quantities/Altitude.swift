/// Height above mean sea level, or above the WGS-84 ellipsoid where a receiver gives nothing else.
public struct Altitude: Quantity {
    /// The amount in metres.
    public var meters: Double
    /// The amount in the base unit, metres.
    @inlinable public var baseValue: Double { meters }
    /// Wraps an amount in metres.
    @inlinable public init(baseValue: Double) { meters = baseValue }
    /// An amount in metres.
    @inlinable public static func meters(_ value: Double) -> Altitude { Altitude(baseValue: value) }
}
