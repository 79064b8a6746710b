import ActivityFiles
import Calendar
import ForeignRuns
import Peripherals
import Playback
import Quantities
import RunCore

/// A press at an instant of a replay.
struct PlannedPress: Hashable {
    var role: ButtonRole
    var at: MonotonicInstant
    var duration = Duration.milliseconds(120)
}

/// A file made ready to go through the watch: its moments, and the presses that its runner made.
///
/// Timer, laps, kind and date are the recording's own, pressed and set as on the wrist; for the distance see ``ReplayDistance``.
struct Replay {
    let run: RecordedRun
    let activity: ImportedActivity
    let report: ReplayReport
    let distance: ReplayDistance

    /// The virtual clock when the watch is switched on.
    static let start = MonotonicInstant(seconds: 1000)
    /// The virtual clock at the first moment, when the run begins.
    static let origin = start.advanced(by: .seconds(30))

    /// When there is nothing more to be played.
    var end: MonotonicInstant { Self.origin.advanced(by: run.stop + .seconds(8)) }

    init(_ activity: ImportedActivity, named file: String) throws(CommandFailure) {
        self.activity = activity
        let stated = ReplayDistance.stated(activity)
        var moments: [RecordedMoment] = []
        moments.reserveCapacity(activity.points.count)
        var breaks = activity.segmentStarts[...]
        var isBroken = false
        for (index, point) in activity.points.enumerated() {
            while let next = breaks.first, next <= index {
                breaks.removeFirst()
                isBroken = true
            }
            guard let time = point.time else { continue }
            moments.append(
                RecordedMoment(
                    time: time, position: point.position, altitude: point.altitude, speed: point.speed, heartRate: point.heartRate,
                    cadence: point.cadence, distance: stated[index], startsStretch: isBroken && !moments.isEmpty))
            isBroken = false
        }
        run = RecordedRun(
            moments, untimed: activity.points.count - moments.count, pauses: activity.pauses.map { ($0.start, $0.end) },
            laps: activity.laps.dropFirst().compactMap(\.start), timer: activity.timer,
            end: activity.elapsed.flatMap { elapsed in activity.start.map { $0.advanced(by: elapsed) } })
        distance = ReplayDistance(activity, run)
        report = ReplayReport(activity, run, distance)
        guard run.length > .zero else {
            let reasons = report.notes.isEmpty ? "" : ": " + report.notes.joined(separator: "; ")
            throw CommandFailure("\(file) holds no two points whose times belong together, so there is nothing to replay\(reasons)")
        }
    }

    /// The kind of run that the watch is set to.
    var type: RunType {
        guard run.moments.contains(where: { $0.position != nil }) else { return .indoorRun }
        switch activity.sport {
        case ActivitySport.indoorRun: return .indoorRun
        case ActivitySport.trailRun: return .trailRun
        case let sport? where sport.sport == ActivitySport.walk.sport || sport.sport == ActivitySport.hike.sport: return .walk
        default: return .run
        }
    }

    /// 2000-01-01T00:00:00Z: earlier times are the stand-ins of recorders that never learned theirs.
    private static let firstCredible = UTCInstant(milliseconds: 946_684_800_000)

    /// True if the recording says when its timer stood, or that it never did; else the watch judges it by itself.
    private var hasTimer: Bool { activity.timer != nil || run.marks.contains { $0.mark != .lap } }

    /// True if the recording's laps are all there were. A file of other devices with a single lap may come from a recorder that knows none.
    private var hasLaps: Bool { activity.laps.count > 1 || activity.run != nil }

    /// A press is obeyed when the released button has been still for 40 ms.
    private static let untilObeyed = Duration.milliseconds(160)
    /// What the recorder did at a moment comes after what it says of that moment.
    private static let afterMoment = Duration.milliseconds(20)
    private static let countdown = Duration.seconds(3)
    /// A watch ends a run in which nothing moves and nobody presses for an hour; whoever wears it presses now and then.
    private static let signOfLife = Duration.seconds(20 * 60)

    /// What is pressed, in order.
    var plan: [PlannedPress] {
        func press(_ role: ButtonRole, _ after: Duration) -> PlannedPress {
            PlannedPress(role: role, at: Self.origin.advanced(by: after - Self.untilObeyed))
        }
        var plan = [press(.start, .seconds(-8)), press(.start, .zero - Self.countdown)]
        for (after, mark) in run.marks { plan.append(press(mark == .lap ? .lap : .start, after + Self.afterMoment)) }
        var sign = Self.signOfLife
        while sign < run.stop {
            plan.append(press(.page, sign))
            sign += Self.signOfLife
        }
        // Held for a second it stops, just after the last moment.
        let hold = Self.origin.advanced(by: run.stop - .milliseconds(900))
        plan.append(PlannedPress(role: .start, at: hold, duration: .milliseconds(1200)))
        plan.removeAll { $0.role == .start && $0.duration < .seconds(1) && $0.at > hold.advanced(by: .milliseconds(-500)) }
        return plan.sorted { $0.at < $1.at }
    }

    /// A watch on a data folder that the recording is played to.
    func makePlayer(
        dataPath: String, localZone: TimeZoneRules, hasLapButton: Bool = true, language: UInt8? = nil, display: (any Display)? = nil,
        buzzer: (any Buzzer)? = nil
    ) throws(CommandFailure) -> Player {
        let first = run.moments.first?.time ?? UTCInstant(milliseconds: 0)
        let type = type, hasTimer = hasTimer, hasLaps = hasLaps
        let setting = PlayerSetting(
            dataPath: dataPath, start: Self.start, end: end, built: PlayCommands.day(of: first.advanced(by: .seconds(-86_400))),
            zone: activity.zone.map { TimeZoneRules(fixed: $0) } ?? localZone, hasLapButton: hasLapButton,
            language: language,
            adjust: { settings, _ in
                settings.isSetUp = true
                settings.runType = type.rawValue
                // Locked buttons would not take the recording's own presses.
                settings.autoLock = false
                if hasTimer { settings.autoPause = false }
                if hasLaps { settings.autoLap = .off }
            })
        return try Player(
            setting,
            feed: RecordedFeed(run, firstAt: Self.origin, isDated: first >= Self.firstCredible, statesDistance: distance == .file),
            autopilot: Autopilot(.planned, from: Self.start, end: end), plan: plan, display: display, buzzer: buzzer)
    }
}
