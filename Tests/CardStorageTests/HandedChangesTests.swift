import HealthCore
import HealthStore
import Quantities
import RunCore
import SystemCalls
import Testing
import WatchCore
import WatchRuntime

@testable import CardStorage

/// Changes that somebody hands in and waits for.
@Suite struct HandedChangesTests {
    static func change(_ name: String, _ number: Int64 = 1) -> HealthChange {
        HealthChange(
            kind: .setting, id: HealthID(name) ?? HealthID(.migrationRun), origin: HealthOrigin(high: 1, low: 2), value: .integer(number))
    }

    @Test("Changes are on the card when that is told, with the store's last sequence number")
    func stored() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        _ = writer.allNews()
        writer.store(ChangeBatch(ticket: 5, changes: [Self.change("a"), Self.change("b")]))
        guard case .stored(let receipt)? = writer.takeNews()?.news else { return #expect(Bool(false), "nothing is told") }
        let reader = try card.reader(), last = try reader.lastSequence()
        #expect(receipt == ChangeReceipt(ticket: 5, sequence: last))
        #expect(try reader.newest(.setting, Self.change("b").id) == Self.change("b"))
    }

    @Test(
        "A store that fails is told, and nothing of the changes is kept for later",
        arguments: [HealthStoreError.full(path: "x"), .inputOutput(path: "x", errno: 5), .laterVersion(path: "x", version: 9)])
    func failed(error: HealthStoreError) throws {
        let card = try FlashTestCard(), clock = CardClock(), store = FailingStore()
        let writer = card.immediate(clock, store: store)
        _ = writer.allNews()
        store.fail(with: error)
        writer.store(ChangeBatch(ticket: 1, changes: [Self.change("a")]))
        var answer: FlashNews?
        while let news = writer.takeNews() { if case .stored = news.news { answer = news } }
        #expect(answer?.sentence == "\(error)")
        store.fail(with: nil)
        // Not the back-off of the store either keeps the next request from being tried.
        writer.store(ChangeBatch(ticket: 2, changes: [Self.change("b")]))
        clock.set(1000)
        writer.save(Self.change("c"))
        writer.commitChanges()
        #expect(!store.changes.contains(Self.change("a")) && store.changes.contains(Self.change("b")))
    }

    @Test("A change that breaks the bounds takes those beside it with it, and the store is none the worse")
    func outOfBounds() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        _ = writer.allNews()
        var bad = Self.change("bad")
        bad.version = 0
        writer.store(ChangeBatch(ticket: 1, changes: [Self.change("good"), bad]))
        #expect(writer.allNews().map(\.description) == ["not stored 1"])
        #expect(try card.reader().newest(.setting, Self.change("good").id) == nil)
    }

    @Test("What somebody waits for is told however much else there is to tell")
    func manyNews() {
        var queue = FlashNewsQueue()
        for ticket in 0..<40 as Range<UInt64> {
            queue.add(.stored(ChangeReceipt(ticket: ticket, sequence: 1)))
            for _ in 0..<20 { queue.add(.unreadableRun, "x") }
        }
        var tickets: [UInt64] = []
        while let news = queue.takeFirst() { if case .stored(let receipt) = news.news { tickets.append(receipt.ticket) } }
        #expect(tickets == Array(0..<40))
    }

    @Test("A writer that is shut down stores what waits, and tells it")
    func shutDown() throws {
        let card = try FlashTestCard(), writer = try card.threaded()
        writer.store(ChangeBatch(ticket: 3, changes: [Self.change("last")]))
        writer.shutDown()
        #expect(writer.allNews().map(\.description).contains("stored 3"))
        #expect(try card.reader().newest(.setting, Self.change("last").id) != nil)
    }
}

extension RunID {
    fileprivate static let migrationRun = RunID(high: 1, low: 1)
}
