import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls

/// What a data directory holds when the watch starts: the store, made again if it was damaged, and the run that was left open.
///
/// The run logs are the truth. A log that the index does not know is read: one that is over is put into the index, one that is not is
/// the run that a crash or a power cut interrupted.
public struct StorageStartup {
    /// The store; nil if it can be neither opened nor made again, and the watch records without it.
    public private(set) var store: HealthStore?
    /// Why there is no store, or why its index could not be completed.
    public private(set) var storeError: HealthStoreError?
    /// True if the store was damaged and made again, which the runner is told once.
    public private(set) var wasRebuilt = false
    /// The run that goes on, its log ready to be continued; nil if none was left open.
    public private(set) var unfinished: RecoveredRun?
    /// Logs that could not be read, for the runner and for `doctor`. They stay where they are.
    public private(set) var unreadable: [RunLogError] = []

    private let directory: DataDirectory
    private let calls: any FileSystemCalls
    private var finished: [RunIndexEntry] = []
    private var open: [RunTotals] = []

    /// Looks through a directory that was prepared and whose lock the caller holds.
    /// - Parameter boot: this boot; of several open logs the one of this boot goes on, else the one that began last.
    public init(_ directory: DataDirectory, boot: BootID, calls: any FileSystemCalls = LinuxFileSystem.shared) {
        (self.directory, self.calls) = (directory, calls)
        openStore()
        readLogs()
        open.sort { Self.isEarlier($0, $1, boot: boot) }
        if let last = open.popLast() { unfinished = recover(last.header.id) }
        for totals in open { closeInterrupted(totals.header.id) }
        completeIndex()
    }

    private mutating func openStore() {
        do throws(HealthStoreError) {
            let opened = try HealthStore.open(path: directory.healthStore)
            store = opened.store
            wasRebuilt = opened.damagedFile != nil
            if !wasRebuilt { try opened.store.backUp() }
        } catch {
            storeError = error
        }
    }

    private mutating func readLogs() {
        let ids: [RunID]
        do throws(RunLogError) { ids = try directory.runIDs() } catch { return unreadable.append(error) }
        for id in ids where wasRebuilt || (try? store?.contains(id)) != true { read(id) }
    }

    private mutating func read(_ id: RunID) {
        do throws(RunLogError) {
            let totals = try RunLogReader(path: directory.runLog(id), calls: calls).totals()
            switch totals.endCause {
            case nil: open.append(totals)
            case .discarded: try? calls.unlink(directory.runLog(id))  // the power went between the runner's word and the removal
            case _: finished.append(RunIndexEntry(totals))
            }
        } catch {
            // An empty log is a run that never began.
            if error.reason != .content(.empty) { unreadable.append(error) }
        }
    }

    private static func isEarlier(_ a: RunTotals, _ b: RunTotals, boot: BootID) -> Bool {
        if a.boot == boot || b.boot == boot { return b.boot == boot && (a.boot != boot || a.origin < b.origin) }
        return (a.utc.utc(at: .start)?.milliseconds ?? .min) < (b.utc.utc(at: .start)?.milliseconds ?? .min)
    }

    private mutating func recover(_ id: RunID) -> RecoveredRun? {
        do throws(RunLogError) { return try RunLogRecovery.recover(path: directory.runLog(id), calls: calls) } catch {
            unreadable.append(error)
            return nil
        }
    }

    /// Ends an open log that is not the one to go on.
    private mutating func closeInterrupted(_ id: RunID) {
        guard let run = recover(id) else { return }
        var totals = run.totals
        let end = RunRecord.event(RunEvent(time: totals.latest, kind: .end(.interrupted)))
        do throws(RunLogError) {
            try run.file.commit(end)
            try run.file.finish()
            totals.fold(end)
        } catch {
            unreadable.append(error)
        }
        finished.append(RunIndexEntry(totals))
    }

    private mutating func completeIndex() {
        guard let store else { return }
        do throws(HealthStoreError) {
            if wasRebuilt {
                try store.replaceRuns(with: finished)
            } else {
                for entry in finished { try store.save(entry) }
            }
        } catch {
            storeError = error
        }
    }
}
