import Quantities
import RunCore

/// The fastest stretch of a run for one ``BestEffortKind``.
public struct BestEffort: Hashable, Sendable {
    /// Where it begins on the run's clock.
    public var start: RunTime
    /// How long it took, pauses within it included.
    public var elapsed: Duration
    /// How far it went.
    public var distance: Distance
    /// Mean pace; nil without distance.
    public var pace: Pace? { Pace(distance, in: elapsed) }

    /// An effort.
    public init(start: RunTime, elapsed: Duration, distance: Distance) {
        self.start = start
        self.elapsed = elapsed
        self.distance = distance
    }

    /// True if this one beats another of the same kind: less time over a distance, more distance in the hour.
    public func beats(_ other: BestEffort, in kind: BestEffortKind) -> Bool {
        kind == .hour ? distance > other.distance : elapsed < other.elapsed
    }
}

/// The best efforts of one run; a kind is absent where the run is too short for it.
public struct BestEfforts: Hashable, Sendable {
    private var efforts: [BestEffort?] = []

    /// None.
    public init() {}

    /// The best effort of a kind; nil where the run is too short for it.
    public subscript(kind: BestEffortKind) -> BestEffort? {
        get {
            let index = Int(kind.rawValue)
            return efforts.indices.contains(index) ? efforts[index] : nil
        }
        set {
            if efforts.isEmpty { efforts = Array(repeating: nil, count: BestEffortKind.allCases.count) }
            efforts[Int(kind.rawValue)] = newValue
        }
    }

    /// Equal if each kind is.
    public static func == (a: BestEfforts, b: BestEfforts) -> Bool { BestEffortKind.allCases.allSatisfy { a[$0] == b[$0] } }
    /// Hashes each kind.
    public func hash(into hasher: inout Hasher) { for kind in BestEffortKind.allCases { hasher.combine(self[kind]) } }
}
