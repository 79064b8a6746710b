import Quantities
import SimulatedPeripherals

/// The models of a board's simulated buses on somebody who stands still, under a clock that somebody else has.
struct ModelledWrist {
    private let wrist: SimulatedWrist
    private var runner: SimulatedRunner
    private var second: SimulatedSecond

    init(_ wrist: SimulatedWrist, at now: MonotonicInstant) {
        self.wrist = wrist
        var script = RunnerScript(name: "standing", legs: [])
        script.monotonic = now
        runner = SimulatedRunner(script: script, seed: 1)
        second = runner.next()
        advance(to: now)
    }

    /// Lets the body and the chips come up to an instant.
    mutating func advance(to now: MonotonicInstant) {
        while second.at <= now {
            wrist.feed(second)
            second = runner.next()
        }
        wrist.bus.advance(to: now)
    }
}
