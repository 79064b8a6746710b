import HealthCore
import RunCore
import ScreenModels
import Training

/// What was found about a run that was saved: its best efforts, and the records that it beats.
public struct FoundRecords: Hashable, Sendable {
    /// A record that was beaten, by what.
    public struct Broken: Hashable, Sendable {
        /// Which one.
        public var kind: RecordKind
        /// By what, as ``RunAmounts/figure(_:)`` counts.
        public var figure: Int64
        /// A beaten record.
        public init(kind: RecordKind, figure: Int64) { (self.kind, self.figure) = (kind, figure) }
    }
    /// An earlier run whose best efforts were looked for on this occasion.
    public struct FilledIn: Hashable, Sendable {
        /// The run as it is stored.
        public var stored: HealthChange
        /// Its best efforts.
        public var bests: RunBests
        /// A run.
        public init(stored: HealthChange, bests: RunBests) { (self.stored, self.bests) = (stored, bests) }
    }

    /// The run.
    public var run: RunID
    /// Its best efforts.
    public var bests: RunBests?
    /// What it beats, what is worth most first.
    public var broken: [Broken] = []
    /// Earlier runs that lacked their best efforts.
    public var filledIn: [FilledIn] = []

    /// A run that beats nothing.
    public init(run: RunID, bests: RunBests?) { (self.run, self.bests) = (run, bests) }

    /// What there is to be shown; nil if nothing was beaten.
    var shown: BrokenRecord? {
        guard let first = broken.first else { return nil }
        return BrokenRecord(first.kind, figure: first.figure, others: UInt8(clamping: broken.count - 1))
    }
}

extension BrokenRecord {
    /// A record with its figure as ``RunAmounts/figure(_:)`` counts; nil for one that no watch tells.
    init?(_ kind: RecordKind, figure: Int64, others: UInt8 = 0) {
        switch kind {
        case .effort(.hour): self.init(.hour, .distance(.meters(Double(figure) / 1000)), others: others)
        case .effort(let effort): self.init(BrokenRecord.Kind(effort), .time(.milliseconds(figure)), others: others)
        case .longestDistance: self.init(.longest, .distance(.meters(Double(figure) / 1000)), others: others)
        case .longestTime: return nil
        case .mostClimb: self.init(.mostClimb, .climb(.meters(Double(figure) / 10)), others: others)
        }
    }
}

extension BrokenRecord.Kind {
    init(_ effort: BestEffortKind) {
        switch effort {
        case .fourHundredMeters: self = .fourHundredMeters
        case .kilometer: self = .kilometer
        case .mile: self = .mile
        case .threeKilometers: self = .threeKilometers
        case .fiveKilometers: self = .fiveKilometers
        case .tenKilometers: self = .tenKilometers
        case .halfMarathon: self = .halfMarathon
        case .marathon: self = .marathon
        case .hour: self = .hour
        }
    }
}

extension Watch {
    /// Keeps best efforts with their runs, and tells of a record on the result page if that is still open for the run.
    mutating func receiveRecords(_ found: FoundRecords, into effects: inout EffectList) {
        for earlier in found.filledIn { keepBests(earlier.bests, of: book.run(earlier.stored.id) ?? earlier.stored, into: &effects) }
        if let bests = found.bests, let stored = book.run(HealthID(found.run)) { keepBests(bests, of: stored, into: &effects) }
        guard session.totals?.header.id == found.run, let record = found.shown, page.tell(record) else { return }
        needsRedraw = true
    }
}
