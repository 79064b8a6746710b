import HealthCore
import Quantities
import Testing

@testable import HealthStore

@Suite struct HealthStoreAnchorTests {
    private func expired(_ files: TemporaryStore) -> HealthStoreError { .expiredAnchor(path: files.path) }

    @Test("Pages tell every change once, in order, and say if there is more", arguments: [1, 2, 7, 99, 100, 101, 5000])
    func pages(limit: Int) throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        for number in 0..<100 { try store.put(Stored.drink(number)) }
        var seen: [(sequence: Int64, change: HealthChange)] = [], anchor: HealthAnchor?, count = 0, hasMore = true
        while hasMore {
            let page = try store.changes(since: anchor, limit: limit)
            #expect(page.changes.count <= limit && page.anchor.sequence == page.changes.last?.sequence)
            seen += page.changes
            (anchor, hasMore, count) = (page.anchor, page.hasMore, count + 1)
        }
        #expect(seen.map(\.change) == (0..<100).map { Stored.drink($0) } && count == max(1, (100 + limit - 1) / limit))
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
        let end = try store.changes(since: anchor, limit: limit)
        #expect(end.changes.isEmpty && !end.hasMore && end.anchor == anchor)
        try store.put(Stored.drink(3, version: 2))
        #expect(try store.changes(since: anchor, limit: limit).changes.map(\.change) == [Stored.drink(3, version: 2)])
    }

    @Test("A limit of nothing or less is one", arguments: [0, -1, .min])
    func leastLimit(limit: Int) throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.put([Stored.drink(1), Stored.drink(2)])
        let page = try store.changes(since: nil, limit: limit)
        #expect(page.changes.count == 1 && page.hasMore)
    }

    @Test("Numbers grow and are never given again: not after deletions, not after a start")
    func numbers() throws {
        let files = TemporaryStore()
        var store = try HealthStore(path: files.path), given: [Int64] = []
        func put(_ change: HealthChange) throws { given.append(try #require(try store.put(change, at: UTCInstant(milliseconds: 0)))) }
        for round in 0..<4 {
            for number in 0..<5 { try put(Stored.drink(round * 10 + number)) }
            for number in 0..<5 { try put(Stored.deletedDrink(round * 10 + number)) }
            #expect(try store.forgetTombstones(at: UTCInstant(milliseconds: 91 * 86_400_000), acknowledged: nil) == 5)
            #expect(try store.objectCount() == 0)
            #expect(try store.put([HealthChange](), at: nil) == nil)
            if round % 2 == 1 { store = try HealthStore(path: files.path) }
        }
        #expect(zip(given, given.dropFirst()).allSatisfy { $0 < $1 })
        #expect(given.last.map { $0 > 2 * ObjectTable.gapAtOpening } == true)
    }

    @Test("What is the same or older takes no number")
    func nothing() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.put(Stored.drink(1, version: 2))
        let anchor = try store.changes(since: nil, limit: 9).anchor
        #expect(try store.put([Stored.drink(1, version: 2), Stored.drink(1), Stored.drink(1, version: 2)]) == nil)
        #expect(try store.changes(since: anchor, limit: 9).changes.isEmpty)
    }

    @Test("A store whose numbers are used up takes nothing more, and puts no object into another's place")
    func usedUp() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.put(Stored.drink(1))
        try store.connection.execute("UPDATE sqlite_sequence SET seq = \(Int64.max - 1) WHERE name = 'object'")
        try store.put(Stored.drink(2))
        #expect(thrown(HealthStoreError.self) { try store.put(Stored.drink(3)) }?.isDamage == true)
        #expect(try store.all().map(\.change) == [Stored.drink(1), Stored.drink(2)])
    }

    @Test("An anchor of another store, or of a later state, has expired: never silence")
    func foreign() throws {
        let files = TemporaryStore(), other = TemporaryStore()
        let store = try HealthStore(path: files.path), stranger = try HealthStore(path: other.path)
        try store.put(Stored.drink(1))
        try stranger.put((0..<3).map { Stored.drink($0) })
        let foreign = try stranger.changes(since: nil, limit: 1).anchor, own = try store.changes(since: nil, limit: 1).anchor
        #expect(throws: expired(files)) { try store.changes(since: foreign, limit: 1) }
        #expect(throws: expired(files)) { try store.changes(since: HealthAnchor(store: own.store, sequence: own.sequence + 1), limit: 1) }
        #expect(throws: expired(files)) { try store.changes(since: HealthAnchor(store: own.store, sequence: .max), limit: 1) }
        #expect(try store.changes(since: own, limit: 1).changes.isEmpty)
    }

    @Test("A store brought back from its backup has another id, and every anchor has expired")
    func restored() throws {
        let files = TemporaryStore()
        var store: HealthStore? = try HealthStore(path: files.path)
        try store?.put(Stored.drink(1))
        try store?.backUp()
        let old = try #require(try store?.changes(since: nil, limit: 9).anchor)
        try store?.put(Stored.drink(2))
        let later = try #require(try store?.changes(since: nil, limit: 9).anchor)
        store = nil
        for name in files.names where !name.hasSuffix(".backup") { files.remove(name) }
        let opening = HealthStore.opening(path: files.path)
        #expect(opening.news == .restored)
        let back = try #require(opening.store)
        #expect(try back.storeID() != old.store)
        for anchor in [old, later] { #expect(throws: expired(files)) { try back.changes(since: anchor, limit: 9) } }
        #expect(try back.all().map(\.change) == [Stored.drink(1)])
    }

    @Test("An anchor's text reads back; other text is none")
    func text() throws {
        let anchor = HealthAnchor(store: String(repeating: "0a", count: 16), sequence: 12)
        #expect(HealthAnchor(anchor.description) == anchor && HealthAnchor(anchor.description.uppercased()) == anchor)
        for text in [
            "", "-", "12", "0a-1", "\(anchor.store)-", "\(anchor.store)--1", "\(anchor.store)-1-2", "\(anchor.store)-99999999999999999999",
        ] {
            #expect(HealthAnchor(text) == nil, "\(text)")
        }
    }

    private static func day(_ number: Int64) -> UTCInstant { UTCInstant(milliseconds: number * 86_400_000) }

    @Test("A tombstone stays for 90 days, and until every known host has acknowledged it")
    func tombstones() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.put((1...4).map { Stored.drink($0) }, at: Self.day(0))
        let before = try store.changes(since: nil, limit: 9).anchor
        try store.put(Stored.deletedDrink(1), at: Self.day(0))
        let first = try store.changes(since: nil, limit: 9).anchor
        try store.put(Stored.deletedDrink(2), at: Self.day(0))
        try store.put(Stored.deletedDrink(3), at: nil)
        #expect(try store.forgetTombstones(at: Self.day(90), acknowledged: nil) == 0)
        #expect(try store.forgetTombstones(at: Self.day(91), acknowledged: before) == 0)
        let foreign = HealthAnchor(store: String(repeating: "0", count: 32), sequence: .max)
        #expect(try store.forgetTombstones(at: Self.day(91), acknowledged: foreign) == 0)
        #expect(try store.changes(since: before, limit: 9).changes.count == 3)
        #expect(try store.forgetTombstones(at: Self.day(91), acknowledged: first) == 1)
        #expect(throws: expired(files)) { try store.changes(since: before, limit: 9) }
        #expect(try store.changes(since: first, limit: 9).changes.map(\.change) == [2, 3].map { Stored.deletedDrink($0) })
        // What was taken while the date was not known has no age, and stays.
        #expect(try store.forgetTombstones(at: Self.day(9999), acknowledged: nil) == 1)
        #expect(try store.all().map(\.change) == [Stored.drink(4), Stored.deletedDrink(3)])
    }

    @Test("Tombstones of settings stay, because their names come again")
    func settings() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try Stored.save(Stored.settings, Stored.profile, in: store)
        var without = Stored.settings
        without.zoneName = nil
        try store.put(try store.wholeBook().changes(to: without, Stored.profile, origin: Stored.origin), at: Self.day(0))
        #expect(try store.forgetTombstones(at: Self.day(999), acknowledged: nil) == 0)
        try Stored.save(Stored.settings, Stored.profile, in: store)
        #expect(try store.wholeBook().settings == Stored.settings)
    }
}
