import Calendar
import Quantities
import RunCore

/// What some runs amount to together: all of them, those of a week, of a day.
public struct RunTally: Hashable, Sendable {
    /// How many runs.
    public private(set) var runs = 0
    /// How many of them were imported from files of other devices.
    public private(set) var importedRuns = 0
    /// The sum of their distances.
    public private(set) var distance = Distance.zero
    /// The sum of their times without pauses.
    public private(set) var timer = Duration.zero
    /// The sum of their energies; nil if it is known of none.
    public private(set) var energy: Energy?
    /// The sum of what they climbed; nil if it is known of none.
    public private(set) var ascent: Distance?
    /// The distance of those runs that took time, for the mean pace.
    public var averagePace: Pace? { Pace(distance, in: timer) }

    /// No runs.
    public init() {}

    /// All of some runs.
    public init(_ runs: some Sequence<TrainedRun>) {
        for run in runs { add(run) }
    }

    /// Adds a run.
    public mutating func add(_ run: TrainedRun) {
        let figures = run.figures
        runs += 1
        if !run.origin.isRecorded { importedRuns += 1 }
        distance += figures.distance
        timer += figures.timer
        if let more = figures.energy { energy = (energy ?? .zero) + more }
        if let more = figures.ascent { ascent = (ascent ?? .zero) + more }
    }
}

/// The length of a period that totals are told of.
public enum TallyPeriod: String, CaseIterable, Hashable, Sendable {
    /// A week, Monday to Sunday as ISO 8601 has it, or from another day on.
    case week
    /// A month of the calendar.
    case month
    /// A year of the calendar.
    case year

    /// The first day of the period in which a day lies.
    public func start(of day: CivilDate, weekBegins: Weekday = .monday) -> CivilDate {
        switch self {
        case .week: day.startOfWeek(beginningOn: weekBegins)
        case .month: day.startOfMonth
        case .year: day.adding(days: 1 - day.dayOfYear)
        }
    }
}

/// The runs of one week, month or year.
public struct PeriodTally: Hashable, Sendable {
    /// The first day of the period.
    public var start: CivilDate
    /// What its runs amount to.
    public var tally: RunTally

    /// The periods in which there were runs, earliest first. Runs whose start was never known are in none.
    public static func all(
        of runs: some Sequence<TrainedRun>, by period: TallyPeriod, weekBegins: Weekday = .monday
    ) -> [PeriodTally] {
        var tallies: [CivilDate: RunTally] = [:]
        for run in runs.inOrderOfTime() {
            guard let day = run.figures.day else { continue }
            tallies[period.start(of: day, weekBegins: weekBegins), default: RunTally()].add(run)
        }
        return tallies.map { PeriodTally(start: $0.key, tally: $0.value) }.sorted { $0.start < $1.start }
    }
}
