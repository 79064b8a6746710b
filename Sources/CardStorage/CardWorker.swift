import HealthCore
import HealthStore
import Pictures
import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchCore
import WatchRuntime

/// Everything that is done to the card, in the order of its weight: the folder, the log of the run, what waits for the store, the dating of
/// runs, and, when nothing else is to be done, the index of runs that the store does not know. Used by one thread at a time.
struct CardWorker: ~Copyable {
    private var folder: CardFolder
    private let calls: any FileSystemCalls
    private let origin: HealthOrigin
    private let boot: BootID
    /// Logs that the store may not know, to be looked at one by one while no run is under way.
    private var unknown: [RunID]
    /// Those of them that are to go into the store.
    private var indexed: [HealthChange] = []
    private static let runsAtOnce = 64

    /// The log of the run.
    var runs: RunKeeper
    /// What waits for the store.
    var store: StoreKeeper
    /// Runs whose time was learned after their end.
    var datings: [RunDating] = []
    /// Runs that are to be deleted; each is tried once, and its outcome told.
    var removals: [RunRemoval] = []
    /// Changes that were handed in; each batch is tried once, and its outcome told.
    var batches: [ChangeBatch] = []
    /// Pictures that are to be kept; each is tried once, and its outcome told.
    var pictures: [KeptPicture] = []
    /// What is to be told.
    var news = FlashNewsQueue()
    /// How often there was work. Each pass does something or moves a retry into the future, so there is never one for nothing.
    private(set) var passes = 0

    init(_ start: CardStart, calls: any FileSystemCalls, makeRoom: RunKeeper.MakeRoom?, open: @escaping StoreKeeper.Open) {
        folder = start.folder
        self.calls = calls
        (origin, boot) = (start.origin, start.boot)
        unknown = start.unknownRuns
        runs = RunKeeper(start.folder.directory, calls: calls, continuing: start.unfinished?.file, makeRoom: makeRoom)
        store = StoreKeeper(start.store, failure: start.storeError, open: open)
        datings.reserveCapacity(8)
        for told in start.news { news.add(told) }
    }

    /// What a pass is for.
    struct Wanted {
        /// Frames wait to be written, or an end.
        var log = false
    }

    /// When something that failed, and that there is work for, is tried again; nil if nothing waits for that.
    func retryAt(_ wanted: Wanted) -> MonotonicInstant? {
        var earliest: MonotonicInstant?
        func consider(_ instant: MonotonicInstant?) {
            if let instant { earliest = earliest.map { min($0, instant) } ?? instant }
        }
        if wanted.log || !datings.isEmpty { consider(runs.trial.retryAt) }
        if !store.isHopeless, !store.waiting.isEmpty || mayIndex { consider(store.trial.retryAt) }
        return earliest
    }

    /// True if there is something that may be done now.
    func mayWork(_ wanted: Wanted, at now: MonotonicInstant) -> Bool {
        let mayWriteLog = runs.trial.mayTry(at: now)
        if !removals.isEmpty || !batches.isEmpty || !pictures.isEmpty { return true }
        if wanted.log || !datings.isEmpty, mayWriteLog { return true }
        if folder.isReady, store.wantsWork(at: now, includingRuns: !wanted.log && mayWriteLog) { return true }
        guard !wanted.log, mayWriteLog, runs.openRun == nil, folder.isReady else { return false }
        return store.mayTry(at: now) && (mayIndex || store.isCopyDue(at: now))
    }

    private var mayIndex: Bool { folder.isReady && !unknown.isEmpty && runs.openRun == nil && !store.isHopeless }

    /// Does what may be done now. `next` moves frames that wait into the batch.
    /// - Returns: true if no frame waits any more.
    mutating func work(at now: MonotonicInstant, moving next: (inout FlashBatch) -> Void) -> Bool {
        passes += 1
        let isReady = isFolderReady(at: now)
        removeRuns()
        storeBatches(at: now)
        keepPictures()
        guard isReady else { return false }
        let isLogWritten = writeLog(at: now, next)
        if isLogWritten { dateRuns(at: now) }
        store.save(includingRuns: isLogWritten, at: now, &news)
        guard isLogWritten, runs.openRun == nil, store.mayTry(at: now) else { return isLogWritten }
        if mayIndex { indexNext(at: now) } else if store.isCopyDue(at: now) { store.keepCopy(at: now, &news) }
        return isLogWritten
    }

    private mutating func isFolderReady(at now: MonotonicInstant) -> Bool {
        guard !folder.isReady else { return true }
        guard runs.trial.mayTry(at: now) else { return false }
        do throws(CardFolderError) {
            try folder.prepare()
            return true
        } catch {
            runs.noteFailure(CardState(error.errno), error.sentence + "; everything is kept in memory", at: now, &news)
            return false
        }
    }

