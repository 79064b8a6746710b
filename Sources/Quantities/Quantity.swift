/// An amount of one physical kind, held in one unit, so that metres and seconds cannot be mixed up (fault H9, E11).
///
/// Conforming types expose the amount under the unit's own name (`Distance.meters`); `baseValue` is for generic arithmetic only.
public protocol Quantity: Hashable, Comparable, Sendable {
    /// The amount in the type's base unit, stated at each type.
    var baseValue: Double { get }
    /// Wraps an amount in the type's base unit.
    init(baseValue: Double)
}

extension Quantity {
    /// The amount zero.
    @inlinable public static var zero: Self { Self(baseValue: 0) }
    /// Orders by amount.
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.baseValue < b.baseValue }
    /// The sum.
    @inlinable public static func + (a: Self, b: Self) -> Self { Self(baseValue: a.baseValue + b.baseValue) }
    /// The difference.
    @inlinable public static func - (a: Self, b: Self) -> Self { Self(baseValue: a.baseValue - b.baseValue) }
    /// Adds in place.
    @inlinable public static func += (a: inout Self, b: Self) { a = a + b }
    /// Subtracts in place.
    @inlinable public static func -= (a: inout Self, b: Self) { a = a - b }
    /// Scales by a plain factor.
    @inlinable public static func * (a: Self, factor: Double) -> Self { Self(baseValue: a.baseValue * factor) }
    /// The ratio of two like amounts.
    @inlinable public static func / (a: Self, b: Self) -> Double { a.baseValue / b.baseValue }
    /// True for anything but NaN and the infinities. Values from outside are checked with this before use.
    @inlinable public var isFinite: Bool { baseValue.isFinite }
}
