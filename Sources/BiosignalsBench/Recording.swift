import CZlib
import Glibc

/// Why a recording could not be read.
public enum RecordingError: Error, Hashable, CustomStringConvertible {
    /// The file could not be opened or ended in mid-stream.
    case unreadable(path: String)
    /// A column that was asked for is not there.
    case columnMissing(path: String, column: String)
    /// Neither a `t_ms` column nor an `# fs_hz:` line says when the samples were taken.
    case rateUnknown(path: String)
    /// There is no truth beside the recording.
    case truthMissing(path: String)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read: check that it exists and is a whole .csv or .csv.gz file"
        case .columnMissing(let path, let column): "\(path) has no column \(column): name the right ones with --ppg and --acc"
        case .rateUnknown(let path): "\(path) does not say its sample rate: add a line \"# fs_hz: 25\" or a column t_ms"
        case .truthMissing(let path):
            "\(path) has no truth beside it: put NAME.hr.csv (t_start_s,t_end_s,bpm), NAME.beats.csv or NAME.rr.csv in the same folder"
        }
    }
}

/// A table of numbers with a comment head (`# key: value`), plain or gzip-compressed CSV.
public struct Recording: Sendable {
    /// Where it came from.
    public let path: String
    /// Values of the comment lines by key.
    public let notes: [String: String]
    /// Column names in order.
    public let names: [String]
    private let columns: [[Double]]

    /// Reads a file. Cells that are not numbers become NaN.
    public init(path: String) throws(RecordingError) {
        self.path = path
        var (notes, names, columns) = ([String: String](), [String](), [[Double]]())
        for line in try Self.lines(path) where !line.isEmpty {
            if line.hasPrefix("#") {
                let parts = line.dropFirst().split(separator: ":", maxSplits: 1)
                if parts.count == 2 { notes[Self.trimmed(parts[0])] = Self.trimmed(parts[1]) }
            } else if names.isEmpty {
                names = line.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
                columns = Array(repeating: [], count: names.count)
            } else {
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                for index in columns.indices { columns[index].append(index < cells.count ? Self.number(cells[index]) : .nan) }
            }
        }
        self.notes = notes
        self.names = names
        self.columns = columns
    }

    /// Rows of numbers.
    public var count: Int { columns.first?.count ?? 0 }

    /// A column by name.
    public func column(_ name: String) throws(RecordingError) -> [Double] {
        guard let index = names.firstIndex(of: name) else { throw .columnMissing(path: path, column: name) }
        return columns[index]
    }

    /// When each row was taken, in seconds from the first: from `t_ms`, `t_s` or the stated rate.
    public func times() throws(RecordingError) -> [Double] {
        if let index = names.firstIndex(of: "t_ms") { return columns[index].map { $0 / 1000 } }
        if let index = names.firstIndex(of: "t_s") { return columns[index] }
        guard let text = notes["fs_hz"], let rate = Double(text.prefix { "0123456789.".contains($0) }), rate > 0 else {
            throw .rateUnknown(path: path)
        }
        return (0..<count).map { Double($0) / rate }
    }

    private static func number(_ cell: Substring) -> Double { Double(trimmed(cell)) ?? .nan }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }

    /// zlib's reader takes plain files too.
    static func lines(_ path: String) throws(RecordingError) -> [Substring] {
        guard let file = gzopen(path, "rb") else { throw .unreadable(path: path) }
        defer { gzclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = gzread(file, &chunk, UInt32(chunk.count))
            if count < 0 { throw .unreadable(path: path) }
            if count == 0 { break }
            bytes.append(contentsOf: chunk[0..<Int(count)])
        }
        var status: Int32 = 0
        _ = gzerror(file, &status)
        if status != Z_OK && status != Z_STREAM_END { throw .unreadable(path: path) }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    }
}
