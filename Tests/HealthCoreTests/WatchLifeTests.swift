import Calendar
import Glibc
import Quantities
import Testing

@testable import HealthCore

/// Two weeks in any clock, zone, boots and gaps of readings.
///
/// What is proved of each life:
///
/// * All that was counted, in boots that learned UTC and in those that did not, is what reached the store: exactly, in steps and in
///   millimetres walked and run. (A way of which a run was recorded for a part is rounded to a millimetre.)
/// * Nothing that a power cut or a crash took was older than ten minutes.
/// * What was counted while UTC was known as it was in the end is on the right local day, since midnights lie between quarter hours:
///   exactly, but for the whole step and millimetre to which a stretch over midnight is divided.
/// * What was counted before UTC was known, or while it was false, is within half a quarter hour of its place, and of half a one more for
///   each later process of the boot that corrected UTC again. A stretch is spread evenly between the readings that tell it, here as there.
/// * UTC is what the counter took it for in the end: within a minute of what it heard last, or, if it heard nothing after a crash, what the
///   latest quarter hour says that was stored.
/// * The order in which changes arrive, and repetition, change nothing.
enum Lives {
    static func check(_ seeds: Range<UInt64>) {
        var misfortunes: Set<WatchLife.Misfortune> = []
        for seed in seeds {
            let life = WatchLife(seed: seed)
            misfortunes.formUnion(life.misfortunes)
            var book = HealthBook(boot: BootID(high: 0, low: 0))
            for change in life.table.objects.values { book.apply(change) }
            #expect(life.longestLoss <= 600_000, "seed \(seed)")
            checkAll(of: life, book, seed)
            checkDays(of: life, book, seed)
        }
        let missing = Set(WatchLife.Misfortune.allCases).subtracting(misfortunes)
        #expect(missing.isEmpty, "what can happen happens somewhere: \(missing)")
    }

    private static func checkAll(of life: WatchLife, _ book: HealthBook, _ seed: UInt64) {
        var truth = WatchLife.Amounts()
        for walk in life.dated { truth.add(walk.amounts) }
        let dated = book.counted(in: UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: .max)), undated = book.undated
        #expect(book.allSteps == StepTotals(dated: UInt64(truth.steps), undated: UInt64(life.undated.steps)), "seed \(seed)")
        #expect(dated.steps == truth.steps && undated.steps == life.undated.steps, "seed \(seed)")
        func differ(_ a: UInt64, _ b: Int) -> Int { abs(Int(a) - b) }
        let errors = [
            differ(dated.walked, truth.walked), differ(dated.ran, truth.ran), differ(undated.walked, life.undated.walked),
            differ(undated.ran, life.undated.ran),
        ]
        #expect(errors.reduce(0, +) <= life.parts, "seed \(seed): \(errors)")
    }

    private static func checkDays(of life: WatchLife, _ book: HealthBook, _ seed: UInt64) {
        var dice = Dice(seed: seed), changes = life.changes
        dice.shuffle(&changes)
        changes += changes.prefix(changes.count / 3)
        var other = HealthBook(boot: BootID(high: 0, low: 0))
        for change in changes { other.apply(change) }
        #expect(other.allSteps == book.allSteps && other.undated == book.undated, "seed \(seed)")
        // The zone that was set then, and another that was set since.
        for zone in [life.zone, WatchLife.zones[Int((seed + 1) % UInt64(WatchLife.zones.count))]] {
            let boundaries = DayBoundaries(zone: zone)
            for (date, bounds) in life.days(boundaries) {
                let totals = book.day(date, boundaries)
                let counted = SIMD3(Double(totals.steps), totals.walked.meters * 1000, totals.ran.meters * 1000)
                // A stretch over each midnight is divided into whole steps and millimetres.
                let isWithin = counted .>= bounds.least - 3 .& counted .<= bounds.most + 3
                if isWithin != SIMDMask(repeating: true) { Issue.record("seed \(seed), \(date): \(counted) of \(bounds)") }
                if other.day(date, boundaries) != totals { Issue.record("seed \(seed), \(date): the order counts") }
            }
        }
    }
}

@Suite struct WatchLifeTests {
    @Test(
        "R-B4, F2, F3: in any life each step, walked or run, is on its local day to the quarter hour, none is lost, none counted twice",
        arguments: [0, 75] as [UInt64])
    func lives(from seed: UInt64) { Lives.check(seed..<seed + 75) }
}

@Suite(.enabled(if: getenv("HARRIER_SOAK") != nil, "a long check: scripts/soak lives")) struct WatchLifeSoak {
    @Test("10,000 lives of two weeks each", arguments: [0, 2_500, 5_000, 7_500] as [UInt64])
    func lives(from seed: UInt64) { Lives.check(seed..<seed + 2_500) }
}
