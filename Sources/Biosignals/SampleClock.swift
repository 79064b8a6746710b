import Quantities

/// How a sensor's samples carry their time.
public enum SampleTiming: Hashable, Sendable {
    /// Each sample's own time is true, even if uneven (camera frames, recordings).
    case stamped
    /// Samples come evenly off the chip's own oscillator and carry the time at which they were read from its FIFO, one by one or many at
    /// once. The payload is the rate that the data sheet promises, in samples a second.
    case fifo(samplesPerSecond: Double)
}

/// Learns a sensor's true sample rate against the monotonic clock, and says when each sample was taken.
///
/// The oscillators of such chips are off by up to 10 %, and a rate off by 2 % is a heart rate off by 2 %, which no filter can see. A line
/// is fitted (least squares) through the read times of the last 60–120 s against sample numbers; its slope is the period. The last sample
/// of a read is the fresh one, so each read counts once, by its last sample.
struct SampleClock {
    /// How far a real oscillator may be off its nominal rate, as a share of it.
    private static let tolerance = 0.12
    /// Reads remembered, and the least time between two of them in seconds: 60–120 s together.
    private static let depth = 120
    private static let spacing = 0.5
    private static let longestSpan = 120.0
    /// The rate counts as learned after this many seconds.
    private static let learningTime = 2.5
    /// A read later than the line by more than this, in seconds, means lost samples.
    private static let lossLimit = 0.3
    /// Time constant in seconds with which the period follows the fit once a minute has been seen.
    private static let smoothing = 60.0

    private let nominalPeriod: Double
    private var reads = [SIMD2<Double>](repeating: .zero, count: depth)
    private var newest = -1
    private var kept = 0
    private var count = 0.0
    private var period: Double
    private var anchor = SIMD2<Double>.zero
    private var lastTime = -Double.infinity

    /// A clock that trusts the data sheet until it knows better.
    init(samplesPerSecond: Double) {
        nominalPeriod = samplesPerSecond.isFinite && samplesPerSecond > 0 ? 1 / samplesPerSecond : 0.04
        period = nominalPeriod
    }

    /// Learned samples a second, within 12 % of the nominal rate.
    var samplesPerSecond: Double { 1 / period }

    /// True once the rate has been known well enough to place samples.
    private(set) var isLearned = false

    private var span: Double { kept > 1 ? reads[newest].y - oldest.y : 0 }

    private var oldest: SIMD2<Double> { reads[(newest - kept + 1 + Self.depth) % Self.depth] }

    /// Learns that `samples` more samples were taken, the last of them at `time` seconds.
    mutating func observe(samples: Int, readAt time: Double) {
        count += Double(samples)
        if kept > 0 {
            if time == reads[newest].y {
                reads[newest].x = count  // The rest of the same read.
                return fit()
            }
            let late = time - (anchor.y + (count - anchor.x) * period)
            if late.magnitude > Self.lossLimit {
                kept = 0  // Samples were lost: the period stays, the line starts anew.
            } else if time - reads[newest].y < Self.spacing {
                return
            }
        }
        newest = (newest + 1) % Self.depth
        reads[newest] = SIMD2(count, time)
        kept = min(kept + 1, Self.depth)
        while kept > 2, span > Self.longestSpan { kept -= 1 }
        fit()
        if span >= Self.learningTime { isLearned = true }
    }

    /// When the sample `back` samples before the last observed one was taken, in seconds; never before an earlier answer.
    mutating func time(samplesBack back: Int) -> Double {
        let time = anchor.y + (count - Double(back) - anchor.x) * period
        lastTime = max(time, lastTime + 0.1 * period)
        return lastTime
    }

    /// Least squares through the kept reads, about their own middle.
    private mutating func fit() {
        var sum = SIMD2<Double>.zero
        for age in 0..<kept { sum += reads[(newest - age + Self.depth) % Self.depth] }
        let middle = sum / Double(kept)
        var (squares, products) = (0.0, 0.0)
        for age in 0..<kept {
            let from = reads[(newest - age + Self.depth) % Self.depth] - middle
            squares += from.x * from.x
            products += from.x * from.y
        }
        anchor = middle
        guard squares > 0, span >= 1 else { return }
        let fitted = min(max(products / squares, nominalPeriod / (1 + Self.tolerance)), nominalPeriod / (1 - Self.tolerance))
        period += span < 60 ? fitted - period : (fitted - period) * min(1, Self.spacing * 2 / Self.smoothing)
    }
}
