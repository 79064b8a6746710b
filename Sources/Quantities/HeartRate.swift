/// Heart beats per minute. A rate that is not known is an absent value, never 0 or −1 (fault E8).
public struct HeartRate: Quantity {
    /// The amount in beats per minute.
    public var beatsPerMinute: Double
    /// The amount in the base unit, beats per minute.
    @inlinable public var baseValue: Double { beatsPerMinute }
    /// Wraps an amount in beats per minute.
    @inlinable public init(baseValue: Double) { beatsPerMinute = baseValue }
    /// An amount in beats per minute.
    @inlinable public static func beatsPerMinute(_ value: Double) -> HeartRate { HeartRate(baseValue: value) }
}
