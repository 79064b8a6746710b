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

extension RecordedMoment {
    /// What lies on the line to a later moment, some time after this one. Heart rate and cadence hold until the next one says otherwise.
    func moment(after passed: Duration, towards next: RecordedMoment) -> RecordedMoment {
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
        return moment
    }
}

/// Plays a recording to a watch as if its receiver and sensors spoke now. The recording's own distance and speed are not used: the watch
/// computes them, as it does on the wrist.
///
/// Many devices record smartly: a point only where something changes. What they leave out lies on the line between two points, and the
/// watch is given it second by second, because a receiver does not fall silent in between.
public final class RecordedFeed: EventFeed {
    private let moments: [RecordedMoment]
    private let origin: MonotonicInstant
    private var index = 0
    private var steps = 0.0
    private var lastTime: UTCInstant?

    /// Longer silences are gaps: the device was paused, or lost its fix.
    private static let longestLine = Duration.seconds(30)

    /// A feed of moments in the order of time; those that go back are left out. The first one comes at `origin`.
    public init(_ moments: [RecordedMoment], firstAt origin: MonotonicInstant) {
        self.moments = Self.eachSecond(moments)
        self.origin = origin
    }

    private static func eachSecond(_ moments: [RecordedMoment]) -> [RecordedMoment] {
        var filled: [RecordedMoment] = []
        filled.reserveCapacity(moments.count)
        for moment in moments {
            guard let last = filled.last else {
                filled.append(moment)
                continue
            }
            let gap = last.time.duration(to: moment.time)
            guard gap > .zero else { continue }
            if gap <= longestLine {
                // Up to half a second before the next one, so that two never come close together.
                var passed = Duration.seconds(1)
                while passed < gap - .milliseconds(500) {
                    filled.append(last.moment(after: passed, towards: moment))
                    passed += .seconds(1)
                }
            }
            filled.append(moment)
        }
        return filled
    }

    /// When the next moment comes; nil after the last.
    public var nextInstant: MonotonicInstant? {
        guard index < moments.count else { return nil }
        return origin.advanced(by: moments[0].time.duration(to: moments[index].time))
    }

    /// How far the recording is played, 0...1.
    public var progress: Double { moments.isEmpty ? 1 : Double(index) / Double(moments.count) }

    /// Delivers a moment.
    public func deliver(to queue: EventQueue) {
        guard let now = nextInstant else { return }
        let moment = moments[index]
        index += 1
        if let rate = moment.heartRate { queue.put(.heartRate(HeartRateReading(rate: rate, confidence: 1)), at: now) }
        if let cadence = moment.cadence {
            let seconds = lastTime.map { min(10, max(0, $0.duration(to: moment.time).inSeconds)) } ?? 0
            steps += cadence.stepsPerMinute / 60 * seconds
            let reading = StepReading(count: UInt64(rounding: steps), cadence: cadence, pulseRate: cadence)
            queue.put(.steps(reading), at: now)
        }
        lastTime = moment.time
        queue.put(
            .fix(
                GPSFix(
                    mode: moment.position == nil ? GPSFix.Mode.none : .threeDimensional, time: moment.time, position: moment.position,
                    altitude: moment.altitude)), at: now)
    }
}
