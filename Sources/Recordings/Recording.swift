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
    public init(path: String) throws(BenchmarkFailure) {
        self.path = path
        var (notes, names, columns) = ([String: String](), [String](), [[Double]]())
        for line in try LineFile(path: path).lines() where !line.isEmpty {
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
    public func column(_ name: String) throws(BenchmarkFailure) -> [Double] {
        guard let index = names.firstIndex(of: name) else {
            throw BenchmarkFailure("\(path) has no column \(name): name the right ones with --ppg and --acc")
        }
        return columns[index]
    }

    /// When each row was taken, in seconds from the first: from `t_ms`, `t_s` or the stated rate.
    public func times() throws(BenchmarkFailure) -> [Double] {
        if let index = names.firstIndex(of: "t_ms") { return columns[index].map { $0 / 1000 } }
        if let index = names.firstIndex(of: "t_s") { return columns[index] }
        guard let text = notes["fs_hz"], let rate = Double(text.prefix { "0123456789.".contains($0) }), rate > 0 else {
            throw BenchmarkFailure("\(path) does not say its sample rate: add a line \"# fs_hz: 25\" or a column t_ms")
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
}
