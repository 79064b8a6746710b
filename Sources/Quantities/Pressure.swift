/// Air pressure.
public struct Pressure: Quantity {
    /// The amount in hectopascals.
    public var hectopascals: Double
    /// The amount in the base unit, hectopascals.
    @inlinable public var baseValue: Double { hectopascals }
    /// Wraps an amount in hectopascals.
    @inlinable public init(baseValue: Double) { hectopascals = baseValue }
    /// An amount in hectopascals.
    @inlinable public static func hectopascals(_ value: Double) -> Pressure { Pressure(baseValue: value) }
}
