/// The words in a part's outline, broken into lines.
struct PartText {
    /// Title first.
    let lines: [(text: String, isTitle: Bool)]

    /// Letters that fit beside the names of the terminals.
    private static let titleLetters = 16, remarkLetters = 20

    init(_ part: WiringPlan.Part) {
        lines =
            Self.broken(part.title, at: Self.titleLetters).map { ($0, true) }
            + part.remarks.flatMap { Self.broken($0, at: Self.remarkLetters) }.map { ($0, false) }
    }

    /// Lines of at most so many letters, parted between words where that is possible.
    static func broken(_ text: String, at limit: Int) -> [String] {
        var lines: [String] = [], line = ""
        for word in text.split(separator: " ") {
            var rest = word[...]
            if !line.isEmpty, line.count + 1 + rest.count <= limit {
                line += " " + rest
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while rest.count > limit {
                lines.append(String(rest.prefix(limit)))
                rest = rest.dropFirst(limit)
            }
            line = String(rest)
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
