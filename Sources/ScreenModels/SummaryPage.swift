import Quantities

/// A finished run, in six pages.
public struct SummaryPage: Hashable, Sendable {
    /// The pages.
    public enum View: UInt8, CaseIterable, Sendable {
        /// Distance, time, pace, energy and drumsticks.
        case result
        /// Its laps, four at a time.
        case laps
        /// Its full kilometres or miles, four at a time.
        case splits
        /// Heart rate, zones, cadence, steps.
        case body
        /// Elapsed and moving time, ascent and descent, best and slowest kilometre, laps.
        case course
        /// The shape of its track, if it has one.
        case track
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
    /// The laps or splits in view.
    public var rows: LapRows
    /// The record that it has beaten; nil if none, or if that is not known yet.
    public var record: BrokenRecord?
    /// The track, for the page that shows it.
    public var track = TrackSketch()
    /// A page.
    public init(view: View, kind: RunKind, date: DayOfYear?, start: TimeOfDay?, figures: RunFigures, rows: LapRows = LapRows()) {
        self.rows = rows
        self.view = view
        self.kind = kind
        self.date = date
        self.start = start
        self.figures = figures
    }
}

/// Four laps or splits held in place, so that a page is a plain value.
public struct LapRows: Hashable, Sendable {
    /// Index of the first one in view.
    public var first: UInt16
    /// How many there are.
    public var count: UInt16
    private var rows = InView<LapFigures>()
    /// How many fit.
    public static let capacity: UInt16 = 4
    /// None in view yet.
    public init(first: UInt16 = 0, count: UInt16 = 0) {
        self.first = first
        self.count = count
    }
    /// A row in view, 0...3; nil outside and beyond the end.
    public subscript(index: Int) -> LapFigures? {
        get { rows[index] }
        set { rows[index] = newValue }
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
    /// True if zones were known in the run; they need a birth year or a greatest heart rate.
    public var hasZones = false
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
    /// Full kilometres or miles.
    public var splits: UInt16 = 0
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
