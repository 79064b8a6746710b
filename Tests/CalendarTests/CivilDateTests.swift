import Calendar
import Quantities
import Testing

@Suite struct CivilDateTests {
    @Test(
        "A date and its day number agree, before 1970 and on leap days too",
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11016), (2024, 2, 29, 19782), (2024, 12, 31, 20088), (1900, 3, 1, -25508),
            (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
        ])
    func dayNumbers(year: Int, month: Int, day: Int, number: Int) {
        #expect(CivilDate(year: year, month: month, day: day)?.daysSinceEpoch == number)
        let parts = CivilDate(daysSinceEpoch: number).parts
        #expect((parts.year, parts.month, parts.day) == (year, month, day))
    }

    @Test("D12: every day from 1890 to 2120 follows the one before, over month ends, year ends and leap days")
    func successiveDays() throws {
        var date = try #require(CivilDate(year: 1890, month: 1, day: 1))
        var wrong = 0
        while date.year < 2120 {
            let next = date.adding(days: 1)
            let isLast = date.day == CivilDate.daysInMonth(date.month, ofYear: date.year)
            let follows =
                isLast
                ? next.day == 1 && next.month == date.month % 12 + 1 && next.year == (date.month == 12 ? date.year + 1 : date.year)
                : next.day == date.day + 1 && next.month == date.month && next.year == date.year
            let sameDate = CivilDate(year: next.year, month: next.month, day: next.day) == next
            let nextWeekday = next.weekday.rawValue == date.weekday.rawValue % 7 + 1
            if !(follows && sameDate && nextWeekday) { wrong += 1 }
            date = next
        }
        #expect(wrong == 0)
    }

    @Test(
        "There is no such day",
        arguments: [
            (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (0, 1, 1), (10000, 1, 1),
        ])
    func impossible(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test("Arithmetic stays at the ends of the calendar", arguments: [Int.min, -10_000_000, 10_000_000, Int.max])
    func saturation(days: Int) throws {
        let date = try #require(CivilDate(year: 2024, month: 2, day: 29))
        #expect(date.adding(days: days) == (days < 0 ? .earliest : .latest))
        #expect(CivilDate(daysSinceEpoch: days) == (days < 0 ? .earliest : .latest))
    }

    @Test(
        "Weekdays, days of the year and ISO weeks are those of a printed calendar",
        arguments: [
            // Year-end weeks from ISO 8601's own examples and from `date +%u-%j-%G-%V`.
            ("1977-01-01", Weekday.saturday, 1, 1976, 53), ("1979-12-31", .monday, 365, 1980, 1), ("2020-12-31", .thursday, 366, 2020, 53),
            ("2021-01-03", .sunday, 3, 2020, 53), ("2024-02-29", .thursday, 60, 2024, 9), ("2024-12-30", .monday, 365, 2025, 1),
            ("1969-12-29", .monday, 363, 1970, 1),
        ] as [(String, Weekday, Int, Int, Int)])
    func weeks(text: String, weekday: Weekday, dayOfYear: Int, weekYear: Int, week: Int) throws {
        let date = try #require(CivilDate(text))
        #expect(date.weekday == weekday)
        #expect(date.dayOfYear == dayOfYear)
        #expect(ISOWeek(containing: date).year == weekYear)
        #expect(ISOWeek(containing: date).number == week)
    }

    @Test("A week begins on the chosen day", arguments: Weekday.allCases)
    func startOfWeek(first: Weekday) throws {
        let date = try #require(CivilDate("2024-02-29"))
        let start = date.startOfWeek(beginningOn: first)
        #expect(start.weekday == first)
        #expect((0...6).contains(start.days(to: date)))
    }

    @Test("A month begins on its first day")
    func startOfMonth() throws {
        #expect(try #require(CivilDate("2024-02-29")).startOfMonth == CivilDate("2024-02-01"))
    }

    @Test(
        "A time of day has only hours, minutes and seconds that a clock shows", arguments: [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, 0, 60)])
    func impossibleTimes(hour: Int, minute: Int, second: Int) {
        #expect(CivilTime(hour: hour, minute: minute, second: second) == nil)
    }

    @Test(
        "Instants far outside the calendar show its ends instead of trapping",
        arguments: [(Int64.min, CivilDate.earliest), (Int64.max, CivilDate.latest)])
    func extremeInstants(milliseconds: Int64, date: CivilDate) {
        #expect(CivilDateTime(UTCInstant(milliseconds: milliseconds), offset: ZoneOffset(seconds: 3600)).date == date)
    }
}
