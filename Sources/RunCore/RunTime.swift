import Quantities

/// A point on a run's own clock: milliseconds since its start, pauses included, taken from the monotonic clock.
/// No change of the wall clock moves it (fault D1); 32 bits hold 49 days.
public struct RunTime: Hashable, Comparable, Sendable {
    /// Milliseconds since the start of the run.
    public var milliseconds: UInt32
    /// Wraps milliseconds since the start.
    @inlinable public init(milliseconds: UInt32) { self.milliseconds = milliseconds }
    /// The start of the run.
    public static let start = RunTime(milliseconds: 0)
    /// The run time after a duration since the start; negative counts as 0, more than 49 days as 49 days.
    public init(since duration: Duration) { milliseconds = UInt32(clamping: duration.inMilliseconds) }
    /// The duration since the start.
    @inlinable public var sinceStart: Duration { .milliseconds(Int64(milliseconds)) }
    /// Milliseconds from an earlier point, 0 if that one is later.
    @inlinable public func millisecondsSince(_ earlier: RunTime) -> UInt32 {
        milliseconds > earlier.milliseconds ? milliseconds - earlier.milliseconds : 0
    }
    /// A millisecond later.
    var next: RunTime { RunTime(milliseconds: milliseconds == .max ? .max : milliseconds + 1) }
    /// Orders by time.
    @inlinable public static func < (a: RunTime, b: RunTime) -> Bool { a.milliseconds < b.milliseconds }
}
