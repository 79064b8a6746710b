import Quantities

/// One moment of an activity. A value that was not measured is absent, never zero.
///
/// Absent values are kept as −∞ inside, which makes a point 64 bytes instead of 136: a day at 1 Hz then needs 5.5 MB.
public struct ActivityPoint: Hashable, Sendable {
    private var unixMilliseconds = Int64.min
    private var latitude = -Double.infinity
    private var longitude = -Double.infinity
    private var meters = -Double.infinity
    private var metersPerSecond = -Double.infinity
    private var altitudeMeters = -Double.infinity
    private var beatsPerMinute = -Float.infinity
    private var stepsPerMinute = -Float.infinity
    private var celsius = -Float.infinity
    /// True if nothing is known of the way to this point from the one before: no line is to be drawn between them. Readers say the same
    /// with ``ImportedActivity/segmentStarts``.
    public var startsPiece = false

    /// A point that knows nothing yet.
    public init() {}
    /// A point that knows its time only.
    public init(time: UTCInstant) { self.time = time }

    /// When the point was taken; absent in files that draw a line without times.
    public var time: UTCInstant? {
        get { unixMilliseconds == .min ? nil : UTCInstant(milliseconds: unixMilliseconds) }
        set { unixMilliseconds = newValue?.milliseconds ?? .min }
    }
    /// Where it was taken.
    public var position: Coordinate? {
        get { latitude.isFinite ? Coordinate(latitude: latitude, longitude: longitude) : nil }
        set {
            latitude = newValue?.latitude ?? -.infinity
            longitude = newValue?.longitude ?? -.infinity
        }
    }
    /// Height above mean sea level.
    public var altitude: Altitude? {
        get { altitudeMeters.isFinite ? .meters(altitudeMeters) : nil }
        set { altitudeMeters = Self.kept(newValue?.meters) }
    }
    /// Speed over ground.
    public var speed: Speed? {
        get { metersPerSecond.isFinite ? .metersPerSecond(metersPerSecond) : nil }
        set { metersPerSecond = Self.kept(newValue?.metersPerSecond) }
    }
    /// Distance since the start of the activity.
    public var distance: Distance? {
        get { meters.isFinite ? .meters(meters) : nil }
        set { meters = Self.kept(newValue?.meters) }
    }
    /// Heart rate.
    public var heartRate: HeartRate? {
        get { beatsPerMinute.isFinite ? .beatsPerMinute(Double(beatsPerMinute)) : nil }
        set { beatsPerMinute = Float(Self.kept(newValue?.beatsPerMinute)) }
    }
    /// Steps of both feet per minute.
    public var cadence: Cadence? {
        get { stepsPerMinute.isFinite ? .stepsPerMinute(Double(stepsPerMinute)) : nil }
        set { stepsPerMinute = Float(Self.kept(newValue?.stepsPerMinute)) }
    }
    /// Temperature of the device.
    public var temperature: Temperature? {
        get { celsius.isFinite ? .celsius(Double(celsius)) : nil }
        set { celsius = Float(Self.kept(newValue?.celsius)) }
    }

    private static func kept(_ value: Double?) -> Double {
        guard let value, value.isFinite else { return -.infinity }
        return value
    }
}
