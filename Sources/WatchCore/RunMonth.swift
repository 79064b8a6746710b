import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// The run days of a month. A value of a fixed size.
public struct RunMonth: Hashable, Sendable {
    /// The first day of the month.
    public let first: CivilDate
    /// Millimetres of each day, from the first; 31 places are used.
    private var millimeters = SIMD32<UInt32>.zero
    /// Runs of each day.
    private var counts = SIMD32<UInt8>.zero
    /// The newest day before this month with a run; nil if there is none.
    public var before: CivilDate?

    /// The month in which a day lies, without a run.
    public init(of day: CivilDate) { first = day.startOfMonth }

    /// How many days it has.
    public var length: Int { CivilDate.daysInMonth(first.month, ofYear: first.year) }
    /// The days with a run, the first in the lowest bit.
    public var days: UInt32 { (0..<31).reduce(0) { counts[$1] > 0 ? $0 | 1 << UInt32($1) : $0 } }

    /// Runs of a day of the month, from 1; 0 outside.
    public func runs(onDay day: Int) -> UInt8 { (1...31).contains(day) ? counts[day - 1] : 0 }
    /// Distance of a day of the month, from 1; nothing outside.
    public func distance(onDay day: Int) -> Distance {
        (1...31).contains(day) ? .meters(Double(millimeters[day - 1]) / 1000) : .zero
    }
    /// The last day with a run before a day of the month; nil if there is none.
    public func runDay(before day: Int) -> Int? { day > 1 ? (1..<min(day, 32)).last { counts[$0 - 1] > 0 } : nil }

    /// Takes a run, if it began in this month.
    public mutating func take(_ run: RunSummary) {
        guard let date = run.date, date.startOfMonth == first else { return }
        let place = date.day - 1, more = UInt32(rounding: run.distance.meters * 1000)
        millimeters[place] = millimeters[place].addingReportingOverflow(more).overflow ? .max : millimeters[place] &+ more
        if counts[place] < .max { counts[place] &+= 1 }
    }
}

/// The runs of a day, the earliest first.
public struct RunsOfDay: Hashable, Sendable {
    /// So many are told at most.
    public static let mostRuns = 32
    /// The day.
    public let day: CivilDate
    /// The runs.
    public private(set) var runs: [ListedRun] = []

    /// A day without a run.
    public init(_ day: CivilDate) { self.day = day }

    /// Takes a run, the earliest first, if it began on this day.
    public mutating func take(_ run: RunSummary) {
        guard run.date == day, runs.count < Self.mostRuns else { return }
        runs.append(ListedRun(run))
    }
}

extension ListedRun {
    /// What a list says of a run.
    public init(_ run: RunSummary) {
        let start = run.start.map { CivilDateTime($0, offset: run.zone) }
        self.init(
            id: run.id,
            row: HistoryRow(
                date: start.map { DayOfYear($0.date) }, kind: RunKind(run.type), distance: run.distance, timer: run.timer),
            start: start.map { TimeOfDay($0.time) })
    }
}
