/// A small sign, drawn here as it looks: `#` is ink. All rows of a sign have one length, at most 32.
struct Icon: Sendable {
    private let drawing: StaticString
    /// Pixels across.
    let width: Int
    /// Rows.
    let height: Int

    /// A sign from its drawing.
    init(_ drawing: StaticString) {
        self.drawing = drawing
        var width = 0
        while width < drawing.utf8CodeUnitCount, drawing.utf8Start[width] != UInt8(ascii: "\n") { width += 1 }
        self.width = min(width, 32)
        height = (drawing.utf8CodeUnitCount + 1) / (width + 1)
    }

    /// A row, its leftmost pixel in the most significant bit.
    func row(_ row: Int) -> UInt32 {
        guard row >= 0, row < height else { return 0 }
        let start = drawing.utf8Start + row * (width + 1)
        var bits: UInt32 = 0
        for column in 0..<width where start[column] == UInt8(ascii: "#") { bits |= 0x8000_0000 >> UInt32(column) }
        return bits
    }
}
