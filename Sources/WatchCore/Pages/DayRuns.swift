import Calendar
import Quantities
import ScreenModels

/// The runs of a day one by one: PAGE goes on to the next, START opens the one that is shown, back leads to the calendar.
struct DayRuns: WatchPage {
    /// The day.
    let day: CivilDate
    /// The calendar that it was opened from.
    let calendar: RunCalendar
    /// Which run is shown.
    private(set) var index = 0
    /// The runs in hand; nil until they come.
    private(set) var answer: RunsOfDay?
    /// True if the card did not give them.
    private(set) var isUnreadable = false

    init(of day: CivilDate, from calendar: RunCalendar) { (self.day, self.calendar) = (day, calendar) }

    var opening: PageAction { refreshing }
    var refreshing: PageAction { .askRuns(.day(day)) }
    var staysFor: Duration? { .minutes(2) }

    /// The runs have come, or cannot be read; those of another day are not taken.
    mutating func receiveAnswer(_ answer: RunAnswer) {
        switch answer {
        case .day(let runs) where runs.day == day:
            (self.answer, isUnreadable) = (runs, false)
            index = max(0, min(index, runs.runs.count - 1))
        case .unreadable(.day(day)): isUnreadable = self.answer == nil
        default: break
        }
    }

    private var shown: ListedRun? { answer.flatMap { $0.runs.indices.contains(index) ? $0.runs[index] : nil } }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return .open(.calendar(calendar)) }
        guard let answer, let shown else { return .stay }
        if press.isStep(of: .page) {
            index = index + 1 < answer.runs.count ? index + 1 : 0
        } else if press == Press(.start, .short) {
            return .loadRun(shown.id)
        }
        return .stay
    }

    func page(in context: PageContext) -> Page {
        if isUnreadable { return .message(.storageFailed) }
        guard let answer else { return .message(.reading) }
        guard let shown else { return .message(.noRunThatDay) }
        return .dayRun(
            DayRunPage(
                date: DayOfYear(day), number: UInt8(clamping: index + 1), count: UInt8(clamping: answer.runs.count), run: shown.row,
                start: shown.start))
    }

    func labels(in context: PageContext) -> ButtonLabels {
        guard let answer, shown != nil else { return ButtonLabels(lap: .back) }
        return ButtonLabels(start: .select, lap: .back, page: answer.runs.count > 1 ? .next : nil)
    }
}
