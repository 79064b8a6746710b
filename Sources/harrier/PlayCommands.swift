import ActivityFiles
import Boards
import Calendar
import CommandLineTable
import LinuxPeripherals
import Playback
import Quantities
import SimulatedPeripherals

/// `harrier simulate` and `harrier replay`.
enum PlayCommands {
    static func simulate(_ invocation: Invocation) throws {
        let seed = UInt64(clamping: invocation[HarrierCommands.seed])
        let length = invocation[HarrierCommands.length] ?? .minutes(10)
        let script = RunnerScript.everyday(lasting: length)
        let panel = try panel(invocation)
        let path = try DataFolder.path(invocation[HarrierCommands.data])
        let start = script.monotonic, end = start.advanced(by: length)
        try Playing(
            title: "simulating",
            makePlayer: { display, buzzer in
                let sensors = ModelledSensors(at: start, seed: seed)
                return try Player(
                    dataPath: path, feed: SimulatedFeed(script, seed: seed, through: sensors, lasting: length),
                    autopilot: Autopilot(.demonstration, from: start, end: end), from: start, to: end, seed: seed,
                    built: day(of: script.utc), zone: localZone(), display: display, buzzer: buzzer)
            }, start: start, panel: panel, invocation: invocation
        ).run()
    }

    static func replay(_ invocation: Invocation) throws {
        let file = invocation[HarrierCommands.recording]
        let activity = try ActivityReader.read(path: file)
        let moments = activity.points.compactMap { point in
            point.time.map {
                RecordedMoment(
                    time: $0, position: point.position, altitude: point.altitude, heartRate: point.heartRate, cadence: point.cadence)
            }
        }
        guard let first = moments.first?.time, let last = moments.last?.time, first < last else {
            throw CommandFailure("\(file) holds no points with times: there is nothing to replay")
        }
        let panel = try panel(invocation)
        let path = try DataFolder.path(invocation[HarrierCommands.data])
        // The watch is switched on and started just before the recording begins.
        let start = MonotonicInstant(seconds: 1000), origin = start.advanced(by: .seconds(10))
        let end = origin.advanced(by: first.duration(to: last)).advanced(by: .seconds(8))
        try Playing(
            title: "replaying",
            makePlayer: { display, buzzer in
                try Player(
                    dataPath: path, feed: RecordedFeed(moments, firstAt: origin),
                    autopilot: Autopilot(.recording, from: start, end: end), from: start, to: end, seed: 1, built: day(of: first),
                    zone: activity.zone.map { TimeZoneRules(fixed: $0) } ?? localZone(), display: display, buzzer: buzzer)
            }, start: start, panel: panel, invocation: invocation
        ).run()
    }

    private static func panel(_ invocation: Invocation) throws -> (width: Int, height: Int)? {
        guard let path = invocation[HarrierCommands.board], let display = try Board.load(path: path).display else { return nil }
        return (display.width, display.height)
    }

    private static func day(of instant: UTCInstant) -> CivilDate { CivilDateTime(instant, offset: .utc).date }

    static func localZone() -> TimeZoneRules { (try? ZoneFile().loadLocal()) ?? .utc }
}
