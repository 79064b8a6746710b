import Quantities

/// The watch at rest: clock and day.
public struct ClockPage: Hashable, Sendable {
    /// The local time; nil until known.
    public var time: TimeOfDay?
    /// The local date; nil until known.
    public var date: DayOfYear?
    /// Steps since the day began; nil without a step counter.
    public var steps: UInt32?
    /// Distance run since the day began.
    public var distance: Distance
    /// The goal that is nearest to done; nil if all are done or none can be told.
    public var nearestGoal: GoalMark?
    /// For how long the watch has been on without knowing the time; nil once it does.
    public var withoutTimeFor: Duration?
    /// A page.
    public init(time: TimeOfDay?, date: DayOfYear?, steps: UInt32?, distance: Distance, withoutTimeFor: Duration? = nil) {
        self.withoutTimeFor = withoutTimeFor
        self.time = time
        self.date = date
        self.steps = steps
        self.distance = distance
    }
}

/// One of the questions of the first start, and the number editors of the settings.
public struct SetUpPage: Hashable, Sendable {
    /// What is asked.
    public var value: SettingValue
    /// Which question, from 1; nil when the editor was opened from the settings.
    public var step: UInt8?
    /// How many questions.
    public var steps: UInt8
    /// A question.
    public init(value: SettingValue, step: UInt8?, steps: UInt8 = 5) {
        self.value = value
        self.step = step
        self.steps = steps
    }
}

/// A setting with its value, for the editor and for the rows of the settings.
public enum SettingValue: Hashable, Sendable {
    /// Index into the languages that the watch has, shown by the language's own name.
    case language(UInt8)
    /// Kilometres or miles.
    case units(UnitSystem)
    /// Body mass, 30–299 kg.
    case weight(Mass)
    /// Body height, 0.60–3.09 m.
    case height(Distance)
    /// Year of birth; nil until set.
    case birthYear(Int16?)
    /// Sex for the energy equation; nil until set.
    case sex(BiologicalSex?)
    /// Greatest heart rate; nil = from the age.
    case maximumHeartRate(HeartRate?)
    /// Heart rate at rest; nil until set.
    case restingHeartRate(HeartRate?)
    /// Pause by itself when standing.
    case autoPause(Bool)
    /// A lap by itself after a distance or a time.
    case autoLap(AutoLapChoice)
    /// Buzz or silent.
    case sounds(Bool)
    /// The kind of run that START begins.
    case runType(RunKind)
    /// Lock the buttons when a run starts.
    case autoLock(Bool)
    /// Energy from the heart rate (Keytel) instead of the distance.
    case energyFromHeartRate(Bool)
    /// The values of a page of a run, the page by its number from 0.
    case runPage(UInt8, RunFields)
    /// Pages of a run follow each other by themselves.
    case autoScroll(Bool)
}

/// Sex as the published energy equations use it.
public enum BiologicalSex: UInt8, CaseIterable, Sendable {
    /// Female.
    case female
    /// Male.
    case male
}

/// What makes a lap by itself.
public enum AutoLapChoice: UInt8, CaseIterable, Sendable {
    /// Only the button.
    case off
    /// Each kilometre.
    case kilometer
    /// Each mile.
    case mile
    /// Each 5 min.
    case fiveMinutes
    /// Each 10 min.
    case tenMinutes
}

/// What kind of run.
public enum RunKind: UInt8, CaseIterable, Sendable {
    /// On roads.
    case run
    /// On trails.
    case trailRun
    /// Walking.
    case walk
    /// On a treadmill or a hall: GPS off, distance by stride.
    case indoorRun
}
