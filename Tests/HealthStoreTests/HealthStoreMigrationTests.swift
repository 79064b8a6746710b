import Calendar
import Glibc
import HealthCore
import Quantities
import RunCore
import Testing

@testable import HealthStore

/// Stores as released versions made them; never changed.
enum Fixture: String, CaseIterable {
    case first = "health-v1.sqlite"
    case release = "0.1.0/health.sqlite"

    private static let directory = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Fixtures/"

    /// A copy in a directory of its own.
    func copy() throws -> TemporaryStore {
        let files = TemporaryStore()
        let file = try #require(fopen(Self.directory + rawValue, "rb"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        files.write(bytes[..<fread(&bytes, 1, bytes.count, file)])
        return files
    }

    var settings: Settings {
        var settings = Stored.settings
        if self == .release { settings.strideNumbers = [0.9, 0.35, 1.5, -0.02] }
        return settings
    }
    var profile: Profile {
        var profile = Stored.profile
        profile.sex = .female
        return profile
    }
}

/// Everything that version 1 kept, read from its own tables.
private struct FirstVersionContent: Equatable {
    struct Row: Equatable { var values: [SQLiteValue] }
    var tables: [[Row]] = []

    static let tables = ["setting", "profile", "day", "run"]
    private static let columns: [Int32] = [2, 2, 4, 17]

    init(_ connection: SQLiteConnection) throws {
        for (table, count) in zip(Self.tables, Self.columns) {
            let row = try connection.prepare("SELECT * FROM \(table) ORDER BY 1")
            var rows: [Row] = []
            while try row.step() { rows.append(Row(values: (0..<count).map { row.value($0) })) }
            tables.append(rows)
        }
    }
    var days: [Row] { tables[2] }
    var runs: [Row] { tables[3] }
}

@Suite struct HealthStoreMigrationTests {
    private func content(_ files: TemporaryStore) throws -> FirstVersionContent {
        try FirstVersionContent(SQLiteConnection(path: files.path, isWriter: true))
    }

    @Test("C10: a store of version 1 is converted with everything in it", arguments: Fixture.allCases)
    func converted(fixture: Fixture) throws {
        let files = try fixture.copy()
        let old = try content(files), opening = HealthStore.opening(path: files.path)
        #expect(opening.news == .converted(from: 1))
        let store = try #require(opening.store), book = try store.wholeBook()
        #expect(book.settings == fixture.settings && book.profile == fixture.profile)
        #expect(try store.connection.number("PRAGMA user_version") == 2)
        #expect(!old.days.isEmpty && !old.runs.isEmpty)
        for day in old.days { try checkDay(day.values, store) }
        #expect(try store.runCount() == old.runs.count)
        for run in old.runs { try checkRun(run.values, store) }
        #expect(HealthStore.opening(path: files.path).news == .nothing)
    }

    private struct Strange: Error {}

    private func checkDay(_ row: [SQLiteValue], _ store: HealthStore) throws {
        guard case .integer(let date) = row[0], case .integer(let steps) = row[1] else { throw Strange() }
        guard case .integer(let millimeters) = row[2], case .integer(let runs) = row[3] else { throw Strange() }
        let id = HealthID(wholeDay: CivilDate(daysSinceEpoch: Int(date)))
        let day = try #require(try store.newest(.quarterHour, id).flatMap { DayTotals($0) })
        #expect(day.date == CivilDate(daysSinceEpoch: Int(date)) && day.steps == UInt32(steps) && day.runs == UInt16(runs))
        #expect(day.distance == .meters(Double(millimeters) / 1000))
    }

