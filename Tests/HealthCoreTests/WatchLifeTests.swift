import Calendar
import Glibc
@testable import HealthCore
import Quantities
import Testing

@Suite struct WatchLifeTests {
    /// `HARRIER_LIVES` makes it another number.
    private static let lives = UInt64(getenv("HARRIER_LIVES").map { String(cString: $0) } ?? "") ?? 60

    /// "To the quarter hour": what was counted before UTC was known, or while it was wrong, is known to half a quarter hour of the boot's clock on
    /// either side, and so is the end of a stretch that one reading told; so a day holds at least what was done from a quarter hour after its midnight to
    /// one before the next, and at most what was done from one before to one after. Steps and ways of all days together are exact.
    @Test("R-B4, F2, F3: in any life each step, walked or run, is on its local day to the quarter hour, none is lost, none counted twice")
    func lives() {
        var misfortunes: Set<WatchLife.Misfortune> = []
        for seed in 0..<Self.lives {
            let life = WatchLife(seed: seed)
            misfortunes.formUnion(life.misfortunes)
            var book = HealthBook(boot: BootID(high: 0, low: 0))
            for change in life.table.objects.values { book.apply(change) }
            let truth = life.dated.reduce(0) { $0 + $1.steps }
            #expect(book.allSteps == StepTotals(dated: UInt64(truth), undated: UInt64(life.undatedSteps)), "seed \(seed)")
            #expect(life.longestLoss <= 600_000, "seed \(seed)")
            checkDays(of: life, book, seed)
            checkOrder(of: life, book, seed)
        }
        #expect(misfortunes.count == WatchLife.Misfortune.allCases.count || Self.lives < 60)
    }

    private func checkDays(of life: WatchLife, _ book: HealthBook, _ seed: UInt64) {
        let boundaries = DayBoundaries(zone: life.zone), quarter: Int64 = 900_000
        for date in life.days(boundaries) {
            let day = boundaries.interval(of: date), totals = book.day(date, boundaries)
            let (from, to) = (day.lowerBound.milliseconds, day.upperBound.milliseconds)
            func check(_ counted: Double, _ number: (WatchLife.Walk) -> Int) {
                let least = life.sum(number, from: from + quarter, to: to - quarter)
                let most = life.sum(number, from: from - quarter, to: to + quarter)
                // Half a step at each side, because steps, and millimetres, are whole.
                #expect(counted >= least - 2 && counted <= most + 2, "seed \(seed), \(date)")
            }
            check(Double(totals.steps)) { $0.steps }
            check(totals.walked.meters * 1000) { $0.runs ? 0 : $0.millimeters }
            check(totals.ran.meters * 1000) { $0.runs ? $0.millimeters : 0 }
        }
        let whole = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: .max), counted = book.counted(in: whole)
        let walked = life.dated.reduce(0) { $0 + ($1.runs ? 0 : $1.millimeters) }
        let ran = life.dated.reduce(0) { $0 + ($1.runs ? $1.millimeters : 0) }
        #expect(counted == QuarterHourTotals(steps: counted.steps, walked: UInt64(walked), ran: UInt64(ran)), "seed \(seed)")
    }

    private func checkOrder(of life: WatchLife, _ book: HealthBook, _ seed: UInt64) {
        var dice = Dice(seed: seed), changes = life.changes
        dice.shuffle(&changes)
        changes += changes.prefix(changes.count / 3)
        var other = HealthBook(boot: BootID(high: 0, low: 0))
        for change in changes { other.apply(change) }
        #expect(other.allSteps == book.allSteps, "seed \(seed)")
        let boundaries = DayBoundaries(zone: life.zone)
        #expect(
            life.days(boundaries).allSatisfy { other.day($0, boundaries) == book.day($0, boundaries) }, "seed \(seed)")
    }
}
