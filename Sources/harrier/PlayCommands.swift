import Boards
import Calendar
import CommandLineTable
import LinuxPeripherals
import Playback
import Quantities
import SimulatedPeripherals
import SystemCalls
import TerminalWindow

/// `harrier simulate` and `harrier replay`.
enum PlayCommands {
    static func simulate(_ invocation: Invocation) throws {
        if invocation[HarrierCommands.day] { return try DayCommand.run(invocation, board: try PlayedBoard(invocation)) }
        let seed = UInt64(clamping: invocation[HarrierCommands.seed])
        let length = invocation[HarrierCommands.length] ?? .minutes(10)
        var script = RunnerScript.everyday(lasting: length)
        // Runs are dated when they are recorded, so that the newest is the one that was recorded last (U-A7).
        let date = invocation[HarrierCommands.date]
        script.utc = date ?? WallClock.now()
        let played = try PlayedBoard(invocation)
        let start = script.monotonic, end = start.advanced(by: length)
        let setting = PlayerSetting(
            dataPath: try DataFolder.path(invocation[HarrierCommands.data]), start: start, end: end, seed: seed, built: day(of: script.utc),
            zone: date == nil ? localZone() : .utc, followsZoneSetting: date == nil, hasLapButton: played.hasLapButton, utc: script.utc,
            language: invocation[HarrierCommands.language],
            adjust: { DemonstrationProfile.adjust(&$0, &$1, script: script) })
        let sensors = ModelledSensors(at: start, seed: seed)
        let feed = SimulatedFeed(script, seed: seed, through: sensors, lasting: length)
        try Playing(
            title: "simulating", windowTitle: "Harrier on a simulated runner",
            runner: PlayedRunner(truth: { feed.truth }, story: RunnerStory(script)), board: played, invocation: invocation,
            makePlayer: { buzzer in
                try Player(
                    setting, feed: feed, autopilot: Autopilot(.demonstration, from: start, end: end), buzzer: buzzer)
            }
        ).run()
    }

    static func replay(_ invocation: Invocation) throws {
        let file = invocation[HarrierCommands.recording]
        let replay = try Replay(try RecordingFile.read(file), named: file)
        let played = try PlayedBoard(invocation)
        let path = try DataFolder.path(invocation[HarrierCommands.data])
        let name = file.split(separator: "/").last.map(String.init) ?? file
        try Playing(
            title: "replaying", windowTitle: "Harrier replays \(name)", runner: PlayedRunner(), board: played, invocation: invocation,
            recording: replay.report,
            makePlayer: { buzzer in
                try replay.makePlayer(
                    dataPath: path, localZone: localZone(), hasLapButton: played.hasLapButton,
                    language: invocation[HarrierCommands.language], buzzer: buzzer)
            }
        ).run()
    }

    static func day(of instant: UTCInstant) -> CivilDate { CivilDateTime(instant, offset: .utc).date }

    static func localZone() -> TimeZoneRules { (try? ZoneFile().loadLocal(variable: ZoneFile.variable)) ?? .utc }
}

/// What a board file says of how a played watch looks; without one it is the reference build, with a memory LCD and three buttons.
struct PlayedBoard {
    var panel = WindowLayout.Panel(width: 128, height: 128)
    var look = WatchWindow.Look.memoryLCD
    var hasLapButton = true

    init(_ invocation: Invocation) throws {
        guard let path = invocation[HarrierCommands.board] else { return }
        let board = try Board.load(path: path)
        if let display = board.display {
            panel = WindowLayout.Panel(width: display.width, height: display.height)
            look = if case .ssd1306 = display.driver { .oled } else { .memoryLCD }
        }
        hasLapButton = board.buttons.contains { $0.role == .lap }
    }
}
