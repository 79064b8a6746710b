/// Electric potential, of a battery's cell.
public struct Voltage: Quantity {
    /// The amount in volts.
    public var volts: Double
    /// The amount in the base unit, volts.
    @inlinable public var baseValue: Double { volts }
    /// Wraps an amount in volts.
    @inlinable public init(baseValue: Double) { volts = baseValue }
    /// An amount in volts.
    @inlinable public static func volts(_ value: Double) -> Voltage { Voltage(baseValue: value) }
}
