/// Writes what differs between two grids as the bytes that a terminal takes.
public struct GridEncoder: Sendable {
    /// What the terminal can show.
    public let abilities: TerminalAbilities
    private var bytes: [UInt8] = []
    private var shade: Shade?

    /// Unchanged characters up to this many are sent again rather than jumped over: a jump costs 6 to 8 bytes.
    private static let shortGap = 2

    /// For a terminal.
    public init(_ abilities: TerminalAbilities) { self.abilities = abilities }

    /// The bytes that turn what stands in the terminal into a grid; none if it stands there already.
    /// - Parameter old: what stands there; nil for something unknown, or of another size, which is cleared first.
    public mutating func difference(from old: CharacterGrid?, to new: CharacterGrid) -> [UInt8] {
        let known = old.flatMap { $0.columns == new.columns && $0.rows == new.rows ? $0 : nil }
        guard known != new else { return [] }
        bytes.removeAll(keepingCapacity: true)
        shade = nil
        if abilities.announcesFrames { append("\u{1B}[?2026h") }
        if known == nil { append("\u{1B}[0m\u{1B}[2J") }
        let before = known ?? CharacterGrid(columns: new.columns, rows: new.rows)
        for row in 0..<new.rows { appendRow(row, before, new) }
        if abilities.hasColours { append("\u{1B}[0m") }
        if abilities.announcesFrames { append("\u{1B}[?2026l") }
        return bytes
    }

    private mutating func appendRow(_ row: Int, _ old: CharacterGrid, _ new: CharacterGrid) {
        var cursor = -1  // the column that the next character would go to
        for column in 0..<new.columns where new[column, row] != old[column, row] {
            // The last place of a window is left alone: some terminals would scroll.
            if column == new.columns - 1, row == new.rows - 1 { return }
            if cursor >= 0, column - cursor <= Self.shortGap {
                for skipped in cursor..<column { append(new[skipped, row]) }
            } else if cursor != column {
                move(column, row)
            }
            append(new[column, row])
            cursor = column + 1
        }
    }

    private mutating func append(_ cell: CharacterGrid.Cell) {
        if abilities.hasColours, cell.shade != shade {
            append("\u{1B}[")
            append(cell.shade.sequence)
            append("m")
            shade = cell.shade
        }
        bytes.append(contentsOf: UTF8.encode(cell.character) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func move(_ column: Int, _ row: Int) {
        append("\u{1B}[")
        append(number: row + 1)
        append(";")
        append(number: column + 1)
        append("H")
    }

    private mutating func append(number: Int) {
        if number >= 10 { append(number: number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    private mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }
}
