import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchCore
import WatchRuntime

/// What is found on the card when the watch starts: the store, and the run that was left open.
///
/// The run logs are the truth. Only those are read at once that were left open; the store is told of all others that it does not know
/// later, by the writer's thread, so that ten thousand runs without a store do not keep the watch from starting (N16).
struct CardStart {
    /// The folder, locked if it can be written.
    var folder: CardFolder
    /// The store; nil if it cannot be opened for writing.
    private(set) var store: HealthStore?
    /// The store, or one that can at least be read; nil if there is none.
    private(set) var readable: HealthStore?
    /// Why there is no store that can be written; nil if there is none at all yet.
    private(set) var storeError: HealthStoreError?
    /// The run that goes on, its log ready to be continued; nil if none was left open.
    private(set) var unfinished: RecoveredRun?
    /// Runs of this boot that are over and do not know their time.
    private(set) var undated: [UndatedRun] = []
    /// Logs that the store may not know, the newest last.
    private(set) var unknownRuns: [RunID] = []
    /// What was wrong, in sentences for the journal.
    private(set) var problems: [String] = []
    /// What the watch is told at once.
    private(set) var news: [FlashNews] = []
    /// Who writes changes.
    let origin: HealthOrigin
    /// This boot.
    let boot: BootID

    private let calls: any FileSystemCalls
    private var open: [RunTotals] = []

    /// Looks through a data folder.
    /// - Parameter boot: this boot; of several open logs the one of this boot goes on, else the one that began last.
    init(_ folder: CardFolder, boot: BootID, origin: HealthOrigin, calls: any FileSystemCalls) {
        (self.folder, self.boot, self.origin, self.calls) = (folder, boot, origin, calls)
        openStore()
        findRuns()
    }

    /// The same without a store, which the writer's thread then opens.
    init(withoutStore folder: CardFolder, boot: BootID, origin: HealthOrigin, calls: any FileSystemCalls) {
        (self.folder, self.boot, self.origin, self.calls) = (folder, boot, origin, calls)
        findRuns()
    }

    private mutating func findRuns() {
        lookThroughLogs(boot)
        open.sort { Self.isEarlier($0, $1, boot: boot) }
        if folder.isReady, let last = open.last { continueRun(last.header.id) }
    }

    private var directory: DataDirectory { folder.directory }

    /// Nothing is made or written in a folder that is not ours; what is there may be read all the same.
    private mutating func openStore() {
        guard folder.isReady else { return openForReading() }
        switch HealthStore.opening(path: directory.healthStore) {
        case .ready(let store, let told):
            (self.store, readable) = (store, store)
            store.origin = origin
            switch told {
            case .nothing, .new, .converted: break
            case .restored: news.append(FlashNews(.restored, "\(directory.healthStore) was missing; its last copy took its place"))
            case .damaged(let aside, let isRestored):
                let rest = isRestored ? "its last copy took its place" : "there was no copy, so settings and days begin anew"
                news.append(FlashNews(.rebuilt, "\(directory.healthStore) was damaged and is kept as \(aside); \(rest)"))
            case .withoutReaders(let error): problems.append("\(error); others can read it only after the next start")
            }
        case .readOnly(let store, let error): (readable, storeError) = (store, error)
        case .unreadable(let error): storeError = error
        }
        if let storeError { news.append(FlashNews(.objects(CardState(storeError)), "\(storeError)")) }
    }

    private mutating func openForReading() {
        guard access(directory.healthStore, F_OK) == 0 else { return }
        do throws(HealthStoreError) { readable = try HealthStore(path: directory.healthStore, access: .readOnly) } catch {
            storeError = error
            problems.append("\(error)")
        }
    }

    private mutating func lookThroughLogs(_ boot: BootID) {
        let ids: [RunID]
        do throws(RunLogError) { ids = try directory.runIDs() } catch {
            if error.errno != .notFound { problems.append("\(error)") }
            return
        }
        for id in ids {
            if isKnown(id) { continue }
            if RunLogTail.isEnded(path: directory.runLog(id), calls: calls) { unknownRuns.append(id) } else { read(id, boot) }
        }
    }

    private func isKnown(_ id: RunID) -> Bool {
        do throws(HealthStoreError) { return try readable?.knows(id) ?? false } catch { return false }
    }

    /// Reads a log that may have been left open.
    private mutating func read(_ id: RunID, _ boot: BootID) {
        do throws(RunLogError) {
            let totals = try RunLogReader(path: directory.runLog(id), calls: calls).totals()
            if totals.endCause == nil { open.append(totals) } else { unknownRuns.append(id) }
            if totals.endCause != nil, let run = UndatedRun(totals, boot: boot) { undated.append(run) }
        } catch {
            // An empty log is a run that never began.
            if error.reason != .content(.empty) { problems.append("\(error)") }
        }
    }

    private static func isEarlier(_ a: RunTotals, _ b: RunTotals, boot: BootID) -> Bool {
        if a.boot == boot || b.boot == boot { return b.boot == boot && (a.boot != boot || a.origin < b.origin) }
        return (a.utc.utc(at: .start)?.milliseconds ?? .min) < (b.utc.utc(at: .start)?.milliseconds ?? .min)
    }

    private mutating func continueRun(_ id: RunID) {
        for totals in open where totals.header.id != id { unknownRuns.append(totals.header.id) }
        do throws(RunLogError) { unfinished = try RunLogRecovery.recover(path: directory.runLog(id), calls: calls) } catch {
            problems.append("\(error)")
        }
    }
}
