import Quantities

/// A ``SimulatedWrist`` on a scripted runner, who goes on second by second as the clock of somebody else does, and stands when the script is
/// over.
public struct ScriptedWrist {
    /// The body and the chips on it.
    public let wrist: SimulatedWrist
    private var runner: SimulatedRunner
    /// The second of the script that has not begun yet.
    public private(set) var next: SimulatedSecond

    /// A runner who begins with the script.
    public init(_ wrist: SimulatedWrist, script: RunnerScript, seed: UInt64) {
        self.wrist = wrist
        runner = SimulatedRunner(script: script, seed: seed)
        next = runner.next()
    }

    /// Lets the body come up to an instant, and the bus with it; the last second that has begun meanwhile, if one has.
    @discardableResult
    public mutating func advance(to now: MonotonicInstant) -> SimulatedSecond? {
        var latest: SimulatedSecond?
        while next.at <= now {
            wrist.feed(next)
            latest = next
            next = runner.next()
        }
        wrist.bus.now = max(wrist.bus.now, now)
        return latest
    }
}
