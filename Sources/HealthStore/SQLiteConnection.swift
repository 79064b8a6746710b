import CSQLite
import Glibc

/// One connection to a database file. Not shared between threads at the same time.
final class SQLiteConnection {
    let path: String
    private let handle: OpaquePointer

    /// A mapped file without blocks behind it would end the process on a full card (N5).
    private static let holdsMappedBlocks = harrier_sqlite3_hold_mapped_blocks() == SQLITE_OK

    /// Opens a file, making it if `isWriter`.
    /// - Parameter isImmutable: true if nobody writes the file, as on a card that is read-only: no lock and no shared index is needed.
    init(path: String, isWriter: Bool, isImmutable: Bool = false) throws(HealthStoreError) {
        _ = Self.holdsMappedBlocks
        var handle: OpaquePointer?
        let flags =
            (isWriter ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
        let code = sqlite3_open_v2(isImmutable ? Self.immutableURI(path) : path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let error = Self.error(code, path: path, handle: handle)
            sqlite3_close_v2(handle)
            throw error
        }
        (self.path, self.handle) = (path, handle)
        sqlite3_busy_timeout(handle, 2000)
    }

    deinit { sqlite3_close_v2(handle) }

    private static func immutableURI(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var uri = Array("file:".utf8)
        for byte in path.utf8 {
            let isPlain = byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            let isWord =
                Unicode.Scalar(byte).isASCII && Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
            if isPlain || byte < 128 && isWord { uri.append(byte) } else { uri += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        }
        return String(decoding: uri, as: UTF8.self) + "?immutable=1"
    }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(HealthStoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Compiles one statement.
    func prepare(_ sql: String) throws(HealthStoreError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code) }
        return SQLiteStatement(statement, of: self)
    }

    /// Runs a statement with values and ignores its rows.
    func run(_ sql: String, _ values: [SQLiteValue]) throws(HealthStoreError) {
        let statement = try prepare(sql)
        try statement.bind(values)
        while try statement.step() {}
    }

    /// The first column of the first row as a whole number.
    func number(_ sql: String) throws(HealthStoreError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// The first column of the first row as a number.
    func real(_ sql: String) throws(HealthStoreError) -> Double? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.real(0) : nil
    }

    /// The size of the database without its log.
    func byteCount() throws(HealthStoreError) -> Int64 {
        let (pages, size) = (try number("PRAGMA page_count") ?? 0, try number("PRAGMA page_size") ?? 0)
        let (bytes, overflow) = pages.multipliedReportingOverflow(by: size)
        return overflow ? .max : bytes
    }

    /// Does everything or nothing (fault C5).
    func transaction(_ body: () throws(HealthStoreError) -> Void) throws(HealthStoreError) {
        try execute("BEGIN IMMEDIATE")
        do throws(HealthStoreError) {
            try body()
            try execute("COMMIT")
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends a transaction, if SQLite has not done so, with nothing changed.
    func rollBack() { if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) } }

    /// Throws unless the file's structure is sound.
    func check() throws(HealthStoreError) {
        let statement = try prepare("PRAGMA quick_check(1)")
        guard try statement.step() else { throw .malformed(path: path, detail: "the check gave no answer") }
        let answer = statement.text(0) ?? ""
        guard answer == "ok" else { throw .malformed(path: path, detail: answer) }
    }

    /// Copies the whole database into another one, page by page, in one consistent state.
    func copy(into target: SQLiteConnection) throws(HealthStoreError) {
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.error(sqlite3_errcode(target.handle))
        }
        let step = sqlite3_backup_step(backup, -1)
        let finish = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE else { throw target.error(step) }
        guard finish == SQLITE_OK else { throw target.error(finish) }
    }

    func error(_ code: Int32) -> HealthStoreError { Self.error(code, path: path, handle: handle) }

    private static func error(_ code: Int32, path: String, handle: OpaquePointer?) -> HealthStoreError {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .malformed(path: path, detail: String(cString: sqlite3_errstr(code)))
        case SQLITE_FULL: return .full(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY:
            let errno = handle.map { sqlite3_system_errno($0) } ?? 0
            return errno == ENOSPC || errno == EDQUOT ? .full(path: path) : .inputOutput(path: path, errno: errno)
        default: return .other(path: path, code: code, detail: String(cString: sqlite3_errstr(code)))
        }
    }
}

/// A value to bind.
enum SQLiteValue: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// A whole number, or null where there is none.
    init(_ value: (some BinaryInteger)?) { self = value.map { .integer(Int64(clamping: $0)) } ?? .null }
    /// A number, or null where there is none.
    init(_ value: Double?) { self = value.map { .real($0) } ?? .null }
}

/// A compiled statement.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection

    init(_ handle: OpaquePointer, of connection: SQLiteConnection) { (self.handle, self.connection) = (handle, connection) }
    deinit { sqlite3_finalize(handle) }

    func bind(_ values: [SQLiteValue]) throws(HealthStoreError) {
        for (offset, value) in values.enumerated() {
            let index = Int32(offset + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, index)
                case .integer(let number): sqlite3_bind_int64(handle, index, number)
                case .real(let number): sqlite3_bind_double(handle, index, number)
                case .text(let text): harrier_sqlite3_bind_text(handle, index, text, Int32(text.utf8.count))
                case .blob(let bytes): harrier_sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count))
                }
            guard code == SQLITE_OK else { throw connection.error(code) }
        }
    }

    /// Binds one whole number, counted from 1.
    func bind(_ number: Int64, at index: Int32) throws(HealthStoreError) {
        let code = sqlite3_bind_int64(handle, index, number)
        guard code == SQLITE_OK else { throw connection.error(code) }
    }

    /// Binds a whole number, or null where there is none.
    func bind(_ number: Int64?, at index: Int32) throws(HealthStoreError) {
        let code = number.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index)
        guard code == SQLITE_OK else { throw connection.error(code) }
    }

    /// Binds bytes; SQLite copies them.
    func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws(HealthStoreError) {
        try check(bindCode(bytes, at: index))
    }
    /// Binds bytes, for the inside of a closure that lends them.
    func bindCode(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, index, 0) : harrier_sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count))
    }
    func check(_ code: Int32) throws(HealthStoreError) { guard code == SQLITE_OK else { throw connection.error(code) } }

    /// The bytes of a column, until the next step.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// Makes it ready to be run again, and gives up the locks that it holds.
    func reset() { sqlite3_reset(handle) }

    /// True if there is a row.
    func step() throws(HealthStoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw connection.error(code)
        }
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64? { isNull(column) ? nil : sqlite3_column_int64(handle, column) }
    func real(_ column: Int32) -> Double? { isNull(column) ? nil : sqlite3_column_double(handle, column) }
    func text(_ column: Int32) -> String? { sqlite3_column_text(handle, column).map { String(cString: $0) } }
    func blob(_ column: Int32) -> [UInt8]? {
        guard let bytes = sqlite3_column_blob(handle, column) else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }
    /// The column as it is.
    func value(_ column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: text(column).map { .text($0) } ?? .null
        case SQLITE_BLOB: .blob(blob(column) ?? [])
        default: .null
        }
    }
}
