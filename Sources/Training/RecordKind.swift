import RunCore

/// What a record is of.
public enum RecordKind: Hashable, Sendable {
    /// The best effort of a kind.
    case effort(BestEffortKind)
    /// The run of the greatest distance.
    case longestDistance
    /// The run of the longest time without pauses.
    case longestTime
    /// The run that climbed most.
    case mostClimb

    /// All, in the order in which they are told.
    public static let all: [RecordKind] =
        BestEffortKind.allCases.map(RecordKind.effort) + [.longestDistance, .longestTime, .mostClimb]
}

/// Among which runs a record is one: what a treadmill's strides tell, or a hike, is no measure for a race.
public enum RecordClass: String, CaseIterable, Hashable, Sendable {
    /// Runs and trail runs.
    case run
    /// Runs indoors, whose distance is that of strides.
    case indoorRun
    /// Walks: they have no records of pace.
    case walk

    /// The class of a kind of run.
    public init(_ type: RunType) {
        switch type {
        case .run, .trailRun: self = .run
        case .indoorRun: self = .indoorRun
        case .walk: self = .walk
        }
    }
}
