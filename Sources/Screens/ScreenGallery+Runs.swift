import Quantities
import ScreenModels

extension ScreenGallery {
    /// The runs at rest: week, calendar, totals, records, the newest runs, the cable, and what is said of a run that is deleted.
    static let runsAtRest: [Sample] = [
        sample("week", .week(week([5.2, 0, 8.44, 0, 3.1, 0, 0], today: 4, month: 61.3, streak: 1)), openingLabels, resting),
        sample(
            "week-long", .week(week([42.2, 31, 21.1, 25, 18.4, 35, 100.5], today: 6, month: 1042.7, streak: 365)), openingLabels, resting),
        sample(
            "week-imperial", .week(week([5.2, 0, 8.44, 0, 3.1, 0, 0], today: 4, month: 61.3, streak: 12)), openingLabels, resting, .imperial
        ),
        sample(
            "week-unknown", .week(WeekPage()), .init(lap: .back, page: .next, pageHeld: .menu), StatusStrip(time: nil, batteryPercent: 87)),
        sample(
            "calendar", .calendar(month(2026, 9, 30, from: 2, days: [1, 3, 5, 6, 10, 12, 14], chosen: 14, today: 14, 8.436, 1)), dayLabels,
            resting),
        sample(
            "calendar-long", .calendar(month(2027, 5, 31, from: 6, days: Array(1...31), chosen: 30, today: nil, 123.456, 3)), dayLabels,
            resting),
        sample(
            "calendar-reading", .calendar(month(2026, 2, 28, from: 7, days: nil, chosen: 28, today: nil, nil, 0)), .init(lap: .back),
            resting
        ),
        sample(
            "calendar-without-run", .calendar(month(2026, 9, 30, from: 2, days: [1, 3], chosen: 14, today: 14, nil, 0)),
            .init(lap: .back, page: .next, startHeld: .previous), resting),
        sample(
            "day-run",
            .dayRun(
                DayRunPage(
                    date: day, number: 1, count: 2, run: HistoryRow(date: day, kind: .run, distance: .meters(8436), timer: .seconds(2715)),
                    start: TimeOfDay(hour: 6, minute: 42))), .init(start: .select, lap: .back, page: .next), resting),
        sample(
            "day-run-long",
            .dayRun(
                DayRunPage(
                    date: longestDay, number: 12, count: 32,
                    run: HistoryRow(date: longestDay, kind: .indoorRun, distance: .meters(123_456), timer: .seconds(84_296)),
                    start: TimeOfDay(hour: 20, minute: 48))), .init(start: .select, lap: .back, page: .next), resting),
        sample("totals", .totals(totals(1042.3, 73_612, 187, 318)), openingLabels, resting),
        sample("totals-long", .totals(totals(123_456, 8_312_000, 10_000, 1199)), openingLabels, resting, .imperial),
        sample("totals-unknown", .totals(TotalsPage()), .init(lap: .back, page: .next, pageHeld: .menu), resting),
        sample(
            "records",
            .recordList(
                records(
                    [
                        .distance(.kilometers(1042.3)), .record(BrokenRecord(.kilometer, .time(.seconds(225))), isIndoor: false),
                        .record(BrokenRecord(.fiveKilometers, .time(.seconds(1271))), isIndoor: false),
                        .record(BrokenRecord(.halfMarathon, .time(.seconds(6071))), isIndoor: false),
                    ], first: 0, selected: 0, count: 9)), .init(start: .change, lap: .back, page: .down), resting),
        sample(
            "records-end",
            .recordList(
                records(
                    [
                        .record(BrokenRecord(.hour, .distance(.kilometers(13.4))), isIndoor: false),
                        .record(BrokenRecord(.longest, .distance(.kilometers(123.4))), isIndoor: false),
                        .record(BrokenRecord(.mostClimb, .climb(.meters(1234))), isIndoor: false),
                        .record(BrokenRecord(.longest, .distance(.kilometers(12.4))), isIndoor: true),
                    ], first: 8, selected: 11, count: 12)), listLabels, resting),
        sample(
            "records-energy", .recordList(records([.energy(.kilocalories(73_612))], first: 0, selected: 0, count: 1)),
            .init(start: .change, lap: .back, page: .down), resting),
        sample("recent-runs", .recentRuns(recent), openingLabels, resting),
        sample("recent-runs-unknown", .recentRuns(RecentRunsPage()), openingLabels, resting),
        sample("computer-unplugged", .computer(ComputerPage(link: .unplugged)), ringLabels, resting),
        sample(
            "computer-charging", .computer(ComputerPage(link: .charging, lastSync: (longestDay, noon))), ringLabels,
            StatusStrip(time: noon, batteryPercent: 64, isCharging: true)),
        sample("computer-waiting", .computer(ComputerPage(link: .waiting)), ringLabels, resting),
        sample("computer-sharing", .computer(ComputerPage(link: .sharing, lastSync: (day, noon))), ringLabels, resting),
        sample("computer-syncing", .computer(ComputerPage(link: .syncing(done: 12, of: 340), lastSync: (day, noon))), ringLabels, resting),
        sample("computer-unknown", .computer(ComputerPage(link: nil)), ringLabels, StatusStrip(time: nil, batteryPercent: nil)),
        sample("summary-track", .summary(withTrack), summaryLabels, resting),
        sample("summary-of-list", .summary(summary(.result)), .init(start: .ok, lap: .back, page: .next, pageHeld: .delete), resting),
        message("delete-run", .deleteRun(isAskedAgain: false, distance: .meters(8436)), .init(start: .yes, lap: .no)),
        message("delete-run-again", .deleteRun(isAskedAgain: true, distance: .meters(123_456)), .init(start: .yes, lap: .no)),
        message("run-deleted", .runDeleted),
        message("no-run-that-day", .noRunThatDay, .init(lap: .back)),
    ]

