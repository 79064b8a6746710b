/// A day of the proleptic Gregorian calendar, as a runner writes it: no time, no zone.
///
/// Years 1 to 9999, so that a date is always ten characters of text; arithmetic beyond either end stays at that end.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01, negative before it.
    public let daysSinceEpoch: Int

    /// 0001-01-01, the first date there is here.
    public static let earliest = CivilDate(unchecked: GregorianDays.number(year: 1, month: 1, day: 1))
    /// 9999-12-31, the last one.
    public static let latest = CivilDate(unchecked: GregorianDays.number(year: 9999, month: 12, day: 31))

    private init(unchecked daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }

    /// The date so many days after 1970-01-01, held between ``earliest`` and ``latest``.
    public init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = min(max(daysSinceEpoch, CivilDate.earliest.daysSinceEpoch), CivilDate.latest.daysSinceEpoch)
    }

    /// The date with these parts; nil when there is no such day, as on the 29th of February of most years.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        guard day <= CivilDate.daysInMonth(month, ofYear: year) else { return nil }
        self.init(unchecked: GregorianDays.number(year: year, month: month, day: day))
    }

    /// The year, 1...9999.
    public var year: Int { parts.year }
    /// The month, 1...12.
    public var month: Int { parts.month }
    /// The day of the month, 1...31.
    public var day: Int { parts.day }
    /// Year, month and day at once.
    public var parts: (year: Int, month: Int, day: Int) { GregorianDays.parts(ofNumber: daysSinceEpoch) }

    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let daysAfterMonday = (daysSinceEpoch + 3) % 7
        return Weekday(daysAfterMonday: daysAfterMonday < 0 ? daysAfterMonday + 7 : daysAfterMonday)
    }

    /// The day's number within its year, 1...366.
    public var dayOfYear: Int { daysSinceEpoch - GregorianDays.number(year: year, month: 1, day: 1) + 1 }

    /// The date so many days later, or earlier when negative.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
        return overflow ? (days < 0 ? .earliest : .latest) : CivilDate(daysSinceEpoch: sum)
    }

    /// How many days later the other date is; negative when it is earlier.
    public func days(to other: CivilDate) -> Int { other.daysSinceEpoch - daysSinceEpoch }

    /// The first day of this date's month.
    public var startOfMonth: CivilDate { adding(days: 1 - day) }

    /// The first day of this date's week, for a week that begins on `first` (Monday by ISO 8601, Sunday in some countries).
    public func startOfWeek(beginningOn first: Weekday = .monday) -> CivilDate {
        adding(days: -((weekday.daysAfterMonday - first.daysAfterMonday + 7) % 7))
    }

    /// True for a year of 366 days: each fourth, but not each hundredth, yet each four hundredth.
    public static func isLeap(year: Int) -> Bool { GregorianDays.isLeap(year: year) }

    /// How many days a month has, 28...31; 0 for a month that is not 1...12.
    public static func daysInMonth(_ month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// Orders by time.
    public static func < (a: CivilDate, b: CivilDate) -> Bool { a.daysSinceEpoch < b.daysSinceEpoch }
}

/// Gregorian day numbers without a range check, for years a little outside those of ``CivilDate`` too.
enum GregorianDays {
    private static let daysIn400Years = 146_097
    /// Days from 0000-03-01, where counting begins because the leap day then ends each year, to 1970-01-01.
    private static let daysFromMarchOfYearZero = 719_468

    /// Days since 1970-01-01 of a date whose parts are in range; |year| must stay well under 10^15.
    static func number(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let monthFromMarch = (month + 9) % 12
        // Months from March on have 31, 30, 31, 30, 31 days again and again: 153 in five.
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysIn400Years + dayOfEra - daysFromMarchOfYearZero
    }

    /// The date of a day number; |number| must stay well under 10^18.
    static func parts(ofNumber number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + daysFromMarchOfYearZero
        let era = (shifted >= 0 ? shifted : shifted - (daysIn400Years - 1)) / daysIn400Years
        let dayOfEra = shifted - era * daysIn400Years
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    static func isLeap(year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
