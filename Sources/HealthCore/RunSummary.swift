import Calendar
import Quantities
import RunCore

/// The amounts of a run that lists and days show, folded from its log, which is the truth.
public struct RunAmounts: Hashable, Sendable {
    /// The kind of run.
    public var type: RunType
    /// Local time's offset at the start.
    public var zone: ZoneOffset
    /// From start to stop.
    public var elapsed: Duration
    /// Without pauses.
    public var timer: Duration
    /// Without standing.
    public var moving: Duration
    /// The distance.
    public var distance: Distance
    /// Steps; nil without a step counter.
    public var steps: UInt32?
    /// Climbed; nil without an altitude.
    public var ascent: Distance?
    /// Descended; nil without an altitude.
    public var descent: Distance?
    /// Energy.
    public var energy: Energy
    /// Mean heart rate; nil without one.
    public var averageHeartRate: HeartRate?
    /// Greatest heart rate; nil without one.
    public var maximumHeartRate: HeartRate?
    /// How many laps.
    public var laps: UInt16
    /// What ended it; nil for a log that has no end.
    public var endCause: EndCause?
    /// Its fastest stretches; nil until they were looked for in its log, which ``init(_:)`` does not.
    public var bests: RunBests?
    /// Whose run it is; nil for a guest's.
    public var runner: RunnerID?

    /// The amounts of a run with these totals. Allocates nothing.
    public init(_ totals: RunTotals) {
        let heartRate = totals.heartRateSoFar
        type = totals.header.type
        zone = totals.zone ?? .utc
        elapsed = totals.elapsed
        timer = totals.timer
        moving = totals.moving
        distance = totals.distance
        steps = totals.steps
        ascent = totals.ascent
        descent = totals.descent
        energy = totals.energy
        averageHeartRate = heartRate.average
        maximumHeartRate = heartRate.maximum
        laps = UInt16(clamping: totals.lapCount)
        endCause = totals.endCause
    }

    /// A run of no length, to be filled.
    public init(type: RunType, zone: ZoneOffset) {
        (self.type, self.zone) = (type, zone)
        (elapsed, timer, moving, distance, energy, laps) = (.zero, .zero, .zero, .zero, .zero, 1)
    }
}

/// One run in the history: its name, its start and its amounts, which can be asked for by their own names.
@dynamicMemberLookup public struct RunSummary: Hashable, Sendable {
    /// The run's name, and so its file's.
    public var id: RunID
    /// When it was: UTC, or the clock of its boot until that is known (fault D9).
    public var time: HealthTime
    /// Its amounts.
    public var amounts: RunAmounts

    /// The summary of a run with these totals. Allocates nothing.
    public init(_ totals: RunTotals) {
        id = totals.header.id
        amounts = RunAmounts(totals)
        if let start = totals.utc.utc(at: .start) {
            time = .utc(start: start, end: start.advanced(by: amounts.elapsed), zone: amounts.zone)
        } else {
            time = .boot(totals.boot, start: totals.origin, end: totals.origin + amounts.elapsed)
        }
    }

    /// A run.
    public init(id: RunID, time: HealthTime, amounts: RunAmounts) { (self.id, self.time, self.amounts) = (id, time, amounts) }

    /// The run of a change; nil if it is none, or deleted.
    public init?(_ change: HealthChange) {
        guard change.kind == .run, !change.isDeleted, case .run(let amounts) = change.value, let id = change.id.run else { return nil }
        self.init(id: id, time: change.time, amounts: amounts)
    }

    /// UTC at the start; nil if it was never learned.
    public var start: UTCInstant? { time.start }
    /// The local day that it began on, by the offset of then; nil without UTC.
    public var date: CivilDate? { start.map { CivilDateTime($0, offset: amounts.zone).date } }

    /// Any of the amounts.
    public subscript<Value>(dynamicMember figure: WritableKeyPath<RunAmounts, Value>) -> Value {
        get { amounts[keyPath: figure] }
        set { amounts[keyPath: figure] = newValue }
    }

    /// The change that puts it into the log.
    /// - Parameter previous: the version that is there; nil if the run is new.
    public func change(after previous: HealthChange? = nil, origin: HealthOrigin) -> HealthChange {
        HealthChange(
            kind: .run, id: HealthID(id), version: HealthChange.version(after: previous), origin: origin, time: time, value: .run(amounts))
    }
}
