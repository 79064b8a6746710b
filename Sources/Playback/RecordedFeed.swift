import ForeignRuns
import Glibc
import Quantities
import WatchCore
import WatchRuntime

/// Plays a recording to a watch as if its receiver and sensors spoke now. The distance is computed by the watch, as it is on the wrist, or
/// it is the recording's own, handed on as another device's count.
///
/// Many devices record smartly: a point only where something changes. What they leave out lies on the line between two points, and the
/// watch is given it second by second, because a receiver does not fall silent in between. The line is computed when its second comes, so
/// the feed needs no memory beyond the recording's.
public final class RecordedFeed: EventFeed {
    private let moments: [RecordedMoment]
    private let origin: MonotonicInstant
    private let longestLine: Duration
    private let isDated: Bool
    private let statesDistance: Bool
    private var index = 0
    /// How far the line from the moment before ``index`` has been gone.
    private var passed = Duration.zero
    private var lead: Int64
    private var saysTime: Bool
    private var steps = 0.0
    private var lastTime: UTCInstant?

    /// Longer silences are gaps, whatever the recording's rhythm: the device was paused, or lost its fix.
    public static let usualLongestLine = Duration.seconds(30)
    /// For so many seconds before the first moment its place is reported, as a runner waits for a fix before the start.
    public static let leadSeconds: Int64 = 10

    /// A feed of moments in the order of time; those that go back are left out. The first one comes at `origin`.
    public convenience init(_ moments: [RecordedMoment], firstAt origin: MonotonicInstant) {
        var ordered: [RecordedMoment] = []
        ordered.reserveCapacity(moments.count)
        for moment in moments where ordered.last.map({ $0.time < moment.time }) ?? true { ordered.append(moment) }
        self.init(ordered: ordered, firstAt: origin, longestLine: Self.usualLongestLine, isLed: false, isDated: true, statesDistance: false)
    }

    /// A feed of a run that was put in order. The first moment comes at `origin`; its place is reported ``leadSeconds`` before.
    /// - Parameters:
    ///   - isDated: false if the recorder never learned the time; the watch does not either then.
    ///   - statesDistance: true to hand on the distance that the recording states.
    public convenience init(
        _ run: RecordedRun, firstAt origin: MonotonicInstant, isDated: Bool = true, statesDistance: Bool = false
    ) {
        self.init(
            ordered: run.moments, firstAt: origin, longestLine: run.longestLine, isLed: true, isDated: isDated,
            statesDistance: statesDistance)
    }

    private init(
        ordered: [RecordedMoment], firstAt origin: MonotonicInstant, longestLine: Duration, isLed: Bool, isDated: Bool,
        statesDistance: Bool
    ) {
        moments = ordered
        self.origin = origin
        self.longestLine = longestLine
        self.isDated = isDated
        self.statesDistance = statesDistance
        lead = isLed && !ordered.isEmpty ? Self.leadSeconds : 0
        saysTime = isLed && isDated
    }

    /// When the next moment comes; nil after the last.
    public var nextInstant: MonotonicInstant? {
        guard index < moments.count else { return nil }
        if lead > 0 { return origin.advanced(by: .seconds(-lead)) }
        let time = passed > .zero ? moments[index - 1].time.advanced(by: passed) : moments[index].time
        return origin.advanced(by: moments[0].time.duration(to: time))
    }

    /// How far the recording is played, 0...1.
    public var progress: Double { moments.isEmpty ? 1 : Double(index) / Double(moments.count) }

    /// Delivers a moment.
    public func deliver(to queue: EventQueue) {
        guard let now = nextInstant else { return }
        let moment = takeNext()
        if saysTime {
            saysTime = false
            queue.put(.utc(UTCOffset(from: now, to: moment.time)), at: now)
        }
        if let rate = moment.heartRate { queue.put(.heartRate(HeartRateReading(rate: rate, confidence: 1)), at: now) }
        if let cadence = moment.cadence {
            let seconds = lastTime.map { min(10, max(0, $0.duration(to: moment.time).inSeconds)) } ?? 0
            steps += cadence.stepsPerMinute / 60 * seconds
            let reading = StepReading(count: UInt64(rounding: steps), cadence: cadence, pulseRate: cadence)
            queue.put(.steps(reading), at: now)
        }
        lastTime = moment.time
        if statesDistance, let distance = moment.distance { queue.put(.odometer(distance), at: now) }
        queue.put(
            .fix(
                GPSFix(
                    mode: moment.position == nil ? GPSFix.Mode.none : .threeDimensional, time: isDated ? moment.time : nil,
                    position: moment.position, altitude: moment.altitude, speed: moment.speed, course: course(from: moment))), at: now)
    }

    /// Where a moment with a speed goes: to the next place of the recording. Files have speeds and no courses, and a receiver has both.
    private func course(from moment: RecordedMoment) -> Course? {
        guard moment.speed != nil, index < moments.count, let from = moment.position, let to = moments[index].position else { return nil }
        let east = (to.longitude - from.longitude) * cos(from.latitude * .pi / 180), north = to.latitude - from.latitude
        guard east != 0 || north != 0 else { return nil }
        let degrees = atan2(east, north) * 180 / .pi
        return .degrees(degrees < 0 ? degrees + 360 : degrees)
    }

    private func takeNext() -> RecordedMoment {
        if lead > 0 {
            var moment = moments[0]
            moment.time = moment.time.advanced(by: .seconds(-lead))
            moment.speed = nil
            moment.cadence = nil
            lead -= 1
            return moment
        }
        let moment = passed > .zero ? moments[index - 1].moment(after: passed, towards: moments[index]) : moments[index]
        if passed == .zero { index += 1 }
        passed = passed(after: passed)
        return moment
    }

    /// The next whole second on the line to the moment at ``index``; zero for that moment itself. Up to half a second before it, so that
    /// two never come close together.
    private func passed(after passed: Duration) -> Duration {
        guard index < moments.count else { return .zero }
        let gap = moments[index - 1].time.duration(to: moments[index].time), next = passed + .seconds(1)
        return gap <= longestLine && !moments[index].startsStretch && next < gap - .milliseconds(500) ? next : .zero
    }
}
