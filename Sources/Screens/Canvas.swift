import Quantities

/// Which edge of a text its place means.
enum Alignment {
    /// The left edge.
    case leading
    /// The middle.
    case center
    /// The column after the right edge.
    case trailing
}

/// Draws into the bytes of a bitmap, in the coordinates of a layout that may be smaller than the panel. Everything outside the bitmap is cut.
struct Canvas {
    private let bytes: UnsafeMutablePointer<UInt8>
    private let width: Int
    private let height: Int
    private let stride: Int
    /// Where the layout's upper left corner is.
    private let originX: Int
    private let originY: Int
    private let log: DrawingLog?

    /// A canvas on the bytes of a bitmap, which must outlive it.
    init(bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, originX: Int, originY: Int, log: DrawingLog?) {
        self.bytes = bytes
        self.width = width
        self.height = height
        self.stride = stride
        self.originX = originX
        self.originY = originY
        self.log = log
    }

    // MARK: Text

    /// Draws a text with its cell's upper edge at a row; its characters take `scale` × `scale` pixels for one. Returns the column after it.
    /// A text that will be inverted on a `plate` is logged as the whole plate, if it keeps to it.
    @discardableResult
    func text(
        _ text: LineText, _ font: Font, x: Int, y: Int, align: Alignment = .leading, scale: Int = 1, plate: Box? = nil
    ) -> Int {
        var x = x
        switch align {
        case .leading: break
        case .center: x -= font.width(of: text) * scale / 2
        case .trailing: x -= font.width(of: text) * scale
        }
        var ink = InkBox()
        var lacksGlyph = false
        var index = 0
        while index < text.count {
            let (character, next) = text.scalar(at: index)
            index = next
            let advance = font.advance(of: character)
            if character != 0x20 {
                if let line = font.line(of: character) {
                    let inset = font.inset(of: character, line: line, advance: advance)
                    glyph(font, line, x: x - inset * scale, y: y + font.drop * scale, scale: scale, &ink)
                } else if let line = Font.wide16.line(of: character) {
                    // On the base line of the large font; centred in the cell of the others.
                    glyph(.wide16, line, x: x, y: y + (font.height > 16 ? 10 : (font.height - 16) / 2) * scale, scale: scale, &ink)
                } else {
                    lacksGlyph = true
                }
            }
            x += advance * scale
        }
        if let log, !ink.isEmpty || lacksGlyph {
            note(text.description, ink.box, on: plate, lacksGlyph: lacksGlyph, cellHeight: font.height * scale, in: log)
        }
        return x
    }

    /// Draws figures with their upper edge at a row. Returns the column after them.
    @discardableResult
    func figures(_ text: LineText, _ figures: Figures, x: Int, y: Int, align: Alignment = .leading) -> Int {
        var x = x
        switch align {
        case .leading: break
        case .center: x -= figures.width(of: text) / 2
        case .trailing: x -= figures.width(of: text)
        }
        var ink = InkBox()
        var lacksGlyph = false
        var index = 0
        while index < text.count {
            let (character, next) = text.scalar(at: index)
            index = next
            guard let line = figures.line(of: character) else {
                lacksGlyph = true
                x += figures.width + figures.gap
                continue
            }
            for row in 0..<figures.height {
                let bits = figures.row(row, ofLine: line)
                if log != nil { ink.add(bits, x: x, y: y + row, scale: 1) }
                put(bits, x: x, y: y + row)
            }
            x += figures.width(ofLine: line) + figures.gap
        }
        if let log, !ink.isEmpty || lacksGlyph {
            note(text.description, ink.box, on: nil, lacksGlyph: lacksGlyph, figureHeight: figures.height, in: log)
        }
        return x - figures.gap
    }

    private func glyph(_ font: Font, _ line: Int, x: Int, y: Int, scale: Int, _ ink: inout InkBox) {
        for row in 0..<font.height {
            let bits = font.row(row, ofLine: line)
            guard bits != 0 else { continue }
            if log != nil { ink.add(bits, x: x, y: y + row * scale, scale: scale) }
            if scale == 1 {
                put(bits, x: x, y: y + row)
            } else {
                for column in 0..<font.width where bits & (0x8000_0000 >> UInt32(column)) != 0 {
                    fill(x: x + column * scale, y: y + row * scale, width: scale, height: scale)
                }
            }
        }
    }

    /// Draws a sign with its upper left corner at a place. Returns the column after it.
    @discardableResult
    func icon(_ icon: Icon, x: Int, y: Int, align: Alignment = .leading, plate: Box? = nil) -> Int {
        let x = align == .trailing ? x - icon.width : align == .center ? x - icon.width / 2 : x
        var ink = InkBox()
        for row in 0..<icon.height {
            let bits = icon.row(row)
            if log != nil { ink.add(bits, x: x, y: y + row, scale: 1) }
            put(bits, x: x, y: y + row)
        }
        if let log, !ink.isEmpty { note("(sign)", ink.box, on: plate, lacksGlyph: false, in: log) }
        return x + icon.width
    }

    /// Draws a sign that stands within another one, and so is none of its own for the tests.
    func sign(_ icon: Icon, x: Int, y: Int) { for row in 0..<icon.height { put(icon.row(row), x: x, y: y + row) } }

