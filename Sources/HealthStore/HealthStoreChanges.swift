import HealthCore
import Quantities

/// How far somebody has read a store: opaque text, to be given back as it came.
public struct HealthAnchor: Hashable, Sendable, CustomStringConvertible {
    /// The sixteen bytes of the store's id, in hexadecimal digits.
    let store: String
    let sequence: Int64

    init(store: String, sequence: Int64) { (self.store, self.sequence) = (store, sequence) }

    /// Reads an anchor's text; nil if it is none.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 32, parts[0].allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let sequence = Int64(parts[1]), sequence >= 0
        else { return nil }
        self.init(store: parts[0].lowercased(), sequence: sequence)
    }

    /// The text.
    public var description: String { "\(store)-\(sequence)" }
}

/// Some changes in the order in which the store took them.
public struct HealthChangePage: Sendable {
    /// The changes, tombstones among them, each with its sequence number.
    public var changes: [(sequence: Int64, change: HealthChange)]
    /// Where to go on.
    public var anchor: HealthAnchor
    /// True if there were more when it was read.
    public var hasMore: Bool
}

extension HealthStore {
    /// How long a tombstone is kept at least.
    public static let tombstoneAge = Duration.seconds(90 * 86_400)

    /// The store's id, in hexadecimal digits: another one for each file that is begun, or brought back from a backup.
    public func storeID() throws(HealthStoreError) -> String {
        let row = try connection.prepare("SELECT lower(hex(value)) FROM store WHERE name = 'id'")
        guard try row.step(), let id = row.text(0) else { throw .malformed(path: path, detail: "it has no id") }
        return id
    }

    /// Changes after an anchor, the earliest first; from the beginning without one.
    ///
    /// Errors: ``HealthStoreError/expiredAnchor(path:)`` for an anchor of another store, of a later state than this one, or from before
    /// deletions that are forgotten: everything has to be read again, never nothing.
    public func changes(since anchor: HealthAnchor?, limit: Int) throws(HealthStoreError) -> HealthChangePage {
        let id = try storeID(), from = anchor?.sequence ?? 0
        if let anchor {
            let horizon = try connection.number("SELECT value FROM store WHERE name = 'horizon'") ?? 0
            guard anchor.store == id, from <= (try table.greatestSequence()), from == 0 || from >= horizon else {
                throw .expiredAnchor(path: path)
            }
        }
        let wanted = min(max(1, limit), 10_000)
        var changes: [(sequence: Int64, change: HealthChange)] = []
        try ObjectTable.visit(
            connection, "WHERE sequence > ? ORDER BY sequence LIMIT ?", [.integer(from), SQLiteValue(wanted + 1)]
        ) { changes.append(($0, $1)) }
        let hasMore = changes.count > wanted
        if hasMore { changes.removeLast() }
        return HealthChangePage(
            changes: changes, anchor: HealthAnchor(store: id, sequence: changes.last?.sequence ?? from), hasMore: hasMore)
    }

    /// Forgets tombstones that are older than 90 days and that every known host has acknowledged. Those of settings and of the profile
    /// stay, because their names come again and must go on with their versions.
    /// - Parameters:
    ///   - now: UTC.
    ///   - acknowledged: the least anchor of all known hosts; nil if there are none. One of another store acknowledges nothing.
    /// - Returns: how many were forgotten. Anchors before the last of them have expired.
    @discardableResult public func forgetTombstones(at now: UTCInstant, acknowledged: HealthAnchor?) throws(HealthStoreError) -> Int64 {
        try requireWritable()
        let id = try storeID()
        let upTo = acknowledged.map { $0.store == id ? $0.sequence : 0 } ?? .max
        let values: [SQLiteValue] = [
            SQLiteValue(HealthKind.setting.rawValue), SQLiteValue(HealthKind.profileValue.rawValue), .integer(upTo),
            .integer(now.milliseconds.subtractingSaturating(Self.tombstoneAge.inMilliseconds)),
        ]
        let old = "FROM object WHERE is_deleted = 1 AND kind NOT IN (?, ?) AND sequence <= ? AND taken_ms < ?"
        var count: Int64 = 0
        try transaction { () throws(HealthStoreError) in
            let row = try connection.prepare("SELECT count(*), max(sequence) \(old)")
            try row.bind(values)
            count = 0
            guard try row.step(), let found = row.integer(0), found > 0 else { return }
            count = found
            try connection.run("UPDATE store SET value = max(value, ?) WHERE name = 'horizon'", [SQLiteValue(row.integer(1))])
            row.reset()
            try connection.run("DELETE \(old)", values)
        }
        return count
    }
}
