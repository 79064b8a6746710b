import Quantities
import Testing

@Suite("Texts that lie in place")
struct FixedTextTests {
    static let cases: [(String, String)] = [
        ("", ""), ("Flat white", "Flat white"), (String(repeating: "x", count: 40), String(repeating: "x", count: 32)),
        (String(repeating: "咖", count: 12), String(repeating: "咖", count: 10)), ("a\nb\u{7F}c\u{2028}d", "a b c d"),
        (String(repeating: "x", count: 31) + "é", String(repeating: "x", count: 31)),
    ]

    @Test("A text is kept, cut after the last whole character, and has no line in it", arguments: cases)
    func keeps(_ text: String, _ kept: String) {
        let fixed = ShortText(text)
        #expect(fixed.text == kept && Int(fixed.count) == kept.utf8.count)
        #expect(fixed == ShortText(kept) && fixed.isEmpty == kept.isEmpty)
        #expect(fixed[-1] == 0 && fixed[Int(fixed.count)] == 0)
    }
}
