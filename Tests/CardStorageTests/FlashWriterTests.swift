import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import WatchRuntime
import SystemCalls
import Testing

@testable import CardStorage

@Suite struct FlashWriterTests {
    /// A clock that a test sets.
    private final class Clock {
        var now = MonotonicInstant(seconds: 0)
    }

    private func immediate(
        _ card: FlashTestCard, _ clock: Clock = Clock(), makeRoom: (() -> Bool)? = nil
    ) throws -> (writer: ImmediateFlashWriter, store: HealthStore) {
        let store = try HealthStore(path: card.directory.healthStore)
        return (ImmediateFlashWriter(card.directory, store: store, calls: card, clock: { clock.now }, makeRoom: makeRoom), store)
    }

    @Test("A run goes to its log and into the index, and an hour costs at most 150,000 bytes and 740 flushes")
    func wholeRun() throws {
        let card = try FlashTestCard(), (writer, store) = try immediate(card)
        let run = FlashTestRun(number: 1, seconds: 3600)
        run.record(on: writer)
        #expect(try run.read(from: card.directory).records == run.records)
        #expect(try store.runs() == [RunIndexEntry(run.totals)])
        #expect(writer.counters.recordBytes <= 150_000 && writer.counters.flushes <= 740 && writer.counters.lostRecords == 0)
        #expect(writer.takeNews() == nil)
    }

    @Test("The thread writes the same bytes as the immediate writer")
    func sameBytes() throws {
        let card = try FlashTestCard(), other = try FlashTestCard()
        let run = FlashTestRun(number: 1, seconds: 600)
        run.record(on: try immediate(card).writer)
        let store = try HealthStore(path: other.directory.healthStore)
        let writer = try FlashWriter(other.directory, store: store, calls: other)
        run.record(on: writer)
        writer.shutDown()
        #expect(try run.read(from: other.directory) == run.read(from: card.directory))
        #expect(try HealthStore(path: other.directory.healthStore).runs() == [RunIndexEntry(run.totals)])
    }

    @Test("C8: the log of a run under way can be read at any time, up to its last flush")
    func readWhileWriting() throws {
        let card = try FlashTestCard(), (writer, _) = try immediate(card)
        let run = FlashTestRun(number: 1, seconds: 60)
        var readings = 0
        run.record(on: writer) { index in
            guard index % 7 == 6, let read = try? run.read(from: card.directory) else { return }
            #expect(read.records.elementsEqual(run.records.prefix(read.records.count)) && index - read.records.count < 5)
            readings += 1
        }
        #expect(readings == 8)
    }

    @Test(
        "C6: a card that fails for a while costs nothing, and is told when it fails and when it works",
        arguments: [
            (Errno.noSpace, FlashNews.full), (.inputOutput, .failed), (.readOnly, .failed),
        ])
    func failingCard(errno: Errno, news: FlashNews) throws {
        let card = try FlashTestCard(), clock = Clock(), (writer, store) = try immediate(card, clock)
        let run = FlashTestRun(number: 1, seconds: 300)
        run.record(on: writer) { index in
            clock.now = MonotonicInstant(seconds: Double(index))
            if index == 50 { card.fail(with: errno) }
            if index == 200 { card.fail(with: nil) }
        }
        #expect(try run.read(from: card.directory).records == run.records)
        #expect(try store.runCount() == 1)
        #expect([writer.takeNews(), writer.takeNews(), writer.takeNews()] == [news, .working, nil])
    }

