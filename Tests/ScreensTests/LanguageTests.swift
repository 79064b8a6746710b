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
        #expect(Language.at(1).tag == "zh-Hans")
    }

    @Test("Dates are in the order of the language")
    func dates() {
        let date = DayOfYear(year: 2026, month: 9, day: 4, weekday: 5)
        #expect(Language.english.day(date) == "Fri 4 Sep")
        #expect(Language.english.listDate(date) == "4 Sep")
        #expect(Language.simplifiedChinese.day(date) == "9月4日 周五")
        #expect(Language.simplifiedChinese.listDate(date) == "9-4")
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

    /// The rows of docs/words.md that begin with a key, by the number of their cells: six of a term, seven of a unit.
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
        let rows = try Self.rows(cells: 5)
        #expect(rows.count > 45)
        for row in rows {
            #expect(Language.english.text(row.key) == row.cells[0], "\(row.key)")
            #expect(Language.simplifiedChinese.text(row.key) == row.cells[1], "\(row.key)")
            let refused = row.cells[3]
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

    @Test("Every unit of the table is the same sign in every language")
    func units() throws {
        let rows = try Self.rows(cells: 6)
        #expect(rows.count > 15)
        for row in rows {
            for language in Language.all { #expect(language.text(row.key) == row.cells[0], "\(row.key), \(language.tag)") }
        }
    }

    @Test("One thing has one word: no two terms of the table share an English word but those that mean the same")
    func distinct() throws {
        let same: Set<String> = ["Steps", "Auto pause"]
        let words = try Self.rows(cells: 5).map { $0.cells[0] }.filter { !same.contains($0) }
        #expect(Set(words).count == words.count)
    }
}
