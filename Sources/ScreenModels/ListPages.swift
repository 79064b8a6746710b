import Quantities

/// Runs on the watch, newest first, four rows at a time.
public struct HistoryPage: Hashable, Sendable {
    /// How many runs there are.
    public var count: UInt32
    /// Index of the first row shown.
    public var first: UInt32
    /// Index of the chosen row.
    public var selected: UInt32
    /// The rows shown; nil beyond the end.
    public var rows: (HistoryRow?, HistoryRow?, HistoryRow?, HistoryRow?)
    /// A page.
    public init(count: UInt32, first: UInt32, selected: UInt32, rows: (HistoryRow?, HistoryRow?, HistoryRow?, HistoryRow?)) {
        self.count = count
        self.first = first
        self.selected = selected
        self.rows = rows
    }
    /// Equal if all parts are.
    public static func == (a: HistoryPage, b: HistoryPage) -> Bool {
        a.count == b.count && a.first == b.first && a.selected == b.selected && a.rows.0 == b.rows.0 && a.rows.1 == b.rows.1
            && a.rows.2 == b.rows.2 && a.rows.3 == b.rows.3
    }
    /// Hashes the position in the list.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(first)
        hasher.combine(selected)
    }
}

/// A run in a list.
public struct HistoryRow: Hashable, Sendable {
    /// Local date of the start; nil when never known.
    public var date: DayOfYear?
    /// The kind of run.
    public var kind: RunKind
    /// Distance.
    public var distance: Distance
    /// Time without pauses.
    public var timer: Duration
    /// A row.
    public init(date: DayOfYear?, kind: RunKind, distance: Distance, timer: Duration) {
        self.date = date
        self.kind = kind
        self.distance = distance
        self.timer = timer
    }
}

/// A menu: up to five rows in view.
public struct MenuPage: Hashable, Sendable {
    /// How many rows fit.
    public static let capacity = 5
    /// What the menu is.
    public var title: MenuTitle
    /// Rows in all.
    public var count: UInt8
    /// Index of the first row shown.
    public var first: UInt8
    /// Index of the chosen row.
    public var selected: UInt8
    /// The rows shown, from `first`; nil beyond the end.
    public var rows: InView<MenuRow>
    /// A menu.
    public init(title: MenuTitle, count: UInt8, first: UInt8, selected: UInt8, rows: InView<MenuRow>) {
        self.title = title
        self.count = count
        self.first = first
        self.selected = selected
        self.rows = rows
    }
}

/// What a menu is.
public enum MenuTitle: UInt8, CaseIterable, Sendable {
    /// Opened by holding PAGE.
    case main
    /// How the watch behaves.
    case settings
    /// The runner.
    case profile
    /// The pages of a run.
    case runPages
    /// One page of a run.
    case runPage
    /// The values that a place of that page can show.
    case runFields
    /// What to tell of during a run.
    case alerts
    /// Display, sounds, time and words.
    case watch
    /// What is shown at rest beside the clock.
    case glances
    /// Heart-rate zones.
    case zones
    /// How caffeine is reckoned, and what is told of it.
    case caffeine
}

/// A row of a menu.
public enum MenuRow: Hashable, Sendable {
    /// Runs on the watch.
    case history
    /// How the watch behaves.
    case settings
    /// The runner.
    case profile
    /// A setting and its value.
    case setting(SettingValue)
    /// The pages of a run.
    case runPages
    /// A part of the settings with a menu of its own.
    case group(MenuTitle)
    /// A place of a page of a run, from 0, and the value that it shows.
    case runField(UInt8, RunField)
    /// A value that a place of a page can show.
    case fieldChoice(RunField)
    /// Turn the watch off; held.
    case powerOff
    /// About: the version.
    case about
    /// Leave.
    case back
}

