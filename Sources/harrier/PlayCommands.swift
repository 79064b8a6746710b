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
        let replay = try Replay(try ActivityReader.read(path: file), named: file)
        let panel = try panel(invocation)
        let path = try DataFolder.path(invocation[HarrierCommands.data])
        try Playing(
            title: "replaying",
            makePlayer: { display, buzzer in
                try replay.makePlayer(dataPath: path, localZone: localZone(), display: display, buzzer: buzzer)
            }, start: Replay.start, panel: panel, invocation: invocation, recording: replay.report
        ).run()
    }

    private static func panel(_ invocation: Invocation) throws -> (width: Int, height: Int)? {
        guard let path = invocation[HarrierCommands.board], let display = try Board.load(path: path).display else { return nil }
        return (display.width, display.height)
    }

    static func day(of instant: UTCInstant) -> CivilDate { CivilDateTime(instant, offset: .utc).date }

    static func localZone() -> TimeZoneRules { (try? ZoneFile().loadLocal(variable: ZoneFile.variable)) ?? .utc }
}
