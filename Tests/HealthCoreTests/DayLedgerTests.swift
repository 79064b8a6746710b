import Calendar
import HealthCore
import Quantities
import Testing

@Suite struct DayLedgerTests {
    private let monday = CivilDate(daysSinceEpoch: 20_000)
    private var tuesday: CivilDate { monday.adding(days: 1) }

    @Test("F2: steps before midnight belong to the day before, steps after it to the new day")
    func midnight() {
        var ledger = DayLedger()
        ledger.enter(monday)
        ledger.take(count: 1000)
        ledger.take(count: 1500)
        ledger.enter(tuesday)
        ledger.take(count: 1510)
        #expect(ledger.takeFinished() == DayTotals(date: monday, steps: 500))
        #expect(ledger.takeFinished() == nil)
        #expect(ledger.day == DayTotals(date: tuesday, steps: 10))
    }

    @Test("F3: a reboot neither loses nor doubles steps: the stored day goes on with a counter that begins at 0")
    func reboot() {
        var before = DayLedger()
        before.enter(monday)
        before.take(count: 0)
        before.take(count: 300)
        let stored = before.takeUnsaved()
        #expect(stored == DayTotals(date: monday, steps: 300))
        var after = DayLedger(lastStored: stored)
        after.take(count: 0)
        after.take(count: 40)
        after.enter(monday)
        #expect(after.steps == 340)
        #expect(after.takeFinished() == nil)
    }

    @Test("F3: a counter that starts again has counted its whole value since")
    func counterReset() {
        var ledger = DayLedger()
        ledger.enter(monday)
        for count: UInt64 in [5000, 5100, 30, 60] { ledger.take(count: count) }
        #expect(ledger.steps == 160)
    }

    @Test("F3: a jump that nobody can run is not believed", arguments: [601, 1_000_000, UInt64.max])
    func absurdJump(count: UInt64) {
        var ledger = DayLedger()
        ledger.enter(monday)
        ledger.take(count: 0)
        ledger.take(count: count)
        #expect(ledger.day?.steps == 0)
    }

    @Test("F2: steps taken before the date is known are booked on the first day that is learned")
    func dateLearnedLate() {
        var ledger = DayLedger()
        ledger.take(count: 0)
        ledger.take(count: 77)
        #expect(ledger.steps == 77 && ledger.day == nil)
        ledger.enter(tuesday)
        #expect(ledger.day == DayTotals(date: tuesday, steps: 77))
        #expect(ledger.takeUnsaved()?.steps == 77)
    }

    @Test("F2: a flight to the west keeps the day under way, one to the east begins the next")
    func zones() {
        var ledger = DayLedger()
        ledger.enter(tuesday)
        ledger.take(count: 0)
        ledger.take(count: 10)
        ledger.enter(monday)
        ledger.take(count: 20)
        #expect(ledger.day == DayTotals(date: tuesday, steps: 20))
        ledger.enter(tuesday.adding(days: 1))
        #expect(ledger.day?.steps == 0 && ledger.takeFinished() == DayTotals(date: tuesday, steps: 20))
    }

    @Test("A run counts on the day under way, and makes it one to be saved")
    func runs() {
        var ledger = DayLedger()
        ledger.enter(monday)
        #expect(ledger.takeUnsaved() == nil)
        ledger.add(run: .meters(5000))
        #expect(ledger.takeUnsaved() == DayTotals(date: monday, distance: .meters(5000), runs: 1))
        #expect(ledger.takeUnsaved() == nil)
    }
}
