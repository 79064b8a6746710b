/// A length along the ground, or of a body, a stride, an error radius.
public struct Distance: Quantity {
    /// The amount in metres.
    public var meters: Double
    /// The amount in the base unit, metres.
    @inlinable public var baseValue: Double { meters }
    /// Wraps an amount in metres.
    @inlinable public init(baseValue: Double) { meters = baseValue }
    /// An amount in metres.
    @inlinable public static func meters(_ value: Double) -> Distance { Distance(baseValue: value) }

    /// An amount in kilometres.
    @inlinable public static func kilometers(_ value: Double) -> Distance { .meters(value * 1000) }
    /// An amount in international miles of 1,609.344 m.
    @inlinable public static func miles(_ value: Double) -> Distance { .meters(value * metersPerMile) }
    /// The international mile (1959 agreement): exactly 1,609.344 m.
    public static let metersPerMile = 1609.344
    /// The amount in kilometres.
    @inlinable public var kilometers: Double { meters / 1000 }
    /// The amount in international miles.
    @inlinable public var miles: Double { meters / Distance.metersPerMile }
}
