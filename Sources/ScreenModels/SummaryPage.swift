import Quantities

/// A finished run, in three pages.
public struct SummaryPage: Hashable, Sendable {
    /// The pages.
    public enum View: UInt8, CaseIterable, Sendable {
        /// Distance, time, pace, energy and drumsticks.
        case result
        /// Heart rate, zones, cadence, steps.
        case body
        /// Elapsed and moving time, ascent and descent, best and slowest kilometre, laps.
        case course
    }
    /// Which page.
    public var view: View
    /// The kind of run.
    public var kind: RunKind
    /// Local date of the start; nil when the time was never known (fault D9).
    public var date: DayOfYear?
    /// Local time of the start.
    public var start: TimeOfDay?
    /// Totals.
    public var figures: RunFigures
    /// A page.
    public init(view: View, kind: RunKind, date: DayOfYear?, start: TimeOfDay?, figures: RunFigures) {
        self.view = view
        self.kind = kind
        self.date = date
        self.start = start
        self.figures = figures
    }
}

/// The totals of a run as they are shown.
public struct RunFigures: Hashable, Sendable {
    /// Distance.
    public var distance: Distance = .zero
    /// Time without pauses.
    public var timer: Duration = .zero
    /// Time from start to stop.
    public var elapsed: Duration = .zero
    /// Time in motion.
    public var moving: Duration = .zero
    /// Mean pace over the timer; nil without distance.
    public var averagePace: Pace?
    /// Energy.
    public var energy: Energy = .zero
    /// Mean heart rate over valid time.
    public var averageHeartRate: HeartRate?
    /// Greatest heart rate.
    public var maximumHeartRate: HeartRate?
    /// Time in zones 1...5.
    public var zoneTimes = ZoneTimes()
    /// Mean cadence while stepping.
    public var averageCadence: Cadence?
    /// Steps; nil without a counter.
    public var steps: UInt32?
    /// Climbed; nil without altitude.
    public var ascent: Distance?
    /// Descended.
    public var descent: Distance?
    /// Laps.
    public var laps: UInt16 = 0
    /// The fastest full kilometre or mile.
    public var bestSplit: Pace?
    /// The slowest full kilometre or mile.
    public var slowestSplit: Pace?
    /// Zeros.
    public init() {}
}

/// Time in heart-rate zones 1...5.
public struct ZoneTimes: Hashable, Sendable {
    /// Milliseconds in zone 1...5, and below zone 1 at index 0.
    public var milliseconds: SIMD8<Int64> = .zero
    /// Zeros.
    public init() {}
    /// The time in a zone: 0 (below zone 1) ... 5; zero outside.
    public subscript(zone: Int) -> Duration {
        get { (0..<6).contains(zone) ? .milliseconds(milliseconds[zone]) : .zero }
        set { if (0..<6).contains(zone) { milliseconds[zone] = newValue.inMilliseconds } }
    }
}