    private static let resting = StatusStrip(time: noon, batteryPercent: 87)
    private static let openingLabels = ButtonLabels(start: .select, lap: .back, page: .next, pageHeld: .menu)
    private static let ringLabels = ButtonLabels(lap: .back, page: .next, pageHeld: .menu)
    private static let dayLabels = ButtonLabels(start: .select, lap: .back, page: .next, startHeld: .previous)

    private static var withTrack: SummaryPage {
        var page = summary(.track)
        page.track = loop
        return page
    }

    private static func week(_ kilometers: [Double], today: UInt8, month: Double, streak: UInt32) -> WeekPage {
        var page = WeekPage()
        for (index, distance) in kilometers.enumerated() { page[index] = .kilometers(distance) }
        page.today = today
        page.week = .kilometers(kilometers.reduce(0, +))
        page.month = .kilometers(month)
        page.streak = streak
        return page
    }

    private static func month(
        _ year: Int16, _ month: UInt8, _ length: UInt8, from weekday: UInt8, days: [UInt32]?, chosen: UInt8, today: UInt8?,
        _ kilometers: Double?, _ runs: UInt8
    ) -> CalendarPage {
        var page = CalendarPage(year: year, month: month, length: length, firstWeekday: weekday, chosen: chosen)
        page.runDays = days.map { $0.reduce(0) { $0 | 1 << ($1 - 1) } }
        page.today = today
        page.distance = kilometers.map { .kilometers($0) }
        page.runs = runs
        return page
    }

    private static func totals(_ kilometers: Double, _ kilocalories: Double, _ runs: UInt32, _ pace: Double) -> TotalsPage {
        var page = TotalsPage()
        page.distance = .kilometers(kilometers)
        page.energy = .kilocalories(kilocalories)
        page.runs = runs
        page.averagePace = .secondsPerKilometer(pace)
        return page
    }

    private static func records(_ rows: [RecordListPage.Row], first: UInt8, selected: UInt8, count: UInt8) -> RecordListPage {
        var page = RecordListPage(count: count, first: first, selected: selected)
        for (index, row) in rows.enumerated() { page[index] = row }
        return page
    }

    private static var recent: RecentRunsPage {
        var page = RecentRunsPage()
        page.newest = HistoryRow(date: day, kind: .run, distance: .meters(8436), timer: .seconds(2715))
        page.second = HistoryRow(date: longestDay, kind: .trailRun, distance: .meters(21_097), timer: .seconds(7384))
        page.third = HistoryRow(date: nil, kind: .indoorRun, distance: .meters(123_456), timer: .seconds(84_296))
        page.count = 187
        return page
    }
}
