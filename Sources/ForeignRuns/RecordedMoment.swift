import Quantities

/// One moment of a recording, whatever file it came from.
public struct RecordedMoment: Hashable, Sendable {
    /// When, by the recording.
    public var time: UTCInstant
    /// Where; nil where the recording has no place.
    public var position: Coordinate?
    /// How high.
    public var altitude: Altitude?
    /// Speed over ground, as the recording has it.
    public var speed: Speed?
    /// Heart rate.
    public var heartRate: HeartRate?
    /// Steps of both feet a minute.
    public var cadence: Cadence?
    /// Distance since the start, as the recording states it.
    public var distance: Distance?
    /// True if nothing is known of the time between the moment before and this one: recording was interrupted.
    public var startsStretch: Bool
    /// A moment.
    public init(
        time: UTCInstant, position: Coordinate?, altitude: Altitude?, speed: Speed? = nil, heartRate: HeartRate?, cadence: Cadence?,
        distance: Distance? = nil, startsStretch: Bool = false
    ) {
        self.time = time
        self.position = position
        self.altitude = altitude
        self.speed = speed
        self.heartRate = heartRate
        self.cadence = cadence
        self.distance = distance
        self.startsStretch = startsStretch
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
