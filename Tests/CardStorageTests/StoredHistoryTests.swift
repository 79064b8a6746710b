import Quantities
import RunCore
import Testing
import WatchCore

@testable import CardStorage

@Suite struct StoredHistoryTests {
    @Test("A run of the history comes with its laps and its kilometres, as the run itself had them")
    func laps() throws {
        let card = try FlashTestCard(), clock = CardClock(), writer = card.immediate(clock)
        let run = FlashTestRun(number: 1, seconds: 1000)
        run.record(on: writer)
        let history = StoredHistory(card.directory, boot: run.totals.boot)
        guard case .run(_, let answer) = history.answer(.run(run.id, inMiles: false)).event, let stored = answer else {
            return #expect(Bool(false), "no run")
        }
        #expect(stored == StoredRun(withLapsOf: run.totals, inMiles: false))
        #expect(stored.laps.count == run.totals.lapCount && stored.splits.count == run.totals.kilometers.doneAt.count)
        #expect(stored.splits.count == 2 || stored.splits.count == 3)
        guard case .run(_, let none) = history.answer(.run(RunID(high: 9, low: 9), inMiles: false)).event else {
            return #expect(Bool(false), "no answer")
        }
        #expect(none == nil)
    }
}
