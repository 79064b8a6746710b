import Quantities

/// An event and the instant at which it was so, which may be older than the one at which the watch hears of it: readings wait until the
/// machine is awake.
public struct TimedEvent: Sendable {
    /// What happened.
    public var event: Event
    /// When.
    public var instant: MonotonicInstant
    /// An event of an instant.
    public init(_ event: Event, at instant: MonotonicInstant) {
        self.event = event
        self.instant = instant
    }
}
