/// One report of position from a receiver, as it came: nothing in it has been believed yet. `Positioning` decides.
public struct GPSFix: Hashable, Sendable {
    /// What kind of solution the receiver claims.
    public enum Mode: UInt8, Sendable {
        /// No solution.
        case none
        /// Latitude and longitude.
        case twoDimensional
        /// Latitude, longitude and altitude.
        case threeDimensional
    }
    /// How ``horizontalError`` is to be read.
    public enum ErrorRule: UInt8, Sendable {
        /// The driver talks NMEA: gpsd derived the error from HDOP × 15 m, so 2.5 m × HDOP is the better estimate.
        case fromDilution
        /// The driver is binary (u-blox and the like): the receiver's own estimate, about 68 %.
        case fromReceiver
    }

    /// What kind of solution; nil if the report does not say.
    public var mode: Mode?
    /// The fix's own time; nil before the receiver knows it.
    public var time: UTCInstant?
    /// Where; nil if latitude or longitude is missing or not finite.
    public var position: Coordinate?
    /// How high; nil if unknown.
    public var altitude: Altitude?
    /// Doppler speed over ground; nil if unknown. May be negative in a broken report.
    public var speed: Speed?
    /// Direction of travel; nil if unknown. Means little below 0.7 m/s.
    public var course: Course?
    /// Estimated horizontal error; nil if unknown.
    public var horizontalError: Distance?
    /// How to read ``horizontalError``.
    public var errorRule: ErrorRule
    /// Horizontal dilution of precision, a bare ratio from about 0.5 (good) upwards; nil if unknown.
    public var horizontalDilution: Double?
    /// Satellites used in the solution; nil if unknown.
    public var satellitesUsed: Int?

    /// A report; everything the receiver left out stays nil.
    public init(
        mode: Mode? = nil, time: UTCInstant? = nil, position: Coordinate? = nil, altitude: Altitude? = nil, speed: Speed? = nil,
        course: Course? = nil, horizontalError: Distance? = nil, errorRule: ErrorRule = .fromDilution, horizontalDilution: Double? = nil,
        satellitesUsed: Int? = nil
    ) {
        self.mode = mode
        self.time = time
        self.position = position
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.horizontalError = horizontalError
        self.errorRule = errorRule
        self.horizontalDilution = horizontalDilution
        self.satellitesUsed = satellitesUsed
    }
}

/// How many satellites a receiver sees, for the screen that waits for a fix.
public struct SkyView: Hashable, Sendable {
    /// Satellites in the solution; nil if unknown.
    public var used: Int?
    /// Satellites heard; nil if unknown.
    public var visible: Int?
    /// A count.
    public init(used: Int?, visible: Int?) {
        self.used = used
        self.visible = visible
    }
}
