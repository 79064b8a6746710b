import CommandLineTable
import JSONText
import LinuxPeripherals
import Peripherals
import Playback
import Quantities
import SystemCalls
import TerminalWindow

/// Plays a watch in a terminal, into a pipe as plain lines, or into a recording of its window.
struct Playing {
    /// What is played, for lines and for the window.
    let title: String, windowTitle: String
    /// Who wears the watch.
    let runner: PlayedRunner
    /// How the watch looks.
    let board: PlayedBoard
    let invocation: Invocation
    /// What is told of the recording beside the run; nil for a simulation.
    var recording: ReplayReport?
    /// The day that is played, which has a speed of its own at each time; nil for a run.
    var day: SimulatedDay?
    /// False if the data folder is gone afterwards.
    var keepsFiles = true
    /// Makes the player for a buzzer.
    let makePlayer: (_ buzzer: (any Buzzer)?) throws -> Player

    /// How fast time goes in a terminal: an everyday run is seen in a minute.
    private static let usualSpeed = 10.0

    func run() throws {
        if let path = invocation[HarrierCommands.record] { return try record(to: path) }
        let isTerminal = Terminal.isInteractive() && !invocation[HarrierCommands.json]
        let speed = invocation[HarrierCommands.speed] ?? (isTerminal ? .times(Self.usualSpeed) : .maximum)
        let player: Player
        switch (isTerminal, speed) {
        case (true, .times(let factor)): player = try playInTerminal(factor)
        case (false, .times(let factor)):
            player = try makePlayer(nil)
            try playInPipe(player, factor)
        case (_, .maximum):
            player = try makePlayer(nil)
            try playAtOnce(player)
        }
        player.finish()
        try report(player)
    }

    private func stopSignals(on loop: EventLoop) throws -> SignalSource {
        try SignalSource([.terminate, .interrupt, .hangUp], on: loop) { _, _ in loop.stop() }
    }

    // MARK: - As fast as it goes

    /// A piece of it in each turn of the loop, so that a signal ends it in good order and the run is saved (U-A6).
    private func playAtOnce(_ player: Player) throws {
        let loop = try EventLoop(), signals = try stopSignals(on: loop)
        // Progress is drawn over itself, so where lines are printed into the same terminal there is none (U-C16).
        let showsLines = !invocation[HarrierCommands.json] && !Terminal.isInteractive() && day == nil
        if day != nil { tellStory(player) }
        var nextLine = player.setting.start
        var piece: LoopTimer?
        piece = loop.makeTimer { now in
            if player.isOver { return loop.stop() }
            player.advance(to: player.loop.now.advanced(by: .seconds(10)))
            if !showsLines || !Console.isTerminalOutput {
                Console.progress("\(title): \(Int(rounding: player.progress * 100)) %")
            }
            if showsLines, player.loop.now >= nextLine {
                Console.print(player.statusLine)
                nextLine = player.loop.now.advanced(by: .seconds(60))
            }
            piece?.setDeadline(now)
        }
        piece?.setDeadline(MonotonicClock.now())
        try loop.run()
        signals.close()
        Console.endProgress()
    }

    // MARK: - Paced

    private func playInPipe(_ player: Player, _ factor: Double) throws {
        let loop = try EventLoop(), signals = try stopSignals(on: loop)
        var clock = PacedClock(player.loop.now, at: MonotonicClock.now(), speed: factor)
        var nextLine = player.setting.start
        let shows = !invocation[HarrierCommands.json] && day == nil
        if day != nil { tellStory(player) }
        var timer: LoopTimer?
        timer = loop.makeTimer { now in
            player.advance(to: clock.now(at: now))
            if shows, player.loop.now >= nextLine {
                Console.print(player.statusLine)
                nextLine = player.loop.now.advanced(by: .seconds(10))
            }
            if player.isOver { return loop.stop() }
            let next = min(player.loop.nextInstant ?? .init(nanoseconds: .max), player.loop.now.advanced(by: .seconds(1)))
            timer?.setDeadline(now.advanced(by: max(.milliseconds(5), clock.wait(until: next) ?? .seconds(1))))
        }
        timer?.setDeadline(MonotonicClock.now())
        try loop.run()
        signals.close()
    }

    /// Pixels are drawn with these characters only.
    private var forcedStyle: PanelPicture.Style? {
        invocation[HarrierCommands.braille] ? .braille : invocation[HarrierCommands.blocks] ? .halfBlocks : nil
    }

    private func makeWindow(_ player: Player, _ abilities: TerminalAbilities, _ speed: Double, at real: MonotonicInstant) -> PlayedWindow {
        PlayedWindow(
            player, of: runner, title: windowTitle, panel: board.panel, look: board.look, abilities: abilities, speed: speed, at: real,
            pace: day.map { day in { [usual = Self.usualSpeed] now in day.speed(at: now) / usual } })
    }

    /// A day is told by what happens in it, line by line.
    private func tellStory(_ player: Player) {
        guard !invocation[HarrierCommands.json] else { return }
        var story = runner.story, observer = WatchObserver()
        player.onStep = { [weak player] in
            guard let player else { return }
            let now = player.loop.now
            for text in story.take(upTo: now) + observer.observe(player.watch, at: now) { Console.print("\(player.timeOfDay)  \(text)") }
        }
    }

    private func playInTerminal(_ factor: Double) throws -> Player {
        let loop = try EventLoop(), signals = try stopSignals(on: loop)
        let terminal = try Terminal()
        let player = try makePlayer(TerminalBell(terminal))
        let screen = try TerminalScreen(terminal, on: loop, abilities: .ofEnvironment(forced: forcedStyle))
        let window = makeWindow(player, screen.abilities, factor, at: MonotonicClock.now())
        try TerminalPlay(window, screen, terminal, on: loop).run()
        screen.close()
        signals.close()
        return player
    }

    // MARK: - Recorded

    private func record(to path: String) throws {
        let size = invocation[HarrierCommands.size]
        let abilities = TerminalAbilities(term: nil, noColour: nil, forced: forcedStyle)
        let speed: Double = if case .times(let factor) = invocation[HarrierCommands.speed] { factor } else { Self.usualSpeed }
        let player = try makePlayer(nil), start = MonotonicInstant(nanoseconds: 0)
        let window = makeWindow(player, abilities, speed, at: start)
        let recorder = WindowRecorder(columns: size.columns, rows: size.rows)
        let bytes = recorder.record(
            window, title: windowTitle, from: start, for: invocation[HarrierCommands.recordedLength] ?? WindowRecorder.longest,
            abilities: abilities)
        player.finish()
        if try WholeFile.write(bytes, to: path, permissions: 0o644) { Console.print("The window is recorded in \(path).") }
    }

    // MARK: - Afterwards

    private func report(_ player: Player) throws {
        let exported = try player.export()
        if invocation[HarrierCommands.json] {
            var object = exported?.report.json ?? JSONObject(["run": .null])
            if let exported { object["fit"] = .string(exported.file.path) }
            if let recording { object["recording"] = .object(recording.json) }
            if !player.closedBefore.isEmpty { object["closed_before"] = .array(player.closedBefore.map { .string("\($0)") }) }
            return Console.print(object)
        }
        Console.print(exported?.report.text ?? "No run was recorded.")
        if let recording { Console.print("\n" + recording.text) }
        if let exported, keepsFiles { Console.print("\nFIT file: \(RunReport.text(exported.file))") }
        for run in player.closedBefore {
            Console.print("A run that was left open before has been saved: `harrier show \("\(run)".prefix(8))`")
        }
    }
}
