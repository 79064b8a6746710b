import Quantities

/// What a best effort is measured over: the distances that runners compare, and an hour.
public enum BestEffortKind: UInt8, CaseIterable, Hashable, Sendable {
    /// 400 m, a lap of a track.
    case fourHundredMeters
    /// 1 km.
    case kilometer
    /// 1 mile, 1,609.344 m.
    case mile
    /// 3 km.
    case threeKilometers
    /// 5 km.
    case fiveKilometers
    /// 10 km.
    case tenKilometers
    /// 21,097.5 m.
    case halfMarathon
    /// 42,195 m.
    case marathon
    /// The distance within one hour.
    case hour

    /// The distance to be covered; nil for the hour.
    public var distance: Distance? { millimeters.map { .meters(Double($0) / 1000) } }

    /// The distance in millimetres, as the log counts; nil for the hour.
    var millimeters: UInt32? {
        switch self {
        case .fourHundredMeters: 400_000
        case .kilometer: 1_000_000
        case .mile: 1_609_344
        case .threeKilometers: 3_000_000
        case .fiveKilometers: 5_000_000
        case .tenKilometers: 10_000_000
        case .halfMarathon: 21_097_500
        case .marathon: 42_195_000
        case .hour: nil
        }
    }
    /// The time of the hour.
    static let hourMilliseconds: UInt32 = 3_600_000
}
