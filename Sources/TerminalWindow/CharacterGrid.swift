/// The characters of a window, row by row, each with its shade: what stands in a terminal, or is to stand there. Writing outside is ignored.
public struct CharacterGrid: Hashable, Sendable {
    /// A character and how it is drawn.
    public struct Cell: Hashable, Sendable {
        /// The character, one column wide.
        public var character: Unicode.Scalar
        /// Ink and ground.
        public var shade: Shade
        /// A blank, unless told otherwise.
        public init(_ character: Unicode.Scalar = " ", _ shade: Shade = .plain) { (self.character, self.shade) = (character, shade) }
    }

    /// Characters a row.
    public let columns: Int
    /// Rows.
    public let rows: Int
    private var cells: [Cell]

    /// The largest window that is drawn in; terminals say numbers up to 65,535.
    private static let most = 1000

    /// A blank grid; sizes below 0 count as 0, above 1000 as 1000.
    public init(columns: Int, rows: Int) {
        self.columns = min(max(0, columns), Self.most)
        self.rows = min(max(0, rows), Self.most)
        cells = [Cell](repeating: Cell(), count: self.columns * self.rows)
    }

    /// The character at a place, counted from 0; a blank outside.
    public subscript(column: Int, row: Int) -> Cell {
        get { contains(column, row) ? cells[row * columns + column] : Cell() }
        set { if contains(column, row) { cells[row * columns + column] = newValue } }
    }

    private func contains(_ column: Int, _ row: Int) -> Bool { (0..<columns).contains(column) && (0..<rows).contains(row) }

    /// Writes text from a place to the right, at most `width` characters.
    /// - Returns: the column after the last.
    @discardableResult
    public mutating func put(_ text: String, _ column: Int, _ row: Int, _ shade: Shade = .plain, width: Int = .max) -> Int {
        var at = column
        for character in text.unicodeScalars {
            guard at - column < width else { break }
            self[at, row] = Cell(Self.isControl(character) ? "?" : character, shade)
            at += 1
        }
        return at
    }

    /// Writes text that ends before a column.
    public mutating func put(_ text: String, before column: Int, _ row: Int, _ shade: Shade = .plain) {
        put(text, column - text.unicodeScalars.count, row, shade)
    }

    /// Fills a rectangle.
    public mutating func fill(_ column: Int, _ row: Int, columns width: Int, rows height: Int, _ cell: Cell) {
        for y in row..<max(row, row + height) {
            for x in column..<max(column, column + width) { self[x, y] = cell }
        }
    }

    /// The rows as text, without blanks at their ends.
    public var lines: [String] {
        (0..<rows).map { row in
            var line = String.UnicodeScalarView(cells[row * columns..<(row + 1) * columns].map(\.character))
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    /// A name of a file may hold anything, and must not reach the terminal as a sequence.
    private static func isControl(_ character: Unicode.Scalar) -> Bool { character.value < 0x20 || (0x7F..<0xA0).contains(character.value) }
}
