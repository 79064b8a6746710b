import Playback
import Quantities
import RunCore
import SimulatedPeripherals
import Testing
import WatchCore
import WatchRuntime

@Suite struct VirtualLoopTests {
    private let start = MonotonicInstant(seconds: 50)

    private func idle() throws -> PlayedWatch { try PlayedWatch(RecordedFeed([], firstAt: start), at: start) }

    @Test("The clock stands where it was told to, also when nothing happens")
    func clock() throws {
        let player = try idle()
        player.loop.advance(to: start.advanced(by: .seconds(3600)))
        #expect(player.loop.now == start.advanced(by: .seconds(3600)))
        player.loop.advance(to: start)
        #expect(player.loop.now == start.advanced(by: .seconds(3600)), "it never goes back")
    }

    @Test("A press is obeyed at its own moment, in whatever order presses were told")
    func presses() throws {
        let player = try idle()
        // The second press ends the getting ready that the first began.
        player.loop.press(.lap, at: start.advanced(by: .seconds(4)))
        player.loop.press(.start, at: start.advanced(by: .seconds(2)))
        player.loop.advance(to: start.advanced(by: .seconds(3)))
        #expect(player.watch.session.phase == .preparing)
        player.loop.advance(to: start.advanced(by: .seconds(5)))
        #expect(player.watch.session.phase == .idle)
        #expect(player.loop.isOver)
    }

    @Test("A press told for the past happens now")
    func late() throws {
        let player = try idle()
        player.live(.seconds(10))
        player.loop.press(.start, at: start)
        player.live(.seconds(1))
        #expect(player.watch.session.phase == .preparing)
    }

    @Test("However the time is cut into pieces, the same run comes out", arguments: [0.05, 0.7, 10.0])
    func pieces(seconds: Double) throws {
        let script = RunnerScript.everyday(lasting: .seconds(120))
        func run(_ piece: Duration) throws -> RunTotals? {
            let player = try PlayedWatch(SimulatedFeed(script, seed: 9), at: script.monotonic)
            player.press(.start)
            player.live(.seconds(14))
            player.press(.start)
            let end = script.monotonic.advanced(by: .seconds(118))
            while player.loop.now < end { player.loop.advance(to: min(end, player.loop.now.advanced(by: piece))) }
            return player.watch.session.totals
        }
        let whole = try run(.seconds(1000)), cut = try run(.seconds(seconds))
        #expect(whole == cut)
        #expect(try #require(whole).distance.meters > 100)
    }
}
