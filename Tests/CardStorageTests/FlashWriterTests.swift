import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls
import Testing
import WatchRuntime

@testable import CardStorage

@Suite struct FlashWriterTests {
    @Test("A run goes to its log and into the store, and an hour costs at most 150,000 bytes and 740 flushes")
    func wholeRun() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        let run = FlashTestRun(number: 1, seconds: 3600)
        run.record(on: writer)
        #expect(try run.read(from: card.directory).records == run.records)
        #expect(try card.reader().runs() == [RunSummary(run.totals)])
        #expect(writer.counters.recordBytes <= 150_000 && writer.counters.flushes <= 740 && writer.counters.lostRecords == 0)
        #expect(writer.allNews().map(\.description) == ["saved"])
    }

    @Test("The thread writes the same bytes as the immediate writer")
    func sameBytes() throws {
        let card = try FlashTestCard(), other = try FlashTestCard()
        let run = FlashTestRun(number: 1, seconds: 600)
        run.record(on: card.immediate())
        let writer = try other.threaded()
        run.record(on: writer)
        writer.shutDown()
        #expect(try run.read(from: other.directory) == run.read(from: card.directory))
        #expect(try other.reader().runs() == [RunSummary(run.totals)])
    }

    @Test("C8: the log of a run under way can be read at any time, up to its last flush")
    func readWhileWriting() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        let run = FlashTestRun(number: 1, seconds: 60)
        var readings = 0
        run.record(on: writer) { index in
            guard index % 7 == 6, let read = try? run.read(from: card.directory) else { return }
            #expect(read.records.elementsEqual(run.records.prefix(read.records.count)) && index - read.records.count < 5)
            readings += 1
        }
        #expect(readings == 8)
    }

    static let failures: [(Errno, String)] = [(.noSpace, "full"), (.inputOutput, "failed"), (.readOnly, "readOnly")]

    @Test(
        "C6: a card that fails for a while costs nothing, and is told when it fails and when it works", arguments: FlashWriterTests.failures
    )
    func failingCard(errno: Errno, told: String) throws {
        let card = try FlashTestCard(), clock = CardClock(), writer = card.immediate(clock)
        let run = FlashTestRun(number: 1, seconds: 300)
        run.record(on: writer) { index in
            clock.set(Double(index))
            if index == 50 { card.fail(with: errno) }
            if index == 200 { card.fail(with: nil) }
        }
        #expect(try run.read(from: card.directory).records == run.records)
        #expect(try card.reader().runCount() == 1)
        #expect(writer.allNews().map(\.description) == ["runs \(told)", "runs working", "saved"])
    }

    @Test("C6: a run that begins, ends and is followed by another while the card fails is written when it works again")
    func wholeRunsInMemory() throws {
        let card = try FlashTestCard(), clock = CardClock(), writer = card.immediate(clock)
        card.fail(with: .noSpace)
        let runs = [
            FlashTestRun(number: 1, seconds: 30), FlashTestRun(number: 2, seconds: 20, end: .discarded),
            FlashTestRun(number: 3, seconds: 10),
        ]
        for run in runs { run.record(on: writer) }
        #expect(try card.reader().runCount() == 0 && card.directory.runIDs().isEmpty)
        #expect(writer.allNews().map(\.description) == ["runs full"])
        card.fail(with: nil)
        clock.set(100)
        writer.flush()
        #expect(Set(try card.directory.runIDs()) == [runs[0].id, runs[2].id])
        for run in [runs[0], runs[2]] { #expect(try run.read(from: card.directory).records == run.records) }
        #expect(try card.reader().runs().map(\.id) == [runs[2].id, runs[0].id])
        #expect(writer.allNews().map(\.description).sorted() == ["runs working", "saved", "saved"])
    }

    @Test("C6: a failure is tried again after 1, 2, 4 … 60 s and not in between")
    func backOff() throws {
        let card = try FlashTestCard(), clock = CardClock(), writer = card.immediate(clock)
        card.fail(with: .inputOutput)
        var tries: [Int] = []
        for second in 0...200 {
            clock.set(Double(second))
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
        let writer = card.immediate {
            asked += 1
            card.fail(with: nil)
            return true
        }
        card.fail(with: errno)
        FlashTestRun(number: 1, seconds: 4).record(on: writer)
        #expect(asked == (errno == .noSpace ? 1 : 0))
        #expect(writer.allNews().first?.description == (errno == .noSpace ? "saved" : "runs failed"))
    }

    @Test("A discarded run leaves neither a log nor an entry")
    func discarded() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        FlashTestRun(number: 1, seconds: 20, end: .discarded).record(on: writer)
        #expect(try card.directory.runIDs().isEmpty && card.reader().runCount() == 0)
    }

    @Test("The thread tells trouble through a descriptor and writes the rest at its shut-down")
    func threadTrouble() throws {
        let card = try FlashTestCard()
        let writer = try card.threaded()
        let run = FlashTestRun(number: 1, seconds: 30, end: nil)
        card.fail(with: .readOnly)
        run.record(on: writer)
        var wait = pollfd(fd: try #require(writer.newsDescriptor), events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 60_000) == 1)
        #expect(writer.allNews().map(\.description) == ["runs readOnly"])
        #expect(poll(&wait, 1, 0) == 0)
        card.fail(with: nil)
        writer.shutDown()
        #expect(writer.allNews().map(\.description) == ["runs working"])
        #expect(try run.read(from: card.directory).records == run.records)
        #expect(writer.counters.failures > 0)
    }
}

@Suite struct SeparateFailureTests {
    static let storeFailures: [HealthStoreError] = [
        .full(path: "store"), .inputOutput(path: "store", errno: EIO), .busy(path: "store"), .malformed(path: "store", detail: "torn"),
    ]

    private static func change(_ steps: UInt32, quarter: Int64) -> HealthChange {
        let id = QuarterHourID(serial: 7, boot: FlashTestCard.boot, life: 1, isDated: true, index: quarter).id
        return HealthChange(
            kind: .quarterHour, id: id, version: steps, origin: .watch(serial: 7), value: .quarterHour(QuarterHourAmounts(steps: steps)))
    }

    @Test("R-B3: a store that fails alone holds up no second of a run", arguments: SeparateFailureTests.storeFailures)
    func storeFailsAlone(failure: HealthStoreError) throws {
        let card = try FlashTestCard(), clock = CardClock(), store = FailingStore()
        let writer = card.immediate(clock, store: store)
        store.fail(with: failure)
        let run = FlashTestRun(number: 1, seconds: 600, end: nil)
        run.record(on: writer) { index in
            clock.set(Double(index))
            if index % 60 == 7 {
                writer.save(Self.change(UInt32(index), quarter: Int64(index / 60)))
                writer.commitChanges()
            }
            // What a power cut would leave now.
            guard index % 50 == 49, let read = try? run.read(from: card.directory) else { return }
            #expect(index - read.records.count < 5)
        }
        #expect(try run.read(from: card.directory).records == run.records)
        #expect(writer.allNews().map(\.description).filter { $0.hasPrefix("runs") }.isEmpty)
        // A store is tried again with its own back-off, not at each flush.
        #expect((5...20).contains(store.tries))
        store.fail(with: nil)
        clock.set(700)
        writer.flush()
        #expect(store.changes.count == 10)
    }

    @Test("R-B3: a log that fails alone holds up no change but those of runs that are not on the card")
    func logFailsAlone() throws {
        let card = try FlashTestCard(), clock = CardClock(), store = FailingStore()
        let writer = card.immediate(clock, store: store)
        card.fail(with: .inputOutput)
        let run = FlashTestRun(number: 1, seconds: 20)
        run.record(on: writer)
        writer.save(Self.change(30, quarter: 1))
        writer.commitChanges()
        #expect(store.changes.map(\.kind) == [.quarterHour])
        card.fail(with: nil)
        clock.set(60)
        writer.flush()
        #expect(store.changes.map(\.kind) == [.quarterHour, .run])
    }

    @Test("R-B10: without a store changes wait, each object's newest version only, and all are stored when there is one")
    func withoutStore() throws {
        let card = try FlashTestCard(), clock = CardClock(), store = FailingStore()
        store.fail(with: .inputOutput(path: "store", errno: EIO))
        let writer = card.immediate(clock, store: store)
        for steps in 1...50 as ClosedRange<UInt32> {
            clock.set(Double(steps))
            writer.save(Self.change(steps, quarter: Int64(steps % 5)))
            writer.commitChanges()
        }
        #expect(writer.allNews().map(\.description) == ["objects failed"])
        store.fail(with: nil)
        clock.set(200)
        writer.flush()
        #expect(store.changes.count == 5)
        let kept: [UInt32] = store.changes.compactMap { if case .quarterHour(let amounts) = $0.value { amounts.steps } else { nil } }
        #expect(kept.sorted() == [46, 47, 48, 49, 50])
        #expect(writer.allNews().map(\.description) == ["objects working"])
    }

    @Test("A store of a later version is not tried again and again")
    func laterVersion() throws {
        let card = try FlashTestCard(), clock = CardClock(), store = FailingStore()
        store.fail(with: .laterVersion(path: "store", version: 99))
        let writer = card.immediate(clock, store: store)
        for second in 0..<1000 {
            clock.set(Double(second))
            writer.save(Self.change(UInt32(second + 1), quarter: 1))
            writer.commitChanges()
        }
        #expect(store.tries == 1)
    }

    @Test("Changes that belong together are stored together, also if a flush comes in between")
    func together() throws {
        let card = try FlashTestCard(), clock = CardClock(), store = FailingStore()
        let writer = card.immediate(clock, store: store)
        writer.save(Self.change(1, quarter: 1))
        writer.flush()
        #expect(store.changes.isEmpty)
        writer.save(Self.change(1, quarter: 2))
        writer.commitChanges()
        #expect(store.changes.count == 2 && store.tries == 1)
    }
}

@Suite struct CardWorkerTests {
    @Test(
        "Whatever fails and recovers in whichever order, no pass is made for nothing, and all is kept in the end",
        arguments: 1...40 as ClosedRange<UInt64>)
    func neverSpins(seed: UInt64) throws {
        let card = try FlashTestCard(), clock = CardClock(), store = FailingStore()
        var random = seed
        func draw(_ count: UInt64) -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (random >> 33) % count
        }
        let writer = card.immediate(clock, store: store)
        let runs = (1...4).map { FlashTestRun(number: $0, seconds: 40, end: $0 == 2 ? .discarded : .saved, isDated: false) }
        var calls = 0
        for run in runs {
            run.record(on: writer) { index in
                calls += 1
                clock.set(Double(calls) * 0.7)
                switch draw(30) {
                case 0: card.fail(with: [Errno.noSpace, .inputOutput, .readOnly][Int(draw(3))])
                case 1: card.fail(with: nil)
                case 2: store.fail(with: [.full(path: "s"), .busy(path: "s"), .inputOutput(path: "s", errno: EIO)][Int(draw(3))])
                case 3: store.fail(with: nil)
                case 4: writer.date(RunDating(runs[0].id, utcAtStart: UTCInstant(milliseconds: 1_790_000_000_000), zone: .utc))
                default: break
                }
            }
        }
        #expect(writer.passes <= 4 * calls)
        card.fail(with: nil)
        store.fail(with: nil)
        clock.set(1_000_000)
        writer.flush()
        writer.commitChanges()
        let before = writer.passes
        writer.commitChanges()
        #expect(writer.passes <= before + 1)
        #expect(Set(try card.directory.runIDs()) == Set([runs[0].id, runs[2].id, runs[3].id]))
        #expect(Set(store.changes.compactMap { $0.id.run }) == Set([runs[0].id, runs[2].id, runs[3].id]))
    }
}

