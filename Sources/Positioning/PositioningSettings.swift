import Quantities

/// The limits that positioning works with. The defaults are for running on foot; each says why it is what it is.
public struct PositioningSettings: Sendable, Hashable {
    // MARK: What a receiver may claim

    /// A fix with a larger estimated error is refused. 30 m: beyond that a position says nothing about a runner's pace or lap.
    public var maximumError = Distance.meters(30)
    /// A faster fix is refused. 12 m/s is a sprinter's best; set 30 for a ride.
    public var maximumSpeed = Speed.metersPerSecond(12)
    /// Fewer satellites than this are not believed: three unknowns and the clock need four.
    public var minimumSatellites = 4
    /// The error of a position when the receiver says nothing about it.
    public var defaultError = Distance.meters(4)
    /// The Doppler error on each axis: u-blox M8 to M10 under open sky. Doubled above an HDOP of 2.
    public var dopplerError = Speed.metersPerSecond(0.15)
    /// Coordinates that do not change at more than this speed are frozen.
    public var frozenSpeed = Speed.metersPerSecond(1)
    /// The same by step pulses, where the receiver reports no speed.
    public var frozenPulseRate = Cadence.stepsPerMinute(60)

    // MARK: Time

    /// Fixes that come sooner after the last are skipped: short steps add noise and no knowledge.
    public var minimumStep = Duration.milliseconds(750)
    /// Without a good fix for longer than this, by the monotonic clock, the fix is lost.
    public var staleAfter = Duration.seconds(3)
    /// The longest gap that is closed by its chord without further proof: a receiver that saves power speaks each 10 s, with some jitter.
    public var bridge = Duration.seconds(12)

    // MARK: The filter

    /// White acceleration noise when the receiver measures velocity, m²/s³. 1.0 follows corners; 0.1 costs 0.5 % in a city.
    public var accelerationDensityWithDoppler = 1.0
    /// The same when only positions are measured, m²/s³.
    public var accelerationDensityWithoutDoppler = 0.3
    /// Squared, normalised surprise (two degrees of freedom) above which a position is refused: 99.9 % of true ones are below.
    public var innovationGate = 13.8
    /// Refusals in a row that restart the filter where the receiver now says it is.
    public var refusalsBeforeRestart = 5
    /// Half the window that gives the direction of travel without Doppler. 1 s leaves +1.8 % under trees, 4 s cuts corners by 1.2 %.
    public var chordHalfWindow = Duration.seconds(2)
    /// A shorter chord tells no direction: at a walk the window grows until it is this long. A chord of L with an error of σ at its ends is
    /// too long by σ²/2L², 2 % at 3.5 m under open sky.
    public var shortestChord = Distance.meters(7.5)
    /// Between fixes that come seldom a step is its own direction from this length on: a longer window would cut the bends.
    public var shortestStep = Distance.meters(4)
    /// Half the window at most.
    public var longestChordHalfWindow = Duration.seconds(12)

    // MARK: Standing and auto-pause

    /// Whether a stop pauses the run. Standing still adds no distance either way.
    public var autoPause = true
    /// Slower than this, for ``slowTime`` and without step pulses, is standing.
    public var slowSpeed = Speed.metersPerSecond(0.5)
    /// How long a stop must last before it is believed; the pause is then dated back to its first slow fix.
    public var slowTime = Duration.seconds(3)
    /// Faster than this, for ``fastTime``, is moving again.
    public var fastSpeed = Speed.metersPerSecond(0.9)
    /// How long the fast speed must last; the resume is dated back to its first moving fix.
    public var fastTime = Duration.seconds(2)
    /// Fewer step pulses than this: standing. One pulse in 3 s, 20 a minute, is a movement of the arm.
    public var fewPulses = Cadence.stepsPerMinute(40)
    /// At least this many: walking, at once. Four pulses in 3 s.
    public var manyPulses = Cadence.stepsPerMinute(80)
    /// After an automatic pause or resume, how long the opposite one needs more proof than a speed near the limits: a resume needs steps or
    /// ``dwellDistance``, a pause has to wait. Keeps a runner who dithers between the limits from hearing a buzz every few seconds
    /// (fault B1).
    public var dwell = Duration.seconds(10)
    /// The way from the resting place that proves a start even within ``dwell``: more than a runner between the limits covers in it.
    public var dwellDistance = Distance.meters(10)

    // MARK: Pace

    /// The span of the mean that pace is shown from: standard deviation of at most 6 s/km at 3 m/s, settled within 10 s.
    public var paceWindow = Duration.seconds(10)
    /// Slower than this no pace is shown.
    public var slowestPace = Speed.metersPerSecond(0.3)
    /// A mean older than this is not shown.
    public var paceExpiry = Duration.seconds(5)

    /// The defaults, for a run.
    public init() {}

    /// For positions that a device has kept only where course or speed changed: its silences are straight, however long, and each of its
    /// points is a bend, so no chord may cut it.
    public static let recordedAtChanges = {
        var settings = PositioningSettings()
        settings.bridge = .seconds(30)
        settings.shortestStep = .zero
        settings.shortestChord = .zero
        return settings
    }()
}