    private func note(
        _ text: String, _ ink: Box, on plate: Box?, lacksGlyph: Bool, figureHeight: Int? = nil, cellHeight: Int? = nil, in log: DrawingLog
    ) {
        func add(_ box: Box, isPlate: Bool) {
            var box = box
            box.x += originX
            box.y += originY
            log.texts.append(
                DrawnText(
                    text: text, box: box, lacksGlyph: lacksGlyph, figureHeight: figureHeight, cellHeight: cellHeight, isPlate: isPlate))
        }
        guard let plate else { return add(ink, isPlate: false) }
        if !plate.contains(ink) { add(ink, isPlate: false) }
        add(plate, isPlate: true)
    }

    // MARK: Shapes

    /// Sets, clears or inverts a rectangle.
    func fill(x: Int, y: Int, width: Int, height: Int, _ ink: Bitmap.Ink = .set) {
        let left = max(0, x + originX), right = min(self.width, x + originX + width)
        let top = max(0, y + originY), bottom = min(self.height, y + originY + height)
        guard left < right, top < bottom else { return }
        let first = left >> 3, last = (right - 1) >> 3
        let firstMask = UInt8(0xFF) >> UInt8(left & 7), lastMask = UInt8(0xFF) << UInt8(7 - (right - 1) & 7)
        for row in top..<bottom {
            let line = bytes + row * stride
            for column in first...last {
                let mask = (column == first ? firstMask : 0xFF) & (column == last ? lastMask : 0xFF)
                switch ink {
                case .set: line[column] |= mask
                case .clear: line[column] &= ~mask
                case .invert: line[column] ^= mask
                }
            }
        }
    }

    /// Draws a horizontal line.
    func rule(x: Int, y: Int, width: Int) {
        fill(x: x, y: y, width: width, height: 1)
        if let log { note("(rule)", Box(x: x, y: y, width: width, height: 1), on: nil, lacksGlyph: false, in: log) }
    }

    /// Turns the whole panel the other way round.
    func invertAll() { fill(x: -originX, y: -originY, width: width, height: height, .invert) }

    /// Draws the outline of a rectangle, one pixel thick.
    func frame(x: Int, y: Int, width: Int, height: Int) {
        fill(x: x, y: y, width: width, height: 1)
        fill(x: x, y: y + height - 1, width: width, height: 1)
        fill(x: x, y: y, width: 1, height: height)
        fill(x: x + width - 1, y: y, width: 1, height: height)
    }

    /// Inverts a rectangle but for its corner pixels: all four, or only the left ones of a tab at the right edge.
    func invert(_ plate: Box, isTab: Bool = false) {
        fill(x: plate.x, y: plate.y, width: plate.width, height: plate.height, .invert)
        for corner in 0..<4 where !isTab || corner & 1 == 0 {
            let x = corner & 1 == 0 ? plate.x : plate.maxX - 1, y = corner & 2 == 0 ? plate.y : plate.maxY - 1
            fill(x: x, y: y, width: 1, height: 1, .invert)
        }
    }

    /// The same canvas with its upper left corner moved.
    func moved(x: Int) -> Canvas {
        Canvas(bytes: bytes, width: width, height: height, stride: stride, originX: originX + x, originY: originY, log: log)
    }

    /// Draws a straight line, `thickness` pixels wide (Bresenham's).
    func line(fromX x0: Int, y y0: Int, toX x1: Int, y y1: Int, thickness: Int) {
        let dx = abs(x1 - x0), dy = -abs(y1 - y0)
        var x = x0, y = y0, error = dx + dy
        while true {
            fill(x: x, y: y, width: thickness, height: thickness)
            if x == x1, y == y1 { return }
            let doubled = 2 * error
            if doubled >= dy {
                error += dy
                x += x0 < x1 ? 1 : -1
            }
            if doubled <= dx {
                error += dx
                y += y0 < y1 ? 1 : -1
            }
        }
    }

    /// Sets the pixels of a row of at most 32; the leftmost is the most significant bit.
    @inline(__always) private func put(_ bits: UInt32, x: Int, y: Int) {
        let x = x + originX, y = y + originY
        guard y >= 0, y < height, x > -32, x < width else { return }
        let room = UInt64(width - x)
        var spread = UInt64(bits) << 32
        if room < 32 { spread &= UInt64.max << (64 - room) }
        spread >>= UInt64(x & 7)
        let line = bytes + y * stride
        var column = x >> 3
        while spread != 0 {
            if column >= 0, column < stride { line[column] |= UInt8(truncatingIfNeeded: spread >> 56) }
            spread <<= 8
            column += 1
        }
    }
}

/// The smallest box around pixels, gathered row by row.
private struct InkBox {
    private var left = Int.max, right = Int.min, top = Int.max, bottom = Int.min
    var isEmpty: Bool { left > right }

    mutating func add(_ bits: UInt32, x: Int, y: Int, scale: Int) {
        guard bits != 0 else { return }
        left = min(left, x + bits.leadingZeroBitCount * scale)
        right = max(right, x + (32 - bits.trailingZeroBitCount) * scale)
        top = min(top, y)
        bottom = max(bottom, y + scale)
    }

    var box: Box { isEmpty ? Box(x: 0, y: 0, width: 0, height: 0) : Box(x: left, y: top, width: right - left, height: bottom - top) }
}
