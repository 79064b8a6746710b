import Quantities
import RunCore

/// What a record amounts to.
public enum RecordValue: Hashable, Sendable {
    /// An effort over a distance, or the time of the longest run.
    case time(Duration)
    /// The hour, the longest run, the climb.
    case distance(Distance)
}

/// A best of all runs, and the run that holds it.
public struct PersonalRecord: Hashable, Sendable {
    /// What it is of.
    public var kind: RecordKind
    /// How good it is.
    public var value: RecordValue
    /// The stretch of the run that holds it; nil if it is of the whole run.
    public var effort: BestEffort?
    /// The run that holds it.
    public var run: RunID
    /// When that run began; nil if it was never known.
    public var start: UTCInstant?
    /// Local time's offset then.
    public var zone: ZoneOffset?
    /// Whether it was recorded or imported.
    public var origin: RunOrigin

    init(_ kind: RecordKind, _ value: RecordValue, effort: BestEffort? = nil, _ run: TrainedRun) {
        (self.kind, self.value, self.effort) = (kind, value, effort)
        (self.run, start, zone, origin) = (run.figures.id, run.figures.start, run.figures.zone, run.origin)
    }

    /// What a run has to offer for a kind; nil if nothing.
    init?(_ kind: RecordKind, of run: TrainedRun) {
        switch kind {
        case .effort(let effortKind):
            guard let effort = run.efforts[effortKind] else { return nil }
            self.init(kind, effortKind == .hour ? .distance(effort.distance) : .time(effort.elapsed), effort: effort, run)
        case .longestDistance:
            guard run.figures.distance > .zero else { return nil }
            self.init(kind, .distance(run.figures.distance), run)
        case .longestTime:
            guard run.figures.timer > .zero else { return nil }
            self.init(kind, .time(run.figures.timer), run)
        case .mostClimb:
            guard let ascent = run.figures.ascent, ascent > .zero else { return nil }
            self.init(kind, .distance(ascent), run)
        }
    }

    func beats(_ other: PersonalRecord) -> Bool {
        switch (value, other.value) {
        case (.distance(let mine), .distance(let others)): mine > others
        case (.time(let mine), .time(let others)): kind == .longestTime ? mine > others : mine < others
        default: false
        }
    }
}

/// The records of a runner, as a fold over the runs in order of time, so that each run can be told which records it set then.
///
/// The earlier run keeps a record that is only equalled. Imported runs count; the record says where it comes from. A run whose kind is not
/// known, or that no runner can have run, sets none, and walks hold none of pace.
public struct RecordBook: Hashable, Sendable {
    private struct Key: Hashable {
        var group: RecordClass
        var kind: RecordKind
    }
    private var records: [Key: PersonalRecord] = [:]

    /// A record that a run set when it was run.
    public struct Step: Hashable, Sendable {
        /// The new record.
        public var record: PersonalRecord
        /// What it beat; nil if it was the first of its kind.
        public var before: PersonalRecord?
    }

    /// No records.
    public init() {}

    /// The records of a history, in whatever order it is given.
    public init(_ runs: some Sequence<TrainedRun>) {
        for run in runs.inOrderOfTime() { take(run) }
    }

    /// Takes the next run, which must not be earlier than those before.
    /// - Returns: the records that it set.
    @discardableResult public mutating func take(_ run: TrainedRun) -> [Step] {
        guard let type = run.figures.type, !run.isTooFast else { return [] }
        let group = RecordClass(type)
        var steps: [Step] = []
        for kind in RecordKind.all {
            if group == .walk, case .effort = kind { continue }
            guard let record = PersonalRecord(kind, of: run) else { continue }
            let key = Key(group: group, kind: kind), before = records[key]
            guard before.map(record.beats) ?? true else { continue }
            records[key] = record
            steps.append(Step(record: record, before: before))
        }
        return steps
    }

    /// The records that a run set when it was run; none if it is not in the history.
    public static func steps(of id: RunID, in runs: some Sequence<TrainedRun>) -> [Step] {
        var book = RecordBook()
        for run in runs.inOrderOfTime() {
            let steps = book.take(run)
            if run.figures.id == id { return steps }
        }
        return []
    }

    /// A record; nil if no run has it.
    public subscript(kind: RecordKind, group: RecordClass) -> PersonalRecord? { records[Key(group: group, kind: kind)] }

    /// The records of a class, in the order in which they are told.
    public func all(_ group: RecordClass) -> [PersonalRecord] { RecordKind.all.compactMap { self[$0, group] } }
}
