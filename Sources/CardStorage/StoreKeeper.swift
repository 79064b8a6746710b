import HealthCore
import HealthStore
import Quantities
import RunCore
import WatchCore
import WatchRuntime

/// What changes are stored in: ``HealthStore``, or what stands in for it in a test.
protocol ObjectStore: AnyObject {
    /// Stores changes in one transaction: all or none of them.
    func save(_ changes: [HealthChange]) throws(HealthStoreError)
    /// True if the run is there, or was deleted.
    func knows(_ run: RunID) throws(HealthStoreError) -> Bool
    /// Leaves a tombstone in place of a run; nothing if it is not there.
    func remove(_ run: RunID) throws(HealthStoreError)
    /// The greatest sequence number that it has given.
    func lastSequence() throws(HealthStoreError) -> Int64
    /// Keeps a copy of the whole store beside it, unless the one that is there holds more.
    func keepCopy() throws(HealthStoreError)
}

extension HealthStore: ObjectStore {
    func save(_ changes: [HealthChange]) throws(HealthStoreError) { try put(changes) }
    func keepCopy() throws(HealthStoreError) { try backUp() }
    func knows(_ run: RunID) throws(HealthStoreError) -> Bool { try newest(.run, HealthID(run)) != nil }
}

/// Puts changes into the store. A store that cannot be opened or written keeps them waiting and is tried again by itself; nothing else waits
/// for it (R-B3, R-B10). Used by one thread at a time.
struct StoreKeeper: ~Copyable {
    /// Opens the store.
    typealias Open = () throws(HealthStoreError) -> any ObjectStore

    /// How often the whole store is copied while the watch is on.
    static let betweenCopies = Duration.seconds(24 * 3600)

    private let open: Open
    private var store: (any ObjectStore)?
    private var lastCopy: MonotonicInstant?
    private var hasNewChanges = false

    /// How it goes.
    private(set) var trial = CardTrial()
    /// True if trying again is of no use: a later version of this software made the store.
    private(set) var isHopeless = false
    /// What waits for the store.
    var waiting = WaitingChanges()

    /// - Parameters:
    ///   - store: the store, if it could be opened already.
    ///   - failure: why it could not.
    init(_ store: (any ObjectStore)?, failure: HealthStoreError?, open: @escaping Open) {
        (self.store, self.open) = (store, open)
        if case .laterVersion = failure { isHopeless = true }
    }

    /// True if the store may be tried now.
    func mayTry(at now: MonotonicInstant) -> Bool { !isHopeless && trial.mayTry(at: now) }

    /// True if there is something that may be tried now.
    func wantsWork(at now: MonotonicInstant, includingRuns: Bool) -> Bool {
        guard mayTry(at: now) else { return false }
        return !waiting.objects.isEmpty || includingRuns && !waiting.runs.isEmpty
    }

    /// Stores what waits, runs only if their logs are on the card.
    mutating func save(includingRuns: Bool, at now: MonotonicInstant, _ news: inout FlashNewsQueue) {
        guard wantsWork(at: now, includingRuns: includingRuns) else { return }
        do throws(HealthStoreError) {
            let store = try openedStore()
            if !waiting.objects.isEmpty { try store.save(waiting.objects) }
            waiting.removeObjects()
            if includingRuns, !waiting.runs.isEmpty {
                try store.save(waiting.runs)
                waiting.removeRuns()
            }
            hasNewChanges = true
            noteSuccess(&news)
        } catch { note(error, at: now, &news) }
    }

    /// True if the store has the run, false if not, nil if it cannot say just now.
    mutating func knows(_ run: RunID, at now: MonotonicInstant, _ news: inout FlashNewsQueue) -> Bool? {
        guard mayTry(at: now) else { return nil }
        do throws(HealthStoreError) { return try openedStore().knows(run) } catch {
            note(error, at: now, &news)
            return nil
        }
    }

    /// Leaves a tombstone in place of a run.
    mutating func remove(_ run: RunID) throws(HealthStoreError) {
        guard !isHopeless else { return }
        waiting.removeRun(run)
        try openedStore().remove(run)
        hasNewChanges = true
    }

    /// Stores changes that somebody waits for, all or none of them, whenever the store was tried last: whoever asked is told how it went, and
    /// nothing of them is kept for later.
    /// - Returns: the store's last sequence number.
    mutating func storeNow(
        _ changes: [HealthChange], at now: MonotonicInstant, _ news: inout FlashNewsQueue
    ) throws(HealthStoreError) -> Int64 {
        do throws(HealthStoreError) {
            let store = try openedStore()
            try store.save(changes)
            hasNewChanges = true
            return try store.lastSequence()
        } catch {
            // What is wrong with the changes is nothing of the store's.
            if case .outOfBounds = error { throw error }
            note(error, at: now, &news)
            throw error
        }
    }

    private mutating func openedStore() throws(HealthStoreError) -> any ObjectStore {
        if let store { return store }
        let opened = try open()
        store = opened
        return opened
    }

    /// True if the whole store is to be copied: at the start, and once a day after that if it has changed. Better not during a run.
    func isCopyDue(at now: MonotonicInstant) -> Bool {
        guard store != nil, mayTry(at: now) else { return false }
        guard let lastCopy else { return true }
        return hasNewChanges && lastCopy.duration(to: now) >= Self.betweenCopies
    }

    /// Copies the whole store. One that cannot be copied is as good as before.
    mutating func keepCopy(at now: MonotonicInstant, _ news: inout FlashNewsQueue) {
        (lastCopy, hasNewChanges) = (now, false)
        do throws(HealthStoreError) { try store?.keepCopy() } catch { note(error, at: now, &news) }
    }

    private mutating func noteSuccess(_ news: inout FlashNewsQueue) {
        if trial.noteSuccess() != nil { news.add(.objects(.working), "the store can be written again: everything that waited is there") }
    }

    private mutating func note(_ error: HealthStoreError, at now: MonotonicInstant, _ news: inout FlashNewsQueue) {
        if case .laterVersion = error { isHopeless = true }
        if let state = trial.noteFailure(CardState(error), at: now) { news.add(.objects(state), "\(error)") }
    }
}

extension CardState {
    /// What an error of the store means for the card.
    init(_ error: HealthStoreError) {
        switch error {
        case .full: self = .full
        default: self = .failed
        }
    }
}
