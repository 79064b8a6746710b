import Glibc
import ScreenModels
import Testing

@testable import Screens

@Suite struct LanguageTests {
    @Test("Every character of every string table has a glyph", arguments: Language.all)
    func glyphs(language: Language) {
        for text in StringKey.allCases.map(language.text) + [language.name] {
            for scalar in text.unicodeScalars where scalar != " " {
                let isDrawable = language.words.line(of: scalar.value) != nil || Font.wide16.line(of: scalar.value) != nil
                #expect(isDrawable, "no font has \(scalar) of “\(text)”: run tools/fonts/pack-fonts")
            }
        }
    }

    @Test("What the small font draws in every language needs no other font", arguments: Language.all)
    func smallFont(language: Language) {
        let units: [StringKey] = [
            .kilometers, .miles, .perKilometer, .perMile, .meters, .feet, .beatsPerMinute, .stepsPerMinute, .kilocalories, .kilograms,
            .pounds,
            .centimeters,
        ]
        var texts = units.map { LineText(language.text($0)) }
        for month in 1...12 {
            texts.append(language.listDate(DayOfYear(year: 2026, month: UInt8(month), day: 28, weekday: 1)))
        }
        for text in texts {
            for scalar in text.description.unicodeScalars {
                #expect(Font.regular12.line(of: scalar.value) != nil, "\(scalar) of “\(text)” is not in the small font")
            }
        }
    }

    @Test("A language leaves no text empty and puts a number where English does", arguments: Language.all)
    func completeness(language: Language) {
        for key in StringKey.allCases {
            let text = language.text(key)
            #expect(!text.isEmpty, "\(key)")
            #expect(text.filter { $0 == "%" }.count == Language.english.text(key).filter { $0 == "%" }.count, "\(key)")
            #expect(text.utf8.count + 24 <= LineText.capacity, "\(key) leaves no room for its number")
        }
    }

    @Test("Languages have different tags, and an unknown index is English")
    func registry() {
        #expect(Set(Language.all.map(\.tag)).count == Language.all.count)
        #expect(Language.at(-1).tag == "en")
        #expect(Language.at(Language.all.count).tag == "en")
        #expect(Language.at(255).tag == "en")
    }

