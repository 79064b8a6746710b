import Testing

@testable import Reports

@Suite struct ReportPhraseTests {
    /// The numbers in braces, in the order in which they stand.
    private static func places(_ text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { String($0.prefix { $0 != "}" }) }
    }

    @Test("Each phrase has words in each language, and the same places to be filled in all", arguments: ReportPhrase.allCases)
    func complete(phrase: ReportPhrase) {
        let english = Self.places(phrase.text(.english))
        // In English they are filled from the first to the last.
        #expect(english == english.indices.map { "\($0)" })
        for language in ReportLanguage.allCases {
            let text = phrase.text(language)
            #expect(!text.isEmpty && text.first != " " && text.last != " ")
            #expect(Self.places(text).sorted() == english, "\(language)")
        }
    }

    @Test("Longer phrases are said in each language, and not left in English")
    func translated() {
        for phrase in ReportPhrase.allCases where phrase.text(.english).count > 24 {
            #expect(Set(ReportLanguage.allCases.map { phrase.text($0) }).count == 4, "\(phrase)")
        }
    }

    @Test("A set of phrases has those that were put into it")
    func set() {
        var set = PhraseSet()
        #expect(ReportPhrase.allCases.count <= 512)
        for (place, phrase) in ReportPhrase.allCases.enumerated() where place % 3 == 0 { set.insert(phrase) }
        #expect(set.phrases == ReportPhrase.allCases.enumerated().filter { $0.offset % 3 == 0 }.map(\.element))
    }

    @Test("What is filled into a phrase is not filled again")
    func filled() {
        #expect(ReportPhrase.placeOf.english([.text("{1}"), .number("1234")]) == "{1} of 1,234")
        #expect(ReportPhrase.placeOf.english([]) == "{0} of {1}")
    }
}
