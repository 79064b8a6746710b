import CommandLineTable
import JSONText
import LinuxPeripherals
import Peripherals
import Quantities
import SystemCalls
import WatchRuntime

/// Plays a watch in a terminal, or into a pipe as plain lines.
struct Playing {
    /// What is played.
    let title: String
    /// Makes the player for a display and a buzzer.
    let makePlayer: (_ display: (any Display)?, _ buzzer: (any Buzzer)?) throws -> Player
    /// The virtual clock when the watch is switched on.
    let start: MonotonicInstant
    /// The board's panel; nil to take one that the terminal has room for.
    let panel: (width: Int, height: Int)?
    let invocation: Invocation
    /// What is told of the recording beside the run; nil for a simulation.
    var recording: ReplayReport?

    /// A panel of 128 × 128 in braille, its bezel and the legend.
    private static let rowsForLargePanel = 35

    func run() throws {
        let isTerminal = Terminal.isInteractive() && !invocation[HarrierCommands.json]
        let speed = invocation[HarrierCommands.speed] ?? (isTerminal ? .times(1) : .maximum)
        let player: Player
        switch (isTerminal, speed) {
        case (true, .times(let factor)): player = try playInTerminal(factor)
        case (false, .times(let factor)):
            player = try makePlayer(nil, nil)
            try playInPipe(player, factor)
        case (_, .maximum):
            player = try makePlayer(nil, nil)
            playAtOnce(player)
        }
        player.finish()
        try report(player)
    }

    // MARK: - As fast as it goes

    private func playAtOnce(_ player: Player) {
        var nextLine = start
        let shows = !invocation[HarrierCommands.json]
        while !player.isOver {
            player.advance(to: player.loop.now.advanced(by: .seconds(10)))
            Console.progress("\(title): \(Int(rounding: player.progress(from: start) * 100)) %")
            guard shows, !Terminal.isInteractive(), player.loop.now >= nextLine else { continue }
            Console.print(player.statusLine)
            nextLine = player.loop.now.advanced(by: .seconds(60))
        }
        Console.endProgress()
    }

    // MARK: - Paced

    /// Paces the virtual clock by the real one: one timer, set for whatever happens next.
    private func pace(_ player: Player, _ factor: Double, on loop: EventLoop, each step: @escaping () -> Void) -> () -> Void {
        let realStart = MonotonicClock.now(), virtualStart = player.loop.now
        var timer: LoopTimer?
        func virtual(_ real: MonotonicInstant) -> MonotonicInstant {
            virtualStart.advanced(by: .seconds(realStart.duration(to: real).inSeconds * factor))
        }
        func arm(_ now: MonotonicInstant) {
            let next = min(player.loop.nextInstant ?? .init(nanoseconds: .max), virtual(now).advanced(by: .milliseconds(500)))
            let wait = max(0, player.loop.now.duration(to: next).inSeconds / factor)
            timer?.setDeadline(now.advanced(by: .seconds(min(wait, 1))))
        }
        func wake(_ now: MonotonicInstant) {
            player.advance(to: virtual(now))
            step()
            if player.isOver { loop.stop() } else { arm(now) }
        }
        timer = loop.makeTimer { wake($0) }
        arm(realStart)
        return { wake(MonotonicClock.now()) }
    }

    private func playInPipe(_ player: Player, _ factor: Double) throws {
        let loop = try EventLoop()
        let signals = try SignalSource([.terminate, .interrupt, .hangUp], on: loop) { _, _ in loop.stop() }
        var nextLine = start
        let shows = !invocation[HarrierCommands.json]
        _ = pace(player, factor, on: loop) {
            guard shows, player.loop.now >= nextLine else { return }
            Console.print(player.statusLine)
            nextLine = player.loop.now.advanced(by: .seconds(10))
        }
        try loop.run()
        signals.close()
    }

    private func playInTerminal(_ factor: Double) throws -> Player {
        let loop = try EventLoop()
        let signals = try SignalSource([.terminate, .interrupt, .hangUp], on: loop) { _, _ in loop.stop() }
        let terminal = try Terminal()
        let options = TerminalDisplay.Options(style: invocation[HarrierCommands.braille] ? .braille : nil)
        let panel = panel ?? (terminal.size.rows >= Self.rowsForLargePanel ? (128, 128) : (128, 64))
        let display = try TerminalDisplay(terminal, on: loop, width: panel.width, height: panel.height, options: options)
        let player = try makePlayer(display, TerminalBell(terminal))
        var wake: () -> Void = {}
        let presses = TimedPresses(on: loop) { edge in
            player.dismissAutopilot()
            player.loop.takeEdge(edge.role, isDown: edge.isDown)
            wake()
        }
        let keys = try TerminalKeys(terminal, on: loop, presses: presses) { command in
            switch command {
            case .quit: loop.stop()
            case .redraw: display.redraw()
            }
        }
        wake = pace(player, factor, on: loop) {}
        defer {
            display.close()
            signals.close()
        }
        try withExtendedLifetime((keys, presses)) { try loop.run() }
        return player
    }

    // MARK: - Afterwards

    private func report(_ player: Player) throws {
        guard let (report, file) = try player.export() else {
            if invocation[HarrierCommands.json] {
                var object = JSONObject(["run": .null])
                if let recording { object["recording"] = .object(recording.json) }
                return Console.print(object)
            }
            Console.print("No run was recorded.")
            if let recording { Console.print("\n" + recording.text) }
            return
        }
        if invocation[HarrierCommands.json] {
            var object = report.json
            object["fit"] = .string(file.path)
            if let recording { object["recording"] = .object(recording.json) }
            return Console.print(object)
        }
        Console.print(report.text)
        if let recording { Console.print("\n" + recording.text) }
        Console.print("\nFIT file: \(RunReport.text(file))")
    }
}
