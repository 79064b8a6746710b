import Quantities
import RunCore

/// The amounts that sum up a run or one of its laps. What was not measured is absent.
public struct ActivityTotals: Hashable, Sendable {
    /// Time from start to end, pauses included.
    public var elapsed: Duration
    /// Time without pauses; at most ``elapsed``.
    public var timer: Duration
    /// Time in motion; at most ``timer``.
    public var moving: Duration?
    /// Distance covered.
    public var distance: Distance
    /// Metres climbed.
    public var ascent: Distance?
    /// Metres descended.
    public var descent: Distance?
    /// Highest speed.
    public var maximumSpeed: Speed?
    /// Mean heart rate over the time in which it was known.
    public var averageHeartRate: HeartRate?
    /// Highest heart rate.
    public var maximumHeartRate: HeartRate?
    /// Mean cadence, steps of both feet.
    public var averageCadence: Cadence?
    /// Highest cadence, steps of both feet.
    public var maximumCadence: Cadence?
    /// Steps of both feet.
    public var steps: Int?
    /// Energy spent.
    public var energy: Energy?
    /// Time in each heart-rate zone, in the order of ``ActivityHeartRateZones/upperBounds``, the unbounded one last; empty if zones
    /// are not known.
    public var timeInZones: [Duration] = []

    /// Totals with the amounts that every run has.
    public init(elapsed: Duration, timer: Duration, distance: Distance) {
        self.elapsed = elapsed
        self.timer = timer
        self.distance = distance
    }
}

/// What ended a lap.
public enum ActivityLapTrigger: Hashable, Sendable {
    /// The runner's button.
    case manual
    /// A set time.
    case time
    /// A set distance.
    case distance
    /// The end of the run.
    case end

    /// FIT type `lap_trigger`.
    var fitValue: Int64 {
        switch self {
        case .manual: 0
        case .time: 1
        case .distance: 2
        case .end: 7
        }
    }
}

/// A lap. Laps follow each other without a gap from the start of the run to its end.
public struct ActivityLap: Hashable, Sendable {
    /// What happened in it.
    public var totals: ActivityTotals
    /// What ended it.
    public var trigger: ActivityLapTrigger

    /// A lap.
    public init(_ totals: ActivityTotals, trigger: ActivityLapTrigger) {
        self.totals = totals
        self.trigger = trigger
    }
}

/// A time in which the timer stood.
public struct ActivityPause: Hashable, Sendable {
    /// Why the timer stood.
    public enum Cause: Hashable, Sendable {
        /// The runner's button.
        case manual
        /// Standing still.
        case automatic
        /// The watch was off.
        case outage
    }
    /// When the timer stopped.
    public var start: UTCInstant
    /// When it went on. At or after the end of the run: the run was ended in this pause.
    public var end: UTCInstant
    /// Why it stood.
    public var cause: Cause

    /// A pause.
    public init(start: UTCInstant, end: UTCInstant, cause: Cause) {
        self.start = start
        self.end = end
        self.cause = cause
    }
}

/// How the zones of a run are cut.
public struct ActivityHeartRateZones: Hashable, Sendable {
    /// What the limits were computed from (FIT type `hr_zone_calc`).
    public enum Method: Int64, Hashable, Sendable {
        /// The runner's own limits.
        case custom = 0
        /// Shares of the maximum.
        case maximum = 1
        /// Shares of the reserve between rest and maximum (Karvonen).
        case reserve = 2
    }
    /// The highest rate of each zone but the last, which has none; rising. The first zone is what lies below zone 1.
    public var upperBounds: [HeartRate]
    /// How they were computed.
    public var method: Method
    /// The runner's maximum.
    public var maximum: HeartRate?
    /// The runner's rate at rest.
    public var resting: HeartRate?

    /// Zones.
    public init(upperBounds: [HeartRate], method: Method, maximum: HeartRate? = nil, resting: HeartRate? = nil) {
        self.upperBounds = upperBounds
        self.method = method
        self.maximum = maximum
        self.resting = resting
    }
}

/// The watch as it names itself in a file.
public struct ActivityDevice: Hashable, Sendable {
    /// A part that measured something.
    public struct Sensor: Hashable, Sendable {
        /// Its name, such as `MAX30102`.
        public var name: String
        /// A sensor by name.
        public init(name: String) { self.name = name }
    }
    /// The product's name, which sites show.
    public var productName: String
    /// Our own product number.
    public var product: UInt16
    /// The same in every file of one watch, and never 0; 0 is written as 1.
    public var serialNumber: UInt32
    /// The version of the software: 1.23 is 123; 0 if it is not known.
    public var softwareVersionHundredths: UInt16
    /// The parts that measured this run.
    public var sensors: [Sensor]

    /// A watch.
    public init(productName: String, product: UInt16, serialNumber: UInt32, softwareVersionHundredths: UInt16, sensors: [Sensor] = []) {
        self.productName = productName
        self.product = product
        self.serialNumber = serialNumber
        self.softwareVersionHundredths = softwareVersionHundredths
        self.sensors = sensors
    }
}

/// A run as a whole, as the writers take it.
///
/// All times of a description (``start``, points, pauses) lie on one line: they come from the monotonic clock by one offset for the whole
/// run, so that `start + elapsed` is the end even when the clock was set in between (faults D1, D7). Pauses count in `elapsed`.
public struct ActivitySummary: Hashable, Sendable {
    /// Kind of run.
    public var sport: ActivitySport
    /// When it began. If the watch never learned the time: any origin that the points share, with ``isTimeKnown`` false.
    public var start: UTCInstant
    /// False if the watch never learned the time (fault D9). The file then counts from 1998-07-03T21:24:16Z, the first date that FIT
    /// can hold, and gives no local time; ``ImportedActivity/isTimeKnown`` recognises it. A start that FIT cannot hold counts as
    /// unknown too. Never a date of 1970.
    public var isTimeKnown: Bool
    /// How far local time was ahead of UTC at the start; nil if no zone is set.
    public var zone: ZoneOffset?
    /// What happened.
    public var totals: ActivityTotals
    /// The heart-rate zones in force.
    public var heartRateZones: ActivityHeartRateZones?
    /// The watch.
    public var device: ActivityDevice
    /// True if it was another device than a Harrier that recorded the run: then no file says that a Harrier did.
    public var isOfAnotherDevice = false
    /// True if the heights are those of a barometer.
    public var hasBarometricHeight = false
    /// Grows with what is known of the run, so that of two exports the later one counts.
    public var revision: Int64 = 1
    /// The run's name for ever, by which a later export of the same run knows its own file; nil to leave it out.
    public var run: RunID?

    /// A run.
    public init(
        sport: ActivitySport, start: UTCInstant, isTimeKnown: Bool, zone: ZoneOffset?, totals: ActivityTotals, device: ActivityDevice,
        heartRateZones: ActivityHeartRateZones? = nil, run: RunID? = nil
    ) {
        self.sport = sport
        self.start = start
        self.isTimeKnown = isTimeKnown
        self.zone = zone
        self.totals = totals
        self.device = device
        self.heartRateZones = heartRateZones
        self.run = run
    }
}
