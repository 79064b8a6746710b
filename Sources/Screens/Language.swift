import Quantities

/// A language of the screens. Adding one is a file beside the others in `Languages`, a line in ``all``, a column
/// in `docs/words.md`, and a run of `tools/fonts/pack-fonts`.
public struct Language: Sendable {
    /// The tag of RFC 5646, which also names the folder of its reference pictures: `en`, `zh-Hans`, `es`, `de`.
    public let tag: String
    /// The language's name in itself.
    public let name: String
    /// Whether words need the 16-pixel font, as Chinese characters do; otherwise the 12-pixel one serves.
    let needsTallWords: Bool
    /// The day on which a week begins in a calendar on a wall: 1 for Monday, as in ISO 8601, to 7 for Sunday, as in the United States, from
    /// where the English of the watch comes.
    let weekBegins: Int
    /// What stands between whole units and their decimals. Thousands are never parted.
    let decimalMark: DecimalMark
    private let lookUp: @Sendable (StringKey) -> String

    /// A language out of its string table.
    init(
        tag: String, name: String, needsTallWords: Bool, decimalMark: DecimalMark = .point, weekBegins: Int = 1,
        text: @escaping @Sendable (StringKey) -> String
    ) {
        self.tag = tag
        self.name = name
        self.needsTallWords = needsTallWords
        self.decimalMark = decimalMark
        self.weekBegins = weekBegins
        lookUp = text
    }

    /// The languages of the watch, in the order in which the set-up offers them. The settings store the place in this list: a new language is
    /// added at the end, and none is ever moved or taken away.
    public static let all: [Language] = [
        .english,
        .simplifiedChinese,
        .spanish,
        .german,
    ]

    /// The language at an index of ``all``; English outside.
    public static func at(_ index: Int) -> Language { all.indices.contains(index) ? all[index] : .english }

    /// The index of a language's tag in ``all``, as the settings store it; nil without such a language.
    public static func index(ofTag tag: String) -> Int? { all.firstIndex { $0.tag == tag } }

    /// The word or phrase of a key.
    public func text(_ key: StringKey) -> String { lookUp(key) }

    /// The font of words.
    var words: Font { needsTallWords ? .mixed16 : .regular12 }

    /// The font of words that have little room. Chinese characters fill their cells and cannot stand closer; letters and digits between
    /// them are narrower in the low font.
    var condensedWords: Font { needsTallWords ? .regular12 : .condensed12 }
}
