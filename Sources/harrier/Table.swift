/// A table for people: columns as wide as their widest cell, numbers to the right.
struct Table {
    private let titles: [String]
    private var rows: [[String]] = []
    private let leftColumns: Set<Int>

    init(_ titles: [String], left: Set<Int> = [0]) {
        self.titles = titles
        leftColumns = left
    }

    mutating func add(_ cells: [String]) { rows.append(cells) }

    var text: String {
        let all = [titles] + rows
        let widths = titles.indices.map { column in all.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0 }
        return all.map { row in
            var line = ""
            for column in titles.indices {
                let cell = row.indices.contains(column) ? row[column] : ""
                let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
                line += (column == 0 ? "" : "  ") + (leftColumns.contains(column) ? cell + padding : padding + cell)
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
