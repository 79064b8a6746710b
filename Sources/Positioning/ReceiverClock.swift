import Quantities

/// The time between two fixes, by the receiver's clock and by ours.
///
/// The receiver's clock takes out the jitter of arrival, and tells the fixes of a backlog apart that come all at once after the process has
/// slept; but it may be set, roll over or take a leap second (fault A24). So it counts where it agrees with the monotonic clock, where a
/// report is late (it says an earlier moment), and where a report makes good for lateness; a clock that runs ahead of ours without that
/// was set, and one that goes back as well: for a while after that its lateness means nothing.
struct ReceiverClock: Sendable {
    /// s. Two clocks agree within this.
    private static let agreement = 0.5
    /// s. Nobody's backlog is longer.
    private static let longestBacklog = 600.0
    /// s. A clock that has gone back is believed to be late again after this.
    private static let steadyAfter = 60.0

    /// How late the last fix was, seconds.
    private(set) var lateness = 0.0
    private var wentBackAt: MonotonicInstant?

    /// What the time between two fixes is, of which the second comes now, and how late that one is then.
    mutating func judge(at now: MonotonicInstant, monotonic: Double, received: Double) -> (elapsed: Double, lateness: Double) {
        if received < 0 { wentBackAt = now }
        let isSteady = wentBackAt.map { now.seconds(since: $0) > Self.steadyAfter } ?? true
        let behind = monotonic - received
        if received > 0, abs(behind) < Self.agreement { return (received, max(0, lateness + behind)) }
        if received > 0, behind > 0, isSteady, lateness + behind <= Self.longestBacklog { return (received, lateness + behind) }
        if received > 0, behind < 0, lateness >= -behind - Self.agreement { return (received, max(0, lateness + behind)) }
        return (max(0, monotonic), 0)
    }

    /// The second fix has been used.
    mutating func accept(lateness: Double) { self.lateness = lateness }
}
