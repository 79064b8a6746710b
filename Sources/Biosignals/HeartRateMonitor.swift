import Quantities

/// Why no heart rate is shown.
public enum HeartRateObstacle: UInt8, Sendable {
    /// Nothing stands in the way.
    case none
    /// The sensor does not look at skin.
    case offWrist
    /// Too much light: more than a tenth of the window is clipped.
    case clipped
    /// The LED current was changed less than two seconds ago.
    case ledChanged
    /// Samples are missing.
    case gap
    /// The accelerometer fell silent while the wearer moved.
    case motionUnknown
    /// What there is does not look like a pulse.
    case noPulse
    /// The estimator is not sure.
    case unsure
}

/// What one second told about the heart.
public struct HeartRateSecond: Hashable, Sendable {
    /// What to show and record.
    public var reading: HeartRateReading
    /// The best rate there is, shown or not.
    public var rate: HeartRate
    /// Why there is no rate; `none` when there is one.
    public var obstacle: HeartRateObstacle
    /// What the estimator believes, whatever is shown.
    public var estimate: HeartRateEstimate
}

/// The estimator together with all that may forbid to show what it says. A value: a copy goes on by itself.
struct HeartRateMonitor: Sendable {
    private static let window = PulseSpectrum.window
    /// Share of clipped samples of the window that spoils it.
    private static let clippedShare = 10
    /// Ticks for which a change of LED current spoils the pulse: 2 s.
    private static let ledTicks = 50
    /// Ticks of silence after which the accelerometer counts as stale: 1 s.
    private static let staleTicks = 25
    /// Spread of acceleration in g above which the wearer moves.
    private static let movingIntensity = 0.05
    /// Below this spread of acceleration in g single beats may be trusted, if their intervals spread less than this share and they agree
    /// with the belief within this many beats per minute.
    private static let stillIntensity = 0.03
    private static let evenBeats = 0.12
    private static let agreement = 12.0
    /// Seconds of an obstacle after which the belief is void.
    private static let secondsToForget = 5

    /// What the rate is estimated with.
    private(set) var estimator: HeartRateEstimator
    private var display = HeartRateDisplay()
    private var clarity = PulseClarity()
    private var wear: WearDetector
    private var lastTick: Int64?
    private var spoilt = FlagWindow()
    private var sinceLEDChange = ledTicks
    private var sinceBridge = window
    private var silentTicks = 0
    private var hasMotion = false
    private var lastAcceleration = SIMD3<Double>.zero
    private var lastIntensity = 0.0
    private var levelSum = SIMD3<Double>.zero
    private var levelCount = 0.0
    private var blocked = 0

    init(model: RateModel, channels: Int) {
        estimator = HeartRateEstimator(model: model, channels: channels)
        wear = WearDetector(channels: channels)
    }

    /// The LED current has just been changed.
    mutating func ledChanged() { sinceLEDChange = 0 }

    /// Takes one tick of the grid; the acceleration is nil where there is none, and channels whose LED current is known have counts per
    /// milliampere. Returns a second's result once a second, from 8 s on.
    mutating func push(
        _ sample: GridSample, acceleration: SIMD3<Double>?, hasCurrent: WearDetector.ChannelFlags
    ) -> HeartRateSecond? {
        if let lastTick, sample.tick != lastTick &+ 1 { restart() }
        lastTick = sample.tick
        if let acceleration {
            (lastAcceleration, silentTicks, hasMotion) = (acceleration, 0, true)
        } else {
            silentTicks = min(silentTicks + 1, 1_000_000)
        }
        spoilt.push(sample.isSpoilt)
        sinceLEDChange = min(sinceLEDChange + 1, Self.ledTicks)
        sinceBridge = sample.isBridged ? 0 : min(sinceBridge + 1, Self.window)
        let counts = SIMD3(sample.values.x, sample.values.y, sample.values.z)
        levelSum += counts
        levelCount += 1
        guard let estimate = estimator.push(counts: counts, acceleration: lastAcceleration) else { return nil }
        return judge(estimate, hasCurrent: hasCurrent)
    }

    /// Ticks are missing: filters and windows start anew.
    private mutating func restart() {
        estimator.restart()
        display.restart()
        (levelSum, levelCount) = (.zero, 0)
        spoilt = FlagWindow()
    }

    private mutating func judge(_ estimate: HeartRateEstimate, hasCurrent: WearDetector.ChannelFlags) -> HeartRateSecond {
        let isMotionLive = hasMotion && silentTicks <= Self.staleTicks
        if isMotionLive { lastIntensity = estimate.intensity }
        wear.update(
            WearDetector.Light(levels: levelSum / max(levelCount, 1), hasCurrent: hasCurrent, pulsations: estimator.pulsations),
            intensity: isMotionLive ? estimate.intensity : nil, confidence: estimate.confidence)
        (levelSum, levelCount) = (.zero, 0)
        clarity.update(estimate, intensity: isMotionLive ? estimate.intensity : nil)
        let obstacle = hardObstacle(isMotionLive: isMotionLive)
        var shown = obstacle
        if obstacle == .none {
            blocked = 0
            display.update(
                belief: estimate.belief.beatsPerMinute, confidence: estimate.confidence, onMotion: estimate.onMotion,
                in: HeartRateDisplay.Circumstances(
                    allowsStart: clarity.allowsStart, isLost: clarity.isLost, isPlain: clarity.isPlain,
                    purityInMotion: clarity.purityInMotion))
            if !display.isShown { shown = clarity.allowsStart ? .unsure : .noPulse }
        } else {
            display.block(belief: estimate.belief.beatsPerMinute)
            blocked = min(blocked + 1, 1_000_000)
            if blocked > Self.secondsToForget, obstacle != .ledChanged { estimator.forget() }
        }
        let rate = rate(of: estimate, isMotionLive: isMotionLive)
        let reading = HeartRateReading(rate: shown == .none ? rate : nil, confidence: obstacle == .none ? estimate.confidence : 0)
        return HeartRateSecond(reading: reading, rate: rate, obstacle: shown, estimate: estimate)
    }

    /// The mean over the single beats where they are even and the wearer is still, else the spectra's rate.
    private func rate(of estimate: HeartRateEstimate, isMotionLive: Bool) -> HeartRate {
        guard let beats = estimate.beats, beats.irregularity < Self.evenBeats, !isMotionLive || estimate.intensity < Self.stillIntensity,
            (beats.rate - estimate.belief).beatsPerMinute.magnitude < Self.agreement
        else { return estimate.rate }
        return beats.rate
    }

    private func hardObstacle(isMotionLive: Bool) -> HeartRateObstacle {
        if !wear.isWorn { return .offWrist }
        if spoilt.count * Self.clippedShare > Self.window { return .clipped }
        if sinceLEDChange < Self.ledTicks { return .ledChanged }
        if sinceBridge < Self.window { return .gap }
        if hasMotion, !isMotionLive, lastIntensity > Self.movingIntensity { return .motionUnknown }
        return .none
    }
}
