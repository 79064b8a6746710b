import Quantities
import RunCore
import Training

/// What the runs of a watch are compared by.
public enum RecordKind: Hashable, Sendable {
    /// The fastest stretch of a run, or the farthest hour.
    case effort(BestEffortKind)
    /// The longest distance.
    case longest
    /// The most climbed.
    case mostClimb

    /// All of them, what is worth most first: whoever has room for one shows the first.
    public static let allCases: [RecordKind] =
        [.marathon, .halfMarathon, .tenKilometers, .fiveKilometers, .threeKilometers, .mile, .kilometer, .fourHundredMeters, .hour]
        .map { RecordKind.effort($0) } + [.longest, .mostClimb]

    /// True if runs of a type compete. Walks hold no record; an indoor run's distance is an estimate by stride and its height is none, so it
    /// competes for the longest distance only.
    public func isOpen(to type: RunType) -> Bool {
        switch type {
        case .run, .trailRun: true
        case .indoorRun: self == .longest
        case .walk: false
        }
    }
}

extension RunAmounts {
    /// What counts for a record: milliseconds over a distance, millimetres in the hour and for the longest, decimetres climbed, all as they
    /// are stored; nil without one, or if such runs do not compete.
    public func figure(_ kind: RecordKind) -> Int64? {
        guard kind.isOpen(to: type) else { return nil }
        switch kind {
        case .effort(let effort): return bests?[effort].map { Int64($0) }
        case .longest:
            let millimeters = Int64(rounding: distance.meters * 1000)
            return millimeters > 0 ? millimeters : nil
        case .mostClimb:
            let decimeters = ascent.map { Int64(rounding: $0.meters * 10) } ?? 0
            return decimeters > 0 ? decimeters : nil
        }
    }

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
    private var holders: [RecordKind: Holder] = [:]

    /// Without a run.
    public init() {}

    /// Who holds a record; nil if nobody has run that far. Of equal runs the one that was taken first.
    public subscript(kind: RecordKind) -> Holder? { holders[kind] }

    /// Takes a run, the oldest first.
    public mutating func take(_ run: RunSummary) {
        for kind in RecordKind.allCases {
            guard let figure = run.amounts.figure(kind) else { continue }
            if let holder = holders[kind], !Self.beats(figure, holder.figure, in: kind) { continue }
            holders[kind] = Holder(run: run.id, figure: figure)
        }
    }

    /// The records that a run beats, what is worth most first. What nobody has run before is none: there was nothing to beat.
    /// - Parameter comparesEfforts: false while an earlier run's best efforts are not known, so that none is claimed wrongly.
    public func broken(by run: RunAmounts, comparesEfforts: Bool) -> [RecordKind] {
        RecordKind.allCases.filter { kind in
            if case .effort = kind, !comparesEfforts { return false }
            guard let figure = run.figure(kind), let holder = holders[kind] else { return false }
            return Self.beats(figure, holder.figure, in: kind)
        }
    }

    private static func beats(_ figure: Int64, _ other: Int64, in kind: RecordKind) -> Bool {
        switch kind {
        case .effort(.hour), .longest, .mostClimb: figure > other
        case .effort: figure < other
        }
    }
}
