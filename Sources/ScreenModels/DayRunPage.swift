/// One of the runs of a day.
public struct DayRunPage: Hashable, Sendable {
    /// The day.
    public var date: DayOfYear
    /// Which run of the day, from 1.
    public var number: UInt8
    /// How many runs there were.
    public var count: UInt8
    /// The run.
    public var run: HistoryRow
    /// Local time of its start.
    public var start: TimeOfDay?
    /// A run of a day.
    public init(date: DayOfYear, number: UInt8, count: UInt8, run: HistoryRow, start: TimeOfDay?) {
        (self.date, self.number, self.count, self.run, self.start) = (date, number, count, run, start)
    }
}
