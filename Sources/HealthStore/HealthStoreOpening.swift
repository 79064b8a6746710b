import Glibc
import HealthCore
import Quantities

/// How a store could be opened, and what has to be told.
public enum HealthStoreOpening {
    /// It takes changes.
    case ready(HealthStore, HealthStoreNews)
    /// It can be read, settings at least, but takes no changes: a later version made it, or the card is read-only. Nothing is written.
    case readOnly(HealthStore, HealthStoreError)
    /// It cannot be read. Settings are not known: they must not be taken for defaults, and the runner is told (R-B10, N8).
    case unreadable(HealthStoreError)

    /// The store; nil if there is none to be read.
    public var store: HealthStore? {
        switch self {
        case .ready(let store, _), .readOnly(let store, _): store
        case .unreadable: nil
        }
    }
}

/// What was done for a store that takes changes.
public enum HealthStoreNews: Hashable, Sendable {
    /// Nothing had to be done.
    case nothing
    /// It is new.
    case new
    /// It was brought from an earlier schema version.
    case converted(from: Int)
    /// The file was missing, and its backup took its place.
    case restored
    /// The file was damaged, or missing beside its log, and what there was is set aside; the backup took its place, if there was a good
    /// one. The history must be made again from the logs (``HealthStore/replaceRuns(with:)``), and the runner is told once.
    case damaged(aside: String, isRestored: Bool)
    /// There is no room for the index that readers share: other processes cannot read until the watch starts again (N5, N11).
    case withoutReaders(HealthStoreError)
}

/// A store that was opened for writing, and what had to be done for it.
public struct OpenedHealthStore {
    /// The store.
    public let store: HealthStore
    /// Where the damaged file was set aside; nil if nothing was wrong.
    public let damagedFile: String?
}

extension HealthStore {
    /// Opens a store for writing, and does what can be done if that is not simple. Never throws, never deletes, never writes defaults.
    public static func opening(path: String) -> HealthStoreOpening {
        do throws(HealthStoreError) {
            if isMissing(path) {
                // A log without its file may hold the newest changes; a new file would end it.
                let aside = hasBytes(path + "-wal") ? try setAside(path) : nil
                let isRestored = try restore(from: path + backupSuffix, to: path)
                if let aside { return .ready(try HealthStore(path: path), .damaged(aside: aside, isRestored: isRestored)) }
                if isRestored { return .ready(try HealthStore(path: path), .restored) }
            }
            let store = try HealthStore(path: path)
            let wasEmpty = store.foundVersion == 0
            return .ready(
                store, wasEmpty ? .new : store.foundVersion < HealthSchema.version ? .converted(from: store.foundVersion) : .nothing)
        } catch {
            return opening(path: path, after: error)
        }
    }

    /// A file of no length is one that was begun and not written.
    private static func isMissing(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_size == 0 : errno == ENOENT
    }

    private static func hasBytes(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    private static func opening(path: String, after error: HealthStoreError) -> HealthStoreOpening {
        if case .laterVersion = error {
            guard let store = try? HealthStore(reading: path) else { return .unreadable(error) }
            return .readOnly(store, error)
        }
        do throws(HealthStoreError) {
            if error.isDamage {
                let aside = try setAside(path)
                let isRestored: Bool
                do throws(HealthStoreError) { isRestored = try restore(from: path + backupSuffix, to: path) } catch {
                    return readingBackup(of: path, after: error)
                }
                return .ready(try HealthStore(path: path), .damaged(aside: aside, isRestored: isRestored))
            }
            switch error {
            case .full, .inputOutput:
                // An empty store in its place would keep the backup from coming back at the next start.
                if isMissing(path), access(path + backupSuffix, F_OK) == 0 { return readingBackup(of: path, after: error) }
                // The log's index in memory needs no room on the card.
                if let store = try? HealthStore(writing: path, isAlone: true) { return .ready(store, .withoutReaders(error)) }
                if let store = try? HealthStore(reading: path) { return .readOnly(store, error) }
                return .readOnly(try checkedImmutable(path), error)
            default: return .unreadable(error)
            }
        } catch let second {
            return .unreadable(error.isDamage ? second : error)
        }
    }

    /// The backup cannot be brought back now: it is read where it is, and takes its place at a later start.
    private static func readingBackup(of path: String, after error: HealthStoreError) -> HealthStoreOpening {
        guard let store = try? HealthStore(reading: path + backupSuffix) else { return .unreadable(error) }
        return .readOnly(store, error)
    }

    /// A file that nobody writes is read without its log; what the log held beside it is not seen.
    private static func checkedImmutable(_ path: String) throws(HealthStoreError) -> HealthStore {
        let store = try HealthStore(reading: path, isImmutable: true)
        try store.check()
        return store
    }

    /// Opens a store for writing as ``opening(path:)`` does; an error if it takes no changes.
    public static func open(path: String) throws(HealthStoreError) -> OpenedHealthStore {
        switch opening(path: path) {
        case .ready(let store, .damaged(let aside, _)): return OpenedHealthStore(store: store, damagedFile: aside)
        case .ready(let store, _): return OpenedHealthStore(store: store, damagedFile: nil)
        case .readOnly(_, let error), .unreadable(let error): throw error
        }
    }
}
