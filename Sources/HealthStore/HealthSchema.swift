/// The store's tables, version by version. A version that was released is never changed: a later one only adds a step (fault C10).
enum HealthSchema {
    /// What brings a database from one version to the next.
    struct Step {
        var sql: String
        /// What SQL alone cannot do; nil if it can.
        var convert: ((SQLiteConnection) throws(HealthStoreError) -> Void)?
    }

    /// The newest version.
    static var version: Int { steps.count }

    /// Step i brings version i to i + 1.
    static var steps: [Step] { [Step(sql: first), Step(sql: second, convert: FirstVersion.convert)] }

    /// Released as 0.1.0.
    private static let first = """
        CREATE TABLE run (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            type INTEGER NOT NULL,
            start_utc_ms INTEGER,
            zone_s INTEGER NOT NULL,
            elapsed_ms INTEGER NOT NULL,
            timer_ms INTEGER NOT NULL,
            moving_ms INTEGER NOT NULL,
            distance_mm INTEGER NOT NULL,
            steps INTEGER,
            ascent_dm INTEGER,
            descent_dm INTEGER,
            energy_kcal REAL NOT NULL,
            average_bpm REAL,
            maximum_bpm REAL,
            laps INTEGER NOT NULL,
            end_cause INTEGER
        );
        CREATE TABLE day (
            date INTEGER PRIMARY KEY,
            steps INTEGER NOT NULL,
            distance_mm INTEGER NOT NULL,
            runs INTEGER NOT NULL
        );
        CREATE TABLE setting (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
        CREATE TABLE profile (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
        """

    /// One table of objects, each row the newest version of one. It is its own log of changes: `sequence` says when a row last changed.
    ///
    /// `start` and `end` are UTC milliseconds, or nanoseconds of the boot where `boot` is not null. `place` orders the history: a run's
    /// start, or for one without UTC the greatest place there was when it came; `added` is its first sequence. `taken_ms` is when the
    /// store took the version, by which tombstones age.
    private static let second = """
        CREATE TABLE object (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            kind INTEGER NOT NULL,
            id BLOB NOT NULL,
            version INTEGER NOT NULL,
            origin BLOB NOT NULL,
            is_deleted INTEGER NOT NULL,
            boot BLOB,
            start INTEGER,
            "end" INTEGER,
            zone_s INTEGER,
            value BLOB NOT NULL,
            added INTEGER NOT NULL,
            place INTEGER,
            taken_ms INTEGER,
            UNIQUE (kind, id)
        );
        CREATE INDEX object_start ON object (kind, start) WHERE boot IS NULL AND start IS NOT NULL;
        CREATE INDEX object_boot ON object (boot) WHERE boot IS NOT NULL;
        CREATE INDEX object_place ON object (place DESC, added DESC) WHERE place IS NOT NULL;
        CREATE TABLE store (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
        INSERT INTO store VALUES ('id', randomblob(16)), ('horizon', 0);
        """

    /// The version of a database; 0 if it holds nothing yet. One that this software does not know is an error.
    static func readVersion(_ connection: SQLiteConnection, knowing steps: [Step] = Self.steps) throws(HealthStoreError) -> Int {
        let found = Int(clamping: try connection.number("PRAGMA user_version") ?? 0)
        guard found >= 0, found <= steps.count else { throw .laterVersion(path: connection.path, version: found) }
        return found
    }

    /// Brings a database to the last of `steps`, each step in one transaction with its version number.
    static func migrate(_ connection: SQLiteConnection, through steps: [Step] = Self.steps) throws(HealthStoreError) {
        let found = try readVersion(connection, knowing: steps)
        for version in found..<steps.count {
            try connection.transaction { () throws(HealthStoreError) in
                try connection.execute(steps[version].sql)
                if let convert = steps[version].convert { try convert(connection) }
                try connection.execute("PRAGMA user_version = \(version + 1)")
            }
        }
    }
}
