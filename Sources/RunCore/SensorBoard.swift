import Quantities

/// The latest word of each sensor, with its age: a value that is too old is absent, never the last one again.
public struct SensorBoard: Hashable, Sendable {
    /// A reading is believed for this long.
    static let fresh = Duration.milliseconds(3_500)

    private var heartRateReading: HeartRateReading?
    private var heartRateAt = MonotonicInstant(nanoseconds: .min)
    private var stepReading: StepReading?
    private var stepsAt = MonotonicInstant(nanoseconds: .min)
    private var pressureValue: Pressure?
    private var batteryReading: BatteryReading?
    private var countedTo: UInt64?
    /// Steps since the last call of ``takeSteps()``.
    private var uncounted: UInt32 = 0

    /// Nothing heard yet.
    public init() {}

    mutating func take(_ reading: HeartRateReading, at now: MonotonicInstant) {
        heartRateReading = reading
        heartRateAt = now
    }

    /// A counter credits the steps of up to 18 s at once when it is sure of a rhythm: never more than this.
    static let creditedAtOnce: UInt64 = 100
    /// Nobody takes more steps than this in a second.
    static let mostStepsPerSecond: UInt64 = 10

    /// A counter that starts again from 0 has counted its whole value since (fault F3). More steps than anyone takes are not believed.
    /// Returns how many steps were credited to the run.
    @discardableResult
    mutating func take(_ reading: StepReading, at now: MonotonicInstant) -> UInt32 {
        var credited: UInt32 = 0
        if let last = countedTo {
            let grown = reading.count >= last ? reading.count - last : reading.count
            let seconds = UInt64(clamping: stepsAt.duration(to: now).components.seconds)
            if grown <= Self.creditedAtOnce + seconds * Self.mostStepsPerSecond {
                credited = UInt32(clamping: grown)
                uncounted &+= credited
            }
        }
        countedTo = reading.count
        stepReading = reading
        stepsAt = now
        return credited
    }

    mutating func take(_ pressure: Pressure) { pressureValue = pressure }
    mutating func take(_ battery: BatteryReading) { batteryReading = battery }

    mutating func takePressure() -> Pressure? {
        defer { pressureValue = nil }
        return pressureValue
    }
    mutating func takeSteps() -> UInt32 {
        defer { uncounted = 0 }
        return uncounted
    }

    /// The heart rate; nil when hidden or old.
    public func heartRate(at now: MonotonicInstant) -> HeartRateReading? {
        heartRateAt.duration(to: now) <= Self.fresh ? heartRateReading : nil
    }
    /// Steps and cadence; nil when the counter is silent.
    public func steps(at now: MonotonicInstant) -> StepReading? { stepsAt.duration(to: now) <= Self.fresh ? stepReading : nil }
    /// The battery, read once a minute: does not age.
    public var battery: BatteryReading? { batteryReading }
}
