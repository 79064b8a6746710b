import Quantities

/// A change between running and pausing.
public struct PauseChange: Sendable, Hashable {
    /// Which way, and by whom.
    public enum Kind: UInt8, Sendable {
        /// The runner paused.
        case pause
        /// The runner went on.
        case resume
        /// The watch found that the runner stands.
        case autoPause
        /// The watch found that the runner moves again.
        case autoResume
    }

    /// Which way, and by whom.
    public var kind: Kind
    /// When it happened: an automatic pause at its first slow fix, an automatic resume at its first moving one, both before it was noticed.
    public var at: MonotonicInstant

    /// A change.
    public init(kind: Kind, at: MonotonicInstant) {
        self.kind = kind
        self.at = at
    }
}

/// Everything positioning knows after an input. What is not known is nil.
public struct PositioningState: Sendable, Hashable {
    /// The way run so far. Never falls.
    public var distance = Distance.zero
    /// Speed now: filtered, or by stride while ``isReckoned``; nil when the fix is lost and no steps tell.
    public var speed: Speed?
    /// Mean speed of the last 10 s; nil while paused, at the start and when older than 5 s.
    public var meanSpeed: Speed?
    /// Pace of ``meanSpeed``; nil also below 0.3 m/s.
    public var pace: Pace?
    /// Number of the piece of track: rises at each pause, long gap and restart of the filter. No line joins two segments.
    public var segment: UInt32 = 0
    /// Paused, by hand or automatically.
    public var isPaused = false
    /// Paused by hand.
    public var isManual = false
    /// Standing still, whether or not that pauses the run.
    public var isStill = false
    /// Metres climbed so far.
    public var ascent = Distance.zero
    /// Metres dropped so far.
    public var descent = Distance.zero
    /// Height now, smoothed; a barometer's level is set by the receiver's heights once there are some.
    public var smoothedAltitude: Altitude?
    /// Where height comes from.
    public var altitudeSource = AltitudeSource.none
    /// What became of this input's fix.
    public var verdict = FixVerdict.noFix
    /// Where the last accepted fix was, as it came.
    public var position: Coordinate?
    /// The filter's idea of the place; nil before the first fix and after a manual resume until the next one.
    public var filteredPosition: Coordinate?
    /// Estimated standard error of the last accepted fix.
    public var horizontalError: Distance?
    /// Time since the last accepted fix by the monotonic clock; nil if there has been none.
    public var fixAge: Duration?
    /// True while there is no fix and distance and speed come from steps. Such a speed is no one's best pace (fault A16).
    public var isReckoned = false
    /// What positions, Doppler speed and strides are worth just now.
    public var witnesses = MovementWitnesses()
    /// What barometer and receiver are worth for the height just now.
    public var heightWitnesses = HeightWitnesses()
    /// The pause or resume that this input brought to light; nil if none.
    public var change: PauseChange?
    /// The latest pause or resume of all; nil if none yet.
    public var lastChange: PauseChange?

    /// Nothing known yet.
    public init() {}
}
