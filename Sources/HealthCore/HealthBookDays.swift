import Calendar
import Quantities
import RunCore

/// Steps of a long time.
public struct StepTotals: Hashable, Sendable {
    /// Those with a date.
    public var dated: UInt64
    /// Those of boots that never learned UTC: in no day, but taken all the same.
    public var undated: UInt64
    /// Totals; nothing unless told.
    public init(dated: UInt64 = 0, undated: UInt64 = 0) { (self.dated, self.undated) = (dated, undated) }
    /// All.
    public var all: UInt64 { dated &+ undated }

    static func + (a: StepTotals, b: StepTotals) -> StepTotals { StepTotals(dated: a.dated &+ b.dated, undated: a.undated &+ b.undated) }
    static func - (a: StepTotals, b: StepTotals) -> StepTotals {
        StepTotals(dated: a.dated - min(a.dated, b.dated), undated: a.undated - min(a.undated, b.undated))
    }
}

extension HealthBook {
    /// What a local day adds up to: its quarter hours between the two midnights, the whole day of an old store if there is one, and the
    /// runs that began on it.
    ///
    /// What was walked and run is that of the quarter hours in which it happened; of runs that left nothing there (those of older versions,
    /// those that came from elsewhere) at least the distance of the runs that began on the day. A discarded run was run all the same.
    /// - Parameter unsaved: what was counted on the day and is not yet in the book.
    public func day(_ date: CivilDate, _ boundaries: DayBoundaries, adding unsaved: UnsavedAmounts = UnsavedAmounts()) -> DayTotals {
        let interval = boundaries.interval(of: date), counted = counted(in: interval)
        func sum(_ number: UInt64, _ more: Int64) -> Int64 { Int64(clamping: number).addingSaturating(more) }
        var totals = DayTotals(
            date: date, steps: UInt32(clamping: sum(counted.steps &+ foreignSteps(in: interval), unsaved.steps)))
        var walked = Distance.zero, ran = Distance.zero
        for run in runs {
            guard let summary = RunSummary(run), summary.date == date else { continue }
            totals.distance += summary.distance
            totals.runs &+= 1
            if summary.type == .walk { walked += summary.distance } else { ran += summary.distance }
        }
        totals.walked = max(walked, .meters(Double(max(0, sum(counted.walked, unsaved.walked))) / 1000))
        totals.ran = max(ran, .meters(Double(max(0, sum(counted.ran, unsaved.ran))) / 1000))
        for day in days {
            guard case .day(let amounts) = day.value, Self.date(of: day) == date else { continue }
            totals.steps = totals.steps.addingSaturating(amounts.steps)
            // What was kept of the day's runs, if their own objects do not say more.
            totals.distance = max(totals.distance, .meters(Double(amounts.distanceMillimeters) / 1000))
            totals.runs = max(totals.runs, amounts.runs)
        }
        return totals
    }

    /// Steps of the quarter hours that begin in a stretch of UTC.
    public func steps(in interval: Range<UTCInstant>) -> UInt64 { counted(in: interval).steps &+ foreignSteps(in: interval) }

    /// What the watches have counted in a stretch of UTC.
    func counted(in interval: Range<UTCInstant>) -> QuarterHourTotals {
        let first = QuarterHour(containing: UTCInstant(milliseconds: interval.lowerBound.milliseconds.addingSaturating(899_999)))
        let from = place(of: QuarterHourID(serial: 0, boot: BootID(high: 0, low: 0), life: 0, isDated: true, index: first.index))
        return Self.sum(quarters[from...].prefix { $0.id.isDated && QuarterHour(index: $0.id.index).start < interval.upperBound })
    }

    /// Steps of quarter hours that somebody else than a watch names.
    private func foreignSteps(in interval: Range<UTCInstant>) -> UInt64 {
        days.reduce(0) { total, day in
            guard case .quarterHour(let amounts) = day.value, let start = day.time.start, interval.contains(start) else { return total }
            return total &+ UInt64(amounts.steps)
        }
    }

    /// Every change that the book is made of.
    var held: [HealthChange] { heldValues + quarters.map(\.change) + days + runs + objects.held }

