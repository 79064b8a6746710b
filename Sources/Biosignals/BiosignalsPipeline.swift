import Quantities

/// What the watch's sensors are, for the pipeline.
public struct BiosignalsConfiguration: Hashable, Sendable {
    /// How optical samples carry their time.
    public var opticalTiming: SampleTiming
    /// How acceleration samples carry their time.
    public var accelerationTiming: SampleTiming
    /// Optical channels in use, 1...3.
    public var channels: Int
    /// The count at and above which a channel is clipped; 262 100 of the 18 bits of a MAX3010x.
    public var clippedCount: Double

    /// A configuration; the defaults trust every sample's own time and know one optical channel of 18 bits.
    public init(
        opticalTiming: SampleTiming = .stamped, accelerationTiming: SampleTiming = .stamped, channels: Int = 1,
        clippedCount: Double = 262_100
    ) {
        self.opticalTiming = opticalTiming
        self.accelerationTiming = accelerationTiming
        self.channels = min(max(channels, 1), PPGSample.maximumChannels)
        self.clippedCount = clippedCount
    }
}

/// Turns raw samples of both sensors into a heart rate, steps and cadence, once a second.
///
/// Push samples as they come, in any order between the sensors, and ask for a reading once a second. All buffers are made at the start;
/// after that nothing is allocated.
public struct BiosignalsPipeline {
    /// How long acceleration may come after the optical samples of the same time before it is taken to be missing, in ticks: 1.4 s, and
    /// 4 s while its rate is still being learned.
    private static let patience: Int64 = 35
    private static let learningPatience: Int64 = 100
    /// Ticks kept until their other half has come; a power of two.
    private static let depth = 256
    /// A reading older than this, in ticks, says nothing about now: 4 s.
    private static let freshness: Int64 = 100
    /// Ticks for which a break in the acceleration is filled with its last value.
    private static let longestHold: Int64 = 250

    private let configuration: BiosignalsConfiguration
    private var optical: SensorStream
    private var acceleration: SensorStream
    private var monitor: HeartRateMonitor
    private var counter = StepCounter()

    private var pulses = [GridSample](repeating: GridSample(), count: depth)
    private var firstPulse = 0
    private var pulseCount = 0
    private var fedPulses = 0
    private var axes = [SIMD3<Double>](repeating: .zero, count: depth)
    private var oldestAxes: Int64 = 0
    private var isMotionLive = false
    private var newestTick = Int64.min
    private var current: SIMD3<Double>?
    private var lastMagnitude = 1.0
    private var stepTick: Int64?
    private var heartTick: Int64?

    /// The latest second of heart rate with all that is known about it; nil before 8 s of pulse.
    public private(set) var heart: HeartRateSecond?
    private var isHeartNew = false
    /// All steps so far, with their fraction.
    public var stepTotal: Double { counter.total }
    /// The latest second of the step counter; nil before the first.
    public private(set) var stride: StepSecond?

    /// A pipeline that has seen nothing.
    public init(configuration: BiosignalsConfiguration = BiosignalsConfiguration(), model: RateModel = .shipped) {
        self.configuration = configuration
        optical = SensorStream(timing: configuration.opticalTiming)
        acceleration = SensorStream(timing: configuration.accelerationTiming)
        monitor = HeartRateMonitor(model: model, channels: configuration.channels)
    }

    /// The optical sensor's true rate in samples a second, once learned.
    public var opticalRate: Double? { optical.samplesPerSecond }
    /// The accelerometer's true rate in samples a second, once learned.
    public var accelerationRate: Double? { acceleration.samplesPerSecond }

    /// Takes an optical sample. A sample that is not finite is left out, as if it had been lost.
    public mutating func push(_ sample: PPGSample) {
        var counts = sample.counts
        guard counts.x.isFinite, counts.y.isFinite, counts.z.isFinite else { return }
        var isSpoilt = sample.ambientOverflow
        for channel in 0..<configuration.channels where counts[channel] >= configuration.clippedCount { isSpoilt = true }
        if let current = sample.ledMilliamperes {
            if let old = self.current, old != current { monitor.ledChanged() }
            self.current = current
            for channel in 0..<configuration.channels where current[channel] > 0 && current[channel].isFinite {
                counts[channel] /= current[channel]
            }
        }
        optical.push(SIMD4(counts, 0), at: sample.at, isSpoilt: isSpoilt)
        notice(sample.at)
        drain()
    }

