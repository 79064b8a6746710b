/// A terminal as far as these programs use one: what stands on it after the bytes that it was sent.
public struct ScreenModel {
    private var cells: [[Unicode.Scalar]]
    private var column = 0, row = 0
    private var pending: [UInt8] = []
    /// True while the other screen is shown, which a full-screen program takes and gives back.
    public private(set) var isAlternate = false
    /// True between the start and the end of an announced frame.
    public private(set) var isInFrame = false
    /// Frames that were shown whole.
    public private(set) var frames = 0
    /// Sequences that set a colour.
    public private(set) var colours = 0
    /// True once any sequence came.
    public private(set) var hasSequences = false
    /// What was written while the other screen was not shown.
    public private(set) var ordinary = ""

    /// A blank screen.
    public init(columns: Int, rows: Int) {
        cells = [[Unicode.Scalar]](repeating: [Unicode.Scalar](repeating: " ", count: columns), count: rows)
    }

    /// The rows, without blanks at their ends.
    public var lines: [String] {
        cells.map { row in
            var line = String.UnicodeScalarView(row)
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }
    /// All rows.
    public var text: String { lines.joined(separator: "\n") }

    /// Takes bytes, cut anywhere.
    public mutating func take(_ bytes: [UInt8]) {
        pending += bytes
        while let used = step() { pending.removeFirst(used) }
    }

    /// Takes one character or sequence from the front; nil if it is not whole.
    private mutating func step() -> Int? {
        guard let first = pending.first else { return nil }
        if first == 0x1B {
            hasSequences = true
            guard pending.count > 1 else { return nil }
            guard pending[1] == UInt8(ascii: "[") else { return 2 }
            guard let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 || $0 == 0x1B }) else { return nil }
            // A sequence that was cut off by the next one means nothing.
            guard pending[end] != 0x1B else { return end }
            obey(String(decoding: pending[2..<end], as: UTF8.self), pending[end])
            return end + 1
        }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        if let cut = pending.prefix(length).dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) { return cut }
        guard pending.count >= length else { return nil }
        let character = String(decoding: pending[..<length], as: UTF8.self).unicodeScalars.first ?? " "
        if !isAlternate { ordinary.unicodeScalars.append(character) }
        switch character {
        case "\r": column = 0
        case "\n": row += 1
        case "\u{07}": break
        default:
            if cells.indices.contains(row), cells[row].indices.contains(column) { cells[row][column] = character }
            column += 1
        }
        return length
    }

    private mutating func obey(_ parameters: String, _ final: UInt8) {
        switch (parameters, final) {
        case ("?1049", UInt8(ascii: "h")): isAlternate = true
        case ("?1049", UInt8(ascii: "l")): isAlternate = false
        case ("?2026", UInt8(ascii: "h")): isInFrame = true
        case ("?2026", UInt8(ascii: "l")):
            if isInFrame { frames += 1 }
            isInFrame = false
        case ("2", UInt8(ascii: "J")):
            for index in cells.indices { cells[index] = cells[index].map { _ in " " } }
        case (_, UInt8(ascii: "H")):
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            row = (numbers.first ?? 1) - 1
            column = (numbers.count > 1 ? numbers[1] : 1) - 1
        case (_, UInt8(ascii: "m")): if parameters.contains("38;5") || parameters.contains("48;5") { colours += 1 }
        default: break
        }
    }
}
