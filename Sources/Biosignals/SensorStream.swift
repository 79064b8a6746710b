import Quantities

/// One sensor's way onto the common grid: its clock is learned, its samples are placed in time and resampled.
///
/// Samples from a FIFO wait until their read is complete, and the first ones until the rate is known (2.5 s), so that no window is ever
/// stretched; from then on nothing is held back.
struct SensorStream {
    private struct Raw {
        var time = 0.0
        var values = SIMD4<Double>.zero
        var isSpoilt = false
    }

    /// Raw samples that may wait: 5 s of 200 a second.
    private static let depth = 1024

    private let isStamped: Bool
    private var clock: SampleClock
    private var resampler: Resampler
    private var queue = [Raw](repeating: Raw(), count: depth)
    private var first = 0
    private var waiting = 0
    private var released = 0
    private var inRead = 0
    private var readTime = 0.0

    /// A stream whose samples carry their time in a given way.
    init(timing: SampleTiming) {
        switch timing {
        case .stamped:
            isStamped = true
            clock = SampleClock(samplesPerSecond: Resampler.rate)
        case .fifo(let samplesPerSecond):
            isStamped = false
            clock = SampleClock(samplesPerSecond: samplesPerSecond)
        }
        resampler = Resampler(isEven: !isStamped)
    }

    /// The learned samples a second; nil before it is known, and for stamped samples.
    var samplesPerSecond: Double? { !isStamped && clock.isLearned ? clock.samplesPerSecond : nil }

    /// True while samples wait for the rate to be learned.
    var isLearning: Bool { !isStamped && !clock.isLearned && waiting > 0 }

    /// Takes the next raw sample.
    mutating func push(_ values: SIMD4<Double>, at instant: MonotonicInstant, isSpoilt: Bool = false) {
        let time = instant.seconds
        if !isStamped, inRead > 0, time != readTime { closeRead() }
        if waiting == Self.depth { drop() }
        queue[(first + waiting) % Self.depth] = Raw(time: time, values: values, isSpoilt: isSpoilt)
        waiting += 1
        if isStamped {
            released = waiting
        } else {
            inRead += 1
            readTime = time
        }
    }

    /// Says that no more samples of the current read will come.
    mutating func closeRead() {
        guard !isStamped, inRead > 0 else { return }
        clock.observe(samples: inRead, readAt: readTime)
        inRead = 0
        if clock.isLearned || waiting > Self.depth / 2 { released = waiting }
    }

    /// The next tick of the grid; nil when the samples so far give none.
    mutating func next() -> GridSample? {
        while true {
            if let sample = resampler.next() { return sample }
            guard released > 0 else { return nil }
            let raw = queue[first]
            let time = isStamped ? raw.time : clock.time(samplesBack: waiting - inRead - 1)
            drop()
            resampler.push(raw.values, at: time, isSpoilt: raw.isSpoilt)
        }
    }

    private mutating func drop() {
        first = (first + 1) % Self.depth
        waiting -= 1
        released = max(released - 1, 0)
        inRead = min(inRead, waiting)
    }
}
