import Quantities

/// Everything one frame says, without a pixel or a word: `Screens` turns it into both.
/// A plain value without references, so that composing one each second allocates nothing.
public struct Screen: Hashable, Sendable {
    /// The strip that is on every page.
    public var status: StatusStrip
    /// The page itself.
    public var page: Page
    /// What the buttons do now, beside each button.
    public var labels: ButtonLabels
    /// Kilometres or miles.
    public var units: UnitSystem
    /// How times of day are written, on every page.
    public var clockForm: ClockForm

    /// A frame.
    public init(status: StatusStrip, page: Page, labels: ButtonLabels, units: UnitSystem, clockForm: ClockForm = .twentyFourHours) {
        self.status = status
        self.page = page
        self.labels = labels
        self.units = units
        self.clockForm = clockForm
    }
}

/// The pages of the watch.
public enum Page: Hashable, Sendable {
    /// Clock and day.
    case clock(ClockPage)
    /// One of the questions of the first start.
    case setUp(SetUpPage)
    /// Before a run: waiting for a fix, sensors warming.
    case ready(ReadyPage)
    /// 3, 2, 1.
    case countdown(secondsLeft: UInt8)
    /// A run, running or paused by itself or by hand.
    case run(RunPage)
    /// A lap or kilometre just done.
    case lapBanner(LapBanner)
    /// After a stop: resume, save or discard.
    case stopped(StoppedPage)
    /// A finished run.
    case summary(SummaryPage)
    /// Runs on the watch, newest first.
    case history(HistoryPage)
    /// A menu or the settings.
    case menu(MenuPage)
    /// The goals of the day at a glance.
    case goals(GoalsPage)
    /// One goal.
    case goalCard(GoalCardPage)
    /// The trophies.
    case trophyShelf(TrophyShelfPage)
    /// Caffeine at a glance.
    case caffeine(CaffeinePage)
    /// Drinks to choose from, or those of the day.
    case drinkList(DrinkListPage)
    /// A drink.
    case drink(DrinkPage)
    /// Caffeine over the next day.
    case caffeineCurve(CaffeineCurvePage)
    /// The week at a glance.
    case week(WeekPage)
    /// The days of a month with runs.
    case calendar(CalendarPage)
    /// A run of a day.
    case dayRun(DayRunPage)
    /// What all runs add up to.
    case totals(TotalsPage)
    /// Totals and records.
    case recordList(RecordListPage)
    /// The newest runs.
    case recentRuns(RecentRunsPage)
    /// The cable to a computer.
    case computer(ComputerPage)
    /// A message or an error.
    case message(Message)
    /// Nothing: the display is off.
    case dark
}

/// Which measure of distance the runner reads.
public enum UnitSystem: UInt8, CaseIterable, Sendable {
    /// Kilometres and minutes per kilometre.
    case metric
    /// Miles and minutes per mile.
    case imperial
}

/// How times of day are written.
public enum ClockForm: UInt8, CaseIterable, Sendable {
    /// 00:00 to 23:59.
    case twentyFourHours
    /// 12:00 AM to 11:59 PM.
    case twelveHours
}

/// A local time of day.
public struct TimeOfDay: Hashable, Sendable {
    /// 0...23.
    public var hour: UInt8
    /// 0...59.
    public var minute: UInt8
    /// A time of day.
    public init(hour: UInt8, minute: UInt8) {
        self.hour = hour
        self.minute = minute
    }
}

/// A local date.
public struct DayOfYear: Hashable, Sendable {
    /// Calendar year.
    public var year: Int16
    /// 1...12.
    public var month: UInt8
    /// 1...31.
    public var day: UInt8
    /// 1 (Monday) ... 7 (Sunday), ISO 8601.
    public var weekday: UInt8
    /// A date.
    public init(year: Int16, month: UInt8, day: UInt8, weekday: UInt8) {
        self.year = year
        self.month = month
        self.day = day
        self.weekday = weekday
    }
}