    @Test("A language keeps the number that settings and health logs hold for it")
    func storedNumbers() {
        #expect(Language.all.map(\.tag) == ["en", "zh-Hans", "es", "de"])
        for (index, language) in Language.all.enumerated() { #expect(Language.index(ofTag: language.tag) == index) }
        for unknown in ["", "fr", "EN", "zh"] { #expect(Language.index(ofTag: unknown) == nil) }
    }

    @Test("A decimal mark is that of the language, and nothing parts thousands", arguments: Language.all)
    func decimals(language: Language) {
        let mark = ["es", "de"].contains(language.tag) ? "," : "."
        #expect(NumberText.distance(.meters(12_345), in: .metric, mark: language.decimalMark).description == "12\(mark)34")
        #expect(NumberText.distance(.meters(123_456), in: .metric, mark: language.decimalMark).description == "123\(mark)4")
        #expect(NumberText.distance(.meters(1_234_567), in: .metric, mark: language.decimalMark).description == "1234")
        #expect(NumberText.drumsticks(.kilocalories(567), mark: language.decimalMark).description == "1\(mark)89")
        let other = Set(mark == "," ? "." : ",")
        for look in Look.all where look.language.tag == language.tag {
            for sample in ScreenGallery.samples where !sample.name.hasPrefix("message-about") {
                for text in look.texts(of: sample.screen) {
                    let characters = Array(text.text)
                    for (index, character) in characters.enumerated().dropFirst().dropLast()
                    where other.contains(character) && characters[index - 1].isNumber && characters[index + 1].isNumber {
                        // A German date ends with a point.
                        let rest = characters[(index + 1)...].drop { $0.isNumber }
                        #expect(language.tag == "de" && rest.first == ".", "\(sample.name): “\(text.text)”")
                    }
                }
            }
        }
    }

    @Test("A language says of itself what it is called, in its own words", arguments: Language.all)
    func names(language: Language) {
        let names = ["en": "English", "zh-Hans": "简体中文", "es": "Español", "de": "Deutsch"]
        #expect(language.name == names[language.tag])
    }

    @Test("No text begins or ends with a space or has two of them, and Chinese ones have full-width marks", arguments: Language.all)
    func typography(language: Language) {
        for key in StringKey.allCases where key != .dayPattern {
            let text = Array(language.text(key).unicodeScalars)
            #expect(text.first != " " && text.last != " ", "\(key)")
            for (a, b) in zip(text, text.dropFirst()) {
                #expect(a != " " || b != " ", "\(key)")
                guard language.needsTallWords else { continue }
                let isWide = a.value >= 0x4E00
                #expect(!isWide || !",.?!:;".unicodeScalars.contains(b), "\(key): a narrow \(b)")
                let isLatin = (0x41...0x5A).contains(a.value) || (0x61...0x7A).contains(a.value)
                #expect(!(isWide || isLatin) || b != " " || text.contains("%"), "\(key): a space after \(a)")
            }
            guard language.tag == "es" else { continue }
            let all = language.text(key)
            #expect(all.filter { $0 == "?" }.count == all.filter { $0 == "¿" }.count, "\(key)")
            #expect(all.filter { $0 == "!" }.count == all.filter { $0 == "¡" }.count, "\(key)")
        }
    }

    @Test("Dates are in the order of the language")
    func dates() {
        let date = DayOfYear(year: 2026, month: 9, day: 4, weekday: 5)
        #expect(Language.english.day(date) == "Fri 4 Sep")
        #expect(Language.english.listDate(date) == "4 Sep")
        #expect(Language.simplifiedChinese.day(date) == "9月4日 周五")
        #expect(Language.simplifiedChinese.listDate(date) == "9-4")
        #expect(Language.spanish.day(date) == "vie 4 sep")
        #expect(Language.spanish.listDate(date) == "4 sep")
        #expect(Language.german.day(date) == "Fr 4. Sep")
        #expect(Language.german.listDate(date) == "4.9.")
    }
}

@Suite struct FontTests {
    @Test("Each font finds all of ASCII and nothing that it lacks", arguments: [Font.regular12, .regular16, .bold16, .bold24, .bold32])
    func lookUp(font: Font) {
        for code in 0x20...0x7E as ClosedRange<UInt32> { #expect(font.line(of: code) != nil) }
        #expect(font.line(of: 0x1F) == nil)
        #expect(font.line(of: 0xFFFF) == nil)
    }

    @Test("A glyph has the pixels that its font's designer gave it")
    func pixels() throws {
        let line = try #require(Font.regular12.line(of: 0x31))
        let rows = (0..<12).map { Font.regular12.row($0, ofLine: line) >> 24 }
        #expect(rows == [0, 0, 0x20, 0x60, 0x20, 0x20, 0x20, 0x20, 0x20, 0x70, 0, 0])
    }

    @Test("The longest time of a day fits beside the button marks in the largest font")
    func width() {
        #expect(Font.bold32.width(of: "23:59:59") == 112)
        #expect(Font.regular12.width(of: "圈") == 16)
    }
}

@Suite struct WordsTests {
    /// A row of a table of docs/words.md: the key, and the cells after it.
    struct Row: Sendable {
        var key: StringKey
        var cells: [String]
    }

    /// The rows of docs/words.md that begin with a key, by the number of their cells: seven of a term, six of a unit.
    static func rows(cells: Int) throws -> [Row] {
        let folder = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
        var rows: [Row] = []
        let file = try #require(fopen("/\(folder)/docs/words.md", "r"))
        defer { fclose(file) }
        var text: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { text.append(UInt8(truncatingIfNeeded: byte)) }
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where line.hasPrefix("| `") {
            let parts = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map(trimmed)
            guard parts.count == cells, let name = parts.first?.dropFirst().dropLast() else { continue }
            let key = try #require(StringKey.allCases.first { "\($0)" == name }, "no key is called \(name)")
            rows.append(Row(key: key, cells: Array(parts.dropFirst())))
        }
        return rows
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    @Test("Every term of the table of words is the one that the watch uses, and what is not to be said is said nowhere")
    func terms() throws {
        let rows = try Self.rows(cells: 7)
        #expect(rows.count > 45)
        for row in rows {
            for (column, language) in Language.all.enumerated() {
                #expect(language.text(row.key) == row.cells[column], "\(row.key), \(language.tag)")
            }
            let refused = row.cells[Language.all.count + 1]
            guard !refused.isEmpty else { continue }
            for language in Language.all {
                for key in StringKey.allCases {
                    let text = language.text(key)
                    // A longer word may hold a shorter one.
                    #expect(
                        text == row.cells[1] || !text.contains(refused) || text.contains(row.cells[1]), "\(key): “\(text)” says \(refused)")
                }
            }
        }
    }

    @Test("Every unit of the table is the same sign in every language, but where the table gives a language its own")
    func units() throws {
        let rows = try Self.rows(cells: 6)
        #expect(rows.count > 15)
        for row in rows {
            let sign = row.cells[0].split(separator: " (", maxSplits: 1).map(String.init)
            for language in Language.all {
                var expected = sign[0]
                if sign.count == 2, sign[1].hasPrefix(language.tag + " ") {
                    expected = String(sign[1].dropFirst(language.tag.count + 1).dropLast())
                }
                #expect(language.text(row.key) == expected, "\(row.key), \(language.tag)")
            }
        }
    }

    @Test("One thing has one word: no two terms of the table share an English word but those that mean the same")
    func distinct() throws {
        let same: Set<String> = ["Steps", "Auto pause"]
        let words = try Self.rows(cells: 7).map { $0.cells[0] }.filter { !same.contains($0) }
        #expect(Set(words).count == words.count)
    }
}