    private func checkRun(_ row: [SQLiteValue], _ store: HealthStore) throws {
        guard case .blob(let bytes) = row[1] else { throw Strange() }
        let id = try #require(HealthID(bytes))
        let run = try #require(try store.newest(.run, id).flatMap { RunSummary($0) })
        let amounts = run.amounts
        let new: [SQLiteValue] = [
            .integer(Int64(amounts.type.rawValue)), SQLiteValue(run.start?.milliseconds), SQLiteValue(amounts.zone.seconds),
            .integer(amounts.elapsed.inMilliseconds), .integer(amounts.timer.inMilliseconds), .integer(amounts.moving.inMilliseconds),
            .integer(Int64((amounts.distance.meters * 1000).rounded())), SQLiteValue(amounts.steps),
            SQLiteValue(amounts.ascent.map { Int64(($0.meters * 10).rounded()) }),
            SQLiteValue(amounts.descent.map { Int64(($0.meters * 10).rounded()) }), .real(amounts.energy.kilocalories),
            SQLiteValue(amounts.averageHeartRate?.beatsPerMinute), SQLiteValue(amounts.maximumHeartRate?.beatsPerMinute),
            SQLiteValue(amounts.laps), SQLiteValue(amounts.endCause?.rawValue),
        ]
        #expect(new == Array(row[2...]))
    }

