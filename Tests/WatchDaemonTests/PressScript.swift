import LinuxPeripherals
import Quantities
import SystemCalls
import WatchCore
import WatchDaemon

/// Presses of a daemon's buttons one after another on its own loop, with what must be true after each.
final class PressScript {
    private let daemon: Daemon
    private var steps: [(after: Duration, action: () -> Void)] = []
    private var timer: LoopTimer?

    init(_ daemon: Daemon) { self.daemon = daemon }

    /// Something that happens next.
    func add(after: Duration = .milliseconds(10), _ action: @escaping () -> Void) { steps.append((after, action)) }

    /// A press, and what is looked at when it has been understood.
    func press(_ role: ButtonRole, for hold: Duration = .milliseconds(80), then check: @escaping () -> Void) {
        add { [daemon] in Self.edge(daemon, role, isDown: true) }
        add(after: hold) { [daemon] in Self.edge(daemon, role, isDown: false) }
        // PAGE waits for a second press, which would be LAP on a board without one.
        add(after: .milliseconds(450), check)
    }

    /// Runs the daemon until it ends.
    func run() throws {
        timer = daemon.loop.makeTimer { [unowned self] now in
            steps.removeFirst().action()
            arm(now)
        }
        arm(MonotonicClock.now())
        try daemon.run()
    }

    private func arm(_ now: MonotonicInstant) { timer?.setDeadline(steps.first.map { now + $0.after }) }

    private static func edge(_ daemon: Daemon, _ role: ButtonRole, isDown: Bool) {
        let now = MonotonicClock.now()
        daemon.put(.button(ButtonEdge(role: role, isDown: isDown, at: now)), at: now)
    }
}
