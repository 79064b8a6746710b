/// The size of a terminal's window.
struct WindowSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

    /// Reads `120x40`.
    init?(_ text: String) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else { return nil }
        guard (10...400).contains(columns), (1...200).contains(rows) else { return nil }
        self.init(columns: columns, rows: rows)
    }
}
