/// A body mass.
public struct Mass: Quantity {
    /// The amount in kilograms.
    public var kilograms: Double
    /// The amount in the base unit, kilograms.
    @inlinable public var baseValue: Double { kilograms }
    /// Wraps an amount in kilograms.
    @inlinable public init(baseValue: Double) { kilograms = baseValue }
    /// An amount in kilograms.
    @inlinable public static func kilograms(_ value: Double) -> Mass { Mass(baseValue: value) }
}
