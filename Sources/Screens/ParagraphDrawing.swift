import ScreenModels

/// How a paragraph is set: in which font, and how far its lines are apart.
struct ParagraphStyle {
    /// The font.
    let font: Font
    /// Rows from one line to the next.
    let pitch: Int
}

// Texts of several lines.
extension PageDrawing {
    /// How a paragraph stands best in a room: as it is; else closer, first its letters and then its lines. Nil if it fits in no way.
    /// - Parameter pitch: rows from one line to the next, where there is room.
    func paragraphStyle(_ text: LineText, width: Int, height: Int, pitch: Int) -> ParagraphStyle? {
        // Eleven rows hold every letter; a twelfth parts the lines.
        let close = min(pitch, row(11, tallWords: 16)), fonts = (words, language.condensedWords)
        if fits(text, fonts.0, width: width, height: height, pitch: pitch) { return ParagraphStyle(font: fonts.0, pitch: pitch) }
        if fits(text, fonts.1, width: width, height: height, pitch: pitch) { return ParagraphStyle(font: fonts.1, pitch: pitch) }
        if fits(text, fonts.0, width: width, height: height, pitch: close) { return ParagraphStyle(font: fonts.0, pitch: close) }
        if fits(text, fonts.1, width: width, height: height, pitch: close) { return ParagraphStyle(font: fonts.1, pitch: close) }
        return nil
    }

    /// Draws a paragraph as it stands best in a box.
    func paragraph(_ text: LineText, in box: Box, pitch: Int) {
        let style =
            paragraphStyle(text, width: box.width, height: box.height, pitch: pitch)
            ?? ParagraphStyle(font: language.condensedWords, pitch: min(pitch, row(11, tallWords: 16)))
        paragraph(text, style.font, x: box.x, y: box.y, width: box.width, pitch: style.pitch)
    }

    /// Into how many lines of a width a text is broken; nil where one of its words would have to be.
    func lineCount(of text: LineText, _ font: Font, width: Int) -> Int? {
        var start = 0, lines = 0
        while start < text.count {
            let end = lineEnd(of: text, from: start, font, width: width)
            let isWide = end < text.count && (text.scalar(at: end).value >= 0x2E80 || followsWide(text, end))
            guard end == text.count || text.scalar(at: end).value == 0x20 || isWide else { return nil }
            guard font.width(of: text.part(start..<end)) <= width else { return nil }
            start = end
            while start < text.count, text.scalar(at: start).value == 0x20 { start += 1 }
            lines += 1
        }
        return lines
    }

    /// True if all lines of a text fit in a height and none of its words has to be broken. The last line needs its letters' rows only.
    private func fits(_ text: LineText, _ font: Font, width: Int, height: Int, pitch: Int) -> Bool {
        guard let lines = lineCount(of: text, font, width: width) else { return false }
        return lines == 0 || (lines - 1) * pitch + wordHeight <= height
    }

    private func followsWide(_ text: LineText, _ index: Int) -> Bool {
        index > 0 && text.scalar(at: text.start(ofCharacterBefore: index)).value >= 0x2E80
    }

    /// Draws a text in as many lines as it needs, broken at spaces, or before and after any Chinese character but before a
    /// closing mark.
    func paragraph(_ text: LineText, _ font: Font, x: Int, y: Int, width: Int, pitch: Int, most: Int = .max) {
        var start = 0, y = y, lines = 0
        while start < text.count, lines < most {
            lines += 1
            let end = lineEnd(of: text, from: start, font, width: width)
            // Chinese characters in the low font stand where they do in their own.
            canvas.text(text.part(start..<end), font, x: x, y: y + max(0, (wordHeight - font.height) / 2))
            start = end
            while start < text.count, text.scalar(at: start).value == 0x20 { start += 1 }
            y += pitch
        }
    }

    /// Marks that stand at no line's beginning: 、 。 ！ ， ： ； ？
    private func isClosing(_ character: UInt32) -> Bool {
        switch character {
        case 0x3001, 0x3002, 0xFF01, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F: true
        default: false
        }
    }

    /// Where a line that starts at a byte ends.
    func lineEnd(of text: LineText, from start: Int, _ font: Font, width: Int) -> Int {
        var used = 0, index = start, lastBreak = start, followsWide = false
        while index < text.count {
            let (character, next) = text.scalar(at: index)
            let isWide = character >= 0x2E80
            let isBreak = character == 0x20 || (isWide || followsWide) && !isClosing(character)
            if index > start, isBreak { lastBreak = index }
            followsWide = isWide
            used += font.advance(of: character)
            if used > width, index > start { return lastBreak > start ? lastBreak : index }
            index = next
        }
        return text.count
    }
}
