/// A piece of a page: markup, written so that it is HTML and well-formed XML alike.
///
/// Literals are markup; what is interpolated is text and is escaped, unless it is a piece of markup itself. So no name from a file can become
/// a tag, wherever it stands.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    /// The markup.
    private(set) var text: String
    /// The phrases in it: their words in the other languages go into the page.
    private(set) var phrases = PhraseSet()

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        phrases = stringInterpolation.phrases
    }

    /// Markup that was made elsewhere of nothing that comes from outside.
    init(made text: String, _ phrases: PhraseSet = PhraseSet()) { (self.text, self.phrases) = (text, phrases) }

    /// Nothing.
    static let none: Markup = ""

    static func += (a: inout Markup, b: Markup) {
        a.text += b.text
        a.phrases.formUnion(b.phrases)
    }

    /// Says that the script needs a phrase.
    mutating func need(_ phrases: [ReportPhrase]) { for phrase in phrases { self.phrases.insert(phrase) } }

    struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var phrases = PhraseSet()

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + interpolationCount * 16) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: String) { text += ReportText.escaped(value) }
        mutating func appendInterpolation(_ value: Int) { text += String(value) }
        mutating func appendInterpolation(_ value: Int64) { text += String(value) }
        mutating func appendInterpolation(_ markup: Markup) {
            text += markup.text
            phrases.formUnion(markup.phrases)
        }
    }
}

extension Sequence<Markup> {
    /// One after the other.
    func joined(_ separator: Markup = .none) -> Markup {
        var all = Markup.none, isFirst = true
        for piece in self {
            if !isFirst { all += separator }
            all += piece
            isFirst = false
        }
        return all
    }
}
