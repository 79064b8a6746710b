import ScreenModels

/// Words in the form and the font in which they fit in a room.
struct FittedWords {
    /// The words, whole or in their short form.
    let text: LineText
    /// The font.
    let font: Font
    /// False where no form has room: then the page gives them more lines, or a sign in their place.
    let fits: Bool
    /// Pixels that they take.
    var width: Int { font.width(of: text) }
}

// How words get the room that there is for them, on every page: whole; else in the language's own short form; else closer to each other.
// They are never cut and never smaller than 12 rows. Where all that does not help, a page moves the value to the next line or breaks the
// words into lines; a value never gives way.
extension PageDrawing {
    /// Pixels that a room of words ends before a value: with the blank column at the end of the words, two are free.
    static let wordGap = 1

    /// Pixels that a room of words ends before other words: with the blank column, a space is between them.
    var phraseGap: Int { row(3, tallWords: 2) }

    /// A name as it fits in a room: one of the watch's own as all words, one that a computer gave cut to it, because it can be of any length.
    func fit(_ name: LineText, isOwn: Bool, room: Int) -> FittedWords {
        let whole = fit(name, room: room)
        return isOwn || whole.fits ? whole : FittedWords(text: fitted(name, words, room: room), font: words, fits: true)
    }

    /// Words of a key as they fit in a room.
    /// - Parameter largest: a font that is taken instead of that of words, if the whole words fit in it.
    func fit(_ key: StringKey, room: Int, largest: Font? = nil) -> FittedWords {
        fit(word(key), short: key.shortForm.map { word($0) }, room: room, largest: largest)
    }

    /// Words as they fit in a room.
    func fit(_ text: LineText, short: LineText? = nil, room: Int, largest: Font? = nil) -> FittedWords {
        if let largest, !language.needsTallWords, largest.width(of: text) <= room {
            return FittedWords(text: text, font: largest, fits: true)
        }
        if words.width(of: text) <= room { return FittedWords(text: text, font: words, fits: true) }
        if let short, words.width(of: short) <= room { return FittedWords(text: short, font: words, fits: true) }
        let condensed = language.condensedWords
        if condensed.width(of: text) <= room { return FittedWords(text: text, font: condensed, fits: true) }
        if let short, condensed.width(of: short) <= room { return FittedWords(text: short, font: condensed, fits: true) }
        return FittedWords(text: text, font: condensed, fits: false)
    }

    /// Draws fitted words where words of the usual font would stand. Returns the column after them.
    @discardableResult
    func draw(_ fitted: FittedWords, x: Int, y: Int, align: Alignment = .leading) -> Int {
        canvas.text(fitted.text, fitted.font, x: x, y: y + (wordHeight - fitted.font.height) / 2, align: align)
    }

    /// Draws the words of a key as they fit in a room. Returns the column after them.
    @discardableResult
    func label(_ key: StringKey, x: Int, y: Int, align: Alignment = .leading, room: Int) -> Int {
        draw(fit(key, room: room), x: x, y: y, align: align)
    }

    /// The rows of a list that are in view, so that the chosen one is and none is moved without need.
    /// - Parameters:
    ///   - count: how many there are to choose from.
    ///   - chosen: which one is to be in view.
    ///   - room: rows of pixels of the list.
    ///   - height: rows of pixels of a row.
    func rowsInView(count: Int, chosen: Int, room: Int, height: (Int) -> Int) -> Range<Int> {
        var first = max(0, min(chosen, count - 1)), used = count > 0 ? height(first) : 0
        while first > 0, used + height(first - 1) <= room {
            first -= 1
            used += height(first)
        }
        var end = max(first, min(chosen, count - 1)) + (count > 0 ? 1 : 0)
        while end < count, used + height(end) <= room {
            used += height(end)
            end += 1
        }
        return first..<end
    }
}
