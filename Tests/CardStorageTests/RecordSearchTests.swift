import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import Testing
import WatchCore

@testable import CardStorage

/// Runs of 3 m/s: those of the same length are equal, and a longer one is the longest.
@Suite struct RecordSearchTests {
    private static func found(_ run: FlashTestRun, on card: FlashTestCard, mayGoOn: Bool = true) -> FoundRecords? {
        let history = StoredHistory(card.directory, boot: run.totals.boot)
        guard case .records(let found) = history.answer(.records(run.id), mayGoOn: { mayGoOn }).event else { return nil }
        return found
    }

    @Test("The first run has best efforts and beats nothing; a longer one beats it, and what was missing is filled in")
    func twoRuns() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        let first = FlashTestRun(number: 1, seconds: 400), second = FlashTestRun(number: 2, seconds: 500)
        first.record(on: writer)
        let alone = try #require(Self.found(first, on: card))
        #expect(alone.broken.isEmpty && alone.filledIn.isEmpty)
        // 3 m each second over 1 km.
        #expect(alone.bests?[.kilometer].map { abs(Int64($0) - 333_333) <= 1 } == true && alone.bests?[.mile] == nil)
        second.record(on: writer)
        let both = try #require(Self.found(second, on: card))
        #expect(both.broken == [FoundRecords.Broken(kind: .longestDistance, figure: 1_500_000)])
        #expect(both.filledIn.map { $0.stored.id } == [HealthID(first.id)] && both.filledIn.first?.bests == alone.bests)
        let back = try #require(Self.found(first, on: card))
        #expect(back.broken.isEmpty)
    }

    @Test("The deletion of the longest run gives its record back")
    func deletion() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        let runs = [(1, 400), (2, 900), (3, 500)].map { FlashTestRun(number: $0.0, seconds: $0.1) }
        for run in runs { run.record(on: writer) }
        #expect(Self.found(runs[2], on: card)?.broken.isEmpty == true)
        writer.remove(runs[1].id, forGood: true)
        #expect(Self.found(runs[2], on: card)?.broken.map { $0.kind } == [.longestDistance])
    }

    @Test("So many earlier logs are read at most, and none while somebody waits")
    func bounded() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        let runs = (1...12).map { FlashTestRun(number: $0, seconds: 10) }
        for run in runs { run.record(on: writer) }
        #expect(Self.found(runs[11], on: card)?.filledIn.count == StoredHistory.mostFilledIn)
        #expect(Self.found(runs[11], on: card, mayGoOn: false)?.filledIn.isEmpty == true)
    }

    @Test("A log that is gone gives no record and a sentence; an earlier one that is gone takes no record from others")
    func unreadable() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        let first = FlashTestRun(number: 1, seconds: 400), second = FlashTestRun(number: 2, seconds: 500)
        for run in [first, second] { run.record(on: writer) }
        unlink(card.directory.runLog(first.id))
        #expect(Self.found(second, on: card)?.broken.map { $0.kind } == [.longestDistance])
        unlink(card.directory.runLog(second.id))
        let answer = StoredHistory(card.directory, boot: second.totals.boot).answer(.records(second.id))
        #expect(answer.event == nil && answer.problem != nil)
    }
}
