import Quantities

/// A frame as characters: which character stands for which pixels. Pure.
public struct PanelPicture: Hashable, Sendable {
    /// Which characters are used.
    public enum Style: CaseIterable, Sendable {
        /// `▀▄█`: a character is one pixel wide and two high, about square pixels, as wide as the panel.
        case halfBlocks
        /// `⠁…⣿`: a character is two pixels wide and four high: half the size, for small terminals.
        case braille

        var pixelsWide: Int { self == .halfBlocks ? 1 : 2 }
        var pixelsHigh: Int { self == .halfBlocks ? 2 : 4 }
    }

    /// Which characters are used.
    public let style: Style
    /// Characters a row.
    public let columns: Int
    /// Rows of characters.
    public let rows: Int
    /// The pixels of each character, row by row. Half blocks: bit 0 is the upper pixel, bit 1 the lower. Braille: the bits of Unicode's
    /// braille patterns, dots 1, 2, 3, 7 down the left side and 4, 5, 6, 8 down the right.
    private(set) var cells: [UInt8]

    /// An empty picture of a panel's size in pixels.
    public init(width: Int, height: Int, style: Style) {
        self.style = style
        columns = (max(0, width) + style.pixelsWide - 1) / style.pixelsWide
        rows = (max(0, height) + style.pixelsHigh - 1) / style.pixelsHigh
        cells = [UInt8](repeating: 0, count: columns * rows)
    }

    /// Takes the pixels of a frame; what lies outside it is clear.
    public mutating func draw(_ frame: Bitmap) {
        for row in 0..<rows {
            for column in 0..<columns {
                cells[row * columns + column] =
                    style == .halfBlocks ? Self.halfBlock(frame, column, row * 2) : Self.braille(frame, column * 2, row * 4)
            }
        }
    }

    /// The rows as text.
    public var lines: [String] {
        (0..<rows).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<columns { line.append(self[column, row]) }
            return String(line)
        }
    }

    /// The character at a place; a blank outside.
    subscript(column: Int, row: Int) -> Unicode.Scalar {
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return " " }
        return Self.character(cells[row * columns + column], style)
    }

    private static let upperHalf: Unicode.Scalar = "▀", lowerHalf: Unicode.Scalar = "▄", full: Unicode.Scalar = "█"

    private static func character(_ cell: UInt8, _ style: Style) -> Unicode.Scalar {
        switch (style, cell) {
        case (.halfBlocks, 0): " "
        case (.halfBlocks, 1): upperHalf
        case (.halfBlocks, 2): lowerHalf
        case (.halfBlocks, _): full
        // The empty pattern is three bytes long, and some fonts draw its eight dots as circles.
        case (.braille, 0): " "
        case (.braille, _): Unicode.Scalar(0x2800 + UInt32(cell)) ?? " "
        }
    }

    private static func halfBlock(_ frame: Bitmap, _ x: Int, _ y: Int) -> UInt8 {
        (frame[x, y] ? 1 : 0) | (frame[x, y + 1] ? 2 : 0)
    }

    private static func braille(_ frame: Bitmap, _ x: Int, _ y: Int) -> UInt8 {
        var cell: UInt8 = 0
        if frame[x, y] { cell |= 0x01 }
        if frame[x, y + 1] { cell |= 0x02 }
        if frame[x, y + 2] { cell |= 0x04 }
        if frame[x + 1, y] { cell |= 0x08 }
        if frame[x + 1, y + 1] { cell |= 0x10 }
        if frame[x + 1, y + 2] { cell |= 0x20 }
        if frame[x, y + 3] { cell |= 0x40 }
        if frame[x + 1, y + 3] { cell |= 0x80 }
        return cell
    }
}
