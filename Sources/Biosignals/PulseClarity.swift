import Quantities

/// Judges whether the signal is a pulse at all, which the belief alone cannot: it has to spread its probability over heart rates even when
/// there is nothing but noise, and now and then noise settles on one.
///
/// A calm wearer's pulse puts most of its power at its rate and the double, its beats come evenly, and its strongest rate is one that the
/// estimator knows; filtered noise does none of it for long. In motion these tests would reject good data; what the motion canceller leaves
/// over must then at least have some of its power at the rate.
struct PulseClarity {
    /// Spread of acceleration in g below which the wearer is calm.
    static let calmIntensity = 0.05
    /// Seconds over which the scores are averaged.
    private static let memory = 8.0
    /// Calm: the mean score to start with and to go on with, and the score of a pulse so clear that two seconds of it suffice. Of sixty
    /// seeds of ten minutes each, white noise and noise in the pulse's band never reached the first, a random walk did in one; people at
    /// rest are above the last most of the time.
    private static let enough = 0.55
    private static let tooLittle = 0.2
    private static let plain = 0.7
    /// Moving: the mean share of residual power to start with and to go on with (noise 0.12, running 0.5). The motion canceller leaves
    /// narrow noise: at 0.22 noise in the motion of a run was shown 5.7 % of the time, at 0.24 2.1 %; at 0.26 people's starts get slower.
    private static let movingEnough = 0.24
    private static let movingTooLittle = 0.08
    /// How much uneven beats cost: intervals that spread by a tenth cost nothing, noise (0.17) about 0.3.
    private static let evenness = 4.0
    private static let usualIrregularity = 0.1
    private static let worstIrregularity = 0.3
    /// From here on the strongest rate counts as outside 40–210 bpm; half of the seconds may be so before nothing is shown.
    private static let outside = 1.03
    private static let outsideShare = 0.5

    private var calmScore = Mean()
    private var movingScore = Mean()
    private var outsideScore = Mean()
    private var plainSeconds = 0
    private var isCalm = true

    /// A mean over the first few seconds, then an exponential one.
    private struct Mean {
        var value = 0.0
        private var seconds = 0.0

        mutating func append(_ score: Double) {
            seconds = min(seconds + 1, memory)
            value += (score - value) / seconds
        }
    }

    /// True if what there is may be taken for a pulse from now on.
    var allowsStart: Bool {
        isCalm ? calmScore.value >= Self.enough && !isOutside : movingScore.value >= Self.movingEnough
    }
    /// True if what was taken for a pulse no longer looks like one.
    var isLost: Bool {
        isCalm ? calmScore.value < Self.tooLittle || isOutside : movingScore.value < Self.movingTooLittle
    }
    /// True if the pulse is so clear that it needs no further second.
    var isPlain: Bool { plainSeconds >= 2 }
    /// The mean share of residual power at the rate while the wearer moves; nil while calm.
    var purityInMotion: Double? { isCalm ? nil : movingScore.value }

    private var isOutside: Bool { outsideScore.value > Self.outsideShare }

    /// Takes one more second; `intensity` is nil without a live accelerometer, which is taken for calm.
    mutating func update(_ estimate: HeartRateEstimate, intensity: Double?) {
        isCalm = intensity.map { $0 < Self.calmIntensity } ?? true
        let irregularity = min(estimate.beats?.irregularity ?? Self.worstIrregularity, Self.worstIrregularity)
        let score = estimate.purity - Self.evenness * (irregularity - Self.usualIrregularity)
        calmScore.append(score)
        movingScore.append(estimate.residualPurity)
        outsideScore.append(estimate.outOfRange > Self.outside ? 1 : 0)
        let agrees = estimate.beats.map { ($0.rate - estimate.belief).beatsPerMinute.magnitude < 4 } ?? false
        let isPlain = isCalm && score >= Self.plain && agrees && estimate.confidence >= 0.5 && estimate.outOfRange <= Self.outside
        plainSeconds = isPlain ? plainSeconds + 1 : 0
    }
}
