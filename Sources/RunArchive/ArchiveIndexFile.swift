import Quantities
import RunCore
import RunLog
import SystemCalls

/// A file of the archive's index: what was folded of each log, with what tells whether the log is still the same.
///
/// A header and rows, each with a checksum of its own; the last row of a run counts, so that a row is added without writing the others
/// again, and two programs may add at once. Nothing in it is worth a word when it is lost: what is not believed is folded anew, and a file
/// of another version, or with a damaged place, is written again.
struct ArchiveIndexFile {
    /// The version of the format.
    static let version: UInt32 = 1

    /// Not text, with both line ends, as the logs' own.
    private static let magic: [UInt8] = [0x89] + Array("RUNX\r\n".utf8) + [0x1A]
    /// Magic, the versions of the format and of the fold, a checksum.
    private static let headerBytes = 20
    /// Length and checksum around a row.
    private static let frameBytes = 8
    /// Folder, id, the stamps of the log and of its side file, and the start by which the run is ordered.
    private static let keyBytes = 1 + 16 + 24 + 24 + 9
    /// The longest row: texts of an origin are short.
    private static let longestRow = 64 << 10
    /// The greatest file that is read: half a million runs.
    private static let most = 256 << 20

    private let bytes: [UInt8]
    /// Where the row of each run begins, its frame included.
    private let rows: [RunID: Range<Int>]
    /// Rows in the file, also those that later ones replace.
    let rowCount: Int
    /// True if the file is of this version and every byte of it belongs to a row.
    let isWhole: Bool

    /// The runs that have a row.
    var ids: Dictionary<RunID, Range<Int>>.Keys { rows.keys }

    /// Reads a file; one that is not there or cannot be read has no rows.
    init(reading path: String, calls: any FileSystemCalls) {
        bytes = BoundedFile.read(path, most: Self.most, calls: calls) ?? []
        let header = Self.header
        var rows: [RunID: Range<Int>] = [:], count = 0, position = header.count
        guard bytes.starts(with: header) else {
            (self.rows, rowCount, isWhole) = ([:], 0, false)
            return
        }
        rows.reserveCapacity(bytes.count / 256)
        bytes.withUnsafeBytes { memory in
            while let end = Self.end(ofRowAt: position, in: memory) {
                rows[Self.key(at: position, in: memory).id] = position..<end
                count += 1
                position = end
            }
        }
        (self.rows, rowCount, isWhole) = (rows, count, position == bytes.count)
    }

    /// The row of a log as it stands in the file, frame included; nil if there is none or the log is no longer the same.
    func row(of log: StoredLog) -> ArraySlice<UInt8>? {
        guard let range = rows[log.id], log.stamp != .absent else { return nil }
        let key = bytes.withUnsafeBytes { Self.key(at: range.lowerBound, in: $0) }
        return key.isOf(log) ? bytes[range] : nil
    }

    /// The start by which a run is ordered; nil if the file does not know, a nil within if it was never known.
    func start(of log: StoredLog) -> UTCInstant?? {
        guard let row = row(of: log) else { return nil }
        return .some(row.withUnsafeBytes { Self.key(at: 0, in: $0).start })
    }

    /// What is kept of a run; nil if the file does not know.
    func run(of log: StoredLog) -> IndexedRun? {
        guard let row = row(of: log) else { return nil }
        return row.withUnsafeBytes { memory in
            let content = 4 + Self.keyBytes..<memory.count - 4
            var reader = PackedReader(UnsafeRawBufferPointer(rebasing: memory[content]))
            return IndexedRun(orderedBy: Self.key(at: 0, in: memory).start, from: &reader)
        }
    }
}

// MARK: - Bytes

extension ArchiveIndexFile {
    /// What a file of this version begins with.
    static let header: [UInt8] = {
        var header = magic
        append(version, to: &header)
        append(RunTrainingReading.version, to: &header)
        append(header.withUnsafeBytes { CRC32C.extend(0, over: $0) }, to: &header)
        return header
    }()

    /// Rows of another version do not fit this one's checksums, wherever they are added.
    private static let salt: UInt32 = header.withUnsafeBytes { CRC32C.extend(0, over: $0) }

    /// A row for the end of a file; nil if it would be longer than any.
    static func row(of log: StoredLog, _ run: IndexedRun) -> [UInt8]? {
        var writer = PackedWriter()
        run.put(into: &writer)
        let length = keyBytes + writer.bytes.count
        guard length + frameBytes <= longestRow else { return nil }
        var row: [UInt8] = []
        row.reserveCapacity(length + frameBytes)
        append(UInt32(length), to: &row)
        row.append(log.folder.rawValue)
        append(log.id.high, to: &row)
        append(log.id.low, to: &row)
        for stamp in [log.stamp, log.sourceStamp] {
            append(stamp.inode, to: &row)
            append(stamp.size, to: &row)
            append(stamp.modified, to: &row)
        }
        row.append(run.orderedBy == nil ? 0 : 1)
        append(run.orderedBy?.milliseconds ?? 0, to: &row)
        row += writer.bytes
        append(row.withUnsafeBytes { CRC32C.extend(salt, over: $0) }, to: &row)
        return row
    }

    private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Where a whole row ends; nil where none begins.
    private static func end(ofRowAt position: Int, in memory: UnsafeRawBufferPointer) -> Int? {
        guard memory.count - position >= frameBytes + keyBytes else { return nil }
        let length = Int(UInt32(littleEndian: memory.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
        guard length >= keyBytes, length + frameBytes <= longestRow, memory.count - position >= length + frameBytes else { return nil }
        let checked = position + 4 + length
        let checksum = UInt32(littleEndian: memory.loadUnaligned(fromByteOffset: checked, as: UInt32.self))
        guard CRC32C.extend(salt, over: UnsafeRawBufferPointer(rebasing: memory[position..<checked])) == checksum else { return nil }
        return checked + 4
    }

    /// What stands before the figures of a row.
    private struct Key {
        var folder: UInt8
        var id: RunID
        var stamp, sourceStamp: FileStamp
        var start: UTCInstant?

        func isOf(_ log: StoredLog) -> Bool {
            folder == log.folder.rawValue && id == log.id && stamp == log.stamp && sourceStamp == log.sourceStamp
        }
    }

    private static func key(at row: Int, in memory: UnsafeRawBufferPointer) -> Key {
        func word(_ index: Int) -> UInt64 {
            UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: row + 5 + 8 * index, as: UInt64.self))
        }
        func stamp(_ index: Int) -> FileStamp {
            FileStamp(inode: word(index), size: Int64(bitPattern: word(index + 1)), modified: Int64(bitPattern: word(index + 2)))
        }
        let hasStart = memory[row + 5 + 64] != 0
        let start = memory.loadUnaligned(fromByteOffset: row + 5 + 65, as: Int64.self)
        return Key(
            folder: memory[row + 4], id: RunID(high: word(0), low: word(1)), stamp: stamp(2), sourceStamp: stamp(5),
            start: hasStart ? UTCInstant(milliseconds: Int64(littleEndian: start)) : nil)
    }
}
