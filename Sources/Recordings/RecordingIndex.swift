import CZlib

/// A table of recordings: the `index.csv` of a folder, one row a recording, columns by their names in the first row.
public struct RecordingIndex: Sendable {
    /// One recording.
    public struct Row: Sendable {
        private let cells: [String: String]
        init(_ cells: [String: String]) { self.cells = cells }
        /// The text of a column; nil if there is no such column or it is empty.
        public subscript(column: String) -> String? { cells[column].flatMap { $0.isEmpty ? nil : $0 } }
        /// The number in a column; nil if it is none.
        public func number(_ column: String) -> Double? { self[column].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }
    }

    /// The folder that the index describes.
    public let folder: String
    /// The rows in order.
    public let rows: [Row]

    /// Reads an index (RFC 4180: quoted cells, doubled quotes), of one split if asked.
    public init(path: String, split: String? = nil) throws(BenchmarkFailure) {
        let text = try LineFile(path: path).text()
        var table = Self.parse(text)
        guard !table.isEmpty else { throw BenchmarkFailure("\(path) is empty: an index has a row of column names and a row a recording") }
        let names = table.removeFirst()
        let all = table.map { cells in
            Row(Dictionary(zip(names, cells), uniquingKeysWith: { first, _ in first }))
        }
        rows = all.filter { split == nil || $0["split"] == split }
        guard !rows.isEmpty else { throw BenchmarkFailure("\(path) lists no recording" + (split.map { " of the split \"\($0)\"" } ?? "")) }
        folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// The path of a file that a row names: beside the index, or in the folder above it (where names begin with the folder's own).
    public func path(of name: String) -> String {
        for base in [folder, folder + "/.."] where LineFile.exists(base + "/" + name) { return base + "/" + name }
        return folder + "/" + name
    }

    static func parse(_ text: String) -> [[String]] {
        var rows: [[String]] = [], row: [String] = [], cell = "", isQuoted = false
        var characters = Array(text.unicodeScalars)[...]
        while let c = characters.popFirst() {
            if isQuoted {
                if c == "\"", characters.first == "\"" {
                    cell.unicodeScalars.append("\"")
                    characters.removeFirst()
                } else if c == "\"" {
                    isQuoted = false
                } else {
                    cell.unicodeScalars.append(c)
                }
            } else if c == "\"" {
                isQuoted = true
            } else if c == "," {
                row.append(cell)
                cell = ""
            } else if c == "\n" {
                rows.append(row + [cell])
                (row, cell) = ([], "")
            } else if c != "\r" {
                cell.unicodeScalars.append(c)
            }
        }
        if !cell.isEmpty || !row.isEmpty { rows.append(row + [cell]) }
        return rows.filter { $0.count > 1 }
    }
}

/// Why a benchmark could not run, in a sentence.
public struct BenchmarkFailure: Error, CustomStringConvertible, Sendable {
    /// The sentence.
    public let description: String
    /// A failure.
    public init(_ sentence: String) { description = sentence }
}