    /// The quarter hours of this boot that the book holds, for a counter that goes on with them (``QuarterHourCounter/resume(_:)``).
    public var quartersOfThisBoot: [HealthChange] { quarters.filter { $0.id.boot == boot }.map(\.change) }

    /// The runs of this boot that do not know their time.
    public var undatedRunsOfThisBoot: [UndatedRun] {
        runs.compactMap { run in
            guard !run.isDeleted, case .boot(boot, let start, _) = run.time, let id = run.id.run else { return nil }
            return UndatedRun(id: id, origin: start)
        }
    }

    /// Undated steps that the book holds: those of this boot, and with no window all.
    public var undatedSteps: UInt64 { quarters.reduce(0) { $1.id.isDated ? $0 : $0 &+ UInt64($1.steps) } }

    /// All steps ever, dated or not; nil until ``setEarlier(_:)`` has told those outside the window.
    public var allSteps: StepTotals? { earlier.map { $0 + totalsHeld } }

    /// All steps that the book holds.
    public var totalsHeld: StepTotals {
        let old = days.reduce(0) { (total: UInt64, day) in
            switch day.value {
            case .day(let amounts): total &+ UInt64(amounts.steps)
            case .quarterHour(let amounts): total &+ UInt64(amounts.steps)
            default: total
            }
        }
        return StepTotals(dated: Self.sum(quarters[place(of: .firstDated)...]).steps &+ old, undated: undatedSteps)
    }

    /// The sum of quarter hours in order, one source for each: of several watches the one that counted most.
    private static func sum(_ quarters: ArraySlice<Entry>) -> QuarterHourTotals {
        var sum = QuarterHourSum()
        for quarter in quarters { sum.add(quarter.id, quarter.amounts) }
        return sum.total
    }

    private static func date(of day: HealthChange) -> CivilDate? {
        guard case .utc(let start, _, let zone) = day.time else { return nil }
        return CivilDateTime(start, offset: zone).date
    }
}

extension QuarterHourID {
    static let firstDated = QuarterHourID(serial: 0, boot: BootID(high: 0, low: 0), life: 0, isDated: true, index: .min)
}

/// What quarter hours add up to.
public struct QuarterHourTotals: Hashable, Sendable {
    /// Steps.
    public var steps: UInt64 = 0
    /// Distance walked, mm.
    public var walked: UInt64 = 0
    /// Distance run, mm.
    public var ran: UInt64 = 0

    static func &+ (a: QuarterHourTotals, b: QuarterHourTotals) -> QuarterHourTotals {
        QuarterHourTotals(steps: a.steps &+ b.steps, walked: a.walked &+ b.walked, ran: a.ran &+ b.ran)
    }

    mutating func add(_ amounts: CountedAmounts) {
        steps &+= UInt64(amounts.steps)
        walked &+= UInt64(amounts.walked)
        ran &+= UInt64(amounts.ran)
    }

    /// Whichever counted more: steps, and of equal steps the way.
    func greater(_ other: QuarterHourTotals) -> QuarterHourTotals {
        (steps, walked &+ ran) < (other.steps, other.walked &+ other.ran) ? other : self
    }
}

/// Adds up quarter hours that come in order of time and, within one, of the watch. Boots of one watch add up; of several watches the one
/// with most steps counts, because two on one body count the same steps.
public struct QuarterHourSum: Sendable {
    private var index: Int64?
    private var serial: UInt32 = 0
    private var ofWatch = QuarterHourTotals()
    private var greatest = QuarterHourTotals()
    private var finished = QuarterHourTotals()

    /// Nothing yet.
    public init() {}

    /// Adds one.
    public mutating func add(_ id: QuarterHourID, _ amounts: CountedAmounts) {
        if index != id.index {
            finished = total
            (index, serial, ofWatch, greatest) = (id.index, id.serial, QuarterHourTotals(), QuarterHourTotals())
        } else if serial != id.serial {
            greatest = greatest.greater(ofWatch)
            (serial, ofWatch) = (id.serial, QuarterHourTotals())
        }
        ofWatch.add(amounts)
    }

    /// The sum so far.
    public var total: QuarterHourTotals { finished &+ greatest.greater(ofWatch) }
}
