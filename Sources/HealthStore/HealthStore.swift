import Glibc
import HealthCore
import Quantities

/// What changes slowly, in SQLite: one table of objects, each row the newest version of one (`HealthChange`).
///
/// Write-ahead logging with `synchronous = FULL`: of all SQLite's ways the one that lost nothing and stayed whole on an honest card.
/// Each put is one transaction, so a power cut leaves the old values or the new ones, never a mixture (fault C5). One thread at a time
/// uses a store; readers in other processes need no lock.
public final class HealthStore {
    /// What a store is opened for.
    public enum Access: Sendable {
        /// Reading and writing, by the one process that holds the data directory's lock.
        case readWrite
        /// Reading, beside a writer or alone.
        case readOnly
        /// Reading something small once, leaving no file behind. Where no writer is at work its log's index is not made; should one begin in
        /// that moment, an error or an older value may be read.
        case glance
    }

    /// The database file.
    public let path: String
    /// The schema version that was found; less than the present one if it was converted.
    public let foundVersion: Int
    /// True if nothing can be put.
    public let isReadOnly: Bool
    /// Who writes the versions that the history of runs makes by itself; the watch sets it to itself.
    public var origin = HealthOrigin.migration
    let connection: SQLiteConnection
    let table: ObjectTable

    /// A file up to this size is checked whole when it is opened: some five years of days. A greater one would hold the start up.
    static let mostCheckedBytes: Int64 = 16 << 20

    /// Opens a store, checks it, and brings its schema to the newest version. To open one for writing that may be missing, damaged, of
    /// a later version or on a full card, use ``opening(path:)``.
    public convenience init(path: String, access: Access = .readWrite) throws(HealthStoreError) {
        switch access {
        case .readWrite: try self.init(writing: path)
        case .readOnly: try self.init(reading: path)
        case .glance: try self.init(reading: path, isImmutable: Glibc.access(path + "-wal", F_OK) != 0)
        }
    }

