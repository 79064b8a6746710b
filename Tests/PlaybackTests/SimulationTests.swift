import Glibc
import Playback
import Quantities
import RunCore
import RunLog
import SimulatedPeripherals
import Testing
import WatchCore

/// Simulated runs in which everything fails now and then; the seed that failed is in the message.
@Suite struct SimulationTests {
    @Test("C13: whatever fails at whatever time, the run is recorded to its end", arguments: 1...3 as ClosedRange<UInt64>)
    func faults(seed: UInt64) throws { try FaultyRun(seed: seed, length: .seconds(900)).play() }
}

/// The long check of scripts/soak.
@Suite(.enabled(if: getenv("HARRIER_SOAK") != nil, "a long check of scripts/soak"))
struct SimulationSoak {
    @Test("C13: 1,000 simulated hours with random faults", arguments: 1...1000 as ClosedRange<UInt64>)
    func faults(seed: UInt64) throws { try FaultyRun(seed: seed, length: .seconds(3600)).play() }
}

/// A scripted run with seeded faults, one after another, and seeded presses of all buttons but those that end it.
private struct FaultyRun {
    let seed: UInt64
    let length: Duration

    func play() throws {
        var random = SeededRandom(seed: seed)
        var script = RunnerScript.everyday(lasting: length)
        script.faults = faults(&random)
        let player = try PlayedWatch(SimulatedFeed(script, seed: seed), at: script.monotonic)
        player.press(.start)
        player.live(.seconds(14))
        player.press(.start)
        player.live(.seconds(4))
        let end = script.monotonic.advanced(by: length - .seconds(20))
        while player.loop.now < end {
            player.live(.seconds(Int64(20 + random.next() % 100)))
            let roles: [ButtonRole] = [.start, .lap, .page]
            player.press(roles[Int(random.next() % 3)])
            let totals = try #require(player.watch.session.totals, "seed \(seed)")
            #expect(totals.moving <= totals.timer && totals.timer <= totals.elapsed, "seed \(seed)")
        }
        if player.watch.session.phase == .paused { player.press(.start) }
        let bytes = try player.save()
        let live = try #require(player.watch.session.totals, "seed \(seed)")
        #expect(live.endCause == .saved, "seed \(seed)")
        #expect(try RunLogReader(bytes: bytes).totals() == live, "seed \(seed)")
        #expect(live.elapsed > length - .seconds(120), "seed \(seed)")
        #expect(live.distance <= .meters(length.inSeconds * 12), "seed \(seed)")
    }

    private func faults(_ random: inout SeededRandom) -> FaultScript {
        var entries: [FaultScript.Entry] = []
        let seconds = UInt64(clamping: length.components.seconds)
        for _ in 0..<Int(seconds / 60) {
            let from = Int(random.next() % seconds)
            entries.append(FaultScript.Entry(from: from, to: from + Int(1 + random.next() % 120), fault(&random)))
        }
        return FaultScript(entries)
    }

    private func fault(_ random: inout SeededRandom) -> Fault {
        let all: [Fault] = [
            .gpsSilent, .gpsNoFix, .gpsFrozen, .gpsRepeats, .gpsZeroes, .gpsJump(.meters(400)), .gpsWithoutTime,
            .gpsClockJump(.seconds(3 * 365 * 86_400)), .gpsClockJump(.seconds(-3600)), .weekRollover(1), .satellitesLost, .gpsPoor,
            .gpsDropouts(0.5), .dopplerScale(0.95), .dopplerLost, .dopplerNotANumber, .altitudeZero, .heartRateLost, .stepsLost,
            .barometerLost, .barometerPressed(.hectopascals(4)), .batteryLost,
        ]
        return all[Int(random.next() % UInt64(all.count))]
    }
}
