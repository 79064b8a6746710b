import Glibc
import LinuxPeripherals
import Quantities
import RunCore
import SystemCalls
import Testing

/// SIGKILL of a real daemon in a run, in real time: what was on the card stays, and the run goes on.
@Suite(.serialized, .enabled(if: DaemonUnderTest.program != nil, "harrierd was not built beside the tests"))
struct KillTests {
    @Test("C1, C2: a killed harrierd loses at most 5 s of its run, and the run goes on by itself")
    func killed() throws { try KillTrial(kills: 4, seed: 1, longestLife: 6_500).run() }
}

/// The long check of scripts/soak.
@Suite(.serialized, .enabled(if: getenv("HARRIER_SOAK") != nil, "a long check of scripts/soak"))
struct KillSoak {
    @Test("C1, C2: 1,000 kills at seeded moments of a real harrierd")
    func killed() throws {
        for seed in 1...20 { try KillTrial(kills: 50, seed: UInt64(seed), longestLife: 1_500).run() }
    }
}

/// One run that is killed again and again at seeded moments.
private struct KillTrial {
    let kills: Int
    let seed: UInt64
    let longestLife: UInt64

    func run() throws {
        let daemon = try DaemonUnderTest()
        try daemon.start()
        try daemon.startRun()
        var state = seed, known: [RunRecord] = []
        for _ in 0..<kills {
            daemon.wait(milliseconds: Int(Self.next(&state) % longestLife))
            let killedAt = MonotonicClock.now()
            daemon.kill()
            let records = try daemon.records()
            // Nothing that was on the card before has changed.
            #expect(records.starts(with: known))
            known = records
            let totals = try #require(Self.fold(records))
            #expect(totals.endCause == nil)
            let last = totals.origin.advanced(by: totals.latest.sinceStart)
            #expect(last.duration(to: killedAt) <= .seconds(6))
            try daemon.start()
        }
        daemon.wait(milliseconds: 500)
        daemon.kill()
        let totals = try #require(Self.fold(try daemon.records()))
        // Each start went on with the same run, and says for how long it was not watched.
        #expect(totals.clock.pauses.count { $0.cause == .outage } == kills)
        #expect(totals.timer <= totals.elapsed)
    }

    private static func fold(_ records: [RunRecord]) -> RunTotals? {
        guard case .header(let header) = records.first else { return nil }
        var totals = RunTotals(header: header)
        for record in records { totals.fold(record) }
        return totals
    }

    /// SplitMix64.
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