    /// - Parameter isAlone: true keeps the log's index in memory, where the card has no room for it; others cannot read meanwhile.
    init(writing path: String, isAlone: Bool = false) throws(HealthStoreError) {
        try Self.makePrivate(path)
        connection = try SQLiteConnection(path: path, isWriter: true)
        (self.path, isReadOnly) = (path, false)
        if isAlone { try connection.execute("PRAGMA locking_mode = EXCLUSIVE") }
        // Before anything is written: what a later version made stays as it is (N8).
        foundVersion = try HealthSchema.readVersion(connection)
        // 256 KiB of cache; a log that is copied back every 64 pages stays small. No page of the file is mapped.
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -256; PRAGMA wal_autocheckpoint = 64;
            PRAGMA mmap_size = 0
            """)
        if try connection.byteCount() <= Self.mostCheckedBytes { try connection.check() }
        try HealthSchema.migrate(connection)
        table = try ObjectTable(connection)
        try Self.makePrivate(path)
    }

    /// Opens a file without changing it. One of an earlier version is converted in memory.
    /// - Parameter isImmutable: true if nobody can write the file, as on a card that is read-only.
    init(reading path: String, isImmutable: Bool = false) throws(HealthStoreError) {
        let file = try SQLiteConnection(path: path, isWriter: false, isImmutable: isImmutable)
        (self.path, isReadOnly) = (path, true)
        try file.execute("PRAGMA cache_size = -256; PRAGMA mmap_size = 0")
        foundVersion = Int(clamping: try file.number("PRAGMA user_version") ?? 0)
        if foundVersion == 0 { throw .empty(path: path) }
        if foundVersion < HealthSchema.version {
            connection = try SQLiteConnection(path: ":memory:", isWriter: true)
            try file.copy(into: connection)
            try HealthSchema.migrate(connection)
        } else {
            connection = file
        }
        do throws(HealthStoreError) { table = try ObjectTable(connection) } catch {
            // A later version may have changed what this one reads by.
            throw foundVersion > HealthSchema.version ? .laterVersion(path: path, version: foundVersion) : error
        }
    }

    /// Throws unless the whole file's structure is sound. Takes as long as reading it: for the writer's thread, not for the start.
    public func check() throws(HealthStoreError) { try connection.check() }

    func requireWritable() throws(HealthStoreError) { if isReadOnly { throw .readOnly(path: path) } }
}

// MARK: - Changes

extension HealthStore {
    /// Takes changes in one transaction: all are on the card, or none. Those that the store has already, or newer ones, are nothing.
    /// - Parameter now: UTC, by which tombstones age; nil if it is not known.
    /// - Returns: the sequence number of the last one taken; nil if all were nothing.
    /// Errors: ``HealthStoreError/outOfBounds(path:)`` for a change that breaks the bounds; nothing of the call is stored then.
    @discardableResult public func put(
        _ changes: some Sequence<HealthChange>, at now: UTCInstant? = nil
    ) throws(HealthStoreError) -> Int64? {
        try requireWritable()
        var last: Int64?
        try transaction { () throws(HealthStoreError) in
            last = nil
            for change in changes { last = try table.put(change, at: now) ?? last }
        }
        return last
    }

    /// Does everything or nothing. Where the log cannot grow because the card is full it is copied back and begun again, once: then there
    /// is room as long as the database itself has some (C6, N5).
    func transaction(_ body: () throws(HealthStoreError) -> Void) throws(HealthStoreError) {
        do throws(HealthStoreError) { try table.transaction(body) } catch {
            guard case .full = error else { throw error }
            do throws(HealthStoreError) { try connection.execute("PRAGMA wal_checkpoint(RESTART)") } catch _ { throw error }
            try table.transaction(body)
        }
    }

    /// Takes one change; see ``put(_:at:)``.
    @discardableResult public func put(_ change: HealthChange, at now: UTCInstant? = nil) throws(HealthStoreError) -> Int64? {
        try put(CollectionOfOne(change), at: now)
    }

    /// The newest version of an object, a tombstone included; nil if there is none.
    public func newest(_ kind: HealthKind, _ id: HealthID) throws(HealthStoreError) -> HealthChange? { try table.newest(kind, id) }

    /// The greatest sequence number ever given; 0 in a new store.
    public func lastSequence() throws(HealthStoreError) -> Int64 { try table.greatestSequence() }

    /// How many objects there are, tombstones included.
    public func objectCount() throws(HealthStoreError) -> Int64 { try connection.number("SELECT count(*) FROM object") ?? 0 }
}

// MARK: - The book

extension HealthStore {
    /// The book of a watch as it starts: all settings and the profile, the quarter hours and runs of a window, and what this boot left
    /// undated. Its cost does not grow with the years; ``stepTotals(outside:boot:)`` then tells the rest, from another thread's turn.
    ///
    /// A quarter hour that cannot be read is left out; settings that cannot be read are an error, never defaults (R-B10).
    /// - Parameter window: today and the days around; three days are about 300 quarter hours.
    public func book(boot: BootID, window: Range<UTCInstant>) throws(HealthStoreError) -> HealthBook {
        var book = HealthBook(boot: boot, window: window)
        try readValues(into: &book)
        // A day of an old store is named by its date at offset 0: a day's margin on both sides.
        let from = window.lowerBound.milliseconds.subtractingSaturating(86_400_000)
        let to = window.upperBound.milliseconds.addingSaturating(86_400_000)
        for kind in [HealthKind.quarterHour, .run] {
            try visit(
                "WHERE kind = ? AND start >= ? AND start < ? AND boot IS NULL",
                [SQLiteValue(kind.rawValue), .integer(from), .integer(to)]
            ) { change in
                if kind == .run || change.reaches(window) { book.apply(change) }
            }
        }
        for change in try undated(of: boot) { book.apply(change) }
        try readObjects(into: &book)
        return book
    }

    /// A book of all there is, for a host's reports and for tests: its memory grows with the years.
    public func wholeBook() throws(HealthStoreError) -> HealthBook {
        var book = HealthBook(boot: BootID(high: 0, low: 0))
        try visit("ORDER BY kind, start", []) { book.apply($0) }
        return book
    }

    private func readValues(into book: inout HealthBook) throws(HealthStoreError) {
        var values: [HealthChange] = []
        try visit(
            "WHERE kind IN (?, ?)", [SQLiteValue(HealthKind.setting.rawValue), SQLiteValue(HealthKind.profileValue.rawValue)]
        ) { values.append($0) }
        for value in values { book.apply(value) }
    }

    /// Goals, kinds of drinks and runners, the newest drinks, and the awards of the window.
    private func readObjects(into book: inout HealthBook) throws(HealthStoreError) {
        try visit(
            "WHERE kind IN (?, ?, ?) ORDER BY id LIMIT 512",
            [SQLiteValue(HealthKind.goal.rawValue), SQLiteValue(HealthKind.drinkKind.rawValue), SQLiteValue(HealthKind.runner.rawValue)]
        ) { book.apply($0) }
        try visit(
            "WHERE kind = ? AND is_deleted = 0 AND boot IS NULL ORDER BY start DESC LIMIT ?",
            [SQLiteValue(HealthKind.drink.rawValue), SQLiteValue(HealthBook.mostDrinks)]
        ) { book.apply($0) }
        guard let window = book.window else { return }
        let first = GoalAward.idPrefix(ofDay: window.lowerBound.milliseconds / 86_400_000 - 2)
        try visit(
            "WHERE kind = ? AND id >= ?", [SQLiteValue(HealthKind.award.rawValue), .blob(first.withBytes { [UInt8]($0) })]
        ) { if !book.isEarlierAward($0.id) { book.apply($0) } }
    }

    /// What the awards add up to that a book does not hold, for ``HealthBook/setEarlierAwards(_:)``. Reads every award there is, some
    /// thousand a year: from another thread's turn.
    public func earlierAwards(than book: HealthBook) throws(HealthStoreError) -> AwardTotals {
        var totals = AwardTotals()
        try visit("WHERE kind = ? AND is_deleted = 0", [SQLiteValue(HealthKind.award.rawValue)]) { change in
            if book.isEarlierAward(change.id), case .award(let award) = change.value { totals.add(award) }
        }
        return totals
    }

    /// All awards there are, by day: some thousand a year.
    public func awards() throws(HealthStoreError) -> [GoalAward] {
        var awards: [GoalAward] = []
        try visit("WHERE kind = ? AND is_deleted = 0 ORDER BY id", [SQLiteValue(HealthKind.award.rawValue)]) { change in
            if case .award(let award) = change.value { awards.append(award) }
        }
        return awards
    }

    private func undated(of boot: BootID) throws(HealthStoreError) -> [HealthChange] {
        var changes: [HealthChange] = []
        let bytes = withUnsafeBytes(of: (boot.high.bigEndian, boot.low.bigEndian)) { [UInt8]($0) }
        try visit("WHERE boot = ?", [.blob(bytes)]) { changes.append($0) }
        return changes
    }

    /// What a boot of a watch has counted so far, tombstones included: for ``QuarterHourCounter/resume(_:)`` after a crash of the
    /// program, and for the book.
    public func quarterHours(ofBoot boot: BootID, serial: UInt32) throws(HealthStoreError) -> [HealthChange] {
        let first = QuarterHourID.prefix(serial: serial, boot: boot).withBytes { [UInt8]($0) }
        let last = first + [UInt8](repeating: 0xFF, count: HealthID.mostBytes - first.count)
        var changes: [HealthChange] = []
        try visit(
            "WHERE kind = ? AND id BETWEEN ? AND ?", [SQLiteValue(HealthKind.quarterHour.rawValue), .blob(first), .blob(last)]
        ) { changes.append($0) }
        return changes
    }

    /// All steps outside a window, for ``HealthBook/setEarlier(_:)``. Reads every quarter hour there is, some thousand a year.
    public func stepTotals(outside window: Range<UTCInstant>, boot: BootID) throws(HealthStoreError) -> StepTotals {
        var sum = QuarterHourSum(), days: UInt64 = 0, undated: UInt64 = 0
        var waiting: [(id: QuarterHourID, steps: UInt32)] = []
        func addWaiting() {
            waiting.sort { $0.id < $1.id }
            for quarter in waiting { sum.add(quarter.id, CountedAmounts(steps: quarter.steps)) }
            waiting.removeAll(keepingCapacity: true)
        }
        try visit("WHERE kind = ? AND is_deleted = 0 ORDER BY start", [SQLiteValue(HealthKind.quarterHour.rawValue)]) { change in
            switch (change.value, QuarterHourID(change.id)) {
            case (.quarterHour(let amounts), let id?):
                if !id.isDated {
                    undated &+= id.boot == boot ? 0 : UInt64(amounts.steps)
                } else if !window.contains(QuarterHour(index: id.index).start) {
                    if let last = waiting.last, last.id.index != id.index { addWaiting() }
                    waiting.append((id, amounts.steps))
                }
            case (.quarterHour(let amounts), nil): days &+= change.reaches(window) ? 0 : UInt64(amounts.steps)
            case (.day(let amounts), _): days &+= change.reaches(window) ? 0 : UInt64(amounts.steps)
            default: break
            }
        }
        addWaiting()
        return StepTotals(dated: sum.total.steps &+ days, undated: undated)
    }

    func visit(_ clause: String, _ values: [SQLiteValue], _ body: (HealthChange) -> Void) throws(HealthStoreError) {
        try ObjectTable.visit(connection, clause, values) { _, change in body(change) }
    }
}