    @Test("C6: a run that begins, ends and is followed by another while the card fails is written when it works again")
    func wholeRunsInMemory() throws {
        let card = try FlashTestCard(), clock = Clock(), (writer, store) = try immediate(card, clock)
        card.fail(with: .noSpace)
        let runs = [
            FlashTestRun(number: 1, seconds: 30), FlashTestRun(number: 2, seconds: 20, end: .discarded),
            FlashTestRun(number: 3, seconds: 10),
        ]
        for run in runs { run.record(on: writer) }
        #expect(try store.runCount() == 0 && card.directory.runIDs().isEmpty)
        card.fail(with: nil)
        clock.now = MonotonicInstant(seconds: 100)
        writer.flush()
        #expect(Set(try card.directory.runIDs()) == [runs[0].id, runs[2].id])
        for run in [runs[0], runs[2]] { #expect(try run.read(from: card.directory).records == run.records) }
        #expect(try store.runs().map(\.id) == [runs[2].id, runs[0].id])
    }

    @Test("C6: a failure is tried again after 1, 2, 4 … 60 s and not in between")
    func backOff() throws {
        let card = try FlashTestCard(), clock = Clock(), (writer, _) = try immediate(card, clock)
        card.fail(with: .inputOutput)
        var tries: [Int] = []
        for second in 0...200 {
            clock.now = MonotonicInstant(seconds: Double(second))
            let before = writer.counters.failures
            writer.append(FlashTestRun(number: 1, seconds: 1).records[second == 0 ? 0 : 1])
            writer.flush()
            if writer.counters.failures > before { tries.append(second) }
        }
        #expect(tries == [0, 1, 3, 7, 15, 31, 63, 123, 183])
    }

    @Test("C6: a full card asks for the room of the oldest proved run, and only a full one does", arguments: [Errno.noSpace, .inputOutput])
    func makeRoom(errno: Errno) throws {
        let card = try FlashTestCard()
        var asked = 0
        let (writer, _) = try immediate(card) {
            asked += 1
            card.fail(with: nil)
            return true
        }
        card.fail(with: errno)
        let run = FlashTestRun(number: 1, seconds: 4)
        run.record(on: writer)
        #expect(asked == (errno == .noSpace ? 1 : 0))
        #expect(writer.takeNews() == (errno == .noSpace ? nil : .failed))
    }

    @Test("A discarded run leaves neither a log nor an entry")
    func discarded() throws {
        let card = try FlashTestCard(), (writer, store) = try immediate(card)
        FlashTestRun(number: 1, seconds: 20, end: .discarded).record(on: writer)
        #expect(try card.directory.runIDs().isEmpty && store.runCount() == 0)
    }

    @Test("C5: of several settings that wait the last one is stored, and each day")
    func settingsAndDays() throws {
        let card = try FlashTestCard()
        let writer = try FlashWriter(card.directory, store: HealthStore(path: card.directory.healthStore), calls: card)
        var settings = Settings()
        for language in 0..<20 as Range<UInt8> {
            settings.language = language
            writer.save(settings, Profile())
        }
        writer.shutDown()
        #expect(try HealthStore(path: card.directory.healthStore).settings() == settings)
    }

    @Test("The thread tells trouble through a descriptor and writes the rest at its shut-down")
    func threadTrouble() throws {
        let card = try FlashTestCard()
        let writer = try FlashWriter(card.directory, store: nil, calls: card)
        let run = FlashTestRun(number: 1, seconds: 30, end: nil)
        card.fail(with: .readOnly)
        run.record(on: writer)
        var wait = pollfd(fd: try #require(writer.newsDescriptor), events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 60_000) == 1)
        #expect(writer.takeNews() == .failed)
        #expect(poll(&wait, 1, 0) == 0)
        card.fail(with: nil)
        writer.shutDown()
        #expect(writer.takeNews() == .working)
        #expect(try run.read(from: card.directory).records == run.records)
        #expect(writer.counters.failures > 0)
    }
}

@Suite struct FlashBacklogTests {
    @Test("C6: when memory is full the oldest seconds give way; the header, events and the newest stay, and the log says what is missing")
    func full() throws {
        let card = try FlashTestCard()
        let writer = try FlashWriter(card.directory, store: nil, calls: card, backlogBytes: 16 << 10)
        card.fail(with: .inputOutput)
        let run = FlashTestRun(number: 1, seconds: 5000, end: nil)
        let pause = RunRecord.event(RunEvent(time: RunTime(milliseconds: 2500), kind: .pause(.manual)))
        writer.append(run.records[0])
        for (index, record) in run.records.dropFirst().enumerated() {
            writer.append(record)
            if index == 1 { writer.append(pause) }
        }
        card.fail(with: nil)
        writer.shutDown()
        let read = try run.read(from: card.directory)
        #expect(read.records.first == run.records[0] && read.records[1] == pause)
        #expect(read.records.dropFirst(2).elementsEqual(run.records.suffix(read.records.count - 2)) && read.records.count > 300)
        #expect(read.extent.lostRecords == run.records.count + 1 - read.records.count)
        #expect(writer.counters.lostRecords == read.extent.lostRecords)
    }
}
