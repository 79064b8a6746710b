import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchRuntime

@testable import CardStorage

/// A store that fails when it is told to, and otherwise keeps what it is given.
final class FailingStore: ObjectStore, @unchecked Sendable {
    private let state = Guarded(State())
    private struct State {
        var failure: HealthStoreError?
        var changes: [HealthChange] = []
        var tries = 0
    }

    func fail(with failure: HealthStoreError?) { state.withLock { $0.failure = failure } }
    var changes: [HealthChange] { state.withLock { $0.changes } }
    var tries: Int { state.withLock { $0.tries } }

    private func attempt() throws(HealthStoreError) {
        let failure = state.withLock { state in
            state.tries += 1
            return state.failure
        }
        if let failure { throw failure }
    }
    func save(_ changes: [HealthChange]) throws(HealthStoreError) {
        try attempt()
        state.withLock { $0.changes += changes }
    }
    func knows(_ run: RunID) throws(HealthStoreError) -> Bool {
        try attempt()
        return state.withLock { state in state.changes.contains { $0.id == HealthID(run) } }
    }
    func remove(_ run: RunID) throws(HealthStoreError) { try attempt() }
    func keepCopy() throws(HealthStoreError) {}
    func lastSequence() throws(HealthStoreError) -> Int64 { Int64(changes.count) }
}

/// A clock that a test sets.
final class CardClock {
    var now = MonotonicInstant(seconds: 0)
    func set(_ seconds: Double) { now = MonotonicInstant(seconds: seconds) }
}

extension FlashTestCard {
    static let boot = BootID(high: 1, low: 1)
    static let serial: UInt32 = 7

    /// The folder looked through as a watch does when it starts.
    func start(boot: BootID = FlashTestCard.boot) -> CardStart {
        var folder = CardFolder(directory, calls: self)
        // A child that another test is just starting holds every lock of this process for a moment.
        for _ in 0..<10_000 {
            do throws(CardFolderError) { try folder.prepare() } catch {
                guard case .inUse = error else { break }
                sched_yield()
                continue
            }
            break
        }
        do throws(CardFolderError) { try folder.prepare() } catch {
            return CardStart(folder, boot: boot, origin: .watch(serial: 7), calls: self)
        }
        return CardStart(folder, boot: boot, origin: .watch(serial: Self.serial), calls: self)
    }

    /// A writer into what was found.
    func immediate(
        _ clock: CardClock = CardClock(), boot: BootID = FlashTestCard.boot, makeRoom: (() -> Bool)? = nil
    ) -> ImmediateFlashWriter {
        let path = directory.healthStore
        return ImmediateFlashWriter(
            start(boot: boot), calls: self, clock: { clock.now }, makeRoom: makeRoom,
            open: { () throws(HealthStoreError) in try HealthStore.open(path: path).store })
    }

    /// A writer with a store of the test's own.
    func immediate(_ clock: CardClock, store: FailingStore) -> ImmediateFlashWriter {
        ImmediateFlashWriter(
            CardStart(storing: store, in: self), calls: self, clock: { clock.now }, open: { () throws(HealthStoreError) in store })
    }

    /// The store as somebody else reads it.
    func reader() throws -> HealthStore { try HealthStore(path: directory.healthStore, access: .readOnly) }
}

extension CardStart {
    /// A start that found no store, so that the writer opens the test's.
    init(storing store: FailingStore, in card: FlashTestCard) {
        var folder = CardFolder(card.directory, calls: card)
        do throws(CardFolderError) { try folder.prepare() } catch {}
        self.init(withoutStore: folder, boot: FlashTestCard.boot, origin: .watch(serial: FlashTestCard.serial), calls: card)
    }
}

extension FlashWriting {
    /// All news that wait.
    func allNews() -> [StorageNewsText] {
        var all: [StorageNewsText] = []
        while let news = takeNews() { all.append(StorageNewsText(news)) }
        return all
    }
}

/// News, to be compared.
struct StorageNewsText: Hashable, CustomStringConvertible {
    let description: String
    init(_ news: FlashNews) {
        description =
            switch news.news {
            case .runs(let state): "runs \(state)"
            case .objects(let state): "objects \(state)"
            case .saved: "saved"
            case .dated: "dated"
            case .rebuilt: "rebuilt"
            case .restored: "restored"
            case .unreadableRun: "unreadable run"
            case .stored(let receipt): receipt.sequence == nil ? "not stored \(receipt.ticket)" : "stored \(receipt.ticket)"
            case .picture(let isKept): isKept ? "picture kept" : "picture not kept"
            case .removed(_, let isDone): isDone ? "removed" : "not removed"
            }
    }
}

extension FlashTestCard {
    /// A writer on a thread.
    func threaded(backlogBytes: Int = 1 << 20) throws -> FlashWriter {
        let path = directory.healthStore
        return try FlashWriter(
            start(), calls: self, backlogBytes: backlogBytes,
            open: { () throws(HealthStoreError) in try HealthStore.open(path: path).store })
    }
}
