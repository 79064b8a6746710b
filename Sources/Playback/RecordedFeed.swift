import Quantities
import WatchCore
import WatchRuntime

/// One moment of a recording, whatever file it came from.
public struct RecordedMoment: Hashable, Sendable {
    /// When, by the recording.
    public var time: UTCInstant
    /// Where; nil where the recording has no place.
    public var position: Coordinate?
    /// How high.
    public var altitude: Altitude?
    /// Heart rate.
    public var heartRate: HeartRate?
    /// Steps of both feet a minute.
    public var cadence: Cadence?
    /// A moment.
    public init(time: UTCInstant, position: Coordinate?, altitude: Altitude?, heartRate: HeartRate?, cadence: Cadence?) {
        self.time = time
        self.position = position
        self.altitude = altitude
        self.heartRate = heartRate
        self.cadence = cadence
    }
}

/// Plays a recording to a watch as if its receiver and sensors spoke now. The recording's own distance and speed are not used: the watch
/// computes them, as it does on the wrist.
public final class RecordedFeed: EventFeed {
    private let moments: [RecordedMoment]
    private let origin: MonotonicInstant
    private var index = 0
    private var steps = 0.0
    private var lastTime: UTCInstant?

    /// A feed of moments in the order of time; those that go back are left out. The first one comes at `origin`.
    public init(_ moments: [RecordedMoment], firstAt origin: MonotonicInstant) {
        self.moments = moments
        self.origin = origin
    }

    /// When the next moment comes; nil after the last.
    public var nextInstant: MonotonicInstant? {
        guard index < moments.count else { return nil }
        return origin.advanced(by: moments[0].time.duration(to: moments[index].time))
    }

    /// How far the recording is played, 0...1.
    public var progress: Double { moments.isEmpty ? 1 : Double(index) / Double(moments.count) }

    /// Delivers a moment.
    public func deliver(to host: WatchHost) {
        guard let now = nextInstant else { return }
        let moment = moments[index]
        index += 1
        while index < moments.count, moments[index].time <= moment.time { index += 1 }
        if let rate = moment.heartRate { host.deliver(.heartRate(HeartRateReading(rate: rate, confidence: 1)), at: now) }
        if let cadence = moment.cadence {
            let seconds = lastTime.map { min(10, max(0, $0.duration(to: moment.time).inSeconds)) } ?? 0
            steps += cadence.stepsPerMinute / 60 * seconds
            let reading = StepReading(count: UInt64(rounding: steps), cadence: cadence, pulseRate: cadence)
            host.deliver(.steps(reading), at: now)
        }
        lastTime = moment.time
        host.deliver(
            .fix(
                GPSFix(
                    mode: moment.position == nil ? GPSFix.Mode.none : .threeDimensional, time: moment.time, position: moment.position,
                    altitude: moment.altitude)), at: now)
    }
}
