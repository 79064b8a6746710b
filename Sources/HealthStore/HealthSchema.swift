/// The store's tables, version by version. A version that was released is never changed: a later one only adds a step (fault C10).
enum HealthSchema {
    /// The newest version.
    static var version: Int { steps.count }

    /// Step i brings version i to i + 1.
    static let steps = [
        """
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
    ]

    /// Brings a database to the last of `steps`, each step in one transaction with its version number.
    static func migrate(_ connection: SQLiteConnection, through steps: [String] = Self.steps) throws(HealthStoreError) {
        let found = Int(try connection.number("PRAGMA user_version") ?? 0)
        guard found >= 0, found <= steps.count else { throw .laterVersion(path: connection.path, version: found) }
        for version in found..<steps.count {
            try connection.transaction { () throws(HealthStoreError) in
                try connection.execute(steps[version])
                try connection.execute("PRAGMA user_version = \(version + 1)")
            }
        }
    }
}
