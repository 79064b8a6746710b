import Calendar

/// A month as a calendar on a wall shows it: rows of seven days.
public struct MonthGrid: Hashable, Sendable {
    /// The year.
    public let year: Int
    /// The month, 1...12.
    public let month: Int
    /// What day a row begins with.
    public let weekBegins: Weekday
    /// Four to six rows of seven; nil where a day belongs to another month.
    public let weeks: [[CivilDate?]]

    /// The month in which a day lies.
    public init(containing day: CivilDate, weekBegins: Weekday = .monday) {
        (year, month, _) = day.parts
        self.weekBegins = weekBegins
        let first = day.startOfMonth, length = CivilDate.daysInMonth(month, ofYear: year)
        let lead = (first.weekday.daysAfterMonday - weekBegins.daysAfterMonday + 7) % 7
        let rows = (lead + length + 6) / 7
        weeks = (0..<rows).map { row in
            (0..<7).map { column in
                let day = row * 7 + column - lead
                return (0..<length).contains(day) ? first.adding(days: day) : nil
            }
        }
    }

    /// The days of the month in order.
    public var days: [CivilDate] { weeks.flatMap { $0.compactMap { $0 } } }
}
