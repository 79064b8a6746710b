import Quantities
import ScreenModels
import Testing

@testable import Screens

@Suite("Words in the room that there is for them")
struct WordFittingTests {
    private static let languages = Language.all + [.pseudo]

    /// Gives a drawing on a panel of no account to a test.
    private func drawing(_ language: Language, _ body: (PageDrawing) -> Void) {
        var byte: UInt8 = 0
        withUnsafeMutablePointer(to: &byte) { pointer in
            let canvas = Canvas(bytes: pointer, width: 8, height: 1, stride: 1, originX: 0, originY: 0, log: nil)
            let screen = Screen(status: StatusStrip(time: nil, batteryPercent: nil), page: .dark, labels: ButtonLabels(), units: .metric)
            body(PageDrawing(panel: canvas, screen: screen, language: language, layout: .compact))
        }
    }

    @Test(
        "Words are whole where they fit, else short, else closer; they are never cut, never wider than their room, never under 12 rows",
        arguments: languages)
    func forms(_ language: Language) {
        drawing(language) { page in
            for key in StringKey.allCases {
                let whole = page.word(key), short = key.shortForm.map { page.word($0) }
                for room in stride(from: 10, through: 140, by: 3) {
                    let fitted = page.fit(key, room: room)
                    #expect(fitted.text == whole || fitted.text == short, "\(key)")
                    #expect(fitted.font.height >= 12)
                    #expect(!fitted.fits || fitted.width <= room, "\(key) in \(room)")
                    if page.words.width(of: whole) <= room {
                        #expect(fitted.fits && fitted.text == whole && fitted.font.width == page.words.width)
                    }
                    if language.condensedWords.width(of: whole) <= room { #expect(fitted.fits, "\(key) in \(room)") }
                }
            }
        }
    }

    @Test("The pseudo-language is 40 % longer than English in all that is translated")
    func pseudoLanguage() {
        for key in StringKey.allCases where !Language.isFixed(key) {
            let english = Language.english.text(key).filter(\.isLetter).count, pseudo = Language.pseudo.text(key).filter(\.isLetter).count
            // Of what is printed beside the buttons nothing is translated; two letters say no more than a sign.
            if english > 2 { #expect(pseudo * 5 >= english * 7, "\(key)") }
        }
        let fixed = StringKey.allCases.filter { Language.isFixed($0) }
        #expect(fixed.count * 4 < StringKey.allCases.count, "most of it is translated")
        #expect(Set(Look.all.filter { $0.language.tag == "pseudo" }.map(\.panel.name)).count == ScreenGallery.panels.count)
    }

    @Test("A short form is shorter than what it stands for, in every language", arguments: Language.all)
    func shortForms(_ language: Language) {
        for key in StringKey.allCases {
            guard let short = key.shortForm else { continue }
            #expect(
                language.words.width(of: LineText(language.text(short))) <= language.words.width(of: LineText(language.text(key))),
                "\(language.text(short)) for \(language.text(key))")
        }
    }

    @Test("Letters that stand closer are the same letters: their ink, one column, and digits of one width")
    func condensed() {
        let plain = Font.regular12, close = Font.condensed12
        #expect(close.height == plain.height)
        for code in 0x21...0x7E as ClosedRange<UInt32> {
            guard let line = plain.line(of: code) else { continue }
            var ink: UInt32 = 0
            for row in 0..<12 {
                ink |= plain.row(row, ofLine: line)
                #expect(plain.row(row, ofLine: line) == close.row(row, ofLine: line))
            }
            if (0x30...0x39).contains(code) {
                #expect(close.advance(of: code) == 6)
            } else {
                #expect(close.advance(of: code) == 33 - ink.leadingZeroBitCount - ink.trailingZeroBitCount)
                #expect(close.inset(of: code, line: line, advance: close.advance(of: code)) == ink.leadingZeroBitCount)
            }
        }
        #expect(close.width(of: "Willi") < plain.width(of: "Willi"))
    }

    @Test("Of a list as many rows are in view as have room, the chosen one among them")
    func rows() {
        var state: UInt64 = 11
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        drawing(.english) { page in
            for _ in 0..<2000 {
                let heights = (0..<1 + next(5)).map { _ in [13, 25, 37][next(3)] }, chosen = next(heights.count), room = 37 + next(100)
                let view = page.rowsInView(count: heights.count, chosen: chosen, room: room) { heights[$0] }
                let used = heights[view].reduce(0, +)
                #expect(view.contains(chosen) && used <= room)
                if view.upperBound < heights.count { #expect(used + heights[view.upperBound] > room) }
                if view.lowerBound > 0 { #expect(heights[view.lowerBound - 1] + heights[view.lowerBound...chosen].reduce(0, +) > room) }
            }
            #expect(page.rowsInView(count: 0, chosen: 0, room: 50) { _ in 13 }.isEmpty)
            // A chosen row from outside stays within the list.
            #expect(page.rowsInView(count: 2, chosen: 9, room: 50) { _ in 13 } == 0..<2)
            #expect(page.rowsInView(count: 2, chosen: -4, room: 50) { _ in 13 } == 0..<2)
        }
    }

    @Test("A paragraph that fits breaks no word and leaves none out", arguments: languages)
    func paragraphs(_ language: Language) {
        drawing(language) { page in
            for key in StringKey.allCases {
                let text = page.word(key)
                for width in [44, 54, 80, 112] {
                    guard let style = page.paragraphStyle(text, width: width, height: 48, pitch: page.row(12, tallWords: 17)) else {
                        continue
                    }
                    var start = 0, lines = 0, rest = ""
                    while start < text.count {
                        let end = page.lineEnd(of: text, from: start, style.font, width: width)
                        #expect(end > start)
                        #expect(style.font.width(of: text.part(start..<end)) <= width, "\(key)")
                        rest += text.part(start..<end).description
                        start = end
                        while start < text.count, text.scalar(at: start).value == 0x20 { start += 1 }
                        lines += 1
                    }
                    #expect(rest.filter { $0 != " " } == text.description.filter { $0 != " " }, "\(key)")
                    #expect((lines - 1) * style.pitch + page.wordHeight <= 48, "\(key)")
                }
            }
        }
    }
}
