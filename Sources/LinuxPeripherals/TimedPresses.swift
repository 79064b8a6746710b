import Quantities

/// Presses that are asked for by name, by a key of a terminal or by the control socket, turned into a button going down and, later, up.
/// Both edges carry the loop's own instants, so debouncing and holds see what a real button would send (fault I10).
public final class TimedPresses {
    /// A short press: longer than any debouncing (40 ms), shorter than a hold (0.6 s).
    public static let short = Duration.milliseconds(100)
    /// The longest hold that may be asked for.
    public static let longest = Duration.seconds(10)

    private let loop: EventLoop
    private let edge: (ButtonEdge) -> Void
    private var timers: [LoopTimer] = []

    /// A source of edges; `edge` is called in the loop's thread.
    public init(on loop: EventLoop, edge: @escaping (ButtonEdge) -> Void) {
        self.loop = loop
        self.edge = edge
        timers = ButtonRole.allCases.map { role in
            loop.makeTimer { edge(ButtonEdge(role: role, isDown: false, at: $0)) }
        }
    }

    deinit { timers.forEach(loop.remove) }

    /// Presses a button now and lets it go after `hold`; false, and nothing happens, while it is down already.
    public func press(_ role: ButtonRole, hold: Duration = TimedPresses.short, at now: MonotonicInstant) -> Bool {
        let timer = timers[Int(role.rawValue)]
        guard timer.deadline == nil else { return false }
        timer.setDeadline(now + hold)
        edge(ButtonEdge(role: role, isDown: true, at: now))
        return true
    }

    /// Keeps a button that is down from going up before an instant.
    public func keepDown(_ role: ButtonRole, until instant: MonotonicInstant) {
        let timer = timers[Int(role.rawValue)]
        guard let release = timer.deadline, release < instant else { return }
        timer.setDeadline(instant)
    }
}
