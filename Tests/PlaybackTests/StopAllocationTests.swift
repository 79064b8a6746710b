import CAllocationCount
import Playback
import Quantities
import RunCore
import SimulatedPeripherals
import Testing
import WatchCore

private let isOptimised: Bool = {
    var isDebug = false
    assert(
        {
            isDebug = true
            return true
        }())
    return !isDebug
}()

/// An unoptimised build asks for memory in every closure, so this holds for an optimised one: `scripts/soak allocations`.
@Suite(.enabled(if: isOptimised, "needs an optimised build: scripts/soak allocations"))
struct StopAllocationTests {
    @Test("C7: pausing, stopping and saving a run needs no memory, so that a run can always be ended")
    func stop() throws {
        let script = RunnerScript.everyday(lasting: .seconds(400))
        let player = try PlayedWatch(SimulatedFeed(script, seed: 3), at: script.monotonic, writesOnThread: true)
        player.press(.start)
        player.live(.seconds(14))
        player.press(.start)
        player.live(.seconds(120))
        try #require(player.watch.session.phase == .running)
        let host = player.loop.host, at = player.loop.now
        func hold(_ role: ButtonRole, from start: Duration, for time: Duration) {
            host.deliver(.button(ButtonEdge(role: role, isDown: true, at: at + start)), at: at + start)
            host.deliver(.tick, at: at + start + time)
            host.deliver(.button(ButtonEdge(role: role, isDown: false, at: at + start + time)), at: at + start + time)
            host.deliver(.tick, at: at + start + time + .milliseconds(100))
        }
        // Once before, so that what is made on first use is there.
        hold(.page, from: .zero, for: .milliseconds(100))
        let before = harrier_thread_allocation_count()
        hold(.start, from: .seconds(1), for: .milliseconds(100))
        let paused = host.watch.session.phase
        hold(.start, from: .seconds(2), for: .milliseconds(1200))
        let stopped = host.watch.session.phase
        hold(.page, from: .seconds(5), for: .milliseconds(100))
        let used = harrier_thread_allocation_count() - before
        #expect(paused == .paused)
        #expect(stopped == .stopped)
        #expect(host.watch.session.phase == .saved)
        #expect(used == 0)
    }
}
