import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import Testing
import WatchRuntime

@testable import CardStorage

@Suite struct CardStartTests {
    private let boot = BootID(high: 7, low: 7)

    private func record(_ runs: [FlashTestRun], on card: FlashTestCard) {
        for run in runs { run.record(on: card.immediate()) }
    }

    /// Removes the store, as if it had never been told of the runs.
    private func forgetStore(of card: FlashTestCard) {
        for suffix in ["", "-wal", "-shm", ".backup"] { unlink(card.directory.healthStore + suffix) }
    }

    @Test("A new folder has nothing and is no trouble")
    func nothing() throws {
        let start = try FlashTestCard().start()
        #expect(start.store != nil && start.storeError == nil && start.news.isEmpty && start.problems.isEmpty)
        #expect(start.unfinished == nil && start.unknownRuns.isEmpty)
    }

    @Test("C1: a run that was left open goes on in its log, whichever byte was the last")
    func unfinished() throws {
        let card = try FlashTestCard()
        let run = FlashTestRun(number: 1, seconds: 20, end: nil, boot: boot)
        record([run], on: card)
        for length in stride(from: Int64(120), to: 800, by: 13) {
            let descriptor = try card.open(card.directory.runLog(run.id), flags: O_RDWR, mode: 0)
            try card.truncate(descriptor, to: length)
            card.close(descriptor)
            let found = try #require(card.start(boot: boot).unfinished)
            #expect(found.totals.header.id == run.id && found.totals.boot == boot)
            found.file.close()
            let onward = RunRecord.event(RunEvent(time: RunTime(milliseconds: 99_000), kind: .stop))
            do {
                let writer = card.immediate(boot: boot)
                writer.append(onward)
                writer.flush()
            }
            let read = try run.read(from: card.directory).records
            #expect(read.last == onward && read.dropLast().elementsEqual(run.records.prefix(read.count - 1)))
            try card.unlink(card.directory.runLog(run.id))
            record([run], on: card)
        }
    }

    @Test("C4: a damaged store is made again from the logs, and told once")
    func rebuilt() throws {
        let card = try FlashTestCard()
        let runs = (1...3).map { FlashTestRun(number: $0, seconds: 30) }
        record(runs, on: card)
        for suffix in ["-wal", "-shm", ".backup"] { unlink(card.directory.healthStore + suffix) }
        card.put("damaged", at: card.directory.healthStore)
        var writer: ImmediateFlashWriter? = card.immediate(boot: boot)
        writer?.flush()
        #expect(try card.reader().runs() == runs.reversed().map { RunSummary($0.totals) })
        #expect(writer?.allNews().map(\.description) == ["rebuilt"])
        // One writes at a time.
        writer = nil
        #expect(card.immediate(boot: boot).allNews().isEmpty)
    }

    @Test("C1, N16: runs that the store does not know are found in their logs, after the start", arguments: [2, 130])
    func unknownToStore(count: UInt64) throws {
        let card = try FlashTestCard()
        let runs = (1...count).map { FlashTestRun(number: $0, seconds: 3) }
        record(runs, on: card)
        forgetStore(of: card)
        do {
            let start = card.start(boot: boot)
            #expect(start.unknownRuns.count == Int(count) && start.unfinished == nil)
        }
        card.immediate(boot: boot).flush()
        #expect(Set(try card.reader().runs().map(\.id)) == Set(runs.map(\.id)))
        #expect(card.start(boot: boot).unknownRuns.isEmpty)
    }

    @Test("Of several open logs that of this boot goes on; the others are saved as interrupted")
    func severalOpen() throws {
        let card = try FlashTestCard()
        let runs = [
            FlashTestRun(number: 1, seconds: 30, end: nil), FlashTestRun(number: 2, seconds: 30, end: nil, boot: boot),
            FlashTestRun(number: 3, seconds: 30, end: nil),
        ]
        for run in runs {
            let other = try FlashTestCard()
            run.record(on: other.immediate())
            rename(other.directory.runLog(run.id), card.directory.runLog(run.id))
        }
        let writer = card.immediate(boot: boot)
        // The others wait until the run is over.
        writer.flush()
        #expect(try card.reader().runCount() == 0)
        writer.close(.saved)
        #expect(try card.reader().runs().map(\.endCause) == [.interrupted, .interrupted])
        #expect(try runs[0].read(from: card.directory).records.count == runs[0].records.count + 1)
    }

    @Test("R-B20: an open log that cannot be ended is not called finished: it is looked at again at the next start")
    func unendable() throws {
        let card = try FlashTestCard()
        let left = FlashTestRun(number: 1, seconds: 30, end: nil), last = FlashTestRun(number: 2, seconds: 30, end: nil, boot: boot)
        for run in [left, last] {
            let other = try FlashTestCard()
            run.record(on: other.immediate())
            rename(other.directory.runLog(run.id), card.directory.runLog(run.id))
        }
        card.unwritable = card.directory.runLog(left.id)
        do {
            let writer = card.immediate(boot: boot)
            writer.close(.saved)
            #expect(try card.reader().runCount() == 0)
            #expect(writer.allNews().map(\.description) == ["saved", "unreadable run"])
        }
        card.unwritable = nil
        let next = card.immediate(boot: boot)
        next.close(.saved)
        #expect(try card.reader().runs().contains { $0.id == left.id && $0.endCause == .interrupted })
        #expect(try left.read(from: card.directory).records.count == left.records.count + 1)
    }

    @Test("A file that is no log stays where it is and is told; an empty one is a run that never began")
    func unreadable() throws {
        let card = try FlashTestCard()
        let garbage = RunID(randomHigh: 1, randomLow: 1), empty = RunID(randomHigh: 2, randomLow: 2)
        for (id, text) in [(garbage, "no log at all, but longer than 32 bytes"), (empty, "")] {
            card.put(text, at: card.directory.runLog(id))
        }
        let start = card.start(boot: boot)
        #expect(start.problems.count == 1 && start.problems.allSatisfy { $0.contains(card.directory.runLog(garbage)) })
        #expect(start.unfinished == nil)
        #expect(try Set(card.directory.runIDs()) == [garbage, empty])
    }

    @Test("R-B14: a run that ended without the time is dated in its log and in the list once this boot knows it, and found by a restart")
    func dated() throws {
        let card = try FlashTestCard(), writer = card.immediate(boot: FlashTestCard.boot)
        let run = FlashTestRun(number: 1, seconds: 30, isDated: false)
        run.record(on: writer)
        #expect(try card.reader().runs().map(\.start) == [nil])
        // The store knows it, so a restart in the same boot finds it there.
        let utc = UTCInstant(milliseconds: 1_790_000_000_000)
        writer.date(RunDating(run.id, utcAtStart: utc, zone: ZoneOffset(seconds: 7200)))
        let totals = try RunLogReader(path: card.directory.runLog(run.id)).totals()
        #expect(totals.start == utc && totals.zone == ZoneOffset(seconds: 7200))
        #expect(writer.allNews().map(\.description) == ["saved", "dated"])
    }
}
