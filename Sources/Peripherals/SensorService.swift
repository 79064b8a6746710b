import Quantities

/// What one service of a sensor brought.
public struct ServiceReport: Hashable, Sendable {
    /// Samples that were taken but can no longer be had; they come before the delivered ones, or after them where the driver says so.
    public enum Loss: Hashable, Sendable {
        /// Nothing was lost.
        case none
        /// So many.
        case samples(Int)
        /// Some, or too many to count.
        case unknown
    }

    /// Samples delivered now.
    public var samples: Int
    /// Samples lost since the service before.
    public var loss: Loss
    /// True when the chip is set up and measuring; false while it is being reset, probed or is switched off.
    public var isMeasuring: Bool
    /// When to service it next if not at the usual time: the next step of its set-up is due then, or more samples wait. Nil: as usual.
    public var again: MonotonicInstant?

    /// A report.
    public init(samples: Int = 0, loss: Loss = .none, isMeasuring: Bool = true, again: MonotonicInstant? = nil) {
        self.samples = samples
        self.loss = loss
        self.isMeasuring = isMeasuring
        self.again = again
    }

    /// The most services in a row: a chip that always says there is more must not hold the bus.
    private static let mostInARow = 8

    /// Services a sensor again while more of its samples wait, but not without end: all that it delivered, as one report.
    public static func whileMoreWaits(
        at now: MonotonicInstant, _ service: () throws(ChipError) -> ServiceReport
    ) throws(ChipError) -> ServiceReport {
        var report = try service()
        for _ in 1..<mostInARow where report.again == now {
            let samples = report.samples
            report = try service()
            report.samples += samples
        }
        if report.again == now { report.again = nil }
        return report
    }

    /// A chip that needs time for the next step of its set-up.
    static func settling(until again: MonotonicInstant) -> ServiceReport { ServiceReport(isMeasuring: false, again: again) }
}

/// An optical heart-rate sensor.
///
/// All drivers work alike. They own no clock and never wait: whoever services them, usually once a second and all parts in one wake-up, says
/// what time it is. The first services set the chip up, step by step; later ones deliver what it has gathered. Samples are appended to an
/// array that the caller empties and reuses, and carry the time of the service. After an error, what was read before it stays appended,
/// and the next service goes on, or starts again from the chip's identity.
public protocol PulseSensor: AnyObject {
    /// The part.
    var part: PartName { get }
    /// The rate that the data sheet promises; the chip's own oscillator is off by some per cent.
    var samplesPerSecond: Double { get }
    /// Delivers what the chip has gathered.
    func service(at now: MonotonicInstant, into samples: inout [PPGSample]) throws(ChipError) -> ServiceReport
    /// Sets the LED current of a channel of the samples, in steps of the chip: the hook of the automatic gain. It is written right after the
    /// next read, so that every sample carries the current it was taken with.
    func setCurrent(register: UInt8, ofChannel channel: Int)
    /// Stops measuring until ``wake()``.
    func shutDown() throws(ChipError)
    /// Has the next service set the chip up again.
    func wake()
}

/// An accelerometer. See ``PulseSensor`` for how drivers work.
public protocol MotionSensor: AnyObject {
    /// The part.
    var part: PartName { get }
    /// The rate that the data sheet promises; the chip's own oscillator is off by some per cent.
    var samplesPerSecond: Double { get }
    /// The longest time between two services in which its FIFO surely loses nothing, as far as is known of the chip by now.
    var longestPause: Duration { get }
    /// Delivers what the chip has gathered.
    func service(at now: MonotonicInstant, into samples: inout [AccelerationSample]) throws(ChipError) -> ServiceReport
    /// Stops measuring until ``wake()``.
    func shutDown() throws(ChipError)
    /// Has the next service set the chip up again.
    func wake()
}

extension MotionSensor {
    /// 4 s.
    public var longestPause: Duration { .seconds(4) }
}

/// An accelerometer that counts steps by itself: the source of the day's steps while the watch rests, since its FIFO need not be read then.
public protocol PedometerSensor: MotionSensor {
    /// How many bits its counter has before it begins again at 0.
    var pedometerBits: Int { get }
    /// True: only the pedometer works from the next service on, and no samples come. False: samples come again. Neither resets the count.
    func setPedometerOnly(_ isPedometerOnly: Bool) throws(ChipError)
    /// Steps since the chip was set up, as its counter says.
    func steps() throws(ChipError) -> UInt32
}

/// A barometer. See ``PulseSensor`` for how drivers work.
public protocol Barometer: AnyObject {
    /// The part.
    var part: PartName { get }
    /// Delivers the newest measurement; nil while there is none that was not delivered before.
    func service(at now: MonotonicInstant, into sample: inout PressureSample?) throws(ChipError) -> ServiceReport
    /// Stops measuring until ``wake()``.
    func shutDown() throws(ChipError)
    /// Has the next service set the chip up again.
    func wake()
}

/// A battery gauge. Once a minute is enough.
public protocol BatteryGauge: AnyObject {
    /// The part.
    var part: PartName { get }
    /// Reads the gauge.
    func read() throws(ChipError) -> BatteryMeasurement
}

/// What a gauge says about the battery.
public struct BatteryMeasurement: Hashable, Sendable {
    /// Charge, whether it is growing, and the voltage of the cell.
    public var reading: BatteryReading
    /// Growth of the charge in per cent of the capacity per hour; negative while discharging.
    public var percentPerHour: Double
    /// A measurement.
    public init(reading: BatteryReading, percentPerHour: Double) {
        self.reading = reading
        self.percentPerHour = percentPerHour
    }
}
