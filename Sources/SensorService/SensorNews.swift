import Peripherals
import WatchCore

/// What the sensors and a display on their bus have brought since the loop asked last.
public struct SensorNews {
    /// How the last frame or light went.
    public enum DisplayOutcome: Sendable {
        /// It is shown.
        case shown
        /// It is not.
        case failed(PeripheralError)
    }

    /// Readings that may wait: some minutes of rest.
    static let mostWaiting = 32

    /// In their order, each with the instant of its reading.
    public var events: [TimedEvent] = []
    /// What was wrong with each part that failed; for the journal.
    public var troubles: [ChipError] = []
    /// How the display did last; nil if it was not asked for anything.
    public var displayOutcome: DisplayOutcome?

    /// Nothing.
    public init() {
        events.reserveCapacity(64)
        troubles.reserveCapacity(8)
    }

    var isEmpty: Bool { events.isEmpty && troubles.isEmpty && displayOutcome == nil }

    /// True if the loop is to be woken for it.
    var isUrgent: Bool {
        if case .failed = displayOutcome { return true }
        return events.count >= Self.mostWaiting
            || events.contains { timed in
                switch timed.event {
                case .sensor, .wristRaised, .fix, .battery: true
                default: false
                }
            }
    }

    mutating func add(_ later: SensorNews) {
        events.append(contentsOf: later.events)
        troubles.append(contentsOf: later.troubles)
        displayOutcome = later.displayOutcome ?? displayOutcome
    }

    /// Forgets everything and keeps the memory.
    public mutating func clear() {
        events.removeAll(keepingCapacity: true)
        troubles.removeAll(keepingCapacity: true)
        displayOutcome = nil
    }
}
