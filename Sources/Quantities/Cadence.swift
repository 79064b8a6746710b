/// Steps of both feet per minute. FIT counts the strides of one leg; that conversion stands in one place, the FIT writer (fault F6).
public struct Cadence: Quantity {
    /// The amount in steps per minute.
    public var stepsPerMinute: Double
    /// The amount in the base unit, steps per minute.
    @inlinable public var baseValue: Double { stepsPerMinute }
    /// Wraps an amount in steps per minute.
    @inlinable public init(baseValue: Double) { stepsPerMinute = baseValue }
    /// An amount in steps per minute.
    @inlinable public static func stepsPerMinute(_ value: Double) -> Cadence { Cadence(baseValue: value) }
}
