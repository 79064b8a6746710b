import Quantities

/// A month as a calendar on a wall shows it, with the days on which there were runs.
public struct CalendarPage: Hashable, Sendable {
    /// The year.
    public var year: Int16
    /// The month, 1...12.
    public var month: UInt8
    /// How many days it has.
    public var length: UInt8
    /// The weekday of its first day, 1 for Monday to 7 for Sunday.
    public var firstWeekday: UInt8
    /// The days with a run, the first in the lowest bit; nil while they are being read.
    public var runDays: UInt32?
    /// Today, if it lies in this month.
    public var today: UInt8?
    /// The chosen day.
    public var chosen: UInt8
    /// Distance of the chosen day; nil without a run.
    public var distance: Distance?
    /// Runs of the chosen day.
    public var runs: UInt8
    /// A month without a run.
    public init(year: Int16, month: UInt8, length: UInt8, firstWeekday: UInt8, chosen: UInt8) {
        (self.year, self.month, self.length, self.firstWeekday, self.chosen) = (year, month, length, firstWeekday, chosen)
        runs = 0
    }
}
