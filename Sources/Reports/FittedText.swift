/// A line of text that has to fit where nobody can measure it, because which font draws it is known only where it is looked at.
///
/// Widths are guessed after DejaVu Sans Bold, the widest of the fonts that a card asks for, so that a text is rather drawn too small.
struct FittedText: Hashable, Sendable {
    /// The text, cut if need be.
    let text: String
    /// The size of its font, in units.
    let size: Double

    /// The smallest share of its size that a text is drawn at; then it is cut.
    private static let least = 0.6

    /// A text of one line within a width.
    init(_ text: String, size: Double, width: Double) {
        let whole = Self.width(of: text) * size
        guard whole > width else {
            (self.text, self.size) = (text, size)
            return
        }
        let smaller = max(size * width / whole, size * Self.least)
        self.size = smaller
        var room = width / smaller - Self.width(of: "…"), kept = ""
        guard Self.width(of: text) * smaller > width + 1e-6 else {
            self.text = text
            return
        }
        for character in text {
            room -= Self.width(of: character)
            guard room >= 0 else { break }
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        self.text = kept + "…"
    }

    /// A text's width, in sizes of its font.
    static func width(of text: String) -> Double { text.reduce(0) { $0 + width(of: $1) } }

    private static func width(of character: Character) -> Double {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar {
        case " ", "i", "j", "l", "I", ".", ",", ":", ";", "'", "!", "|", "·": return 0.4
        case "m", "w", "M", "W", "@", "%": return 1.1
        case "0"..."9": return 0.7
        case "A"..."Z": return 0.85
        case "a"..."z", "-", "/", "(", ")": return 0.72
        default: return scalar.value < 0x250 ? 0.85 : 1.1
        }
    }

    /// A name from anywhere as one line: without control characters and marks that turn the order of its characters, blanks in a row as
    /// one, not more characters than anybody reads and not more marks on one than any language has.
    static func line(_ text: String) -> String {
        var line = ""
        for character in text.prefix(500) {
            var scalars = String.UnicodeScalarView()
            var isBlank = character.isWhitespace
            for scalar in character.unicodeScalars.prefix(mostScalars) {
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: isBlank = true
                // The joiner that families of pictures are made with stays within a character.
                case .format where scalar.value != 0x200D, .surrogate, .unassigned, .privateUse: break
                default: scalars.append(scalar)
                }
            }
            if isBlank {
                if !line.isEmpty, line.last != " " { line += " " }
            } else {
                line.unicodeScalars.append(contentsOf: scalars)
            }
            if line.count >= mostCharacters { break }
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    private static let mostCharacters = 100
    private static let mostScalars = 8
}
