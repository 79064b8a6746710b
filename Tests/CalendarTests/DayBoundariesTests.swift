import Calendar
import Quantities
import TestSupport
import Testing

@Suite struct DayBoundariesTests {
    @Test(
        "A day begins when the clock first shows it, also where midnight does not exist or comes twice",
        arguments: [
            ("UTC", "2024-02-29", "2024-02-29T00:00:00Z"), ("Europe/Zurich", "2024-03-31", "2024-03-30T23:00:00Z"),
            ("Europe/Zurich", "2024-10-28", "2024-10-27T23:00:00Z"), ("America/New_York", "2025-01-01", "2025-01-01T05:00:00Z"),
            ("Asia/Kathmandu", "2024-02-29", "2024-02-28T18:15:00Z"), ("America/St_Johns", "2024-07-01", "2024-07-01T02:30:00Z"),
            ("Australia/Lord_Howe", "2100-01-01", "2099-12-31T13:00:00Z"),
            // The clock goes from 24:00 to 01:00.
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"), ("America/Havana", "2024-03-10", "2024-03-10T05:00:00Z"),
            // From 01:00 back to 00:00: the first midnight counts. From 24:00 back to 23:00: the date comes once.
            ("America/Havana", "2024-11-03", "2024-11-03T04:00:00Z"), ("America/Sao_Paulo", "2019-02-17", "2019-02-17T03:00:00Z"),
            // The day that Samoa skipped begins and ends at once.
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"), ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
        ])
    func start(zone: String, date: String, instant: String) throws {
        let days = DayBoundaries(zone: try ZoneFixture.rules(zone))
        #expect(days.start(of: try #require(CivilDate(date))).iso8601 == instant)
    }

    @Test(
        "D12: each instant of a year lies in exactly one day, and days follow one another",
        arguments: [
            "UTC", "Europe/Zurich", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "America/Havana",
            "Europe/Dublin",
        ],
        [0, 4 * 3600, 23 * 3600 + 59 * 60])
    func partition(zone: String, dayStart: Int) throws {
        let days = DayBoundaries(zone: try ZoneFixture.rules(zone), dayStart: CivilTime(secondsSinceMidnight: dayStart))
        var date = try #require(CivilDate("2023-12-20"))
        let last = try #require(CivilDate("2025-01-10"))
        while date < last {
            let interval = days.interval(of: date)
            #expect(!interval.isEmpty)
            #expect(days.day(of: interval.lowerBound) == date)
            #expect(days.day(of: UTCInstant(milliseconds: interval.upperBound.milliseconds - 1)) == date)
            #expect(days.start(of: date.adding(days: 1)) == interval.upperBound)
            date = date.adding(days: 1)
        }
    }

    @Test(
        "A day lasts as long as its clock says",
        arguments: [
            ("Europe/Zurich", "2024-03-31", 23 * 3600), ("Europe/Zurich", "2024-10-27", 25 * 3600),
            ("Europe/Zurich", "2024-02-29", 24 * 3600),
            ("Australia/Lord_Howe", "2024-04-07", 24 * 3600 + 1800), ("Pacific/Apia", "2011-12-30", 0),
            ("America/Sao_Paulo", "2019-02-16", 25 * 3600),
        ] as [(String, String, Int64)])
    func length(zone: String, date: String, seconds: Int64) throws {
        let interval = DayBoundaries(zone: try ZoneFixture.rules(zone)).interval(of: try #require(CivilDate(date)))
        #expect(interval.upperBound.wholeSeconds - interval.lowerBound.wholeSeconds == seconds)
    }

    @Test(
        "F2: with a day that starts at four, the night still belongs to the evening before",
        arguments: [
            ("2024-02-29T02:59:59Z", "2024-02-28"), ("2024-02-29T03:00:00Z", "2024-02-29"), ("2024-12-31T23:30:00Z", "2024-12-31"),
            ("2025-01-01T03:00:00Z", "2025-01-01"),
        ])
    func lateStart(instant: String, date: String) throws {
        let zone = try ZoneFixture.rules("Europe/Zurich")
        let days = DayBoundaries(zone: zone, dayStart: try #require(CivilTime(hour: 4, minute: 0)))
        #expect(days.day(of: try #require(UTCInstant(iso8601: instant))) == CivilDate(date))
    }

    @Test("The hour that a clock repeats around midnight belongs to the day that had begun")
    func repeatedMidnight() throws {
        let days = DayBoundaries(zone: try ZoneFixture.rules("America/Sao_Paulo"), dayStart: try #require(CivilTime(hour: 23, minute: 30)))
        // 23:30 of the 16th came, then the clock went back from 24:00 to 23:00.
        let afterChange = try #require(UTCInstant(iso8601: "2019-02-17T02:10:00Z"))
        #expect(days.zone.local(afterChange).time == CivilTime(hour: 23, minute: 10))
        #expect(days.day(of: afterChange) == CivilDate("2019-02-16"))
        #expect(days.day(of: UTCInstant(milliseconds: afterChange.milliseconds - 1_800_000)) == CivilDate("2019-02-16"))
    }

    @Test("Days at the ends of time do not trap", arguments: [Int64.min, Int64.max])
    func extremes(milliseconds: Int64) throws {
        let days = DayBoundaries(zone: try ZoneFixture.rules("Europe/Zurich"))
        #expect(days.day(of: UTCInstant(milliseconds: milliseconds)) == (milliseconds < 0 ? .earliest : .latest))
    }
}