    @Test("A setting of a later version passes through, and so does one that is too long, as far as an object goes")
    func unknownNames() throws {
        let files = try Fixture.release.copy()
        try SQLiteConnection(path: files.path, isWriter: true).execute(
            """
            INSERT INTO setting VALUES ('bytes', x'0102'), ('long', hex(zeroblob(200))), ('number', 5), ('fraction', 0.5);
            UPDATE setting SET value = 2 WHERE name = 'language'
            """)
        let store = try HealthStore(path: files.path)
        func value(_ name: String) throws -> HealthValue? { try store.newest(.setting, #require(HealthID(name)))?.value }
        #expect(try value("of_a_later_version") == .text("kept as it is"))
        #expect(try value("bytes") == .opaque([FirstVersion.rawBytes, 1, 2]))
        #expect(try value("long") == .opaque([FirstVersion.rawBytes] + Array(repeating: UInt8(ascii: "0"), count: 400)))
        #expect(try value("number") == .integer(5) && value("fraction") == .real(0.5) && value("language") == .integer(2))
    }

    @Test("Only values that differ from the defaults become objects", arguments: ["setting", "profile"])
    func defaults(table: String) throws {
        let files = try Fixture.first.copy()
        try SQLiteConnection(path: files.path, isWriter: true).execute(
            """
            DELETE FROM setting; DELETE FROM profile; DELETE FROM day; DELETE FROM run;
            INSERT INTO setting VALUES ('sounds', 1), ('auto_lap', 1); INSERT INTO profile VALUES ('weight_kg', 65.0), ('height_m', 1.7);
            INSERT INTO \(table) VALUES ('\(table == "setting" ? "language" : "birth_year")', 1)
            """)
        #expect(try HealthStore(path: files.path).objectCount() == 1)
    }

    @Test(
        "C10: a conversion that has no room at any of its points leaves version 1 whole, and the next try has it all",
        arguments: Fixture.allCases)
    func noRoom(fixture: Fixture) throws {
        let files = try fixture.copy(), before = try content(files)
        var failures = 0, isDone = false
        for room in 0..<64 as Range<Int64> where !isDone {
            do {
                let connection = try SQLiteConnection(path: files.path, isWriter: true)
                try connection.execute("PRAGMA max_page_count = \((try connection.number("PRAGMA page_count") ?? 0) + room)")
                let failure = thrown(HealthStoreError.self) { try HealthSchema.migrate(connection) }
                isDone = failure == nil
                guard !isDone else { break }
                failures += 1
                #expect(failure == .full(path: files.path))
                #expect(try connection.number("PRAGMA user_version") == 1)
            }
            #expect(try content(files) == before)
        }
        #expect(isDone && failures > 2)
        let store = try HealthStore(path: files.path)
        #expect(try store.wholeBook().settings == fixture.settings && store.runCount() == before.runs.count)
    }

    @Test("C10: a step whose words or whose conversion fail leaves the version before", arguments: [false, true])
    func failingStep(inConversion: Bool) throws {
        let files = try Fixture.release.copy(), before = try content(files)
        let connection = try SQLiteConnection(path: files.path, isWriter: true)
        var steps = HealthSchema.steps
        if inConversion {
            steps[1].convert = { connection throws(HealthStoreError) in
                try FirstVersion.convert(connection)
                throw .inputOutput(path: connection.path, errno: EIO)
            }
        } else {
            steps[1].sql += ";DROP TABLE day; CREATE TABLE nonsense (;"
        }
        #expect(throws: HealthStoreError.self) { try HealthSchema.migrate(connection, through: steps) }
        #expect(try connection.number("PRAGMA user_version") == 1)
        #expect(try connection.number("SELECT count(*) FROM sqlite_master WHERE name IN ('object', 'store')") == 0)
        #expect(try FirstVersionContent(connection) == before)
        try HealthSchema.migrate(connection)
        #expect(try connection.number("PRAGMA user_version") == 2)
    }

    @Test("C5, C10: a power cut at any point of a conversion leaves version 1 or version 2, each whole", arguments: Fixture.allCases)
    func everyCut(fixture: Fixture) throws {
        let files = try fixture.copy()
        let connection = try SQLiteConnection(path: files.path, isWriter: true)
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA wal_checkpoint(TRUNCATE)")
        let before = files.read(), runs = try connection.number("SELECT count(*) FROM run") ?? 0
        try HealthSchema.migrate(connection)
        let log = files.read("health.sqlite-wal")
        try #require(log.count > 4096 && log.count < 1 << 20)
        var found: Set<Int> = []
        for cut in Array(stride(from: 0, to: log.count, by: 509)) + [log.count] {
            let after = TemporaryStore()
            after.write(before)
            after.write(log[..<cut], to: "health.sqlite-wal")
            let store = try HealthStore(path: after.path)
            found.insert(store.foundVersion)
            #expect(try store.wholeBook().settings == fixture.settings && store.runCount() == Int(runs), "cut at \(cut)")
        }
        #expect(found == [1, 2])
    }

    @Test("C10: a step to a later version keeps what is there")
    func laterStep() throws {
        let files = try Fixture.release.copy()
        try #expect(HealthStore(path: files.path).foundVersion == 1)
        let connection = try SQLiteConnection(path: files.path, isWriter: true)
        let later = HealthSchema.steps + [HealthSchema.Step(sql: "ALTER TABLE object ADD COLUMN note TEXT")]
        try HealthSchema.migrate(connection, through: later)
        #expect(try connection.number("PRAGMA user_version") == 3)
        #expect(thrown(HealthStoreError.self) { try HealthStore(path: files.path) } == .laterVersion(path: files.path, version: 3))
    }

    @Test("A reader of a store of version 1 converts it in memory: it is read as it will be, and stays as it is")
    func reader() throws {
        let files = try Fixture.release.copy()
        let read = try HealthStore(path: files.path, access: .readOnly)
        let book = try read.wholeBook(), runs = try read.runs()
        #expect(read.foundVersion == 1 && read.isReadOnly && runs.count > 1)
        #expect(try SQLiteConnection(path: files.path, isWriter: false).number("PRAGMA user_version") == 1)
        let converted = try HealthStore(path: files.path)
        #expect(try converted.wholeBook().settings == book.settings && converted.runs() == runs)
    }

    @Test("A backup of version 1 takes the place of a missing store and is converted")
    func oldBackup() throws {
        let files = try Fixture.release.copy()
        files.write(files.read(), to: "health.sqlite.backup")
        for name in ["health.sqlite", "health.sqlite-wal", "health.sqlite-shm"] { files.remove(name) }
        let opening = HealthStore.opening(path: files.path)
        #expect(opening.news == .restored)
        #expect(try opening.store?.wholeBook().settings == Fixture.release.settings)
        #expect(try opening.store?.runCount() == 7)
    }
}