    /// Takes an acceleration sample. A sample that is not finite is left out, as if it had been lost.
    public mutating func push(_ sample: AccelerationSample) {
        guard sample.isFinite else { return }
        acceleration.push(SIMD4(sample.axes, sample.magnitude), at: sample.at)
        isMotionLive = true
        notice(sample.at)
        drain()
    }

    /// Ends the current reads and returns the heart rate at an instant.
    public mutating func heartRate(at now: MonotonicInstant) -> HeartRateReading {
        closeReads(now)
        guard let heart, let heartTick, isFresh(heartTick) else { return HeartRateReading(rate: nil, confidence: 0) }
        return heart.reading
    }

    /// Ends the current reads and returns steps at an instant; nil while no accelerometer is live.
    public mutating func steps(at now: MonotonicInstant) -> StepReading? {
        closeReads(now)
        guard let stride, let stepTick, isFresh(stepTick) else { return nil }
        let cadence = stride.cadence ?? counter.slowCadence
        return StepReading(count: UInt64(rounding: (stepTotal + 1e-9).rounded(.down)), cadence: cadence, pulseRate: counter.pulseRate)
    }

    /// The latest second of heart rate and the time of its window's last tick, once; nil until there is a new one. For recordings that are
    /// fed faster than time passes.
    public mutating func takeHeart() -> (at: MonotonicInstant, result: HeartRateSecond)? {
        guard isHeartNew, let heart, let heartTick else { return nil }
        isHeartNew = false
        return (MonotonicInstant(seconds: Double(heartTick) / Resampler.rate), heart)
    }

    private func isFresh(_ tick: Int64) -> Bool { newestTick &- tick <= Self.freshness }

    private mutating func closeReads(_ now: MonotonicInstant) {
        optical.closeRead()
        acceleration.closeRead()
        notice(now)
        drain()
    }

    private mutating func notice(_ instant: MonotonicInstant) {
        newestTick = max(newestTick, Int64(rounding: (instant.seconds * Resampler.rate).rounded(.down)))
    }

    private mutating func drain() {
        while let sample = acceleration.next() { take(acceleration: sample) }
        while let sample = optical.next() {
            if pulseCount == Self.depth { feedOldestPulse() }
            pulses[(firstPulse + pulseCount) % Self.depth] = sample
            pulseCount += 1
        }
        while pulseCount > 0, isMotionSettled(at: pulses[firstPulse].tick) { feedOldestPulse() }
    }

    private mutating func take(acceleration sample: GridSample) {
        if let stepTick {
            // A break in the samples is a stop: the last value, held.
            for _ in 0..<min(max(sample.tick &- stepTick &- 1, 0), Self.longestHold) { count(lastMagnitude) }
            if sample.tick != stepTick &+ 1 { oldestAxes = sample.tick }
        } else {
            oldestAxes = sample.tick
        }
        stepTick = sample.tick
        lastMagnitude = sample.values.w
        count(sample.values.w)
        axes[Self.slot(sample.tick)] = SIMD3(sample.values.x, sample.values.y, sample.values.z)
        oldestAxes = max(oldestAxes, sample.tick &- Int64(Self.depth) &+ 1)
    }

    private mutating func count(_ magnitude: Double) {
        if let second = counter.push(magnitude: magnitude) { stride = second }
    }

    /// True when the acceleration of a tick is there or will not come.
    private mutating func isMotionSettled(at tick: Int64) -> Bool {
        if let stepTick, stepTick >= tick { return true }
        let waited = newestTick &- tick
        guard waited < Self.patience || (acceleration.isLearning && waited < Self.learningPatience) else {
            isMotionLive = false
            return true
        }
        return !isMotionLive && fedPulses > 0
    }

    private mutating func feedOldestPulse() {
        let sample = pulses[firstPulse]
        firstPulse = (firstPulse + 1) % Self.depth
        pulseCount -= 1
        fedPulses &+= 1
        var motion: SIMD3<Double>?
        if let stepTick, sample.tick >= oldestAxes, sample.tick <= stepTick { motion = axes[Self.slot(sample.tick)] }
        let current = current ?? .zero
        let hasCurrent = (current .> 0) .& (current .< .infinity)
        guard let second = monitor.push(sample, acceleration: motion, hasCurrent: hasCurrent) else { return }
        (heart, heartTick, isHeartNew) = (second, sample.tick, true)
    }

    private static func slot(_ tick: Int64) -> Int { Int(truncatingIfNeeded: tick) & (depth - 1) }
}
