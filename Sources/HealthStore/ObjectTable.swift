import HealthCore
import Quantities

/// The table of objects: takes changes by the one merge rule, and gives them back. Its statements are compiled once, because quarter
/// hours are saved all day long, also in a run: taking one allocates nothing outside SQLite.
final class ObjectTable {
    /// A store that is opened again leaves a gap in the sequence: a card that lied about a flush may have lost numbers that a host has
    /// already seen.
    static let gapAtOpening: Int64 = 1024

    private let connection: SQLiteConnection
    private let begin: SQLiteStatement
    private let commit: SQLiteStatement
    private let find: SQLiteStatement
    private let insert: SQLiteStatement
    private let lastSequence: SQLiteStatement
    private let greatestPlace: SQLiteStatement
    private var gap = gapAtOpening

    private static let columns = "kind, id, version, origin, is_deleted, boot, start, \"end\", zone_s, value"

    init(_ connection: SQLiteConnection) throws(HealthStoreError) {
        self.connection = connection
        begin = try connection.prepare("BEGIN IMMEDIATE")
        commit = try connection.prepare("COMMIT")
        find = try connection.prepare("SELECT \(Self.columns), added, place FROM object WHERE kind = ? AND id = ?")
        insert = try connection.prepare(
            """
            INSERT OR REPLACE INTO object (sequence, \(Self.columns), added, place, taken_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        lastSequence = try connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'object'")
        greatestPlace = try connection.prepare("SELECT place FROM object WHERE place IS NOT NULL ORDER BY place DESC LIMIT 1")
    }

    /// Does everything or nothing (fault C5).
    func transaction(_ body: () throws(HealthStoreError) -> Void) throws(HealthStoreError) {
        let before = gap
        try run(begin)
        do throws(HealthStoreError) {
            try body()
            try run(commit)
        } catch {
            connection.rollBack()
            gap = before
            throw error
        }
    }

    private func run(_ statement: SQLiteStatement) throws(HealthStoreError) {
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// The greatest number ever given.
    func greatestSequence() throws(HealthStoreError) -> Int64 {
        defer { lastSequence.reset() }
        return try lastSequence.step() ? lastSequence.integer(0) ?? 0 : 0
    }

    /// The newest version of an object, tombstones included; nil if there is none.
    func newest(_ kind: HealthKind, _ id: HealthID) throws(HealthStoreError) -> HealthChange? {
        defer { find.reset() }
        try bindName(kind, id)
        return try find.step() ? Self.change(find) : nil
    }

    private func bindName(_ kind: HealthKind, _ id: HealthID) throws(HealthStoreError) {
        try find.bind(Int64(kind.rawValue), at: 1)
        try find.check(id.withBytes { find.bindCode($0, at: 2) })
    }

    /// Takes a change, within a transaction. Its sequence number; nil if the table has the same or a newer version.
    func put(_ change: HealthChange, at now: UTCInstant?) throws(HealthStoreError) -> Int64? {
        guard change.isWithinBounds else { throw .outOfBounds(path: connection.path) }
        let (old, added, place) = try previous(change.kind, change.id)
        guard change.supersedes(old) else { return nil }
        let last = try greatestSequence()
        // Only a damaged file has come so far; a number given twice would put one object into the place of another.
        guard last < .max else { throw .malformed(path: connection.path, detail: "its sequence has no number left") }
        let sequence = last.addingSaturating(1 + gap)
        try write(change, sequence, added: added ?? sequence, place: try self.place(of: change, before: place), at: now)
        gap = 0
        return sequence
    }

    private func previous(_ kind: HealthKind, _ id: HealthID) throws(HealthStoreError) -> (HealthChange?, added: Int64?, place: Int64?) {
        defer { find.reset() }
        try bindName(kind, id)
        guard try find.step() else { return (nil, nil, nil) }
        return (Self.change(find), find.integer(10), find.integer(11))
    }

    /// Where a run stands in the history; nil for everything else.
    private func place(of change: HealthChange, before: Int64?) throws(HealthStoreError) -> Int64? {
        guard change.kind == .run, !change.isDeleted else { return nil }
        if let start = change.time.start { return start.milliseconds }
        if let before { return before }
        defer { greatestPlace.reset() }
        return try greatestPlace.step() ? greatestPlace.integer(0) : .min
    }

    private func write(
        _ change: HealthChange, _ sequence: Int64, added: Int64, place: Int64?, at now: UTCInstant?
    ) throws(HealthStoreError) {
        defer { insert.reset() }
        try insert.bind(sequence, at: 1)
        try insert.bind(Int64(change.kind.rawValue), at: 2)
        try insert.check(change.id.withBytes { insert.bindCode($0, at: 3) })
        try insert.bind(Int64(change.version), at: 4)
        let origin = (change.origin.high.bigEndian, change.origin.low.bigEndian)
        try insert.check(withUnsafeBytes(of: origin) { insert.bindCode($0, at: 5) })
        try insert.bind(Int64(change.isDeleted ? 1 : 0), at: 6)
        try bind(change.time)
        try insert.check(change.value.withBytes { insert.bindCode($0, at: 11) })
        try insert.bind(added, at: 12)
        try insert.bind(place, at: 13)
        try insert.bind(now?.milliseconds, at: 14)
        while try insert.step() {}
    }

    private func bind(_ time: HealthTime) throws(HealthStoreError) {
        var numbers: (start: Int64?, end: Int64?, zone: Int64?) = (nil, nil, nil)
        try insert.bind(Int64?.none, at: 7)
        switch time {
        case .none: break
        case .utc(let start, let end, let zone): numbers = (start.milliseconds, end.milliseconds, Int64(zone.seconds))
        case .boot(let boot, let start, let end):
            let bytes = (boot.high.bigEndian, boot.low.bigEndian)
            try insert.check(withUnsafeBytes(of: bytes) { insert.bindCode($0, at: 7) })
            numbers = (start.nanoseconds, end.nanoseconds, nil)
        }
        try insert.bind(numbers.start, at: 8)
        try insert.bind(numbers.end, at: 9)
        try insert.bind(numbers.zone, at: 10)
    }

    /// All changes that a condition picks.
    static func visit(
        _ connection: SQLiteConnection, _ clause: String, _ values: [SQLiteValue],
        _ body: (Int64, HealthChange) -> Void
    ) throws(HealthStoreError) {
        let statement = try connection.prepare("SELECT \(columns), sequence FROM object \(clause)")
        try statement.bind(values)
        while try statement.step() {
            if let change = change(statement) { body(statement.integer(10) ?? 0, change) }
        }
    }

    /// A row; nil if it is none that this software could have written.
    private static func change(_ row: SQLiteStatement) -> HealthChange? {
        guard let kind = row.integer(0).flatMap({ UInt8(exactly: $0) }), let id = HealthID(row.bytes(1)),
            let version = row.integer(2).flatMap({ UInt32(exactly: $0) }), let (high, low) = pair(row.bytes(3))
        else { return nil }
        let origin = HealthOrigin(high: high, low: low), name = HealthKind(rawValue: kind)
        guard row.integer(4) == 0 else { return HealthChange(deleting: name, id: id, version: version, origin: origin) }
        guard let value = HealthValue(bytes: row.bytes(9)) else { return nil }
        return HealthChange(kind: name, id: id, version: version, origin: origin, time: time(row), value: value)
    }

    private static func time(_ row: SQLiteStatement) -> HealthTime {
        guard let start = row.integer(6), let end = row.integer(7) else { return .none }
        if let (high, low) = pair(row.bytes(5)) {
            return .boot(
                BootID(high: high, low: low), start: MonotonicInstant(nanoseconds: start), end: MonotonicInstant(nanoseconds: end))
        }
        return .utc(
            start: UTCInstant(milliseconds: start), end: UTCInstant(milliseconds: end),
            zone: ZoneOffset(seconds: Int32(clamping: row.integer(8) ?? 0)))
    }

    private static func pair(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64)? {
        guard bytes.count == 16 else { return nil }
        return (
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }
}
