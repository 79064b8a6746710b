import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import Testing

@testable import CardStorage

@Suite struct StorageStartupTests {
    private let boot = BootID(high: 7, low: 7)

    private func record(_ runs: [FlashTestRun], on card: FlashTestCard, withStore: Bool) throws {
        let store = withStore ? try HealthStore(path: card.directory.healthStore) : nil
        for run in runs {
            let writer = ImmediateFlashWriter(card.directory, store: store, calls: card, clock: { MonotonicInstant(seconds: 0) })
            run.record(on: writer)
        }
    }

    @Test("A new directory has nothing and is no trouble")
    func nothing() throws {
        let card = try FlashTestCard()
        let startup = StorageStartup(card.directory, boot: boot, calls: card)
        #expect(startup.store != nil && startup.storeError == nil && !startup.wasRebuilt)
        #expect(startup.unfinished == nil && startup.unreadable.isEmpty)
    }

    @Test("C1: a run that was left open goes on in its log, whichever byte was the last")
    func unfinished() throws {
        let card = try FlashTestCard()
        let run = FlashTestRun(number: 1, seconds: 20, end: nil, boot: boot)
        try record([run], on: card, withStore: true)
        for length in stride(from: Int64(120), to: 800, by: 13) {
            let descriptor = try card.open(card.directory.runLog(run.id), flags: O_RDWR, mode: 0)
            try card.truncate(descriptor, to: length)
            card.close(descriptor)
            let startup = StorageStartup(card.directory, boot: boot, calls: card)
            let found = try #require(startup.unfinished)
            #expect(found.totals.header.id == run.id && found.totals.boot == boot)
            let writer = ImmediateFlashWriter(
                card.directory, store: startup.store, continuing: found.file, calls: card, clock: { MonotonicInstant(seconds: 0) })
            let onward = RunRecord.event(RunEvent(time: RunTime(milliseconds: 99_000), kind: .stop))
            writer.append(onward)
            writer.flush()
            let read = try run.read(from: card.directory).records
            #expect(read.last == onward && read.dropLast().elementsEqual(run.records.prefix(read.count - 1)))
            FlashTestRun(number: 1, seconds: 20, end: nil, boot: boot).rewrite(on: card)
        }
    }

    @Test("C4: a damaged store is made again from the logs, and told once")
    func rebuilt() throws {
        let card = try FlashTestCard()
        let runs = (1...3).map { FlashTestRun(number: $0, seconds: 30) }
        try record(runs, on: card, withStore: true)
        card.put("damaged", at: card.directory.healthStore)
        let startup = StorageStartup(card.directory, boot: boot, calls: card)
        #expect(startup.wasRebuilt)
        #expect(try startup.store?.runs() == runs.reversed().map { RunIndexEntry($0.totals) })
        let writer = ImmediateFlashWriter(
            card.directory, store: startup.store, wasRebuilt: startup.wasRebuilt, clock: { MonotonicInstant(seconds: 0) })
        #expect(writer.takeNews() == .rebuilt && writer.takeNews() == nil)
        #expect(!StorageStartup(card.directory, boot: boot, calls: card).wasRebuilt)
    }

    @Test("C1: runs that the index does not know, because the power went before it was told, are found in their logs")
    func unknownToIndex() throws {
        let card = try FlashTestCard()
        let runs = (1...2).map { FlashTestRun(number: $0, seconds: 30) }
        try record(runs, on: card, withStore: false)
        let startup = StorageStartup(card.directory, boot: boot, calls: card)
        #expect(try startup.store?.runCount() == 2 && startup.unfinished == nil)
    }

    @Test("Of several open logs that of this boot goes on; the others are saved as interrupted")
    func severalOpen() throws {
        let card = try FlashTestCard()
        let runs = [
            FlashTestRun(number: 1, seconds: 30, end: nil), FlashTestRun(number: 2, seconds: 30, end: nil, boot: boot),
            FlashTestRun(number: 3, seconds: 30, end: nil),
        ]
        try record(runs, on: card, withStore: true)
        let startup = StorageStartup(card.directory, boot: boot, calls: card)
        #expect(startup.unfinished?.totals.header.id == runs[1].id)
        #expect(try startup.store?.runs().map(\.endCause) == [.interrupted, .interrupted])
        #expect(try runs[0].read(from: card.directory).records.count == runs[0].records.count + 1)
    }

    @Test("A file that is no log stays where it is and is told; an empty one is a run that never began")
    func unreadable() throws {
        let card = try FlashTestCard()
        let garbage = RunID(randomHigh: 1, randomLow: 1), empty = RunID(randomHigh: 2, randomLow: 2)
        for (id, text) in [(garbage, "no log at all, but longer than 32 bytes"), (empty, "")] {
            card.put(text, at: card.directory.runLog(id))
        }
        let startup = StorageStartup(card.directory, boot: boot, calls: card)
        #expect(startup.unreadable.map(\.path) == [card.directory.runLog(garbage)])
        #expect(startup.unfinished == nil)
        #expect(try Set(card.directory.runIDs()) == [garbage, empty])
    }
}

extension FlashTestRun {
    /// Makes the log anew.
    func rewrite(on card: FlashTestCard) {
        try? card.unlink(card.directory.runLog(id))
        record(on: ImmediateFlashWriter(card.directory, store: nil, calls: card, clock: { MonotonicInstant(seconds: 0) }))
    }
}
