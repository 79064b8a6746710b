import Calendar
import HealthCore
import Quantities
import RunCore

/// What changes slowly, in SQLite: the index of runs, the days, the profile and the settings.
///
/// Write-ahead logging with `synchronous = FULL`: of all SQLite's ways the one that lost nothing and stayed whole on an honest card.
/// Each save is one transaction, so a power cut leaves the old values or the new ones, never a mixture (fault C5). One thread at a time
/// uses a store; readers in other processes need no lock.
public final class HealthStore {
    /// What a store is opened for.
    public enum Access: Sendable {
        /// Reading and writing, by the one process that holds the data directory's lock.
        case readWrite
        /// Reading, beside a writer or alone.
        case readOnly
    }

    /// The database file.
    public let path: String
    /// The date of the latest day stored; nil if there is none.
    public private(set) var latestDate: CivilDate?
    let connection: SQLiteConnection
    /// Compiled once: days are saved all day long, also in a run, where next to nothing should be allocated.
    private var daySaver: SQLiteStatement?

    /// Opens a store, checks it, and brings its schema to the newest version. To open one for writing that may be damaged, use
    /// ``open(path:)``.
    public init(path: String, access: Access = .readWrite) throws(HealthStoreError) {
        connection = try SQLiteConnection(path: path, isWriter: access == .readWrite)
        self.path = path
        switch access {
        case .readWrite:
            // 256 KiB of cache; a log that is copied back every 64 pages stays small.
            try connection.execute(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -256; PRAGMA wal_autocheckpoint = 64")
            try connection.check()
            try HealthSchema.migrate(connection)
            try prepareDays()
        case .readOnly:
            let version = Int(try connection.number("PRAGMA user_version") ?? 0)
            guard (1...HealthSchema.version).contains(version) else { throw .laterVersion(path: path, version: version) }
        }
    }
}

// MARK: - Profile and settings

extension HealthStore {
    /// The settings; defaults where none were saved.
    public func settings() throws(HealthStoreError) -> Settings { Settings(try values(of: "setting")) }
    /// The profile; defaults where none was saved.
    public func profile() throws(HealthStoreError) -> Profile { Profile(try values(of: "profile")) }

    /// Saves both in one transaction. Values that a later version stored stay as they are.
    public func save(_ settings: Settings, _ profile: Profile) throws(HealthStoreError) {
        try connection.transaction { () throws(HealthStoreError) in
            try replace("setting", settings.named, known: ["zone_name"])
            try replace("profile", profile.named, known: ["birth_year", "sex", "maximum_bpm", "resting_bpm"])
        }
    }

    private func values(of table: String) throws(HealthStoreError) -> NamedValues {
        let statement = try connection.prepare("SELECT name, value FROM \(table)")
        var values = NamedValues()
        while try statement.step() {
            if let name = statement.text(0) { values[name] = statement.value(1) }
        }
        return values
    }

    /// Writes values; those of the `known` names that are absent are removed.
    private func replace(_ table: String, _ values: NamedValues, known: [String]) throws(HealthStoreError) {
        for name in known where values[name] == nil { try connection.run("DELETE FROM \(table) WHERE name = ?", [.text(name)]) }
        for (name, value) in values.values {
            try connection.run("INSERT OR REPLACE INTO \(table) (name, value) VALUES (?, ?)", [.text(name), value])
        }
    }
}

// MARK: - Days

extension HealthStore {
    /// Saves the totals of a day over what was stored of it. Allocates nothing outside SQLite, which twice
    /// asks for some bytes.
    public func save(_ day: DayTotals) throws(HealthStoreError) {
        if daySaver == nil { try prepareDays() }
        guard let daySaver else { return }
        defer { daySaver.reset() }
        try daySaver.bind(Int64(day.date.daysSinceEpoch), at: 1)
        try daySaver.bind(Int64(day.steps), at: 2)
        try daySaver.bind(Int64(rounding: day.distance.meters * 1000), at: 3)
        try daySaver.bind(Int64(day.runs), at: 4)
        while try daySaver.step() {}
        if latestDate.map({ $0 < day.date }) ?? true { latestDate = day.date }
    }

