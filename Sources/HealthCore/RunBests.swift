import Quantities
import Training

/// The best efforts of a run as its object keeps them: numbers in place, so that a run allocates nothing.
public struct RunBests: Hashable, Sendable {
    /// Milliseconds over each distance, or millimetres in the hour; 0 where the run is too short. Nine kinds lie in twelve places.
    private var low = SIMD4<UInt32>.zero, middle = SIMD4<UInt32>.zero, high = SIMD4<UInt32>.zero

    /// None: a run that is too short for any.
    public init() {}

    /// What was found in a run's log.
    public init(_ efforts: BestEfforts) {
        for kind in BestEffortKind.allCases {
            guard let effort = efforts[kind] else { continue }
            let number =
                kind == .hour ? Int64(rounding: effort.distance.meters * 1000) : effort.elapsed.inMilliseconds
            self[kind] = UInt32(clamping: max(1, number))
        }
    }

    /// The milliseconds over a distance, or the millimetres in the hour; nil where the run is too short. 0 counts as nil.
    public subscript(kind: BestEffortKind) -> UInt32? {
        get {
            let place = Int(kind.rawValue) % 4
            let number =
                switch kind.rawValue / 4 {
                case 0: low[place]
                case 1: middle[place]
                default: high[place]
                }
            return number == 0 ? nil : number
        }
        set {
            let place = Int(kind.rawValue) % 4, number = newValue ?? 0
            switch kind.rawValue / 4 {
            case 0: low[place] = number
            case 1: middle[place] = number
            default: high[place] = number
            }
        }
    }

    /// True if this run was better: less time over a distance, more distance in the hour. False unless both runs are long enough.
    public func beats(_ other: RunBests, in kind: BestEffortKind) -> Bool {
        guard let mine = self[kind], let theirs = other[kind] else { return false }
        return kind == .hour ? mine > theirs : mine < theirs
    }
}
