import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog

/// What a watch finds in its data directory when it starts: settings, profile, the last day, and a run that was left open.
///
/// Nothing found here can keep the watch from starting: a damaged store is set aside and rebuilt from the run logs, a log that cannot be
/// read is left where it is. Only a directory that another process writes, or that cannot be written at all, is an error.
public final class WatchStorage {
    /// The directory, locked while this object lives.
    public let directory: DataDirectory
    /// The health store; nil if the card does not let it be opened.
    public let store: HealthStore?
    /// The settings; defaults if there are none.
    public let settings: Settings
    /// The profile; defaults if there is none.
    public let profile: Profile
    /// The last day stored.
    public let lastDay: DayTotals?
    /// The run that was left open, ready to go on; nil if there is none.
    public let unfinished: RecoveredRun?
    /// True if the store was damaged and made again; the runner is told once.
    public let wasRebuilt: Bool
    /// What went wrong on the way, in sentences.
    public let problems: [String]

    private let lock: DataDirectoryLock

    /// Opens a directory, making it if it is not there.
    public init(path: String) throws(WatchStorageError) {
        directory = DataDirectory(path: path)
        var problems: [String] = []
        do {
            try directory.prepare()
            lock = try DataDirectoryLock(directory)
        } catch { throw WatchStorageError(description: "\(error)") }
        var opened: OpenedHealthStore?
        do { opened = try HealthStore.open(path: directory.healthStore) } catch { problems.append("\(error)") }
        store = opened?.store
        wasRebuilt = opened?.damagedFile != nil
        if let aside = opened?.damagedFile { problems.append("the history was damaged: kept as \(aside), and made again from the runs") }
        settings = (try? store?.settings()) ?? Settings()
        profile = (try? store?.profile()) ?? Profile()
        lastDay = (try? store?.latestDay()) ?? nil
        unfinished = Self.examineRuns(directory, store, &problems)
        if wasRebuilt { try? store?.backUp() }
        self.problems = problems
    }

    /// Puts runs that the index lacks into it, and returns the newest that was left open. Older ones left open are ended as they are.
    private static func examineRuns(_ directory: DataDirectory, _ store: HealthStore?, _ problems: inout [String]) -> RecoveredRun? {
        let known = Set(((try? store?.runs()) ?? []).filter { $0.endCause != nil }.map(\.id))
        var open: [RecoveredRun] = []
        let ids: [RunID]
        do { ids = try directory.runIDs() } catch {
            problems.append("\(error)")
            return nil
        }
        for id in ids where !known.contains(id) {
            do throws(RunLogError) {
                let run = try RunLogRecovery.recover(path: directory.runLog(id))
                guard run.totals.endCause == nil else {
                    run.file.close()
                    if run.totals.endCause != .discarded { try? store?.save(RunIndexEntry(run.totals)) }
                    continue
                }
                open.append(run)
            } catch { problems.append("\(error)") }
        }
        open.sort {
            ($0.totals.utc.utc(at: $0.totals.latest)?.milliseconds ?? .min)
                < ($1.totals.utc.utc(at: $1.totals.latest)?.milliseconds ?? .min)
        }
        let newest = open.popLast()
        for run in open {
            run.file.close()
            try? store?.save(RunIndexEntry(run.totals))
        }
        return newest
    }

    /// The runs on the watch, read through a connection of their own so that the loop never waits for the writer.
    public func makeHistory() -> StoredHistory { StoredHistory(directory) }
}

/// Why a data directory cannot be used.
public struct WatchStorageError: Error, CustomStringConvertible, Sendable {
    /// A sentence with what to do.
    public let description: String
}