    private mutating func writeLog(at now: MonotonicInstant, _ next: (inout FlashBatch) -> Void) -> Bool {
        guard runs.trial.mayTry(at: now) else { return false }
        while true {
            next(&runs.batch)
            if runs.batch.isEmpty { break }
            guard runs.writeBatch(at: now, &news) else { return false }
        }
        runs.noteSuccess(&news)
        return true
    }

    /// The log says when the run was; the store follows it.
    private mutating func dateRuns(at now: MonotonicInstant) {
        while let dating = datings.first {
            do throws(RunLogError) {
                let path = folder.directory.runLog(dating.id)
                if let run = try RunLogRecovery.date(path: path, utcAtStart: dating.utcAtStart, zone: dating.zone, boot: boot, calls: calls)
                {
                    news.add(.dated(RunSummary(run.totals)))
                }
            } catch {
                if error.errno != .notFound { return runs.noteFailure(CardState(error.errno), "\(error)", at: now, &news) }
            }
            datings.removeFirst()
        }
    }

    /// Whoever asked waits for the answer, so nothing is tried again here.
    private mutating func removeRuns() {
        while let removal = removals.popLast() {
            let id = removal.id
            guard folder.isReady, runs.openRun != id else {
                news.add(.removed(id, isDone: false), runs.openRun == id ? "\(id) is being recorded" : "the card cannot be written")
                continue
            }
            unknown.removeAll { $0 == id }
            indexed.removeAll { $0.id == HealthID(id) }
            let outcome = removal.carryOut(in: folder.directory, calls: calls) { () throws(HealthStoreError) in try store.remove(id) }
            news.add(.removed(id, isDone: outcome.isDone), outcome.problem)
        }
    }

    /// Whoever asked waits for the answer, so nothing is tried again here.
    private mutating func storeBatches(at now: MonotonicInstant) {
        guard !batches.isEmpty else { return }
        for batch in batches {
            guard folder.isReady else {
                news.add(.stored(ChangeReceipt(ticket: batch.ticket, sequence: nil)), "the card cannot be written")
                continue
            }
            do throws(HealthStoreError) {
                let sequence = try store.storeNow(batch.changes, at: now, &news)
                news.add(.stored(ChangeReceipt(ticket: batch.ticket, sequence: sequence)))
            } catch { news.add(.stored(ChangeReceipt(ticket: batch.ticket, sequence: nil)), "\(error)") }
        }
        batches.removeAll()
    }

    /// Whoever asked sees the answer, and may ask again.
    private mutating func keepPictures() {
        guard !pictures.isEmpty else { return }
        let files = PictureFiles(folder: folder.directory.exports, calls: calls)
        for picture in pictures {
            guard folder.isReady else {
                news.add(.picture(isKept: false), "a picture of the screen is not kept, because the card cannot be written")
                continue
            }
            do throws(PictureError) {
                try files.keep(picture)
                news.add(.picture(isKept: true))
            } catch { news.add(.picture(isKept: false), "\(error)") }
        }
        pictures.removeAll()
    }

    /// Looks at one log that the store may not know: one that is over goes into the store, one that was left open is ended first. One that
    /// could not be ended, or read, stays as it is and is looked at again at the next start (R-B20). Many go into the store at once, because
    /// a transaction costs a flush.
    private mutating func indexNext(at now: MonotonicInstant) {
        guard let id = unknown.last else { return }
        guard let isKnown = store.knows(id, at: now, &news) else { return }
        unknown.removeLast()
        if !isKnown, let run = readFinished(id) { indexed.append(RunSummary(run).change(origin: origin)) }
        guard unknown.isEmpty || indexed.count >= Self.runsAtOnce else { return }
        for change in indexed { store.waiting.add(change) }
        indexed.removeAll()
        store.save(includingRuns: true, at: now, &news)
    }

    private mutating func readFinished(_ id: RunID) -> RunTotals? {
        let path = folder.directory.runLog(id)
        do throws(RunLogError) {
            let totals = try RunLogReader(path: path, calls: calls).totals()
            switch totals.endCause {
            case .discarded:
                // The power went between the runner's word and the removal.
                do throws(Errno) { try calls.unlink(path) } catch {
                    news.add(.unreadableRun, "\(path) was discarded and cannot be removed (\(error))")
                }
                return nil
            case _?: return totals
            case nil:
                let ended = try RunLogRecovery.end(path: path, cause: .interrupted, calls: calls)
                return ended.totals
            }
        } catch {
            // An empty log is a run that never began.
            if error.reason != .content(.empty) { news.add(.unreadableRun, "\(error)") }
            return nil
        }
    }
}
