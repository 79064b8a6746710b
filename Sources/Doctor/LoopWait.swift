import LinuxPeripherals
import Quantities
import SystemCalls

/// Waits on an event loop, so that whatever else is on it goes on meanwhile.
public struct LoopWait {
    let loop: EventLoop
    private let timer: LoopTimer

    /// Waiting on a loop.
    public init(on loop: EventLoop) {
        self.loop = loop
        // The timer has nothing to do but to wake the loop.
        timer = loop.makeTimer { _ in }
    }

    /// Returns at an instant, or as soon after an event as there is nothing more to wait for.
    public func wait(until instant: MonotonicInstant, unless isOver: () -> Bool = { false }) throws {
        while !isOver(), MonotonicClock.now() < instant {
            timer.setDeadline(instant)
            try loop.turn()
        }
        timer.setDeadline(nil)
    }
}
