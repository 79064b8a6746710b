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

    /// False for what no runner can have done: more than a twentieth faster than the fastest that anyone has run (World Athletics, men, end
    /// of 2025). Such an effort is a ride, or a jump of the position.
    func isBelievable(_ effort: BestEffort) -> Bool {
        guard let fastest = fastestSeconds else { return effort.distance.meters <= 21_330 * 1.05 }
        return effort.elapsed.inSeconds >= fastest * 0.95
    }
    /// The fastest that anyone has run: 43.03, 2:11.96, 3:43.13, 7:17.55, 12:35.36, 26:11.00, 56:42, 2:00:35; nil for the hour, 21,330 m.
    private var fastestSeconds: Double? {
        switch self {
        case .fourHundredMeters: 43.03
        case .kilometer: 131.96
        case .mile: 223.13
        case .threeKilometers: 437.55
        case .fiveKilometers: 755.36
        case .tenKilometers: 1571
        case .halfMarathon: 3402
        case .marathon: 7235
        case .hour: nil
        }
    }
}