@Suite struct UnwritableFolderTests {
    @Test("N9: a folder that cannot be made keeps a whole run in memory, says so, and has it when it can be written")
    func unwritable() throws {
        let card = try FlashTestCard(), clock = CardClock()
        // A file where the folder is to be.
        for folder in [card.directory.runs, card.directory.exports, card.directory.path] { rmdir(folder) }
        card.put("in the way", at: card.directory.path)
        let writer = card.immediate(clock)
        let run = FlashTestRun(number: 1, seconds: 300)
        run.record(on: writer) { clock.set(Double($0)) }
        #expect(writer.allNews().map(\.description) == ["runs failed"])
        unlink(card.directory.path)
        clock.set(1000)
        writer.flush()
        #expect(try run.read(from: card.directory).records == run.records)
        #expect(writer.allNews().map(\.description).sorted() == ["runs working", "saved"])
        #expect(try card.reader().runs().map(\.id) == [run.id])
    }

    @Test("N9: what waits for a folder is not tried at each second")
    func backOff() throws {
        let card = try FlashTestCard(), clock = CardClock()
        for folder in [card.directory.runs, card.directory.exports, card.directory.path] { rmdir(folder) }
        card.put("in the way", at: card.directory.path)
        let writer = card.immediate(clock)
        FlashTestRun(number: 1, seconds: 300, end: nil).record(on: writer) { clock.set(Double($0)) }
        #expect((5...12).contains(writer.counters.failures))
        unlink(card.directory.path)
    }
}

@Suite struct FlashBacklogTests {
    @Test("C6: when memory is full the oldest seconds give way; the header, events and the newest stay, and the log says what is missing")
    func full() throws {
        let card = try FlashTestCard()
        let writer = try card.threaded(backlogBytes: 16 << 10)
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
