/// What the heart-rate estimator says once a second.
public struct HeartRateReading: Hashable, Sendable {
    /// The rate to show and record; nil when the estimator does not know.
    public var rate: HeartRate?
    /// How sure it is, 0...1; recorded even when the rate is hidden.
    public var confidence: Double
    /// A reading.
    public init(rate: HeartRate?, confidence: Double) {
        self.rate = rate
        self.confidence = confidence
    }
}

/// What the step counter says once a second.
public struct StepReading: Hashable, Sendable {
    /// Steps credited since the counter started: grows without wrapping, but starts again from 0 when the counter restarts (fault F3).
    public var count: UInt64
    /// Credited cadence; nil when not walking or running.
    public var cadence: Cadence?
    /// Step pulses of the last 3 s × 20, in steps per minute: immediate and uncredited, for auto-pause only.
    public var pulseRate: Cadence
    /// A reading.
    public init(count: UInt64, cadence: Cadence?, pulseRate: Cadence) {
        self.count = count
        self.cadence = cadence
        self.pulseRate = pulseRate
    }
}

/// The state of the battery.
public struct BatteryReading: Hashable, Sendable {
    /// Charge in per cent, 0...100; nil if the gauge does not say.
    public var percent: UInt8?
    /// True on external power; nil if unknown.
    public var isCharging: Bool?
    /// Voltage of the cell; nil if the gauge does not say.
    public var voltage: Voltage?
    /// A reading.
    public init(percent: UInt8?, isCharging: Bool? = nil, voltage: Voltage? = nil) {
        self.percent = percent
        self.isCharging = isCharging
        self.voltage = voltage
    }
}

/// A part of the watch that can be missing, dead or sick without ending a run.
public enum SensorKind: UInt8, CaseIterable, Sendable {
    /// The position receiver (through gpsd).
    case gps
    /// The optical heart-rate sensor.
    case heartRate
    /// The accelerometer that counts steps.
    case motion
    /// The barometer.
    case barometer
    /// The battery gauge.
    case battery
}

/// What is known about a part.
public enum SensorState: UInt8, Sendable {
    /// The board has no such part.
    case absent
    /// Present, not delivering yet.
    case starting
    /// Delivering.
    case working
    /// Not answering, or answering nonsense; it is being retried.
    case failed
}
