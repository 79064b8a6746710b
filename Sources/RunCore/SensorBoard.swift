import Quantities

/// The latest word of each sensor, with its age: a value that is too old is absent, never the last one again.
public struct SensorBoard: Hashable, Sendable {
    /// A reading is believed for this long.
    static let fresh = Duration.milliseconds(3_500)

    /// The battery is looked at once a minute, give or take half a one; when two looks have told nothing, its state is not known, and the
    /// screen says so within three minutes.
    public static let batteryIsKnown = Duration.minutes(2)

    private var heartRateReading: HeartRateReading?
    private var heartRateAt = MonotonicInstant(nanoseconds: .min)
    private var stepReading: StepReading?
    private var stepsAt = MonotonicInstant(nanoseconds: .min)
    private var pressureValue: Pressure?
    private var batteryReading: BatteryReading?
    private var batteryAt = MonotonicInstant(nanoseconds: .min)
    private var believed: StepMark?
    private var refused: StepMark?
    /// Steps since the last call of ``takeSteps()``.
    private var uncounted: UInt32 = 0

    /// Nothing heard yet.
    public init() {}

    mutating func take(_ reading: HeartRateReading, at now: MonotonicInstant) {
        heartRateReading = reading
        heartRateAt = now
    }

    /// Takes a count of steps. A counter that starts again from 0 has counted its whole value since (fault F3). More steps than anyone takes
    /// in the time since the last believed reading are refused (``StepLimit``), and a refused reading is not what the next is compared
    /// with; unless the next goes on from it: then the counter has jumped for good, and counting goes on without the jump.
    /// Returns how many steps were credited to the run.
    @discardableResult
    mutating func take(_ reading: StepReading, at now: MonotonicInstant) -> UInt32 {
        stepReading = reading
        stepsAt = now
        let count = StepMark(count: reading.count, at: now)
        guard let base = believed else {
            believed = count
            return 0
        }
        guard let steps = base.growth(to: count) ?? refused?.growth(to: count) else {
            refused = count
            return 0
        }
        (believed, refused) = (count, nil)
        let credited = UInt32(clamping: steps)
        uncounted &+= credited
        return credited
    }

    mutating func take(_ pressure: Pressure) { pressureValue = pressure }
    mutating func take(_ battery: BatteryReading, at now: MonotonicInstant) {
        batteryReading = battery
        batteryAt = now
    }
    /// A gauge that has not spoken for so long is gone, and its last word says nothing of now.
    mutating func forgetBattery(at now: MonotonicInstant) {
        if batteryAt.duration(to: now) >= Self.batteryIsKnown { batteryReading = nil }
    }

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
    /// The battery, read once a minute; nil when the gauge has been silent for two.
    public var battery: BatteryReading? { batteryReading }

    /// A reading of the counter and its time.
    private struct StepMark: Hashable, Sendable {
        var count: UInt64
        var at: MonotonicInstant

        /// Steps up to a later reading; nil if nobody takes so many.
        func growth(to later: StepMark) -> UInt64? {
            let grown = StepLimit.growth(from: count, to: later.count)
            return grown <= StepLimit.most(in: at.duration(to: later.at)) ? grown : nil
        }
    }
}
