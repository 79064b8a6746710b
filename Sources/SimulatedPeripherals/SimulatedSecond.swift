import Quantities

/// What is true in a second of a simulation, for judging what the watch makes of it.
public struct SimulatedTruth: Sendable, Hashable {
    /// The way so far.
    public var distance = Distance.zero
    /// The speed now.
    public var speed = Speed.zero
    /// Whether the runner moves at all.
    public var isMoving = false
    /// The height now.
    public var altitude = Altitude.zero
    /// Metres climbed so far.
    public var ascent = Distance.zero
    /// Metres dropped so far.
    public var descent = Distance.zero
    /// The heart rate now.
    public var heartRate = HeartRate.zero
    /// Steps so far.
    public var steps: UInt64 = 0
    /// Steps per minute now; nil while standing.
    public var cadence: Cadence?
    /// Where the runner is.
    public var place: Coordinate?

    /// A runner who has not begun.
    public init() {}
}

/// One second of all sensors. What a sensor did not say is nil.
public struct SimulatedSecond: Sendable, Hashable {
    /// Seconds since the first, 0 upwards.
    public var number: Int
    /// The monotonic clock.
    public var at: MonotonicInstant
    /// True UTC, which the watch learns only from a fix.
    public var utc: UTCInstant
    /// The receiver's report.
    public var fix: GPSFix?
    /// The satellites.
    public var sky: SkyView?
    /// The step counter.
    public var steps: StepReading?
    /// The heart-rate estimator.
    public var heartRate: HeartRateReading?
    /// The barometer.
    public var pressure: Pressure?
    /// The battery.
    public var battery: BatteryReading?
    /// What is true.
    public var truth: SimulatedTruth
}
