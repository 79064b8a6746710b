import Quantities

/// One second of a run, in exactly the whole numbers that the log stores.
///
/// Everything that is shown, stored or exported is computed from these numbers and from nothing finer, so the three agree bit for bit
/// (fault A11). The stored fields are public because the log writes them as they are; code reads the typed values below.
public struct RunSample: Hashable, Sendable {
    /// When, on the run's clock.
    public var time: RunTime
    /// Latitude in 10⁻⁷ degrees (11 mm); `Int32.min` is "no position".
    public var latitudeE7: Int32 = .min
    /// Longitude in 10⁻⁷ degrees; `Int32.min` is "no position".
    public var longitudeE7: Int32 = .min
    /// Altitude in fifths of a metre above −500 m (FIT's own scale); 0xFFFF is "unknown".
    public var altitudeFifths: UInt16 = .max
    /// Estimated horizontal error in half metres; 0xFF is "unknown".
    public var errorHalves: UInt8 = .max
    /// Speed in mm/s; 0xFFFF is "unknown".
    public var speedMillimeters: UInt16 = .max
    /// Distance since the start in millimetres (up to 4,294 km).
    public var distanceMillimeters: UInt32 = 0
    /// Steps since the start, modulo 65,536.
    public var stepsModulo: UInt16 = 0
    /// Credited cadence in steps a minute; 0xFF is "unknown".
    public var cadenceSteps: UInt8 = .max
    /// Live heart rate in beats a minute; 0 is "not known".
    public var heartRateBeats: UInt8 = 0
    /// Confidence of the heart rate in per cent; 0xFF is "none".
    public var confidencePercent: UInt8 = .max
    /// Battery charge in per cent; 0xFF is "unknown".
    public var batteryPercentStored: UInt8 = .max
    /// What the second was.
    public var flags: Flags = []
    /// Ascent since the start in decimetres, modulo 65,536.
    public var ascentDecimetersModulo: UInt16 = 0
    /// Descent since the start in decimetres, modulo 65,536.
    public var descentDecimetersModulo: UInt16 = 0

    /// A second of which nothing is known yet.
    public init(time: RunTime) { self.time = time }

    /// What a second was, a bit each.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits as stored.
        public var rawValue: UInt8
        /// Wraps stored bits; unknown ones are kept.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The position is of this second and was believed.
        public static let hasFix = Flags(rawValue: 1)
        /// The distance of this second came from strides (fault A16: its speed is not a maximum).
        public static let isReckoned = Flags(rawValue: 2)
        /// The runner stood, whether or not the run paused.
        public static let isStill = Flags(rawValue: 4)
        /// The run was paused.
        public static let isPaused = Flags(rawValue: 8)
        /// A step counter was working.
        public static let hasSteps = Flags(rawValue: 16)
        /// A new segment: no line is drawn and no distance counted from the position before.
        public static let startsSegment = Flags(rawValue: 32)
        /// Ascent and descent are known (an altitude was ever there).
        public static let hasAscent = Flags(rawValue: 64)
        /// The distance is that which another device counts: a foot pod, a treadmill, or the one whose recording is played.
        public static let hasOdometer = Flags(rawValue: 128)
    }
}

// Values beyond a field's range are stored as its end; what is not a number is not known.
extension RunSample {
    private static func known<Q: Quantity>(_ value: Q?) -> Q? { value.flatMap { $0.baseValue.isNaN ? nil : $0 } }

    /// Where; nil without a position.
    public var position: Coordinate? {
        get {
            guard latitudeE7 != .min, longitudeE7 != .min else { return nil }
            return Coordinate(latitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7)
        }
        set {
            latitudeE7 = newValue.map { Int32(rounding: $0.latitude * 1e7) } ?? .min
            longitudeE7 = newValue.map { Int32(rounding: $0.longitude * 1e7) } ?? .min
        }
    }
    /// Altitude, −500...12,606 m; nil if unknown.
    public var altitude: Altitude? {
        get { altitudeFifths == .max ? nil : .meters(Double(altitudeFifths) / 5 - 500) }
        set { altitudeFifths = Self.known(newValue).map { min(UInt16(rounding: ($0.meters + 500) * 5), .max - 1) } ?? .max }
    }
    /// Estimated horizontal error, up to 127 m; nil if unknown.
    public var horizontalError: Distance? {
        get { errorHalves == .max ? nil : .meters(Double(errorHalves) / 2) }
        set { errorHalves = Self.known(newValue).map { min(UInt8(rounding: $0.meters * 2), .max - 1) } ?? .max }
    }
    /// Speed, up to 65.5 m/s; nil if unknown.
    public var speed: Speed? {
        get { speedMillimeters == .max ? nil : .metersPerSecond(Double(speedMillimeters) / 1000) }
        set { speedMillimeters = Self.known(newValue).map { min(UInt16(rounding: $0.metersPerSecond * 1000), .max - 1) } ?? .max }
    }
    /// Distance since the start.
    public var distance: Distance {
        get { .meters(Double(distanceMillimeters) / 1000) }
        set { distanceMillimeters = UInt32(rounding: newValue.meters * 1000) }
    }
    /// Credited cadence, up to 254; nil if unknown.
    public var cadence: Cadence? {
        get { cadenceSteps == .max ? nil : .stepsPerMinute(Double(cadenceSteps)) }
        set { cadenceSteps = Self.known(newValue).map { min(UInt8(rounding: $0.stepsPerMinute), .max - 1) } ?? .max }
    }
    /// Live heart rate, up to 255; nil if not known.
    public var heartRate: HeartRate? {
        get { heartRateBeats == 0 ? nil : .beatsPerMinute(Double(heartRateBeats)) }
        set { heartRateBeats = Self.known(newValue).map { UInt8(rounding: $0.beatsPerMinute) } ?? 0 }
    }
    /// Confidence of the heart rate, 0...1; nil if there was no estimate.
    public var heartRateConfidence: Double? {
        get { confidencePercent == .max ? nil : Double(confidencePercent) / 100 }
        set { confidencePercent = newValue.flatMap { $0.isNaN ? nil : min(UInt8(rounding: $0 * 100), 100) } ?? .max }
    }
    /// Battery charge in per cent; nil if unknown.
    public var batteryPercent: UInt8? {
        get { batteryPercentStored == .max ? nil : batteryPercentStored }
        set { batteryPercentStored = newValue.map { min($0, 100) } ?? .max }
    }
}
