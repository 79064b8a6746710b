import Calendar
import Quantities

/// Books steps and runs on local days, through reboots, midnights and changes of zone (faults F2, F3). A pure value.
///
/// Steps taken before the watch knows the date wait, and are booked on the first day that it learns.
public struct DayLedger: Hashable, Sendable {
    /// The day under way; nil until the date is known.
    public private(set) var day: DayTotals?
    /// A day that ended and has yet to be stored; taken by ``takeFinished()``.
    private var finished: DayTotals?
    private var waitingSteps: UInt32 = 0
    private var lastCount: UInt64?
    private var unsaved = false

    /// A ledger that goes on with the last stored day, if there is one.
    public init(lastStored: DayTotals? = nil) { day = lastStored }

    /// Steps of the day so far, the waiting ones included; nil until a counter has spoken.
    public var steps: UInt32? { lastCount == nil && (day?.steps ?? 0) == 0 ? nil : (day?.steps ?? 0) &+ waitingSteps }

    /// Takes a reading of a growing counter. A counter that starts again from 0 has counted its whole value since; the first reading of
    /// all only sets the mark. At most 10 steps a second of the 60 s between two readings are believed.
    public mutating func take(count: UInt64) {
        defer { lastCount = count }
        guard let lastCount else { return }
        let grown = count >= lastCount ? count - lastCount : count
        guard grown > 0, grown <= 600 else { return }
        unsaved = true
        if day == nil { waitingSteps &+= UInt32(grown) } else { day?.steps &+= UInt32(grown) }
    }

    /// Tells the local date. A date one day back (a flight to the west) keeps the day under way; any other change begins a day.
    public mutating func enter(_ date: CivilDate) {
        guard let day else {
            self.day = DayTotals(date: date, steps: waitingSteps)
            waitingSteps = 0
            return
        }
        let days = day.date.days(to: date)
        guard days != 0, days != -1 else { return }
        if unsaved { finished = day }
        self.day = DayTotals(date: date)
        unsaved = false
    }

    /// Books a run that is over.
    public mutating func add(run distance: Distance) {
        guard day != nil else { return }
        day?.distance += distance
        day?.runs &+= 1
        unsaved = true
    }

    /// The day that ended and has to be stored; nil if none.
    public mutating func takeFinished() -> DayTotals? {
        defer { finished = nil }
        return finished
    }

    /// The day under way if anything changed since the last call; nil otherwise.
    public mutating func takeUnsaved() -> DayTotals? {
        guard unsaved, let day else { return nil }
        unsaved = false
        return day
    }
}
