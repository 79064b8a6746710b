import Glibc
import HealthCore
import Quantities
import RunCore
import Testing

@testable import HealthStore

@Suite struct HealthStoreOpeningTests {
    /// A store with everything in it, closed, and perhaps its backup.
    private func filled(backUp: Bool) throws -> TemporaryStore {
        let files = TemporaryStore(), store = try HealthStore(path: files.path)
        try Stored.fill(store)
        if backUp { #expect(try store.backUp()) }
        return files
    }

    @Test("A store is new, then it is there")
    func new() throws {
        let files = TemporaryStore()
        #expect(HealthStore.opening(path: files.path).news == .new)
        #expect(HealthStore.opening(path: files.path).news == .nothing)
    }

    // MARK: - Damage

    private static func damage(_ bytes: inout [UInt8], _ kind: Int) {
        switch kind {
        case 0: bytes = Array("not a database at all".utf8)
        case 1: for index in 0..<512 { bytes[index] = 0 }
        case 2: for index in 4096..<bytes.count { bytes[index] = 0xFF }
        default: bytes.removeLast(bytes.count / 2)
        }
    }

    @Test("C4: a malformed store is set aside, never deleted, and its last good backup takes its place", arguments: 0..<4)
    func backup(kind: Int) throws {
        let files = try filled(backUp: true)
        var bytes = files.read()
        Self.damage(&bytes, kind)
        files.write(bytes)
        let opening = HealthStore.opening(path: files.path)
        #expect(opening.news == .damaged(aside: files.path + ".damaged-1", isRestored: true))
        #expect(files.read("health.sqlite.damaged-1") == bytes)
        let store = try #require(opening.store), book = try store.wholeBook()
        #expect(book.settings == Stored.settings && book.profile == Stored.profile)
        #expect(try store.newest(.quarterHour, HealthID(wholeDay: Stored.days[2].date)).flatMap { DayTotals($0) } == Stored.days[2])
        #expect(HealthStore.opening(path: files.path).news == .nothing)
    }

    @Test("C4: without a good backup the store begins empty, and nothing that is there is touched", arguments: [false, true])
    func noBackup(hasBadBackup: Bool) throws {
        let files = TemporaryStore()
        files.write([1, 2, 3])
        files.write([4], to: "health.sqlite.damaged-1")
        files.write([5], to: "health.sqlite.damaged-2-wal")
        if hasBadBackup { files.write([6, 7], to: "health.sqlite.backup") }
        let opening = HealthStore.opening(path: files.path)
        #expect(opening.news == .damaged(aside: files.path + ".damaged-3", isRestored: false))
        #expect(try opening.store?.objectCount() == 0)
        #expect(files.read("health.sqlite.damaged-1") == [4] && files.read("health.sqlite.damaged-2-wal") == [5])
        #expect(files.read("health.sqlite.damaged-3") == [1, 2, 3])
        if hasBadBackup { #expect(files.read("health.sqlite.backup") == [6, 7]) }
    }

    @Test("C4: a missing store is brought back from its backup; a backup that is no good is left where it is", arguments: [false, true])
    func missing(isGood: Bool) throws {
        let files = try filled(backUp: true)
        for name in ["health.sqlite", "health.sqlite-wal", "health.sqlite-shm"] { files.remove(name) }
        if !isGood { files.write(Array("rubbish".utf8), to: "health.sqlite.backup") }
        let opening = HealthStore.opening(path: files.path)
        #expect(opening.news == (isGood ? .restored : .new))
        #expect(try opening.store?.wholeBook().settings == (isGood ? Stored.settings : Settings()))
        if !isGood { #expect(files.read("health.sqlite.backup") == Array("rubbish".utf8)) }
    }

    @Test("C4: a log without its store is set aside, because it may hold the newest changes", arguments: [false, true])
    func logAlone(hasBackup: Bool) throws {
        let files = try filled(backUp: hasBackup)
        for name in ["health.sqlite", "health.sqlite-shm"] { files.remove(name) }
        files.write([1, 2, 3], to: "health.sqlite-wal")
        let opening = HealthStore.opening(path: files.path)
        #expect(opening.news == .damaged(aside: files.path + ".damaged-1", isRestored: hasBackup))
        #expect(files.read("health.sqlite.damaged-1-wal") == [1, 2, 3])
        #expect(try opening.store?.wholeBook().settings == (hasBackup ? Stored.settings : Settings()))
    }

    // MARK: - What cannot be written or read

    private func makeLater(_ files: TemporaryStore, _ sql: String = "") throws {
        let connection = try SQLiteConnection(path: files.path, isWriter: true)
        try connection.execute("\(sql); PRAGMA user_version = 9; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    }

    @Test("R-B10, N8: a store of a later version is read, its settings are used, and not a byte of it is written")
    func later() throws {
        let files = try filled(backUp: false)
        try makeLater(files, "ALTER TABLE object ADD COLUMN note TEXT")
        let before = files.read()
        let opening = HealthStore.opening(path: files.path)
        #expect(opening.readOnlyError == .laterVersion(path: files.path, version: 9))
        let store = try #require(opening.store)
        #expect(store.isReadOnly)
        #expect(try store.wholeBook().settings == Stored.settings && store.runs().count == 3)
        #expect(files.read() == before && files.names.allSatisfy { !$0.contains("damaged") })
    }

    @Test("R-B10, N8: a store of a later version that cannot be read is said to be so, and not a byte of it is written")
    func laterAndStrange() throws {
        let files = try filled(backUp: true)
        try makeLater(files, "ALTER TABLE object RENAME COLUMN value TO content")
        let before = files.read(), backup = files.read("health.sqlite.backup")
        #expect(HealthStore.opening(path: files.path).unreadableError == .laterVersion(path: files.path, version: 9))
        #expect(files.read() == before && files.read("health.sqlite.backup") == backup)
        #expect(files.names.allSatisfy { !$0.contains("damaged") })
    }

    @Test("C9, R-B10: a store that cannot be reached is an error, and nothing is made or set aside")
    func unreachable() throws {
        let files = TemporaryStore()
        let error = HealthStore.opening(path: files.directory + "/nowhere/health.sqlite").unreadableError
        #expect(error?.isDamage == false)
        try #require(mkdir(files.path, 0o700) == 0)
        defer { rmdir(files.path) }
        #expect(HealthStore.opening(path: files.path).unreadableError?.isDamage == false)
        #expect(files.names == ["health.sqlite"])
    }

    @Test("R-B10: a store that another process holds is an error, not damage")
    func busy() throws {
        let files = try filled(backUp: false)
        let other = try SQLiteConnection(path: files.path, isWriter: true)
        try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; CREATE TABLE held (x)")
        #expect(HealthStore.opening(path: files.path).unreadableError == .busy(path: files.path))
        try other.execute("ROLLBACK")
        #expect(files.names.allSatisfy { !$0.contains("damaged") })
    }

    @Test("R-B21: an empty file that is opened for reading holds nothing yet; a missing one is not made")
    func emptyFile() throws {
        let files = TemporaryStore()
        #expect(throws: HealthStoreError.self) { try HealthStore(path: files.path, access: .readOnly) }
        #expect(files.names.isEmpty)
        files.write([])
        #expect(throws: HealthStoreError.empty(path: files.path)) { try HealthStore(path: files.path, access: .readOnly) }
        #expect(HealthStore.opening(path: files.path).news == .new)
    }

    @Test("A path with signs that an address would read otherwise is a path", arguments: ["a?b#c%41 d.sqlite", "ü\u{7f}.sqlite"])
    func strangePath(name: String) throws {
        let files = TemporaryStore(), path = files.directory + "/" + name
        try Stored.fill(HealthStore(path: path))
        let reader = try HealthStore(reading: path, isImmutable: true)
        #expect(try reader.wholeBook().settings == Stored.settings)
        #expect(files.names == [name])
    }

    // MARK: - Backups

    @Test("C4: a backup gives way only to one that holds as much: not to that of a store that began anew")
    func lesserBackup() throws {
        let files = try filled(backUp: true)
        let kept = files.read("health.sqlite.backup")
        for name in ["health.sqlite", "health.sqlite-wal", "health.sqlite-shm"] { files.remove(name) }
        let anew = try HealthStore(path: files.path)
        try anew.put(Stored.drink(1))
        #expect(try !anew.backUp())
        #expect(files.read("health.sqlite.backup") == kept)
        try Stored.fill(anew)
        #expect(try anew.backUp())
        #expect(files.read("health.sqlite.backup") != kept)
    }

    @Test("C4: a backup of this store gives way to a later state, also one with fewer objects")
    func laterBackup() throws {
        let files = try filled(backUp: true), store = try HealthStore(path: files.path)
        for number in 1...3 as ClosedRange<UInt64> { try store.remove(Stored.run(number).id) }
        #expect(try store.backUp())
        let backup = try HealthStore(reading: files.path + ".backup")
        #expect(try backup.runCount() == 0 && backup.wholeBook().settings == Stored.settings)
    }

    @Test("C4: a damaged backup gives way; one of a later version does not", arguments: [false, true])
    func otherBackup(isLater: Bool) throws {
        let files = try filled(backUp: true), store = try HealthStore(path: files.path)
        if isLater {
            try SQLiteConnection(path: files.path + ".backup", isWriter: true).execute("PRAGMA user_version = 9")
        } else {
            files.write(Array("rubbish".utf8), to: "health.sqlite.backup")
        }
        #expect(try store.backUp() != isLater)
        #expect(files.names.allSatisfy { !$0.hasSuffix(".new") })
    }

    // MARK: - Permissions

    private static let names = ["health.sqlite", "health.sqlite-wal", "health.sqlite-shm", "health.sqlite.backup"]

    @Test("N16: nobody but owner and group can read the database, its log, its index and its backup")
    func permissions() throws {
        let files = TemporaryStore(), store = try HealthStore(path: files.path)
        try Stored.fill(store)
        #expect(try store.backUp())
        for name in Self.names {
            let permissions = try #require(files.permissions(name))
            #expect(permissions == 0o640 || permissions == 0o600, "\(name)")
        }
    }

    @Test("N16: what an older version left readable for everybody is so no longer once it was opened")
    func tightened() throws {
        let files = TemporaryStore()
        var store: HealthStore? = try HealthStore(path: files.path)
        try Stored.fill(#require(store))
        try store?.backUp()
        for name in Self.names { try #require(chmod(files.directory + "/" + name, 0o644) == 0) }
        store = nil
        store = try HealthStore(path: files.path)
        try store?.put(Stored.drink(1))
        for name in Self.names { #expect(files.permissions(name).map { $0 & 0o007 } == 0, "\(name)") }
    }

    @Test("N16: a store brought back from its backup, and what was set aside, are private too")
    func restoredPermissions() throws {
        let files = try filled(backUp: true)
        files.write([1, 2, 3])
        #expect(HealthStore.opening(path: files.path).store != nil)
        for name in ["health.sqlite", "health.sqlite.damaged-1"] { #expect(files.permissions(name).map { $0 & 0o007 } == 0, "\(name)") }
    }
}
