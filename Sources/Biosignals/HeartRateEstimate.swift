import Quantities

/// What the heart-rate estimator makes of one more second, before any rule about showing it.
public struct HeartRateEstimate: Hashable, Sendable {
    /// Where the spectra of the last 8 s have their weight near ``belief``: the rate to show and record.
    public var rate: HeartRate
    /// The mean rate about the most probable one. It lags by a second or two behind ``rate``, and is what judges: motion, purity, beats and
    /// jumps are measured at it.
    public var belief: HeartRate
    /// The probability that the rate is within 5 bpm of the most probable one, 0...1.
    public var confidence: Double
    /// The strongest motion within 4 bpm of ``belief``, 0...1: near 1 the estimate sits on a step or arm-swing rate.
    public var onMotion: Double
    /// Spread of the band-passed acceleration of the last 8 s, in g: 0.65 running, below 0.03 at rest.
    public var intensity: Double
    /// The share of the pulse band's power that lies about ``belief`` and twice it, 0...1: near 1 for a clean pulse, small for noise.
    public var purity: Double
    /// The strongest peak outside 40–210 bpm over the strongest inside it: above 1 the pulse may be slower or faster than the rates known.
    public var outOfRange: Double
    /// The share of the power of the motion-cancelled pulse between 40 and 210 bpm that lies within 8 bpm of ``belief``, 0...1.
    public var residualPurity: Double
    /// The mean rate over the single beats of the last 8 s and how unevenly they come (spread of the intervals as a share of their mean):
    /// exact while the wearer is calm, meaningless in motion; nil where there are too few beats.
    public var beats: HeartBeats?
    /// The estimate for ten seconds ago in the light of what came since; nil in the first ten seconds.
    public var late: LateHeartRate?
}

/// The beats of the last 8 s.
public struct HeartBeats: Hashable, Sendable {
    /// Their mean rate.
    public var rate: HeartRate
    /// Spread of the intervals as a share of their mean: below 0.1 in most people at rest, 0.15–0.2 in noise.
    public var irregularity: Double
}

/// A heart rate of ten seconds ago, better than the live one by what came since: for the log, not for the screen.
public struct LateHeartRate: Hashable, Sendable {
    /// How long ago it was.
    public static let lag = Duration.seconds(RatePosterior.lag)
    /// The rate.
    public var rate: HeartRate
    /// The probability that it is within 5 bpm of the most probable one, 0...1.
    public var confidence: Double
}
