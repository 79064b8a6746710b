/// A day of the week, numbered as ISO 8601 does.
public enum Weekday: Int, CaseIterable, Sendable {
    /// The first day of an ISO week.
    case monday = 1
    /// The second day.
    case tuesday
    /// The third day.
    case wednesday
    /// The fourth day.
    case thursday
    /// The fifth day.
    case friday
    /// The sixth day.
    case saturday
    /// The last day of an ISO week, the first one in some countries.
    case sunday

    /// 0 for Monday to 6 for Sunday.
    public var daysAfterMonday: Int { rawValue - 1 }

    init(daysAfterMonday: Int) { self = Weekday(rawValue: daysAfterMonday + 1) ?? .monday }
}
