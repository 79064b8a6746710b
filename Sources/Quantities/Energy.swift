/// Energy spent, gross (rest included).
public struct Energy: Quantity {
    /// The amount in kilocalories.
    public var kilocalories: Double
    /// The amount in the base unit, kilocalories.
    @inlinable public var baseValue: Double { kilocalories }
    /// Wraps an amount in kilocalories.
    @inlinable public init(baseValue: Double) { kilocalories = baseValue }
    /// An amount in kilocalories.
    @inlinable public static func kilocalories(_ value: Double) -> Energy { Energy(baseValue: value) }

    /// The amount in chicken drumsticks of 300 kcal, the measure of Running Life, from the number and not from its text.
    @inlinable public var drumsticks: Double { kilocalories / 300 }
}
