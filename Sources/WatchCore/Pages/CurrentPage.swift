import Quantities
import ScreenModels

/// A list that a run is opened from, and to which it leads back.
indirect enum RunList: Equatable, Sendable {
    /// All runs.
    case history(HistoryBrowser)
    /// The runs of a day.
    case day(DayRuns)
    /// The records.
    case records(RecordList)

    /// The list as a page.
    var page: CurrentPage {
        switch self {
        case .history(let list): .history(list)
        case .day(let day): .dayRuns(day)
        case .records(let list): .recordList(list)
        }
    }
}

/// The page that is open: one case for each ``WatchPage``. While a run exists its phase decides which it is.
enum CurrentPage: WatchPage {
    /// The five questions of the first start.
    case setUp(SetUp)
    /// Clock and day.
    case clock(ClockFace)
    /// Before a run.
    case gettingReady(GettingReady)
    /// 3, 2, 1.
    case countdown(Countdown)
    /// A run, running or paused.
    case run(RunViews)
    /// After a stop.
    case stopped(StopMenu)
    /// A finished run.
    case summary(SummaryBrowser)
    /// Runs on the watch.
    case history(HistoryBrowser)
    /// The menu, or the settings.
    case menu(Menu)
    /// A setting being changed.
    case editor(Editor)
    /// The pages of a run being chosen.
    case runPages(RunPageSettings)
    /// The goals of the day at a glance, and one by one.
    case goals(GoalsGlance), goalCards(GoalCards)
    /// Caffeine at a glance, drinks to choose from, those of the day, one of them, the next day.
    indirect case caffeine(CaffeineGlance), drinkList(DrinkList), drinkDay(DrinkDay), drinkEditor(DrinkEditor), caffeineCurve(CaffeineCurve)
    /// The week, and the calendar behind it.
    indirect case week(WeekGlance), calendar(RunCalendar), dayRuns(DayRuns)
    /// What all runs add up to, and the records.
    case records(RecordsGlance), recordList(RecordList)
    /// The newest runs.
    case recentRuns(HistoryGlance)
    /// The cable to a computer.
    case computer(ComputerGlance)

    /// The clock: where every page leads back to.
    static let atRest = CurrentPage.clock(ClockFace())

    /// The page as what all pages are. It is made of the case for a question and let go; those of each second fit into it in place.
    private var opened: any WatchPage {
        switch self {
        case .setUp(let page): page
        case .clock(let page): page
        case .gettingReady(let page): page
        case .countdown(let page): page
        case .run(let page): page
        case .stopped(let page): page
        case .summary(let page): page
        case .history(let page): page
        case .menu(let page): page
        case .editor(let page): page
        case .runPages(let page): page
        case .goals(let page): page
        case .goalCards(let page): page
        case .caffeine(let page): page
        case .drinkList(let page): page
        case .drinkDay(let page): page
        case .drinkEditor(let page): page
        case .caffeineCurve(let page): page
        case .week(let page): page
        case .calendar(let page): page
        case .dayRuns(let page): page
        case .records(let page): page
        case .recordList(let page): page
        case .recentRuns(let page): page
        case .computer(let page): page
        }
    }

    var opening: PageAction { opened.opening }
    var staysFor: Duration? { opened.staysFor }
    var showsDay: Bool { opened.showsDay }
    var allowsPicture: Bool { opened.allowsPicture }
    var needsOverview: Bool { opened.needsOverview }
    var refreshing: PageAction { opened.refreshing }
    func page(in context: PageContext) -> Page { opened.page(in: context) }
    func labels(in context: PageContext) -> ButtonLabels { opened.labels(in: context) }

