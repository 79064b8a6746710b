import Glibc
import Quantities
import RunCore

/// Banister's training impulse: Σ minutes × x × k e^(b x), x being the share of the heart-rate reserve (Banister 1991; k and b after Green et
/// al. and Morton: men 0.64 and 1.92, women 0.86 and 1.67).
///
/// Whose sex is not told gets the mean of both, which is at most a tenth off for either from half of the reserve upwards: load is compared
/// with the runner's own, where a nearly constant factor changes little. Below rest a second counts nothing, above the greatest rate as
/// that rate.
public struct TrainingImpulse: Hashable, Sendable {
    private let rest: Double
    private let reserve: Double
    private let sex: BodyProfile.Sex
    /// The sum so far.
    public private(set) var value = 0.0

    /// Nothing yet; nil unless the greatest and the resting heart rate are known and there is a reserve between them.
    public init?(_ body: BodyProfile) {
        guard let maximum = body.maximumHeartRate, let rest = body.restingBeats, rest > 0, maximum.beatsPerMinute > Double(rest) else {
            return nil
        }
        self.rest = Double(rest)
        reserve = maximum.beatsPerMinute - self.rest
        sex = body.sex
    }

    /// Adds a time at a heart rate; 0 is "not known".
    public mutating func add(beats: UInt8, milliseconds: UInt32) {
        guard beats > 0 else { return }
        value += Double(milliseconds) / 60_000 * Self.perMinute(share: (Double(beats) - rest) / reserve, sex)
    }

    /// What a minute counts at a share of the reserve, held within 0...1.
    public static func perMinute(share: Double, _ sex: BodyProfile.Sex) -> Double {
        let x = min(max(share, 0), 1)
        let male = x * 0.64 * exp(1.92 * x), female = x * 0.86 * exp(1.67 * x)
        switch sex {
        case .male: return male
        case .female: return female
        case .unknown: return (male + female) / 2
        }
    }
}
