/// Digits of one size for the pages of a run, out of ``FigureTable``: one shape at every size, drawn for a glance in motion. All digits
/// of a size have one width, so that a value that changes does not move.
struct Figures: Sendable {
    /// The lines of the table.
    private let table: StaticString
    /// Pixels across a digit.
    let width: Int
    /// Rows of a digit: all of its cell is ink.
    let height: Int
    /// Pixels across a line of a digit, and across a point or a colon.
    let stroke: Int
    /// Pixels between two characters.
    let gap: Int

    init(_ table: StaticString, width: Int, height: Int, stroke: Int, gap: Int) {
        self.table = table
        self.width = width
        self.height = height
        self.stroke = stroke
        self.gap = gap
    }

    /// The largest size of at most so many rows that meets a condition; the smallest of all if none does.
    static func largest(height: Int, where fits: (Figures) -> Bool) -> Figures {
        for index in stride(from: all.count - 1, to: 0, by: -1) where all[index].height <= height && fits(all[index]) { return all[index] }
        return all[0]
    }

    /// Hexadecimal digits that hold a row.
    private var digitsPerRow: Int { (width + 3) / 4 }
    /// Bytes of a line of the table with its line feed.
    private var lineLength: Int { 4 + digitsPerRow * height + 1 }
    /// How many characters there are.
    private var count: Int { (table.utf8CodeUnitCount + 1) / lineLength }

    /// Where a character's line starts; nil if there is none.
    func line(of character: UInt32) -> Int? {
        for index in 0..<count where hexadecimal(at: index * lineLength, count: 2) == character { return index * lineLength }
        return nil
    }

    /// Pixels across the character whose line starts at a place.
    func width(ofLine line: Int) -> Int { Int(hexadecimal(at: line + 2, count: 2)) }

    /// A row of the character whose line starts at a place, its leftmost pixel in the most significant bit.
    func row(_ row: Int, ofLine line: Int) -> UInt32 {
        hexadecimal(at: line + 4 + row * digitsPerRow, count: digitsPerRow) << UInt32(32 - 4 * digitsPerRow)
    }

    /// Pixels that a text takes, without a gap at its end.
    func width(of text: LineText) -> Int {
        var width = 0, index = 0
        while index < text.count {
            let (character, next) = text.scalar(at: index)
            width += (line(of: character).map { self.width(ofLine: $0) } ?? self.width) + gap
            index = next
        }
        return max(0, width - gap)
    }

    /// Reads hexadecimal digits of the table.
    @inline(__always) private func hexadecimal(at start: Int, count: Int) -> UInt32 {
        let text = table.utf8Start + start
        var value: UInt32 = 0
        for i in 0..<count {
            // '0'...'9' are 0x30...0x39, 'A'...'F' are 0x41...0x46.
            let digit = UInt32(text[i])
            value = value << 4 | (digit & 0xF &+ digit >> 6 &* 9)
        }
        return value
    }
}
