/// A point on the machine's monotonic clock (`CLOCK_MONOTONIC`): never set, never going back, meaningless after a reboot.
/// All durations come from it (fault D1).
public struct MonotonicInstant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since an arbitrary origin, usually the boot.
    public var nanoseconds: Int64
    /// Wraps nanoseconds of the monotonic clock.
    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    /// Wraps seconds of the monotonic clock; out of range or not finite saturates.
    @inlinable public init(seconds: Double) { nanoseconds = Int64(rounding: seconds * 1e9) }
    /// Seconds since the origin.
    @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }
    /// This instant moved by a duration, saturating.
    @inlinable public func advanced(by duration: Duration) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: nanoseconds.addingSaturating(duration.inNanoseconds))
    }
    /// The duration from this instant to another, negative if that one is earlier.
    @inlinable public func duration(to other: MonotonicInstant) -> Duration {
        .nanoseconds(other.nanoseconds.subtractingSaturating(nanoseconds))
    }
    /// Orders by time.
    @inlinable public static func < (a: MonotonicInstant, b: MonotonicInstant) -> Bool { a.nanoseconds < b.nanoseconds }
    /// The duration between two instants.
    @inlinable public static func - (a: MonotonicInstant, b: MonotonicInstant) -> Duration { b.duration(to: a) }
    /// The instant later by a duration.
    @inlinable public static func + (a: MonotonicInstant, b: Duration) -> MonotonicInstant { a.advanced(by: b) }
}

/// A point in coordinated universal time, in milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted (Unix time).
public struct UTCInstant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64
    /// Wraps Unix milliseconds.
    @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    /// Wraps Unix seconds, rounded to the millisecond; out of range or not finite saturates.
    @inlinable public init(seconds: Double) { milliseconds = Int64(rounding: seconds * 1000) }
    /// Whole Unix seconds, rounded down.
    @inlinable public var wholeSeconds: Int64 { milliseconds.flooredQuotient(by: 1000) }
    /// Unix seconds with their fraction.
    @inlinable public var seconds: Double { Double(milliseconds) / 1000 }
    /// This instant moved by a duration, saturating.
    @inlinable public func advanced(by duration: Duration) -> UTCInstant {
        UTCInstant(milliseconds: milliseconds.addingSaturating(duration.inMilliseconds))
    }
    /// The duration from this instant to another.
    @inlinable public func duration(to other: UTCInstant) -> Duration {
        .milliseconds(other.milliseconds.subtractingSaturating(milliseconds))
    }
    /// Orders by time.
    @inlinable public static func < (a: UTCInstant, b: UTCInstant) -> Bool { a.milliseconds < b.milliseconds }
}

/// How far UTC is ahead of this boot's monotonic clock: learned from GPS, the host or a synchronised system clock, and free to jump
/// without moving any duration.
public struct UTCOffset: Hashable, Sendable {
    /// UTC minus monotonic time, in milliseconds.
    public var milliseconds: Int64
    /// Wraps a difference in milliseconds.
    @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    /// The offset that makes a monotonic instant a UTC instant.
    @inlinable public init(from monotonic: MonotonicInstant, to utc: UTCInstant) {
        milliseconds = utc.milliseconds.subtractingSaturating(monotonic.nanoseconds / 1_000_000)
    }
    /// The UTC instant of a monotonic one.
    @inlinable public func utc(at monotonic: MonotonicInstant) -> UTCInstant {
        UTCInstant(milliseconds: milliseconds.addingSaturating(monotonic.nanoseconds / 1_000_000))
    }
}

/// How far local time is ahead of UTC, daylight saving included.
public struct ZoneOffset: Hashable, Sendable {
    /// Seconds east of Greenwich; within a day either way in any real zone.
    public var seconds: Int32
    /// Wraps seconds east of Greenwich.
    @inlinable public init(seconds: Int32) { self.seconds = seconds }
    /// Coordinated universal time itself.
    public static let utc = ZoneOffset(seconds: 0)
}