/// The strip on top of every page: the time of day stays visible during a run (fault I14).
public struct StatusStrip: Hashable, Sendable {
    /// The local time; nil until the watch knows it (shown `--:--`).
    public var time: TimeOfDay?
    /// Charge, 0...100; nil without a gauge.
    public var batteryPercent: UInt8?
    /// On external power.
    public var isCharging: Bool
    /// The buttons are locked.
    public var isLocked: Bool
    /// How good the position is.
    public var fix: FixQuality
    /// The card refuses to be written; the run is kept in memory.
    public var hasStorageTrouble: Bool
    /// A strip.
    public init(
        time: TimeOfDay?, batteryPercent: UInt8?, isCharging: Bool = false, isLocked: Bool = false, fix: FixQuality = .off,
        hasStorageTrouble: Bool = false
    ) {
        self.time = time
        self.batteryPercent = batteryPercent
        self.isCharging = isCharging
        self.isLocked = isLocked
        self.fix = fix
        self.hasStorageTrouble = hasStorageTrouble
    }
}

/// How good the position is.
public enum FixQuality: UInt8, CaseIterable, Sendable {
    /// The receiver is not used now.
    case off
    /// Looking for a fix, or lost.
    case none
    /// An error above 10 m.
    case fair
    /// An error of at most 10 m.
    case good
}

/// What each button does now, by a short press, held, or pressed twice; nil for what does nothing or what the board does not have.
public struct ButtonLabels: Hashable, Sendable {
    /// A short press of START.
    public var start: ButtonLabel?
    /// A short press of LAP.
    public var lap: ButtonLabel?
    /// A short press of PAGE.
    public var page: ButtonLabel?
    /// START held.
    public var startHeld: ButtonLabel?
    /// LAP held.
    public var lapHeld: ButtonLabel?
    /// PAGE held.
    public var pageHeld: ButtonLabel?
    /// PAGE pressed twice, which stands for LAP where there is none.
    public var pageTwice: ButtonLabel?
    /// A set of labels.
    public init(
        start: ButtonLabel? = nil, lap: ButtonLabel? = nil, page: ButtonLabel? = nil, startHeld: ButtonLabel? = nil,
        lapHeld: ButtonLabel? = nil, pageHeld: ButtonLabel? = nil, pageTwice: ButtonLabel? = nil
    ) {
        self.start = start
        self.lap = lap
        self.page = page
        self.startHeld = startHeld
        self.lapHeld = lapHeld
        self.pageHeld = pageHeld
        self.pageTwice = pageTwice
    }

    /// The same on a board without LAP: PAGE pressed twice is LAP, and PAGE is held in its place.
    public var withoutLapButton: ButtonLabels {
        var labels = self
        labels.pageTwice = labels.pageTwice ?? lap
        labels.pageHeld = lapHeld ?? pageHeld
        labels.lap = nil
        labels.lapHeld = nil
        return labels
    }
}

/// A word or sign beside a button.
public enum ButtonLabel: UInt8, CaseIterable, Sendable {
    /// Begin a run.
    case start
    /// Pause the run.
    case pause
    /// Stop the run.
    case stop
    /// Go on.
    case resume
    /// Take a lap.
    case lap
    /// The next page.
    case next
    /// Down in a list.
    case down
    /// Choose.
    case select
    /// Leave.
    case back
    /// Keep the run.
    case save
    /// Throw away.
    case discard
    /// Stop the countdown.
    case cancel
    /// Open the menu.
    case menu
    /// Open the runs.
    case runs
    /// A number goes up.
    case plus
    /// A number goes down.
    case minus
    /// A number goes the other way.
    case turn
    /// The next of some choices.
    case change
    /// Ignore presses.
    case lock
    /// Hear presses again.
    case unlock
    /// Turn the watch off.
    case powerOff
    /// Answer a question.
    case yes
    /// Refuse.
    case no
    /// Agree.
    case ok
    /// Delete for good or into a trash.
    case delete
    /// Log a drink as had now.
    case log
    /// Choose an earlier time.
    case earlier
    /// What came before: the month before this one.
    case previous
}
