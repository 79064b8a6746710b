import Calendar
import CommandLineTable
import JSONText
import LinuxPeripherals
import Quantities
import RunLog
import SystemCalls
import WatchDaemon

/// `harrier status`: what a running harrierd does, and with `--follow` what its display shows.
enum StatusCommand {
    static let follow = Option.flag("follow", help: "draw the watch's screen, again whenever it changes; q or Ctrl-C ends it")

    static let command = Command(
        "status", summary: "Say what a running harrierd does: run, heart rate, battery, parts that fail.",
        discussion: """
            Asks the harrierd of the data folder through its control socket, so it works over SSH and on a watch without a display. With \
            --follow its screen is drawn in the terminal; into a pipe goes a line for each change, with --json a JSON document a line. A \
            terminal that is slow misses pictures; the watch waits for nobody.
            """, options: [follow.specification, HarrierCommands.units.specification, HarrierCommands.json.specification],
        examples: [
            .init("harrier status --data /var/lib/harrier", "what the watch does now"),
            .init("harrier status --follow", "its screen, beside `harrier press`"),
        ])

    static func run(_ invocation: Invocation) throws {
        let directory = DataDirectory(path: try DataFolder.path(invocation[HarrierCommands.data]))
        let unit = invocation[HarrierCommands.units] ?? DistanceUnit.set(in: directory)
        let zone = PlayCommands.localZone()
        let client = try ControlClient(directory.control)
        func report(_ view: WatchView) -> StatusReport { StatusReport(status: view.status, unit: unit, zone: zone) }
        guard invocation[follow] else {
            guard let view = WatchView(try client.ask(ControlLine.status)) else { throw notUnderstood }
            return invocation[HarrierCommands.json] ? Console.print(report(view).json) : Console.print(report(view).text)
        }
        let loop = try EventLoop()
        let signals = try SignalSource([.terminate, .interrupt, .hangUp], on: loop) { _, _ in loop.stop() }
        defer { signals.close() }
        let isDrawn = Terminal.isInteractive() && !invocation[HarrierCommands.json]
        let screen = isDrawn ? try FollowedScreen(on: loop) { loop.stop() } : nil
        var last = ""
        let following = try Following(client, on: loop) { view in
            let report = report(view)
            if let screen { return screen.draw(view.picture, below: report.shortText) }
            let line = invocation[HarrierCommands.json] ? JSONValue.object(report.json).text(.compact) : report.shortText
            guard line != last else { return }
            last = line
            Console.print(line)
            if Console.hasFailed { loop.stop() }
        }
        try loop.run()
        screen?.close()
        if let failure = following.failure { throw failure }
        if following.hasEnded, isDrawn { Console.print("The watch has ended.") }
    }

    static let notUnderstood = CommandFailure("the watch's answer is not understood: install the same version of harrier and harrierd")
}

/// Asks for one picture after the other.
private final class Following {
    /// After so long without a picture it is asked again, which fails if the watch was killed: a socket without connections does not tell.
    private static let heartbeat = Duration.seconds(15)

    private let client: ControlClient
    private let loop: EventLoop
    private let show: (WatchView) -> Void
    private var timer: LoopTimer?
    private var serial: UInt64 = 0
    private(set) var failure: (any Error)?
    private(set) var hasEnded = false

    init(_ client: ControlClient, on loop: EventLoop, show: @escaping (WatchView) -> Void) throws {
        (self.client, self.loop, self.show) = (client, loop, show)
        try loop.add(client.descriptor, .readable) { [weak self] _, _ in self?.receive() }
        timer = loop.makeTimer { [weak self] _ in self?.ask() }
        ask()
    }

    deinit {
        loop.remove(client.descriptor)
        if let timer { loop.remove(timer) }
    }

    private func ask() {
        do {
            try client.send(ControlLine.follow(after: serial))
            timer?.setDeadline(MonotonicClock.now() + Self.heartbeat)
        } catch {
            // What it said last may still lie here.
            if client.receive().map({ WatchView.isEnd($0) }) == true { return noteEnd() }
            end(error)
        }
    }

    private func receive() {
        guard let bytes = client.receive() else { return }
        if WatchView.isEnd(bytes) { return noteEnd() }
        guard let view = WatchView(bytes) else { return end(StatusCommand.notUnderstood) }
        serial = view.serial
        show(view)
        ask()
    }

    private func noteEnd() {
        hasEnded = true
        loop.stop()
    }

    private func end(_ error: any Error) {
        failure = error
        loop.stop()
    }
}
