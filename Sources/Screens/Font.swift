/// A fixed-width bitmap font out of ``FontTable``.
struct Font: Sendable {
    /// The lines of the table.
    private let table: StaticString
    /// Pixels from one character to the next.
    let width: Int
    /// Rows of a character's cell.
    let height: Int
    /// Rows that characters of this font are lowered by, to sit well beside Chinese ones.
    let drop: Int
    /// Whether a character takes its own ink and one column instead of the whole cell.
    let isCondensed: Bool

    private init(_ table: StaticString, width: Int, height: Int, drop: Int = 0, isCondensed: Bool = false) {
        self.table = table
        self.width = width
        self.height = height
        self.drop = drop
        self.isCondensed = isCondensed
    }

    /// The smallest: Latin words, units, the status strip.
    static let regular12 = Font(FontTable.regular12, width: 6, height: 12)
    /// The smallest as words are set that have little room: the same letters, as many rows high, closer to each other.
    static let condensed12 = Font(FontTable.regular12, width: 6, height: 12, isCondensed: true)
    /// Latin words where there is room.
    static let regular16 = Font(FontTable.regular16, width: 8, height: 16)
    /// Words beside Chinese characters.
    static let mixed16 = Font(FontTable.regular16, width: 8, height: 16, drop: 1)
    /// Secondary values and titles.
    static let bold16 = Font(FontTable.bold16, width: 8, height: 16)
    /// Secondary values where there is room.
    static let bold24 = Font(FontTable.bold24, width: 12, height: 24)
    /// Main values.
    static let bold32 = Font(FontTable.bold32, width: 16, height: 32)
    /// Characters that the others lack.
    static let wide16 = Font(FontTable.wide16, width: 16, height: 16)

    /// Hexadecimal digits that hold a row.
    private var digitsPerRow: Int { (width + 3) / 4 }
    /// Bytes of a line of the table with its line feed.
    private var lineLength: Int { 4 + digitsPerRow * height + 1 }
    /// How many characters the font has.
    private var count: Int { (table.utf8CodeUnitCount + 1) / lineLength }

    /// Where a character's line starts; nil if the font lacks it.
    func line(of character: UInt32) -> Int? {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            let code = table.hexadecimal(at: middle * lineLength, count: 4)
            if code == character { return middle * lineLength }
            if code < character { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// A row of the character whose line starts at a place, its leftmost pixel in the most significant bit.
    @inline(__always) func row(_ row: Int, ofLine line: Int) -> UInt32 {
        table.hexadecimal(at: line + 4 + row * digitsPerRow, count: digitsPerRow) << UInt32(32 - 4 * digitsPerRow)
    }

    /// Pixels from this character to the next. Points, colons and primes take half a cell and spaces two thirds: a value like `1:23:45`
    /// then fits in 96 pixels at the largest size.
    func advance(of character: UInt32) -> Int {
        if isCondensed, let advance = condensedAdvance(of: character) { return advance }
        return switch character {
        case 0x27, 0x2C, 0x2E, 0x3A: width / 2
        case 0x20, 0xA0: width * 2 / 3
        default: character < 0x80 || line(of: character) != nil ? width : Font.wide16.width
        }
    }

    /// A space is half a cell; a digit keeps its cell, so that a number does not move when it counts.
    @inline(never) private func condensedAdvance(of character: UInt32) -> Int? {
        switch character {
        case 0x20, 0xA0: width / 2
        case 0x30...0x39: width
        default: line(of: character).map { ink(ofLine: $0).count + 1 }
        }
    }

    /// The columns of a cell from its first to its last with ink.
    @inline(never) private func ink(ofLine line: Int) -> Range<Int> {
        var bits: UInt32 = 0
        for row in 0..<height { bits |= self.row(row, ofLine: line) }
        guard bits != 0 else { return 0..<0 }
        return bits.leadingZeroBitCount..<32 - bits.trailingZeroBitCount
    }

    /// Columns of a character's cell that lie left of its place: half of what its advance spares.
    @inline(__always) func inset(of character: UInt32, line: Int, advance: Int) -> Int {
        guard isCondensed, !(0x30...0x39).contains(character) else { return (width - advance) / 2 }
        return ink(ofLine: line).lowerBound
    }

    /// True if the font itself has every character of a text.
    func canDraw(_ text: LineText) -> Bool {
        var index = 0
        while index < text.count {
            let (character, next) = text.scalar(at: index)
            guard line(of: character) != nil else { return false }
            index = next
        }
        return true
    }

    /// Pixels that a text takes.
    func width(of text: LineText) -> Int {
        var width = 0, index = 0
        while index < text.count {
            let (character, next) = text.scalar(at: index)
            width += advance(of: character)
            index = next
        }
        return width
    }
}
