import Quantities
import RunCore
import Training

extension RecordKind {
    /// Those that a watch tells, what is worth most first: whoever has room for one shows the first.
    public static let toldByWatch: [RecordKind] =
        [.marathon, .halfMarathon, .tenKilometers, .fiveKilometers, .threeKilometers, .mile, .kilometer, .fourHundredMeters, .hour]
        .map { RecordKind.effort($0) } + [.longestDistance, .mostClimb]

    /// True if runs of a type compete on a watch, among those of their class. Walks hold no record there; an indoor run's pace is an estimate
    /// by stride and its height is none, so it competes for the longest distance only.
    func isOpen(to type: RunType) -> Bool {
        switch RecordClass(type) {
        case .run: true
        case .indoorRun: self == .longestDistance
        case .walk: false
        }
    }
}

extension RunAmounts {
    /// What counts for a record: milliseconds over a distance, millimetres in the hour and for the longest, decimetres climbed, all as they
    /// are stored; nil without one, or if such runs do not compete.
    public func figure(_ kind: RecordKind) -> Int64? {
        guard kind.isOpen(to: type), !isTooFast else { return nil }
        switch kind {
        case .effort(let effort): return bests?[effort].map { Int64($0) }
        case .longestDistance:
            let millimeters = Int64(rounding: distance.meters * 1000)
            return millimeters > 0 ? millimeters : nil
        case .longestTime: return nil
        case .mostClimb:
            let decimeters = ascent.map { Int64(rounding: $0.meters * 10) } ?? 0
            return decimeters > 0 ? decimeters : nil
        }
    }

    /// True if somebody looked for best efforts in a run that is long enough for some, and believed none: a ride, or a jump of the position
    /// (``BestEffortReading``). Such a run competes for nothing.
    var isTooFast: Bool { RecordClass(type) == .run && bests == RunBests() && distance >= .meters(500) }

    /// True if the run competes over distances and its log has not been looked at for them.
    public var lacksBests: Bool { bests == nil && RecordKind.effort(.kilometer).isOpen(to: type) }
}

/// Who holds which record: a view of the runs that there are, never stored, so the deletion of a holder gives the record back.
public struct RunRecords: Sendable {
    /// A run that holds a record, and its figure as ``RunAmounts/figure(_:)`` says.
    public struct Holder: Hashable, Sendable {
        /// The run.
        public var run: RunID
        /// Milliseconds, millimetres or decimetres, as the kind has it.
        public var figure: Int64

        /// A holder.
        public init(run: RunID, figure: Int64) { (self.run, self.figure) = (run, figure) }
    }
    private struct Key: Hashable {
        var group: RecordClass
        var kind: RecordKind
    }
    private var holders: [Key: Holder] = [:]

    /// Without a run.
    public init() {}

    /// Who holds a record of a class; nil if nobody has run that far. Of equal runs the one that was taken first.
    public subscript(kind: RecordKind, group: RecordClass) -> Holder? { holders[Key(group: group, kind: kind)] }

    /// Takes a run, the oldest first.
    public mutating func take(_ run: RunSummary) {
        for kind in RecordKind.toldByWatch {
            guard let figure = run.amounts.figure(kind) else { continue }
            let key = Key(group: RecordClass(run.amounts.type), kind: kind)
            if let holder = holders[key], !Self.beats(figure, holder.figure, in: kind) { continue }
            holders[key] = Holder(run: run.id, figure: figure)
        }
    }

    /// The records that a run beats, what is worth most first. What nobody has run before is none: there was nothing to beat.
    /// - Parameter comparesEfforts: false while an earlier run's best efforts are not known, so that none is claimed wrongly.
    public func broken(by run: RunAmounts, comparesEfforts: Bool) -> [RecordKind] {
        RecordKind.toldByWatch.filter { kind in
            if case .effort = kind, !comparesEfforts { return false }
            guard let figure = run.figure(kind), let holder = self[kind, RecordClass(run.type)] else { return false }
            return Self.beats(figure, holder.figure, in: kind)
        }
    }

    private static func beats(_ figure: Int64, _ other: Int64, in kind: RecordKind) -> Bool {
        switch kind {
        case .effort(.hour), .longestDistance, .longestTime, .mostClimb: figure > other
        case .effort: figure < other
        }
    }
}
