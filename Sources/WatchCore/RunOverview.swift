import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Training

/// What all runs on the card add up to, and who holds which record: what glances show. Never stored, always folded from the runs that there
/// are, so that a deletion takes everything back.
public struct RunOverview: Hashable, Sendable {
    /// A record, and the run that holds it.
    public struct Held: Hashable, Sendable {
        /// The run.
        public var run: RunID
        /// What the record is of, and how good it is.
        public var record: BrokenRecord
        /// True for one among indoor runs, whose distance is that of strides: they compete among themselves.
        public var isIndoor: Bool
    }
    /// So many of the newest runs are told.
    public static let newestRuns = 4

    /// The day for which the week, the month and the streak hold; nil while the time is not known, and they with it.
    public let today: CivilDate?
    /// Millimetres of each day of the ISO week of today, from Monday. Its Sunday is the seventh.
    private var weekMillimeters = SIMD8<Int64>.zero
    /// Distance of this month, whatever its days to come bring.
    public internal(set) var month = Distance.zero
    /// Days in a row with a run up to today, or up to yesterday while there was none today, as ``RunStreak`` has it.
    public internal(set) var streak = 0
    /// How many runs there are.
    public internal(set) var runs: UInt32 = 0
    /// The sum of their distances.
    public internal(set) var distance = Distance.zero
    /// The sum of their times without pauses.
    public internal(set) var timer = Duration.zero
    /// The sum of their energies.
    public internal(set) var energy = Energy.zero
    /// The records that are held, short distances first, those of indoor runs last.
    public internal(set) var records: [Held] = []
    /// The newest runs, the newest first.
    public internal(set) var newest: [ListedRun] = []

    /// An overview without a run.
    public init(today: CivilDate?) { self.today = today }

    /// Seconds of all runs over metres of all runs; nil without a distance.
    public var averagePace: Pace? { Pace(distance, in: timer) }
    /// Distance of a day of this week, 0 for Monday to 6 for Sunday.
    public func distance(onDay day: Int) -> Distance {
        (0..<7).contains(day) ? .meters(Double(weekMillimeters[day]) / 1000) : .zero
    }
    /// Distance of this week.
    public var week: Distance { (0..<7).reduce(.zero) { $0 + distance(onDay: $1) } }

    /// Takes a run for the week and the month, if it began in them.
    fileprivate mutating func count(_ run: RunSummary, on date: CivilDate) {
        guard let today else { return }
        if date.startOfMonth == today.startOfMonth { month += run.distance }
        let day = today.startOfWeek().days(to: date)
        if (0..<7).contains(day) {
            weekMillimeters[day] = weekMillimeters[day].addingSaturating(Int64(rounding: run.distance.meters * 1000))
        }
    }
}

/// Makes an overview of runs that are given one after the other, the oldest first. Its memory grows by a day with each day of the history,
/// and by nothing else.
public struct RunOverviewFold: Sendable {
    private var overview: RunOverview
    private var holders = RunRecords()
    private var days: [CivilDate] = []
    /// The newest runs, the oldest of them first.
    private var newest: [ListedRun] = []

    /// A fold for a day; without one the week and the month stay empty.
    public init(today: CivilDate?) { overview = RunOverview(today: today) }

    /// Takes the next run.
    public mutating func take(_ run: RunSummary) {
        overview.runs = overview.runs.addingReportingOverflow(1).overflow ? .max : overview.runs &+ 1
        overview.distance += run.distance
        overview.timer += run.timer
        overview.energy += run.energy
        holders.take(run)
        if newest.count == RunOverview.newestRuns { newest.removeFirst() }
        newest.append(ListedRun(run))
        guard let date = run.date else { return }
        if days.last != date { days.append(date) }
        overview.count(run, on: date)
    }

    /// What the runs taken so far add up to.
    public var result: RunOverview {
        var result = overview
        result.newest = newest.reversed()
        if let today = overview.today { result.streak = RunStreak(days: days, today: today).current }
        for group in [RecordClass.run, .indoorRun] {
            for kind in RecordKind.toldInLists {
                guard let holder = holders[kind, group], let record = BrokenRecord(kind, figure: holder.figure) else { continue }
                result.records.append(RunOverview.Held(run: holder.run, record: record, isIndoor: group == .indoorRun))
            }
        }
        return result
    }
}

extension RecordKind {
    /// Those that a watch tells, as a list has them: short distances first.
    static let toldInLists: [RecordKind] = RecordKind.all.filter { toldByWatch.contains($0) }
}
