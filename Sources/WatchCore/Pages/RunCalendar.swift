import Calendar
import Quantities
import ScreenModels

/// The days on which there were runs, a month at a time. PAGE goes back to the run day before, through the months, and from the first one of
/// all to today; START held goes on with the month before at once. START opens the runs of the chosen day.
///
/// Only days up to today can be chosen, since PAGE knows no other way than back.
struct RunCalendar: WatchPage {
    /// The day on which the calendar was opened.
    let today: CivilDate
    /// The chosen day; its month is shown.
    private(set) var chosen: CivilDate
    /// The month in hand; nil until it comes.
    private(set) var month: RunMonth?
    /// True if the card did not give it.
    private(set) var isUnreadable = false

    /// A calendar of the month of today.
    init(today: CivilDate) { (self.today, chosen) = (today, today) }

    var opening: PageAction { refreshing }
    var refreshing: PageAction { .askRuns(.month(chosen.startOfMonth)) }
    var staysFor: Duration? { .minutes(2) }
    var allowsPicture: Bool { false }

    /// A month has come, or cannot be read; one that is not waited for is not taken.
    mutating func receiveAnswer(_ answer: RunAnswer) {
        switch answer {
        case .month(let month) where month.first == chosen.startOfMonth: (self.month, isUnreadable) = (month, false)
        case .unreadable(.month(chosen.startOfMonth)): isUnreadable = month == nil
        default: break
        }
    }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return .open(.week(WeekGlance())) }
        // Until the month is there nobody can say which day comes next.
        guard let month else { return .stay }
        if press.isStep(of: .page) {
            if let day = month.runDay(before: chosen.day) { return choose(month.first.adding(days: day - 1)) }
            return choose(month.before ?? today)
        }
        if press == Press(.start, .second) { return choose(month.before ?? today) }
        if press == Press(.start, .short), month.runs(onDay: chosen.day) > 0 { return .open(.dayRuns(DayRuns(of: chosen, from: self))) }
        return .stay
    }

    private mutating func choose(_ day: CivilDate) -> PageAction {
        let isNear = day.startOfMonth == chosen.startOfMonth
        chosen = day
        guard !isNear else { return .stay }
        month = nil
        return refreshing
    }

    func page(in context: PageContext) -> Page {
        if isUnreadable { return .message(.storageFailed) }
        let first = chosen.startOfMonth, parts = chosen.parts
        var page = CalendarPage(
            year: Int16(clamping: parts.year), month: UInt8(clamping: parts.month),
            length: UInt8(clamping: CivilDate.daysInMonth(parts.month, ofYear: parts.year)),
            firstWeekday: UInt8(clamping: first.weekday.rawValue), chosen: UInt8(clamping: parts.day))
        page.runDays = month?.days
        page.runs = month?.runs(onDay: parts.day) ?? 0
        page.distance = page.runs > 0 ? month?.distance(onDay: parts.day) : nil
        let now = context.local?.date ?? today
        page.today = now.startOfMonth == first ? UInt8(clamping: now.day) : nil
        return .calendar(page)
    }

    func labels(in context: PageContext) -> ButtonLabels {
        if isUnreadable { return ButtonLabels(lap: .back) }
        guard let month else { return ButtonLabels(lap: .back) }
        return ButtonLabels(start: month.runs(onDay: chosen.day) > 0 ? .select : nil, lap: .back, page: .next, startHeld: .previous)
    }
}
