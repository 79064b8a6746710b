import Glibc

/// A store that was opened for writing, and what had to be done for it.
public struct OpenedHealthStore {
    /// The store.
    public let store: HealthStore
    /// Where the damaged file was set aside; nil if nothing was wrong. The index of runs must then be made again
    /// (``HealthStore/replaceRuns(with:)``), and the runner is told once.
    public let damagedFile: String?
}

// What is done about damage: nothing is ever deleted (fault C4).
extension HealthStore {
    /// Opens a store for writing. A malformed file is renamed to `….damaged-N`, and its last good backup takes its place, or an empty
    /// store if there is none.
    public static func open(path: String) throws(HealthStoreError) -> OpenedHealthStore {
        do throws(HealthStoreError) {
            return OpenedHealthStore(store: try HealthStore(path: path), damagedFile: nil)
        } catch {
            guard error.isDamage else { throw error }
        }
        let aside = try setAside(path)
        let store = try HealthStore(path: path)
        do throws(HealthStoreError) {
            let backup = try SQLiteConnection(path: path + backupSuffix, isWriter: false)
            try backup.check()
            try backup.copy(into: store.connection)
            try HealthSchema.migrate(store.connection)
            try store.prepareDays()
        } catch {
            // There is no backup, or it is damaged too: the store begins empty.
        }
        return OpenedHealthStore(store: store, damagedFile: aside)
    }

    private static let backupSuffix = ".backup"

    /// Keeps a copy of the whole store beside it, complete on the card before it takes the place of the one before.
    public func backUp() throws(HealthStoreError) {
        let fresh = path + Self.backupSuffix + ".new"
        unlink(fresh)
        let copy = try SQLiteConnection(path: fresh, isWriter: true)
        try copy.execute("PRAGMA synchronous = FULL")
        try connection.copy(into: copy)
        try copy.execute("PRAGMA journal_mode = DELETE")
        try Self.synchronize(fresh)
        try Self.rename(fresh, to: path + Self.backupSuffix)
        try Self.synchronize(Self.directory(of: path))
    }

    /// Renames the file and its log to the first free name, and returns that.
    private static func setAside(_ path: String) throws(HealthStoreError) -> String {
        var number = 1
        while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
        let aside = "\(path).damaged-\(number)"
        // The log goes first: beside an empty database it would be taken for that one's.
        for suffix in ["-wal", "-shm", ""] where access(path + suffix, F_OK) == 0 { try rename(path + suffix, to: aside + suffix) }
        try synchronize(directory(of: path))
        return aside
    }

    private static func rename(_ path: String, to newPath: String) throws(HealthStoreError) {
        guard Glibc.rename(path, newPath) == 0 else { throw .inputOutput(path: path, errno: errno) }
    }

    private static func synchronize(_ path: String) throws(HealthStoreError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .inputOutput(path: path, errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .inputOutput(path: path, errno: errno) }
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