    /// Gives a press to the page. Where no run is under way START held keeps a picture of it, unless the page takes that for itself.
    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        guard press == .keepsPicture, allowsPicture, context.session.phase == .idle || context.session.phase == .saved else {
            return pass(press, in: context)
        }
        let before = self, action = pass(press, in: context)
        return action == .stay && self == before ? .keepPicture : action
    }

    private mutating func pass(_ press: Press, in context: PageContext) -> PageAction {
        let action: PageAction
        switch self {
        case .setUp(var page): (action, self) = (page.press(press, in: context), .setUp(page))
        case .clock(var page): (action, self) = (page.press(press, in: context), .clock(page))
        case .gettingReady(var page): (action, self) = (page.press(press, in: context), .gettingReady(page))
        case .countdown(var page): (action, self) = (page.press(press, in: context), .countdown(page))
        case .run(var page): (action, self) = (page.press(press, in: context), .run(page))
        case .stopped(var page): (action, self) = (page.press(press, in: context), .stopped(page))
        case .summary(var page): (action, self) = (page.press(press, in: context), .summary(page))
        case .history(var page): (action, self) = (page.press(press, in: context), .history(page))
        case .menu(var page): (action, self) = (page.press(press, in: context), .menu(page))
        case .editor(var page): (action, self) = (page.press(press, in: context), .editor(page))
        case .runPages(var page): (action, self) = (page.press(press, in: context), .runPages(page))
        case .goals(var page): (action, self) = (page.press(press, in: context), .goals(page))
        case .goalCards(var page): (action, self) = (page.press(press, in: context), .goalCards(page))
        case .caffeine(var page): (action, self) = (page.press(press, in: context), .caffeine(page))
        case .drinkList(var page): (action, self) = (page.press(press, in: context), .drinkList(page))
        case .drinkDay(var page): (action, self) = (page.press(press, in: context), .drinkDay(page))
        case .drinkEditor(var page): (action, self) = (page.press(press, in: context), .drinkEditor(page))
        case .caffeineCurve(var page): (action, self) = (page.press(press, in: context), .caffeineCurve(page))
        case .week(var page): (action, self) = (page.press(press, in: context), .week(page))
        case .calendar(var page): (action, self) = (page.press(press, in: context), .calendar(page))
        case .dayRuns(var page): (action, self) = (page.press(press, in: context), .dayRuns(page))
        case .records(var page): (action, self) = (page.press(press, in: context), .records(page))
        case .recordList(var page): (action, self) = (page.press(press, in: context), .recordList(page))
        case .recentRuns(var page): (action, self) = (page.press(press, in: context), .recentRuns(page))
        case .computer(var page): (action, self) = (page.press(press, in: context), .computer(page))
        }
        return action
    }
}

// What the watch asks of the page that is open.
extension CurrentPage {
    /// True while presses are ignored, but for the hold that unlocks.
    var isLocked: Bool { if case .run(let views) = self { views.isLocked } else { false } }

    /// True for the pages of a run, which are left when there is none any more.
    var belongsToRun: Bool {
        switch self {
        case .gettingReady, .countdown, .run, .stopped: true
        case .summary(let summary): summary.origin == nil
        default: false
        }
    }

    /// The views of the run as they were left, or as a new run or one that was found after a crash begins.
    func runViews(autoLock: Bool) -> RunViews {
        switch self {
        case .run(let views): views
        case .stopped(let menu): menu.run
        case .countdown: RunViews(isLocked: autoLock)
        default: RunViews()
        }
    }

    /// Gives a record to the result of the run that was just saved; false if another page is open.
    mutating func tell(_ record: BrokenRecord) -> Bool {
        guard case .summary(var summary) = self, summary.origin == nil else { return false }
        summary.record = record
        self = .summary(summary)
        return true
    }

    /// Gives rows to the list that shows them, or will again.
    mutating func receiveHistory(_ answer: HistoryAnswer?) {
        guard case .history(var list)? = runList else { return }
        list.receiveAnswer(answer)
        replaceList(with: .history(list))
    }

    /// Gives a month or the runs of a day to the page that shows them, or will again.
    mutating func receiveAnswer(_ answer: RunAnswer) {
        if case .calendar(var calendar) = self {
            calendar.receiveAnswer(answer)
            self = .calendar(calendar)
        } else if case .day(var day)? = runList {
            day.receiveAnswer(answer)
            replaceList(with: .day(day))
        }
    }

    /// The list of runs that is open, or to which the open run leads back; nil for any other page.
    var runList: RunList? {
        switch self {
        case .history(let list): .history(list)
        case .dayRuns(let day): .day(day)
        case .recordList(let list): .records(list)
        case .summary(let summary): summary.origin
        default: nil
        }
    }

    private mutating func replaceList(with list: RunList) {
        if case .summary(var summary) = self {
            summary.origin = list
            self = .summary(summary)
        } else {
            self = list.page
        }
    }
}
