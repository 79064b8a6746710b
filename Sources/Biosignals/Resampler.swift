import Quantities

/// One sample of the common 25 Hz grid.
struct GridSample {
    /// Number of the tick: 25 × seconds of the monotonic clock.
    var tick: Int64 = 0
    /// The values at the tick.
    var values = SIMD4<Double>.zero
    /// The raw samples about the tick were further apart than 0.3 s: the values are a bridge, not a measurement.
    var isBridged = false
    /// A raw sample about the tick was flagged as spoilt (clipped).
    var isSpoilt = false
}

/// Brings a stream of timed samples onto the grid of 25 ticks a second of the monotonic clock, which all sensors share.
///
/// Up to 37.5 samples a second the grid's values are interpolated between neighbours; above, they are means over the 40 ms about each tick,
/// which keeps what lies above the grid's band from folding into it.
///
/// Where a clock spaces the samples evenly they are joined by the cubic through the last four. A straight line takes 6 % from a run's 2.75 Hz
/// half-way and nothing on a sample, so a chip whose clock is 2 % off (25.5 samples a second) would beat against the grid each two seconds.
/// No motion canceller follows that, and where there is no pulse the beat's side bands, 30 a minute beside the cadence, would be what is left
/// and look like one. The cubic takes 0.8 %. Samples with uneven times of their own are joined by straight lines, which forgive them more.
struct Resampler {
    /// Ticks a second.
    static let rate = 25.0
    private static let cell = 1 / rate
    /// Samples further apart than this, in seconds, leave a gap that is bridged but marked.
    private static let gapLimit = 0.3
    /// Samples further apart than this, in seconds, are not bridged: the ticks between are left out.
    static let breakLimit = 2.0
    /// The longest of three gaps between samples may be this many times the shortest for a cubic through them.
    private static let evenness = 1.5
    /// Mean spacing in seconds below which cells are averaged.
    private static let averagingSpacing = 1 / 37.5

    private let isEven: Bool
    /// The two samples before the last one and the latest, newest first, and how many samples there are before the latest.
    private var beforeTimes = (0.0, 0.0)
    private var beforeValues = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    private var known = 0
    private var lastTime: Double?
    private var lastValues = SIMD4<Double>.zero
    private var lastSpoilt = false
    private var time = 0.0
    private var values = SIMD4<Double>.zero
    private var spoilt = false
    private var nextTick: Int64 = 0
    private var spacing = cell
    private var isSpacingKnown = false
    private var area = SIMD4<Double>.zero
    private var covered = 0.0
    private var summedTo = 0.0
    private var cellSpoilt = false

    /// A resampler of samples that a clock spaces evenly, or of such that each have a time of their own.
    init(isEven: Bool = false) { self.isEven = isEven }

    /// Takes the next sample; ``next()`` then gives the ticks that it completes. A sample not later than the one before is dropped.
    mutating func push(_ newValues: SIMD4<Double>, at newTime: Double, isSpoilt: Bool = false) {
        guard newTime.isFinite, newTime.magnitude < 1e9 else { return }
        if let lastTime {
            guard newTime > time else { return }
            beforeTimes = (lastTime, beforeTimes.0)
            beforeValues = (lastValues, beforeValues.0)
            known = min(known + 1, 3)
            self.lastTime = time
            (lastValues, lastSpoilt) = (values, spoilt)
            (time, values, spoilt) = (newTime, newValues, isSpoilt)
            let gap = time - (self.lastTime ?? time)
            if gap > Self.breakLimit {
                begin()
            } else {
                spacing += (min(gap, 0.1) - spacing) * (isSpacingKnown ? 0.05 : 1)
                isSpacingKnown = true
            }
        } else {
            lastTime = newTime
            (time, values, spoilt) = (newTime, newValues, isSpoilt)
            begin()
        }
    }

    /// The next tick that the samples so far complete; nil when there is none.
    mutating func next() -> GridSample? {
        guard let from = lastTime, time > from else { return nil }
        let tickTime = Double(nextTick) * Self.cell
        let averages = spacing < Self.averagingSpacing
        let end = averages ? tickTime + Self.cell / 2 : tickTime
        accumulate(from: from, until: min(end, time))
        guard end <= time else { return nil }
        let value: SIMD4<Double>
        if averages, covered > 0.5 * Self.cell {
            value = area / covered
        } else {
            value = curve(at: min(max(tickTime, from), time), from: from)
        }
        let sample = GridSample(
            tick: nextTick, values: value, isBridged: time - from > Self.gapLimit, isSpoilt: cellSpoilt || spoilt || lastSpoilt)
        nextTick &+= 1
        (area, covered, cellSpoilt) = (.zero, 0, false)
        return sample
    }

    /// Starts at the current sample, at the first tick that it can serve.
    private mutating func begin() {
        lastTime = time
        (lastValues, lastSpoilt) = (values, spoilt)
        known = 0
        nextTick = Int64(rounding: (time / Self.cell).rounded(.up))
        (area, covered, cellSpoilt) = (.zero, 0, false)
        summedTo = time
    }

    private mutating func accumulate(from: Double, until end: Double) {
        let start = max(summedTo, from)
        guard end > start else { return }
        area += (interpolated(at: start, from: from) + interpolated(at: end, from: from)) * (0.5 * (end - start))
        covered += end - start
        summedTo = end
        if lastSpoilt || spoilt { cellSpoilt = true }
    }

    private func interpolated(at instant: Double, from: Double) -> SIMD4<Double> {
        lastValues + (values - lastValues) * ((instant - from) / (time - from))
    }

    /// The cubic through the last four samples of a clock; a straight line until there are four, and where some are missing between them.
    private func curve(at instant: Double, from: Double) -> SIMD4<Double> {
        let gaps = SIMD3(time - from, from - beforeTimes.0, beforeTimes.0 - beforeTimes.1)
        guard isEven, known == 3, gaps.max() <= Self.evenness * gaps.min() else { return interpolated(at: instant, from: from) }
        let times = SIMD4(beforeTimes.1, beforeTimes.0, from, time)
        var weights = SIMD4<Double>(repeating: 1)
        for one in 0..<4 {
            for other in 0..<4 where other != one { weights[one] *= (instant - times[other]) / (times[one] - times[other]) }
        }
        return beforeValues.1 * weights.x + beforeValues.0 * weights.y + lastValues * weights.z + values * weights.w
    }
}
