/// A text in one or several languages, as a host gave it: the title of a goal.
public struct LocalizedText: Hashable, Sendable {
    /// A text and the BCP 47 tag of its language; an empty tag stands for a text of no stated language.
    public struct Entry: Hashable, Sendable {
        /// The language: `en`, `zh-Hans`; at most 16 bytes.
        public var tag: String
        /// The text.
        public var text: String
        /// A text.
        public init(tag: String, text: String) { (self.tag, self.text) = (tag, text) }
    }

    /// The texts, in the order in which they were given.
    public var entries: [Entry]

    /// Texts.
    public init(_ entries: [Entry] = []) { self.entries = entries }
    /// A text of no stated language.
    public init(_ text: String) { entries = [Entry(tag: "", text: text)] }

    /// True if there is no text.
    public var isEmpty: Bool { entries.isEmpty }

    /// The text for a language: its own, else one of the same language whatever the script or the country, else the one of no stated
    /// language, else English, else the first; nil if there is none.
    public func text(for tag: String) -> String? {
        let found =
            entries.first { $0.tag == tag } ?? entries.first { !$0.tag.isEmpty && Self.language($0.tag) == Self.language(tag) }
            ?? entries.first { $0.tag.isEmpty } ?? entries.first { Self.language($0.tag) == "en" } ?? entries.first
        return found?.text
    }

    private static func language(_ tag: String) -> Substring { tag.prefix { $0 != "-" && $0 != "_" } }
}