    /// Looks at the days that are there, and makes ready to save more.
    func prepareDays() throws(HealthStoreError) {
        daySaver = try connection.prepare("INSERT OR REPLACE INTO day (date, steps, distance_mm, runs) VALUES (?, ?, ?, ?)")
        latestDate = try latestDay()?.date
    }

    /// The latest day stored; nil if there is none.
    public func latestDay() throws(HealthStoreError) -> DayTotals? { try days("ORDER BY date DESC LIMIT 1", []).first }

    /// The days stored in a range, in order.
    public func days(in range: ClosedRange<CivilDate>) throws(HealthStoreError) -> [DayTotals] {
        try days(
            "WHERE date BETWEEN ? AND ? ORDER BY date",
            [SQLiteValue(range.lowerBound.daysSinceEpoch), SQLiteValue(range.upperBound.daysSinceEpoch)])
    }

    private func days(_ clause: String, _ values: [SQLiteValue]) throws(HealthStoreError) -> [DayTotals] {
        let statement = try connection.prepare("SELECT date, steps, distance_mm, runs FROM day \(clause)")
        try statement.bind(values)
        var days: [DayTotals] = []
        while try statement.step() {
            days.append(
                DayTotals(
                    date: CivilDate(daysSinceEpoch: Int(clamping: statement.integer(0) ?? 0)),
                    steps: UInt32(clamping: statement.integer(1) ?? 0),
                    distance: .meters(Double(statement.integer(2) ?? 0) / 1000), runs: UInt16(clamping: statement.integer(3) ?? 0)))
        }
        return days
    }
}

// MARK: - Runs

extension HealthStore {
    /// Puts a run into the index, over an older entry of the same run.
    public func save(_ run: RunIndexEntry) throws(HealthStoreError) {
        let places = [String](repeating: "?", count: run.values.count).joined(separator: ", ")
        let update = RunIndexEntry.columns.split(separator: ", ").dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try connection.run(
            "INSERT INTO run (\(RunIndexEntry.columns)) VALUES (\(places)) ON CONFLICT (id) DO UPDATE SET \(update)", run.values)
    }

    /// Takes a run out of the index; no file is touched.
    public func remove(_ id: RunID) throws(HealthStoreError) { try connection.run("DELETE FROM run WHERE id = ?", [.blob(id.bytes)]) }

    /// True if the index has the run.
    public func contains(_ id: RunID) throws(HealthStoreError) -> Bool {
        let statement = try connection.prepare("SELECT 1 FROM run WHERE id = ?")
        try statement.bind([.blob(id.bytes)])
        return try statement.step()
    }

    /// How many runs the index has.
    public func runCount() throws(HealthStoreError) -> Int { Int(clamping: try connection.number("SELECT count(*) FROM run") ?? 0) }

    /// Runs from an index on, newest first.
    public func runs(from first: Int = 0, limit: Int = .max) throws(HealthStoreError) -> [RunIndexEntry] {
        let statement = try connection.prepare("SELECT \(RunIndexEntry.columns) FROM run ORDER BY number DESC LIMIT ? OFFSET ?")
        try statement.bind([SQLiteValue(limit), SQLiteValue(max(0, first))])
        var runs: [RunIndexEntry] = []
        while try statement.step() {
            if let run = RunIndexEntry(row: statement) { runs.append(run) }
        }
        return runs
    }

    /// Makes the whole index anew in one transaction, from entries folded from the logs. They are numbered by their start; those whose
    /// start is not known come first.
    public func replaceRuns(with entries: [RunIndexEntry]) throws(HealthStoreError) {
        let sorted = entries.sorted { ($0.start?.milliseconds ?? .min) < ($1.start?.milliseconds ?? .min) }
        try connection.transaction { () throws(HealthStoreError) in
            try connection.execute("DELETE FROM run")
            for entry in sorted { try save(entry) }
        }
    }
}
