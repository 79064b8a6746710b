import Glibc
import HealthCore
import Quantities
import Testing

@testable import HealthStore

/// On real file systems of a megabyte. A fault here ends the test's process by SIGBUS.
@Suite(.serialized, .enabled(if: SmallCard.isPossible, "a small card needs root, loop devices, mkfs.ext4 and mount(8)"))
struct HealthStoreFullCardTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var blockSize: Int
        var hasExtents: Bool
        var testDescription: String { "blocks of \(blockSize) bytes\(hasExtents ? "" : " without extents")" }
    }
    private static let kinds = [
        Kind(blockSize: 1024, hasExtents: true), Kind(blockSize: 1024, hasExtents: false), Kind(blockSize: 4096, hasExtents: true),
    ]
    private static let rooms = [0, 1, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 64, 96].map { $0 * 1024 }

    @Test("N5: a store on a full card never ends the process, and what it said to be stored is there", arguments: kinds)
    func full(kind: Kind) throws {
        let card = try SmallCard(blockSize: kind.blockSize, hasExtents: kind.hasExtents)
        try Stored.fill(#require(HealthStore.opening(path: card.store).store))
        var number = 0, stored: Set<Int> = []
        for room in Self.rooms {
            card.fill(leaving: room)
            do {
                let opening = HealthStore.opening(path: card.store)
                let store = try #require(opening.store, "\(room) bytes: \(String(describing: opening.unreadableError))")
                #expect(try store.wholeBook().settings == Stored.settings, "\(room) bytes")
                var refusals = 0
                for _ in 0..<60 where refusals < 4 && !store.isReadOnly {
                    number += 1
                    do throws(HealthStoreError) {
                        try store.put(Stored.drink(number))
                        stored.insert(number)
                    } catch {
                        refusals += 1
                        // The log is copied back and begun again, so it needs no more room than for one change.
                        #expect(error == .full(path: card.store) && (room < 65_536 || !kind.hasExtents), "\(room) bytes: \(error)")
                    }
                }
            }
            card.makeRoom()
            let opening = HealthStore.opening(path: card.store)
            #expect(opening.news == .nothing || !kind.hasExtents, "\(room) bytes")
            let store = try #require(opening.store)
            try store.check()
            let drinks = Set(try store.all().map(\.change).filter { $0.kind == .drink })
            #expect(drinks.isSuperset(of: stored.map { Stored.drink($0) }), "\(room) bytes")
        }
    }

    @Test("N5: the card fills up while the store is open and others read it", arguments: kinds)
    func fillsUp(kind: Kind) throws {
        let card = try SmallCard(blockSize: kind.blockSize, hasExtents: kind.hasExtents)
        let opening = HealthStore.opening(path: card.store)
        let store = try #require(opening.store)
        try Stored.fill(store)
        for room in Self.rooms.reversed() {
            card.fill(leaving: room)
            for number in 0..<40 { _ = try? store.put(Stored.drink(room + number)) }
            if case .withoutReaders = opening.news { continue }
            let reader = try HealthStore(path: card.store, access: .readOnly)
            #expect(try reader.wholeBook().settings == Stored.settings)
        }
        card.makeRoom()
        try store.check()
        try store.put(Stored.drink(-1))
    }

    @Test("N11: a new watch on a full card gets a store or an error, and the next start a store", arguments: kinds)
    func newStore(kind: Kind) throws {
        for room in [0, 8, 20, 36, 48, 96].map({ $0 * 1024 }) {
            let card = try SmallCard(blockSize: kind.blockSize, hasExtents: kind.hasExtents)
            card.fill(leaving: room)
            do {
                let opening = HealthStore.opening(path: card.store)
                // One that could be begun but not brought to the present form can be read, and has nothing.
                if let store = opening.store, store.isReadOnly { #expect(try store.wholeBook().settings == Settings(), "\(room) bytes") }
                if let error = opening.unreadableError { #expect(!error.isDamage, "\(room) bytes: \(error)") }
            }
            card.makeRoom()
            let store = try #require(HealthStore.opening(path: card.store).store)
            try Stored.fill(store)
            #expect(try store.wholeBook().settings == Stored.settings)
        }
    }

    @Test("C4, C6: a backup for which there is no room leaves the one before, and no half of a new one", arguments: kinds)
    func backup(kind: Kind) throws {
        let card = try SmallCard(blockSize: kind.blockSize, hasExtents: kind.hasExtents)
        let store = try #require(HealthStore.opening(path: card.store).store)
        try Stored.fill(store)
        #expect(try store.backUp())
        try store.put((0..<100).map { Stored.drink($0) })
        card.fill(leaving: 8 * 1024)
        #expect(thrown(HealthStoreError.self) { try store.backUp() } == .full(path: card.store + ".backup.new"))
        #expect(access(card.store + ".backup.new", F_OK) != 0)
        #expect(try HealthStore(reading: card.store + ".backup").wholeBook().settings == Stored.settings)
        card.makeRoom()
        #expect(try store.backUp())
    }
}
