/// Digits of one size for the pages of a run, out of ``FigureTable``: one shape at every size, drawn for a glance in motion. All digits
/// of a size have one width, so that a value that changes does not move.
struct Figures: Sendable {
    /// The lines of the table.
    private let table: StaticString
    /// Pixels across a digit.
    let width: Int
    /// Rows of a digit: all of its cell is ink.
    let height: Int
    /// Pixels across a line of a digit, and across a point, a comma or a colon.
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

    /// How well a size is read: by its height first, and by its width, so that digits are not made thin for a row or two.
    var legibility: Int { height * height * width }

    /// The most legible size that meets a condition, in a range of rows; if none there does, the most legible lower one, and if none of
    /// those does either, the smallest of all.
    static func best(heights: ClosedRange<Int>, where fits: (Figures) -> Bool) -> Figures {
        var best = all[0], isInRange = false
        for figures in all where figures.height <= heights.upperBound {
            let isCandidateInRange = figures.height >= heights.lowerBound
            guard isCandidateInRange || !isInRange else { continue }
            guard isCandidateInRange != isInRange || figures.legibility > best.legibility, fits(figures) else { continue }
            (best, isInRange) = (figures, isCandidateInRange)
        }
        return best
    }

    /// Hexadecimal digits that hold a row.
    private var digitsPerRow: Int { (width + 3) / 4 }
    /// Bytes of a line of the table with its line feed.
    private var lineLength: Int { 4 + digitsPerRow * height + 1 }

    /// Where a character's line starts; nil if there is none. The lines are in order of the code point.
    func line(of character: UInt32) -> Int? {
        let index: Int
        switch character {
        case 0x27: index = 0
        case 0x2C...0x2E: index = Int(character) - 0x2C + 1
        case 0x30...0x39: index = Int(character) - 0x30 + 4
        case 0x3A: index = 14
        default: return nil
        }
        return index * lineLength
    }

    /// The character whose line starts at a place.
    func character(ofLine line: Int) -> UInt32 { table.hexadecimal(at: line, count: 2) }

    /// Pixels across the character whose line starts at a place.
    func width(ofLine line: Int) -> Int { Int(table.hexadecimal(at: line + 2, count: 2)) }

    /// A row of the character whose line starts at a place, its leftmost pixel in the most significant bit.
    func row(_ row: Int, ofLine line: Int) -> UInt32 {
        table.hexadecimal(at: line + 4 + row * digitsPerRow, count: digitsPerRow) << UInt32(32 - 4 * digitsPerRow)
    }

    /// Pixels that a text takes, without a gap at its end.
    func width(of text: LineText) -> Int { width(of: FigureExtent(text)) }

    /// Pixels that a text takes, without a gap at its end.
    func width(of extent: FigureExtent) -> Int {
        let prime = max(2, stroke - 2)
        return extent.digits * width + extent.points * stroke + extent.primes * prime + max(0, extent.count - 1) * gap
    }
}

/// How many characters of each width a text has: enough to tell how wide it is at any size, without reading it for each.
struct FigureExtent {
    /// Digits and minus signs, and whatever else there is.
    private(set) var digits = 0
    /// Points, commas and colons.
    private(set) var points = 0
    /// Primes.
    private(set) var primes = 0
    /// All of them.
    var count: Int { digits + points + primes }

    /// The extent of a text.
    init(_ text: LineText) {
        var index = 0
        while index < text.count {
            let (character, next) = text.scalar(at: index)
            switch character {
            case 0x27: primes += 1
            case 0x2C, 0x2E, 0x3A: points += 1
            default: digits += 1
            }
            index = next
        }
    }
}
