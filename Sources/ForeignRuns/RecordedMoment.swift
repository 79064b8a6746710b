import Quantities

/// One moment of a recording, whatever file it came from.
public struct RecordedMoment: Hashable, Sendable {
    /// When, by the recording.
    public var time: UTCInstant
    /// Where; nil where the recording has no place.
    public var position: Coordinate? {
        get { latitude.isFinite ? Coordinate(latitude: latitude, longitude: longitude) : nil }
        set { (latitude, longitude) = (newValue?.latitude ?? Self.none, newValue?.longitude ?? Self.none) }
    }
    /// How high.
    public var altitude: Altitude? {
        get { height.isFinite ? .meters(height) : nil }
        set { height = newValue?.meters ?? Self.none }
    }
    /// Speed over ground, as the recording has it.
    public var speed: Speed? {
        get { metersPerSecond.isFinite ? .metersPerSecond(metersPerSecond) : nil }
        set { metersPerSecond = newValue?.metersPerSecond ?? Self.none }
    }
    /// Heart rate, to 24 bits.
    public var heartRate: HeartRate? {
        get { beats.isFinite ? .beatsPerMinute(Double(beats)) : nil }
        set { beats = newValue.map { Float($0.beatsPerMinute) } ?? -.infinity }
    }
    /// Steps of both feet a minute, to 24 bits.
    public var cadence: Cadence? {
        get { steps.isFinite ? .stepsPerMinute(Double(steps)) : nil }
        set { steps = newValue.map { Float($0.stepsPerMinute) } ?? -.infinity }
    }
    /// Distance since the start, as the recording states it.
    public var distance: Distance? {
        get { way.isFinite ? .meters(way) : nil }
        set { way = newValue?.meters ?? Self.none }
    }
    // A recording of days has hundreds of thousands of these: optionals would double each.
    private var latitude = none
    private var longitude = none
    private var height = none
    private var metersPerSecond = none
    private var way = none
    private var beats = -Float.infinity
    private var steps = -Float.infinity
    /// Stands for a value that the recording does not have.
    private static let none = -Double.infinity

    /// True if nothing is known of the time between the moment before and this one: recording was interrupted.
    public var startsStretch: Bool
    /// A moment.
    public init(
        time: UTCInstant, position: Coordinate?, altitude: Altitude?, speed: Speed? = nil, heartRate: HeartRate?, cadence: Cadence?,
        distance: Distance? = nil, startsStretch: Bool = false
    ) {
        self.time = time
        self.startsStretch = startsStretch
        self.position = position
        self.altitude = altitude
        self.speed = speed
        self.heartRate = heartRate
        self.cadence = cadence
        self.distance = distance
    }
}

extension RecordedMoment {
    /// What lies on the line to a later moment, some time after this one. Heart rate and cadence hold until the next one says otherwise.
    public func moment(after passed: Duration, towards next: RecordedMoment) -> RecordedMoment {
        let part = passed / time.duration(to: next.time)
        func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
        var moment = self
        moment.time = time.advanced(by: passed)
        if let from = position, let to = next.position, abs(to.longitude - from.longitude) < 180 {
            moment.position = Coordinate(
                latitude: between(from.latitude, to.latitude), longitude: between(from.longitude, to.longitude))
        } else {
            moment.position = nil
        }
        moment.altitude = altitude.flatMap { from in next.altitude.map { .meters(between(from.meters, $0.meters)) } }
        moment.distance = distance.flatMap { from in next.distance.map { .meters(between(from.meters, $0.meters)) } }
        moment.speed = speed.flatMap { from in
            next.speed.map { .metersPerSecond(between(from.metersPerSecond, $0.metersPerSecond)) }
        }
        return moment
    }

    /// Takes over what this moment lacks and another of the same time has.
    public mutating func complete(from other: RecordedMoment) {
        position = position ?? other.position
        altitude = altitude ?? other.altitude
        speed = speed ?? other.speed
        heartRate = heartRate ?? other.heartRate
        cadence = cadence ?? other.cadence
        distance = distance ?? other.distance
    }
}
