extension Int64 {
    /// The sum, held at the ends of the range.
    @inlinable public func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
    /// The difference, held at the ends of the range.
    @inlinable public func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
    /// The quotient rounded down (`/` rounds toward zero, which is wrong before 1970). The divisor must be above zero.
    @inlinable public func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
    /// The remainder that goes with ``flooredQuotient(by:)``: 0 up to but not including the divisor.
    @inlinable public func flooredRemainder(by divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}

extension FixedWidthInteger {
    /// The nearest whole number in range: fractions rounded half away from zero, NaN as 0, values beyond the range at its ends.
    /// For numbers from outside, which must never trap.
    @inlinable public init(rounding value: Double) {
        self = Self(exactly: value.rounded()) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
    }
}

extension Duration {
    /// Seconds with their fraction.
    @inlinable public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
    /// Whole milliseconds, rounded toward zero, held at the ends of the range.
    @inlinable public var inMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (seconds < 0 ? .min : .max) : product.addingSaturating(attoseconds / 1_000_000_000_000_000)
    }
    /// Whole nanoseconds, rounded toward zero, held at the ends of the range (292 years).
    @inlinable public var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? (seconds < 0 ? .min : .max) : product.addingSaturating(attoseconds / 1_000_000_000)
    }
    /// A number of minutes, for timeouts that name their unit (fault B9).
    @inlinable public static func minutes(_ value: Int64) -> Duration { .seconds(value) * 60 }
}
