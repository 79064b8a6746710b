import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// Something that reaches the watch. Plain values, so that the events of each second allocate nothing; the rare large ones are boxed, to
/// keep the others small.
public enum Event: Sendable {
    /// The deadline that the watch asked for has come.
    case tick
    /// A button went down or up.
    case button(ButtonEdge)
    /// A position report, believed or not.
    case fix(GPSFix)
    /// Satellites used and heard.
    case sky(SkyView)
    /// The heart rate of this second.
    case heartRate(HeartRateReading)
    /// Heart rate of seconds already recorded, known better now.
    case smoothedHeartRate(PastHeartRates)
    /// Steps and cadence of this second.
    case steps(StepReading)
    /// Distance as another device counts it, since it began to count: a foot pod, a treadmill, or the recording that is played.
    case odometer(Distance)
    /// Air pressure.
    case pressure(Pressure)
    /// The battery.
    case battery(BatteryReading)
    /// The runner has lifted the wrist to look at the watch.
    case wristRaised
    /// A part was lost or came back.
    case sensor(SensorKind, SensorState)
    /// gpsd does not answer (nothing else is known of the receiver).
    case gpsDaemonMissing
    /// UTC from a source other than GPS: a synchronised system clock or the host.
    case utc(UTCOffset)
    /// What there is to be told of the card.
    case storage(StorageNews)
    /// A change of settings, days or the like that was made elsewhere: by a host.
    indirect case change(HealthChange)
    /// The answer to ``Effect/loadBook(_:)``.
    indirect case book(HealthBook)
    /// A run whose log was left open by a crash or a power cut.
    indirect case unfinishedRun(RunTotals)
    /// A finished run of this boot that does not know its time, found at the start.
    case undatedRun(UndatedRun)
    /// The answer to ``Effect/loadHistory(first:)``; nil if it cannot be read.
    indirect case history(HistoryAnswer?)
    /// The answer to ``Effect/loadRun(_:)``: the run of that name; nil if it cannot be read.
    indirect case run(RunID, StoredRun?)
    /// The answer to ``Effect/askRuns(_:)``.
    indirect case runs(RunAnswer)
    /// The answer to ``Effect/findRecords(_:)``; none comes if the card cannot be read.
    indirect case records(FoundRecords)
    /// The answer to ``Effect/loadZone(_:)``.
    indirect case zone(LoadedZone)
    /// The process is asked to end: keep everything, and say when done.
    case shutDown
}

/// The rules of a zone that was set.
public struct LoadedZone: Hashable, Sendable {
    /// Its IANA name, as it was asked for; nil for the machine's own zone.
    public var name: String?
    /// Its rules; those of the machine's own zone where the name is not known.
    public var rules: TimeZoneRules
    /// A zone.
    public init(name: String?, rules: TimeZoneRules) { (self.name, self.rules) = (name, rules) }
}

/// Some rows of the history.
public struct HistoryAnswer: Equatable, Sendable {
    /// Runs on the watch.
    public var count: UInt32
    /// Index of the first row given, newest first.
    public var first: UInt32
    /// Up to four rows.
    public var rows: (ListedRun?, ListedRun?, ListedRun?, ListedRun?)
    /// An answer.
    public init(count: UInt32, first: UInt32, rows: (ListedRun?, ListedRun?, ListedRun?, ListedRun?)) {
        self.count = count
        self.first = first
        self.rows = rows
    }
    /// Equal if all parts are.
    public static func == (a: HistoryAnswer, b: HistoryAnswer) -> Bool { a.count == b.count && a.first == b.first && a.rows == b.rows }

    /// The run at an index of the whole list; nil if it is not among the rows.
    func run(at index: UInt32) -> ListedRun? {
        switch Int64(index) - Int64(first) {
        case 0: rows.0
        case 1: rows.1
        case 2: rows.2
        case 3: rows.3
        default: nil
        }
    }
}

/// A run of the history, for its summary.
public struct StoredRun: Hashable, Sendable {
    /// Its totals.
    public var figures: RunFigures
    /// Its kind.
    public var kind: RunKind
    /// Local date of its start; nil if its time was never known.
    public var date: DayOfYear?
    /// Local time of its start.
    public var start: TimeOfDay?
    /// Its laps, at most ``mostRows``.
    public var laps: [LapFigures]
    /// Its full kilometres or miles, at most ``mostRows``.
    public var splits: [LapFigures]
    /// The shape of its track; without points if it has none.
    public var track: TrackSketch
    /// A run.
    public init(
        figures: RunFigures, kind: RunKind, date: DayOfYear?, start: TimeOfDay?, laps: [LapFigures] = [], splits: [LapFigures] = [],
        track: TrackSketch = TrackSketch()
    ) {
        self.track = track
        self.laps = laps
        self.splits = splits
        self.figures = figures
        self.kind = kind
        self.date = date
        self.start = start
    }
}
