import Calendar
import Glibc
import HealthCore
import Quantities
import RunCore
import Testing

@testable import HealthStore

@Suite struct HealthStoreTests {
    @Test("A new store has the defaults")
    func empty() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        #expect(try store.settings() == Settings())
        #expect(try store.profile() == Profile())
        #expect(try store.latestDay() == nil && store.runCount() == 0)
    }

    @Test("F3, C1: everything is there after the process is gone, also for a reader beside a writer")
    func roundTrip() throws {
        let files = TemporaryStore()
        let writer = try HealthStore(path: files.path)
        try Stored.fill(writer)
        for store in [try HealthStore(path: files.path, access: .readOnly), try HealthStore(path: files.path)] {
            #expect(try store.settings() == Stored.settings)
            #expect(try store.profile() == Stored.profile)
            #expect(try store.days(in: Stored.days[0].date...Stored.days[2].date) == Stored.days)
            #expect(try store.latestDay() == Stored.days.last)
            #expect(try store.runs() == [3, 2, 1].map { Stored.run($0, utc: UTCInstant(milliseconds: Int64($0) * 1000)) })
            #expect(try store.runs(from: 1, limit: 1).map(\.id) == [Stored.run(2).id])
        }
    }

    @Test("A value that was taken back is absent again")
    func absent() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.save(Stored.settings, Stored.profile)
        try store.save(Settings(), Profile())
        #expect(try store.settings() == Settings())
        #expect(try store.profile() == Profile())
    }

    @Test("C5: values out of range or of another kind leave the default")
    func foreignValues() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.connection.execute(
            """
            INSERT INTO setting VALUES ('language', 'x'), ('auto_lap', 99), ('run_type', -1), ('maximum_fix_error_m', 1e9),
                ('stride_numbers', x'0102'), ('sounds', 7), ('of_a_later_version', 1);
            INSERT INTO profile VALUES ('weight_kg', 1e300), ('birth_year', 'x'), ('sex', 9);
            """)
        #expect(try store.settings() == Settings())
        #expect(try store.profile() == Profile(weight: .kilograms(299)))
        try store.save(Stored.settings, Stored.profile)
        #expect(try store.connection.number("SELECT value FROM setting WHERE name = 'of_a_later_version'") == 1)
    }

    @Test("D9: a run whose time was never known has none, and learns it when it is saved again")
    func unknownTime() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.save(Stored.run(1))
        #expect(try store.runs().first?.start == nil)
        try store.save(Stored.run(1, utc: UTCInstant(milliseconds: 7)))
        #expect(try store.runs().map(\.start) == [UTCInstant(milliseconds: 7)])
        try store.remove(Stored.run(1).id)
        #expect(try store.runCount() == 0)
    }

    @Test("The index made anew is in the order of the starts")
    func rebuiltIndex() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.save(Stored.run(9))
        let entries = [3, 1, 2].map { Stored.run($0, utc: UTCInstant(milliseconds: Int64($0))) } + [Stored.run(4)]
        try store.replaceRuns(with: entries)
        #expect(try store.runs().map(\.id) == [3, 2, 1, 4].map { Stored.run($0).id })
    }

    @Test("C5: a power cut at any point of a save leaves the old values or the new, never a mixture")
    func everyCut() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.save(Settings(), Profile())
        try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let before = files.read()
        try store.save(Stored.settings, Stored.profile)
        let log = files.read("health.sqlite-wal")
        try #require(log.count > 4096)
        var isNew: [Bool] = []
        for cut in Array(stride(from: 0, to: log.count, by: 211)) + [log.count - 1, log.count] {
            let after = TemporaryStore()
            after.write(before)
            after.write(log[..<cut], to: "health.sqlite-wal")
            let opened = try HealthStore.open(path: after.path)
            let settings = try opened.store.settings(), profile = try opened.store.profile()
            #expect(opened.damagedFile == nil)
            #expect(
                (settings, profile) == (Settings(), Profile()) || (settings, profile) == (Stored.settings, Stored.profile), "cut at \(cut)")
            isNew.append(settings == Stored.settings)
        }
        #expect(isNew.first == false && isNew.last == true)
    }

    @Test("C6: a full card is told, and what was stored before stays whole")
    func full() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try Stored.fill(store)
        try store.connection.execute("PRAGMA max_page_count = \(try store.connection.number("PRAGMA page_count") ?? 1)")
        var failure: HealthStoreError?
        for number in 10..<2000 as Range<UInt64> where failure == nil {
            do throws(HealthStoreError) { try store.save(Stored.run(number)) } catch { failure = error }
        }
        #expect(failure == .full(path: files.path))
        try store.connection.check()
        #expect(try store.settings() == Stored.settings)
        #expect(try store.runs().last?.id == Stored.run(1).id)
    }
}

