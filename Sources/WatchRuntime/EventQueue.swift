import Quantities
import WatchCore

/// The one way to the watch: parts put down what has happened and when, and whoever owns the watch hands it on when nothing else is under
/// way (``WatchHost/handleWaiting(at:)``).
///
/// Putting something down calls nobody, so a part may do it from anywhere on the loop, also while the watch makes it do something: the
/// receiver that cannot be reached the moment it is switched on (R-B1). In a run it allocates nothing.
public final class EventQueue {
    private var waiting: [TimedEvent] = []

    /// An empty queue.
    public init() { waiting.reserveCapacity(64) }

    /// True if nothing waits.
    public var isEmpty: Bool { waiting.isEmpty }

    /// Puts an event down with the instant at which it was so.
    public func put(_ event: Event, at instant: MonotonicInstant) { waiting.append(TimedEvent(event, at: instant)) }

    /// Moves everything that waits into an empty list, in the order in which it came. False if nothing waited.
    func moveAll(into taken: inout [TimedEvent]) -> Bool {
        guard !waiting.isEmpty else { return false }
        swap(&waiting, &taken)
        return true
    }
}
