import Calendar
import Quantities

/// What a local day added up to.
public struct DayTotals: Hashable, Sendable {
    /// The local date.
    public var date: CivilDate
    /// Steps of the day, in runs and between them.
    public var steps: UInt32
    /// Distance of the runs that began on the day.
    public var distance: Distance
    /// How many runs began on the day.
    public var runs: UInt16
    /// A day; zeros unless told.
    public init(date: CivilDate, steps: UInt32 = 0, distance: Distance = .zero, runs: UInt16 = 0) {
        self.date = date
        self.steps = steps
        self.distance = distance
        self.runs = runs
    }
}
