import Quantities

/// What is known when a run starts: enough to compute its totals from its samples alone, years later, on another machine.
public struct RunHeader: Hashable, Sendable {
    /// The run's name.
    public var id: RunID
    /// The kind of run.
    public var type: RunType
    /// The boot in which it started.
    public var boot: BootID
    /// The start on that boot's monotonic clock.
    public var start: MonotonicInstant
    /// UTC at the start; nil if not known then (a later event may tell).
    public var utcAtStart: UTCInstant?
    /// Local time's offset, captured at the start (faults D2, D5); nil if UTC was not known then, because it depends on the season.
    /// ``RunTotals/zone`` is what counts.
    public var zone: ZoneOffset?
    /// The body as it was set then.
    public var body: BodyProfile
    /// Where heart-rate zones begin.
    public var zones: HeartRateZones
    /// How energy is estimated.
    public var energyRule: EnergyRule
    /// The watch's serial number, never 0.
    public var deviceSerial: UInt32
    /// The software's version.
    public var software: SoftwareVersion

    /// A header.
    public init(
        id: RunID, type: RunType, boot: BootID, start: MonotonicInstant, utcAtStart: UTCInstant?, zone: ZoneOffset?, body: BodyProfile,
        zones: HeartRateZones, energyRule: EnergyRule, deviceSerial: UInt32, software: SoftwareVersion
    ) {
        self.id = id
        self.type = type
        self.boot = boot
        self.start = start
        self.utcAtStart = utcAtStart
        self.zone = zone
        self.body = body
        self.zones = zones
        self.energyRule = energyRule
        self.deviceSerial = deviceSerial
        self.software = software
    }
}

/// The kind of run; decides GPS and the sport written to files.
public enum RunType: UInt8, CaseIterable, Sendable {
    /// FIT sport 1, sub-sport 0.
    case run = 0
    /// FIT 1/3.
    case trailRun = 1
    /// FIT 11/0.
    case walk = 2
    /// FIT 1/1; GPS off, distance by stride.
    case indoorRun = 3

    /// True if position is used.
    public var usesGPS: Bool { self != .indoorRun }
}

/// A version of the software.
public struct SoftwareVersion: Hashable, Sendable {
    /// Incompatible changes.
    public var major: UInt8
    /// Additions.
    public var minor: UInt8
    /// Repairs.
    public var patch: UInt8
    /// A version.
    public init(_ major: UInt8, _ minor: UInt8, _ patch: UInt8) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }
    /// This software.
    public static let current = SoftwareVersion(0, 1, 0)
}

/// The runner's body, in the whole numbers that are stored.
public struct BodyProfile: Hashable, Sendable {
    /// Sex as the energy equations use it.
    public enum Sex: UInt8, CaseIterable, Sendable {
        /// Not told.
        case unknown = 0
        /// Female.
        case female = 1
        /// Male.
        case male = 2
    }
    /// Mass in tenths of a kilogram.
    public var massTenths: UInt16
    /// Height in centimetres.
    public var heightCentimeters: UInt16
    /// Age in years at the start; nil if not known.
    public var age: UInt8?
    /// Sex.
    public var sex: Sex
    /// Greatest heart rate, measured; nil = from the age (208 − 0.7 × age, Tanaka 2001).
    public var measuredMaximumBeats: UInt8?
    /// Heart rate at rest; nil if not known.
    public var restingBeats: UInt8?

    /// A profile.
    public init(
        massTenths: UInt16 = 650, heightCentimeters: UInt16 = 170, age: UInt8? = nil, sex: Sex = .unknown,
        measuredMaximumBeats: UInt8? = nil, restingBeats: UInt8? = nil
    ) {
        self.massTenths = massTenths
        self.heightCentimeters = heightCentimeters
        self.age = age
        self.sex = sex
        self.measuredMaximumBeats = measuredMaximumBeats
        self.restingBeats = restingBeats
    }
    /// 65 kg (Running Life's constant before set-up) and 1.70 m.
    public static let unset = BodyProfile()
    /// A body of which nothing is known, as in a file of another device: no energy can be told.
    public static let notTold = BodyProfile(massTenths: 0, heightCentimeters: 0)
    /// False for a body of which nothing is known.
    public var isTold: Bool { massTenths > 0 }
    /// The mass.
    public var mass: Mass { .kilograms(Double(massTenths) / 10) }
    /// The height.
    public var height: Distance { .meters(Double(heightCentimeters) / 100) }
    /// Greatest heart rate: measured, else from the age, else nil.
    public var maximumHeartRate: HeartRate? {
        if let measuredMaximumBeats { return .beatsPerMinute(Double(measuredMaximumBeats)) }
        return age.map { .beatsPerMinute((208 - 0.7 * Double($0)).rounded()) }
    }
}
