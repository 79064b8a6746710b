import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog

/// What a watch finds in its data directory when it starts: settings, profile, the last day, and a run that was left open.
///
/// Nothing found here keeps the watch from starting; only a directory that another process writes, or that cannot be written at all, is
/// an error.
public final class WatchStorage {
    /// The directory, locked while this object lives.
    public let directory: DataDirectory
    /// The store, the run that was left open, and what was wrong.
    public let startup: StorageStartup
    /// The settings; defaults if there are none.
    public let settings: Settings
    /// The profile; defaults if there is none.
    public let profile: Profile
    /// The last day stored.
    public let lastDay: DayTotals?

    private let lock: DataDirectoryLock

    /// Opens a directory, making it if it is not there.
    /// - Parameter boot: this boot.
    public init(path: String, boot: BootID) throws(WatchStorageError) {
        directory = DataDirectory(path: path)
        do {
            try directory.prepare()
            lock = try DataDirectoryLock(directory)
        } catch { throw WatchStorageError(description: "\(error)") }
        startup = StorageStartup(directory, boot: boot)
        settings = (try? startup.store?.settings()) ?? Settings()
        profile = (try? startup.store?.profile()) ?? Profile()
        lastDay = (try? startup.store?.latestDay()) ?? nil
    }

    /// What went wrong, in sentences for the journal.
    public var problems: [String] { startup.unreadable.map { "\($0)" } + (startup.storeError.map { ["\($0)"] } ?? []) }

    /// The runs on the watch, read through a connection of their own so that the loop never waits for the writer.
    public func makeHistory() -> StoredHistory { StoredHistory(directory) }
}

/// Why a data directory cannot be used.
public struct WatchStorageError: Error, CustomStringConvertible, Sendable {
    /// A sentence with what to do.
    public let description: String
}