/// What a runner wanted to be told of during a run, as it is now.
public enum AlertNews: Hashable, Sendable {
    /// The heart rate is above its limit.
    case heartRateAbove(HeartRate)
    /// The heart rate is below its limit.
    case heartRateBelow(HeartRate)
    /// The pace is faster than its limit.
    case paceFaster(Pace)
    /// The pace is slower than its limit.
    case paceSlower(Pace)
    /// A distance is full.
    case distance(Distance)
    /// A time is full.
    case time(Duration)
}

/// A message or an error: what happened and what to do.
public enum Message: Hashable, Sendable {
    /// A run went on by itself after an interruption.
    case runRecovered(timer: Duration, distance: Distance)
    /// Resume or save an interrupted run? Saved by itself after the seconds.
    case runInterrupted(timer: Duration, distance: Distance, secondsToSave: UInt8)
    /// The run is on its way to the card.
    case saving
    /// The run is on the card.
    case saved
    /// The run was thrown away.
    case discarded
    /// The buttons are locked: hold this one for a second.
    case locked(holding: ButtonRole)
    /// Just locked or unlocked, by holding this button.
    case lockChanged(isLocked: Bool, holding: ButtonRole)
    /// Something happened during the run of which the runner wanted to be told.
    case alert(AlertNews)
    /// Nobody has moved for long: the run ends by itself in the seconds.
    case forgottenRun(secondsToStop: UInt16)
    /// Nobody pressed START for long while getting ready: nothing was recorded, receiver and sensors are off.
    case readyTimedOut
    /// The card is full: the run is kept in memory; room is made with a computer.
    case storageFull
    /// The card cannot be written: the run is kept in memory; check the card.
    case storageFailed
    /// The card can only be read: the run is kept in memory.
    case storageReadOnly
    /// Settings and days cannot be stored; runs can.
    case settingsNotStored
    /// Settings and days cannot be read, so those that are used are not the runner's own; runs are recorded all the same.
    case settingsUnreadable
    /// The history was rebuilt from the runs after damage.
    case storageRebuilt
    /// Settings and days were missing, and their last copy took their place.
    case storageRestored
    /// Parts of this watch are made up: what it shows is not true of anybody.
    case simulatedParts
    /// The history is being read.
    case reading
    /// A part does not answer.
    case sensorFailed(SensorKind)
    /// A sensor speaks, but others prove it wrong: it is ignored until it has agreed again for a while.
    case sensorDoubted(SensorKind)
    /// gpsd does not answer.
    case gpsDaemonMissing
    /// A button is stuck down and is ignored.
    case buttonStuck(ButtonRole)
    /// The battery is low.
    case batteryLow(percent: UInt8)
    /// The battery is empty: the run is saved and the watch turns off.
    case batteryEmpty
    /// The display works again, or another part.
    case sensorBack(SensorKind)
    /// No runs yet.
    case noRuns
    /// A goal was reached, perhaps others with it.
    case goalReached(GoalName, TrophyKind, points: UInt16, others: UInt8)
    /// A drink is in the log; how much caffeine there is now, mg, if the time is known.
    case drinkLogged(milligrams: Double?)
    /// A drink was taken out of the log.
    case drinkDeleted
    /// No drinks today.
    case noDrinks
    /// For information: much caffeine, mg.
    case caffeineHigh(CaffeineNews, milligrams: Double)
    /// Less caffeine than the runner wants to be told of, mg.
    case caffeineLow(milligrams: UInt16)
    /// What is to be shown needs the time, which is not known.
    case timeUnknown
    /// The picture that was asked for is on the card.
    case pictureKept
    /// It could not be written.
    case pictureNotKept
    /// There are no goals: a computer gives some.
    case noGoals
    /// No run on the chosen day.
    case noRunThatDay
    /// Delete the run of this distance? Asked twice.
    case deleteRun(isAskedAgain: Bool, distance: Distance)
    /// A run was deleted; it can be brought back for a while.
    case runDeleted
    /// Turning off takes a hold of START.
    case holdToTurnOff
    /// The watch is about to turn off.
    case poweringOff
    /// Version of the software: major, minor, patch.
    case about(UInt8, UInt8, UInt8)
}
