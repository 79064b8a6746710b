import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

@testable import WatchCore

/// The runs at rest: glances of a watch that does not know the time, and the pages that they open.
extension PageTable {
    static let today = CivilDate(daysSinceEpoch: 20_711)
    static let before = CivilDate(daysSinceEpoch: 20_650)

    private static func run(_ ago: Int, _ number: UInt64) -> RunSummary {
        var amounts = RunAmounts(type: .run, zone: .utc)
        amounts.distance = .kilometers(5)
        let start = CivilDateTime(date: today.adding(days: -ago), time: .midnight).instant(offset: .utc)
        return RunSummary(id: RunID(high: 7, low: number), time: .utc(start: start, end: start, zone: .utc), amounts: amounts)
    }

    /// A calendar with runs three and five days ago, after some steps back.
    static func calendar(_ steps: Int) -> RunCalendar {
        var month = RunMonth(of: today)
        for ago in [3, 5, 5] { month.take(run(ago, UInt64(ago))) }
        month.before = before
        var calendar = RunCalendar(today: today)
        calendar.receiveAnswer(.month(month))
        for _ in 0..<steps { _ = calendar.press(page, in: PageContext()) }
        return calendar
    }

    static func dayRuns(_ steps: Int) -> DayRuns {
        var day = RunsOfDay(today), page = DayRuns(of: today, from: calendar(0))
        for number in [1, 2] as [UInt64] { day.take(run(0, number)) }
        page.receiveAnswer(.day(day))
        for _ in 0..<steps { _ = page.press(PageTable.page, in: PageContext()) }
        return page
    }

    /// A run of a list after some presses.
    static func listed(_ presses: Press...) -> CurrentPage {
        let run = StoredRun(figures: RunFigures(), kind: .walk, date: nil, start: nil)
        var page = SummaryBrowser(run, id: HistoryAnswer.id(1), from: .history(list(at: 1)))
        for press in presses { _ = page.press(press, in: PageContext()) }
        return .summary(page)
    }
    private static let pageSecond = Press(.page, .second)

    /// PAGE goes on, PAGE held opens the menu, back leads to the clock.
    private static func glance(_ next: CurrentPage, _ others: [Press: PageAnswer] = [:]) -> [Press: PageAnswer] {
        [page: .opens(next), pageLong: .opens(menu(.main, 0)), lap: .opens(.atRest), twice: .opens(.atRest)].merging(others) { $1 }
    }

    static let runsAtRest: [PageCase] = [
        PageCase(name: "week", page: .week(WeekGlance()), answers: glance(.records(RecordsGlance()))),
        PageCase(name: "totals", page: .records(RecordsGlance()), answers: glance(.recentRuns(HistoryGlance()))),
        PageCase(
            name: "newest runs", page: .recentRuns(HistoryGlance()),
            answers: glance(.computer(ComputerGlance()), [start: .opens(.history(HistoryBrowser(fromGlance: true)))])),
        PageCase(name: "computer", page: .computer(ComputerGlance()), answers: glance(.atRest)),
        PageCase(
            name: "calendar, not yet here", page: .calendar(RunCalendar(today: today)),
            answers: [lap: .opens(.week(WeekGlance())), twice: .opens(.week(WeekGlance()))]),
        PageCase(
            name: "calendar, a day without a run, asks again", page: .calendar(calendar(0)),
            answers: stepping(
                .becomes(.calendar(calendar(1))),
                [
                    startHeld: PageAnswer(action: .askRuns(.month(before.startOfMonth)), page: .calendar(calendar(3))),
                    lap: .opens(.week(WeekGlance())), twice: .opens(.week(WeekGlance())),
                ])),
        PageCase(
            name: "calendar, the first run of the month, asks again", page: .calendar(calendar(2)),
            answers: stepping(
                PageAnswer(action: .askRuns(.month(before.startOfMonth)), page: .calendar(calendar(3))),
                [
                    start: .opens(.dayRuns(DayRuns(of: today.adding(days: -5), from: calendar(2)))),
                    startHeld: PageAnswer(action: .askRuns(.month(before.startOfMonth)), page: .calendar(calendar(3))),
                    lap: .opens(.week(WeekGlance())), twice: .opens(.week(WeekGlance())),
                ])),
        PageCase(
            name: "runs of a day, not yet here", page: .dayRuns(DayRuns(of: today, from: calendar(0))),
            answers: [lap: .opens(.calendar(calendar(0))), twice: .opens(.calendar(calendar(0)))]),
        PageCase(
            name: "the second run of a day, asks again", page: .dayRuns(dayRuns(1)),
            answers: stepping(
                .becomes(.dayRuns(dayRuns(0))),
                [
                    start: .does(.loadRun(RunID(high: 7, low: 2))), lap: .opens(.calendar(calendar(0))),
                    twice: .opens(.calendar(calendar(0))),
                ])),
        PageCase(
            name: "records, not yet here", page: .recordList(RecordList()),
            answers: [lap: .opens(.records(RecordsGlance())), twice: .opens(.records(RecordsGlance()))]),
        PageCase(
            name: "the result of a run of a list", page: listed(),
            answers: [
                page: .becomes(listed(page)), start: .opens(.history(list(at: 1))), pageSecond: .becomes(listed(pageSecond)),
                lap: .opens(.history(list(at: 1))), twice: .opens(.history(list(at: 1))),
            ]),
        PageCase(
            name: "another page of a run of a list", page: listed(page),
            answers: [
                page: .becomes(listed(page, page)), start: .opens(.history(list(at: 1))), lap: .opens(.history(list(at: 1))),
                twice: .opens(.history(list(at: 1))),
            ]),
        PageCase(
            name: "delete the run?", page: listed(pageSecond),
            answers: [
                start: .becomes(listed(pageSecond, start)), page: .becomes(listed()), lap: .becomes(listed()), twice: .becomes(listed()),
            ]),
        PageCase(
            name: "really delete the run?", page: listed(pageSecond, start),
            answers: [
                start: PageAnswer(action: .removeRun(HistoryAnswer.id(1), thenOpen: .history(list(at: 1))), page: listed()),
                page: .becomes(listed()), lap: .becomes(listed()), twice: .becomes(listed()),
            ]),
    ]
}
