import Glibc

// What is done about damage and loss: nothing is ever deleted (fault C4), and a good backup is never given for a lesser one.
extension HealthStore {
    static let backupSuffix = ".backup"
    /// Reading and writing for the owner, reading for the group (N16).
    private static let permissions: mode_t = 0o640

    /// Keeps a copy of the whole store beside it, complete on the card before it takes the place of the one before.
    /// - Returns: false if the copy that is there holds more, and stays.
    @discardableResult public func backUp() throws(HealthStoreError) -> Bool {
        let kept = path + Self.backupSuffix
        guard try holdsAsMuch(asBackup: kept) else { return false }
        let fresh = kept + ".new"
        unlink(fresh)
        try Self.makePrivate(fresh)
        do throws(HealthStoreError) {
            let copy = try SQLiteConnection(path: fresh, isWriter: true)
            // With its index in memory: a copy has no readers, and a full card no room for one.
            try copy.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
            try connection.copy(into: copy)
            try copy.execute("PRAGMA journal_mode = DELETE")
        } catch {
            unlink(fresh)
            throw error
        }
        try Self.synchronize(fresh)
        try Self.rename(fresh, to: kept)
        try Self.synchronize(Self.directory(of: path))
        return true
    }

    /// True unless the backup is good and holds more: more changes of this very store, or more objects of another one.
    private func holdsAsMuch(asBackup kept: String) throws(HealthStoreError) -> Bool {
        guard access(kept, F_OK) == 0, let backup = try? SQLiteConnection(path: kept, isWriter: false), (try? backup.check()) != nil else {
            return true
        }
        let version = (try? backup.number("PRAGMA user_version")) ?? 0
        if version > Int64(HealthSchema.version) { return false }
        guard version >= 2 else {
            let rows = try? backup.number(
                "SELECT (SELECT count(*) FROM run) + (SELECT count(*) FROM day)")
            return try objectCount() >= rows ?? 0
        }
        let theirs = try? backup.number("SELECT seq FROM sqlite_sequence WHERE name = 'object'")
        let isSame = (try? backup.number("SELECT value = x'\(try storeID())' FROM store WHERE name = 'id'")) == 1
        if isSame { return try table.greatestSequence() >= theirs ?? 0 }
        return try objectCount() >= (try? backup.number("SELECT count(*) FROM object")) ?? 0
    }

    /// Puts a good backup in the place of a missing file. It becomes a store of its own id: numbers given since the backup was made are
    /// given again, so whoever holds an anchor has to read everything again. False if there is no good one.
    static func restore(from backup: String, to path: String) throws(HealthStoreError) -> Bool {
        guard access(backup, F_OK) == 0 else { return false }
        let fresh = path + ".restored"
        unlink(fresh)
        do throws(HealthStoreError) {
            let source = try SQLiteConnection(path: backup, isWriter: false)
            try source.check()
            guard try source.number("PRAGMA user_version") ?? 0 > 0 else { return false }
            try makePrivate(fresh)
            let copy = try SQLiteConnection(path: fresh, isWriter: true)
            // With its index in memory: a copy has no readers, and a full card no room for one.
            try copy.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
            try source.copy(into: copy)
            if try copy.number("SELECT count(*) FROM sqlite_master WHERE name = 'store'") == 1 {
                try copy.execute("UPDATE store SET value = randomblob(16) WHERE name = 'id'")
            }
            try copy.execute("PRAGMA journal_mode = DELETE")
        } catch {
            unlink(fresh)
            if error.isDamage { return false }
            throw error
        }
        try synchronize(fresh)
        // A log or an index without its file would be taken for that of the new one.
        for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 { _ = try setAside(path) }
        try rename(fresh, to: path)
        try synchronize(directory(of: path))
        return true
    }

    /// Renames the file and its log to the first free name, and returns that.
    static func setAside(_ path: String) throws(HealthStoreError) -> String {
        var number = 1
        while access("\(path).damaged-\(number)", F_OK) == 0 || access("\(path).damaged-\(number)-wal", F_OK) == 0 { number += 1 }
        let aside = "\(path).damaged-\(number)"
        // The log goes first: beside an empty database it would be taken for that one's.
        for suffix in ["-wal", "-shm", ""] where access(path + suffix, F_OK) == 0 { try rename(path + suffix, to: aside + suffix) }
        try synchronize(directory(of: path))
        return aside
    }

    /// Makes the file if it is not there, and takes from everybody else what they may do with it and with its log and index.
    static func makePrivate(_ path: String) throws(HealthStoreError) {
        // A descriptor that is opened and closed on a file that SQLite holds would drop SQLite's locks: only for a new one.
        if access(path, F_OK) != 0, errno == ENOENT {
            let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions)
            if descriptor >= 0 { close(descriptor) } else if errno != EEXIST { throw failure(path) }
        }
        for suffix in ["", "-wal", "-shm", backupSuffix] {
            var status = stat()
            guard stat(path + suffix, &status) == 0, status.st_mode & 0o007 != 0 else { continue }
            // On a file system without permissions there is nothing to take.
            _ = chmod(path + suffix, status.st_mode & 0o770)
        }
    }

    private static func failure(_ path: String) -> HealthStoreError {
        let code = errno
        return code == ENOSPC || code == EDQUOT ? .full(path: path) : .inputOutput(path: path, errno: code)
    }

    private static func rename(_ path: String, to newPath: String) throws(HealthStoreError) {
        guard Glibc.rename(path, newPath) == 0 else { throw failure(path) }
    }

    private static func synchronize(_ path: String) throws(HealthStoreError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
