import Testing

@testable import Reports

@Suite struct ReportTextTests {
    static let escaped: [(String, String)] = [
        ("plain", "plain"), ("a < b & c > \"d\" 'e'", "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;"),
        ("</script><script>alert(1)</script>", "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("]]>", "]]&gt;"), ("a\u{0}b\u{1B}c\u{7F}\u{85}\u{FFFE}\u{FFFF}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("a\tb\nc\rd", "a\tb\nc\u{FFFD}d"), ("跑步 Läufe 🏃", "跑步 Läufe 🏃"), ("\u{2028}\u{2029}", "\u{2028}\u{2029}"),
    ]

    @Test("Text in a page is text", arguments: escaped)
    func escapes(text: String, escaped: String) {
        #expect(ReportText.escaped(text) == escaped)
    }

    static let json: [(String, String)] = [
        ("plain", "\"plain\""), ("</script>", "\"\\u003c/script\\u003e\""), ("<!--", "\"\\u003c!--\""),
        ("a\"b\\c", "\"a\\u0022b\\u005cc\""),
        ("\u{2028}\u{2029}", "\"\\u2028\\u2029\""), ("a&b'c", "\"a\\u0026b\\u0027c\""), ("\u{0}\n", "\"\\u0000\\u000a\""),
        ("公里 ä", "\"公里 ä\""), ("🏃", "\"\\ud83c\\udfc3\""), ("\u{202E}x", "\"\\u202ex\""),
    ]

    @Test("Text in a script is a literal of JSON and of JavaScript, and ends no script", arguments: json)
    func jsonEscapes(text: String, json: String) {
        #expect(ReportText.json(text) == json)
    }

    static let grouped = [
        ("0", "0"), ("999", "999"), ("1000", "1,000"), ("1234567.25", "1,234,567.25"), ("-12345", "-12,345"), ("--", "--"), ("", ""),
        ("12.3456", "12.3456"),
    ]

    @Test("Digits stand in groups of three", arguments: grouped)
    func groups(number: String, grouped: String) {
        #expect(ReportText.grouped(number) == grouped)
    }

    @Test("Times are told as on a watch, of whatever length")
    func times() {
        #expect(ReportText.time(.milliseconds(59_999)) == "0:59")
        #expect(ReportText.time(.seconds(3723)) == "1:02:03")
        #expect(ReportText.time(.seconds(3600 * 12_345)) == "12345:00:00")
        #expect(ReportText.time(.seconds(-1)) == "--")
        #expect(ReportText.time(nil) == "--")
    }
}
