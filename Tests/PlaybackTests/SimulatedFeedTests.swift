import Playback
import Quantities
import RunLog
import SimulatedPeripherals
import Testing

@Suite struct SimulatedFeedTests {
    private func log(seed: UInt64) throws -> (bytes: [UInt8], distance: Distance?, truth: Distance) {
        let script = RunnerScript.everyday(lasting: .seconds(300))
        let feed = SimulatedFeed(script, seed: seed)
        let player = try PlayedWatch(feed, at: script.monotonic)
        player.press(.start)
        player.live(.seconds(14))
        player.press(.start)
        player.live(.seconds(270))
        let bytes = try player.save()
        return (bytes, player.watch.session.totals?.distance, feed.truth.distance)
    }

    @Test("The same seed writes the same log, byte for byte; another seed writes another")
    func deterministic() throws {
        let first = try log(seed: 11), again = try log(seed: 11), other = try log(seed: 12)
        #expect(first.bytes.count > 5000)
        #expect(first.bytes == again.bytes)
        #expect(first.bytes != other.bytes)
        #expect(first.distance == again.distance)
        #expect(abs(try #require(first.distance).meters / first.truth.meters - 1) < 0.05)
    }

    @Test("The log on the card says what the watch said: its fold is the live one, bit for bit")
    func foldOfLog() throws {
        let script = RunnerScript.everyday(lasting: .seconds(200))
        let player = try PlayedWatch(SimulatedFeed(script, seed: 3), at: script.monotonic)
        player.press(.start)
        player.live(.seconds(14))
        player.press(.start)
        player.live(.seconds(160))
        let bytes = try player.save()
        let stored = try RunLogReader(bytes: bytes).totals()
        #expect(stored == player.watch.session.totals)
        #expect(stored.distance.meters > 200)
    }

    @Test("A second after another comes, and the last one at the limit")
    func limit() throws {
        let script = RunnerScript.everyday(lasting: .seconds(60))
        let feed = SimulatedFeed(script, seed: 1, lasting: .seconds(10))
        let player = try PlayedWatch(feed, at: script.monotonic)
        var instants: [MonotonicInstant] = []
        while let next = feed.nextInstant {
            instants.append(next)
            player.loop.deliverNext(of: feed)
        }
        #expect(instants == (0...10).map { script.monotonic.advanced(by: .seconds($0)) })
    }

    @Test("Without the receiver's part the rest of the body is heard and no place is known")
    func withoutPosition() throws {
        let script = RunnerScript.everyday(lasting: .seconds(120))
        let player = try PlayedWatch(SimulatedFeed(script, seed: 1, parts: .allButPosition), at: script.monotonic)
        player.press(.start)
        player.live(.seconds(40))
        let sensors = player.watch.session.sensors
        #expect(sensors.heartRate(at: player.loop.now) != nil)
        #expect(sensors.steps(at: player.loop.now) != nil)
        #expect(!player.watch.session.hasFix)
        #expect(player.watch.session.place?.position == nil)
    }
}