@Suite struct HealthStoreRepairTests {
    private func damaged(_ change: (inout [UInt8]) -> Void, backUp: Bool) throws -> TemporaryStore {
        let files = TemporaryStore()
        var store: HealthStore? = try HealthStore(path: files.path)
        if let store { try Stored.fill(store) }
        if backUp { try store?.backUp() }
        store = nil
        var bytes = files.read()
        change(&bytes)
        files.write(bytes)
        return files
    }

    @Test("C4: a malformed store is set aside, never deleted, and its last good backup takes its place", arguments: 0..<4)
    func backup(kind: Int) throws {
        let files = try damaged(
            { bytes in
                switch kind {
                case 0: bytes = Array("not a database at all".utf8)
                case 1: for index in 0..<512 { bytes[index] = 0 }
                case 2: for index in 4096..<bytes.count { bytes[index] = 0xFF }
                default: bytes.removeLast(bytes.count / 2)
                }
            }, backUp: true)
        let damage = files.read()
        let opened = try HealthStore.open(path: files.path)
        let aside = try #require(opened.damagedFile)
        #expect(files.read("health.sqlite.damaged-1") == damage && aside.hasSuffix("health.sqlite.damaged-1"))
        #expect(try opened.store.settings() == Stored.settings)
        #expect(try opened.store.latestDay() == Stored.days.last)
        #expect(try HealthStore.open(path: files.path).damagedFile == nil)
    }

    @Test("C4: without a backup the store begins empty, and a second damage is set aside beside the first")
    func noBackup() throws {
        let files = try damaged({ $0 = [1, 2, 3] }, backUp: false)
        let first = try HealthStore.open(path: files.path)
        #expect(first.damagedFile != nil)
        #expect(try first.store.settings() == Settings())
        let again = TemporaryStore()
        again.write([1, 2, 3])
        again.write([4], to: "health.sqlite.damaged-1")
        #expect(try HealthStore.open(path: again.path).damagedFile?.hasSuffix(".damaged-2") == true)
        #expect(again.read("health.sqlite.damaged-1") == [4])
    }

    @Test("C9: a store that cannot be opened at all is an error and nothing is set aside")
    func unreachable() {
        let error = thrown(HealthStoreError.self) { try HealthStore.open(path: "/nowhere/health.sqlite") }
        #expect(error?.isDamage == false)
    }
}

@Suite struct HealthSchemaTests {
    private static let fixture = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Fixtures/health-v1.sqlite"

    private func copyOfFixture() throws -> TemporaryStore {
        let files = TemporaryStore()
        if getenv("HARRIER_WRITE_FIXTURES") != nil {
            unlink(Self.fixture)
            let store = try HealthStore(path: Self.fixture)
            try Stored.fill(store)
            try store.connection.execute("PRAGMA journal_mode = DELETE")
        }
        guard let file = fopen(Self.fixture, "rb") else { return files }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        files.write(bytes[..<fread(&bytes, 1, bytes.count, file)])
        return files
    }

    @Test("C10: a store of version 1 is read by every later version, with everything in it")
    func firstVersion() throws {
        let files = try copyOfFixture()
        let store = try HealthStore(path: files.path)
        #expect(try store.connection.number("PRAGMA user_version") == Int64(HealthSchema.version))
        #expect(try store.settings() == Stored.settings)
        #expect(try store.profile() == Stored.profile)
        #expect(try store.days(in: Stored.days[0].date...Stored.days[2].date) == Stored.days)
        #expect(try store.runs().count == 3)
    }

    @Test("C10: a step to a later version keeps what is there, and one that fails leaves the version before")
    func migration() throws {
        let files = try copyOfFixture()
        let connection = try SQLiteConnection(path: files.path, isWriter: true)
        let failing = HealthSchema.steps + ["ALTER TABLE day ADD COLUMN floors INTEGER; CREATE TABLE nonsense (;"]
        #expect(throws: HealthStoreError.self) { try HealthSchema.migrate(connection, through: failing) }
        #expect(try connection.number("PRAGMA user_version") == 1)
        #expect(try connection.number("SELECT count(*) FROM pragma_table_info('day')") == 4)
        try HealthSchema.migrate(connection, through: HealthSchema.steps + ["ALTER TABLE day ADD COLUMN floors INTEGER"])
        #expect(try connection.number("PRAGMA user_version") == 2)
        #expect(try connection.number("SELECT sum(steps) FROM day") == 27_003)
        #expect(throws: HealthStoreError.laterVersion(path: files.path, version: 2)) { try HealthStore(path: files.path) }
        #expect(throws: HealthStoreError.laterVersion(path: files.path, version: 2)) {
            try HealthStore(path: files.path, access: .readOnly)
        }
    }
}
