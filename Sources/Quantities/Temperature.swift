/// How warm: of the air, a sensor, a battery.
public struct Temperature: Quantity {
    /// The amount in degrees Celsius.
    public var celsius: Double
    /// The amount in the base unit, degrees Celsius.
    @inlinable public var baseValue: Double { celsius }
    /// Wraps an amount in degrees Celsius.
    @inlinable public init(baseValue: Double) { celsius = baseValue }
    /// An amount in degrees Celsius.
    @inlinable public static func celsius(_ value: Double) -> Temperature { Temperature(baseValue: value) }
}
