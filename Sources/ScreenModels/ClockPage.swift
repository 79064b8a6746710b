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
    /// The goal that is nearest to done; where all are, the last, as awarded; nil if none can be told.
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
