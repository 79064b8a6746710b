/// A direction of travel over ground, clockwise from true north.
public struct Course: Quantity {
    /// The amount in degrees, 0 up to but not including 360.
    public var degrees: Double
    /// The amount in the base unit, degrees, 0 up to but not including 360.
    @inlinable public var baseValue: Double { degrees }
    /// Wraps an amount in degrees, 0 up to but not including 360.
    @inlinable public init(baseValue: Double) { degrees = baseValue }
    /// An amount in degrees, 0 up to but not including 360.
    @inlinable public static func degrees(_ value: Double) -> Course { Course(baseValue: value) }
}
