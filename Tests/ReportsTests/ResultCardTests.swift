import Calendar
import Quantities
import RunCore
import Testing
import Training

@testable import Reports

@Suite struct ResultCardTests {
    /// Ten kilometres in 52:30 on 29 February 2028, 336.7 kcal.
    static func figures() -> RunFigures {
        var figures = RunFigures(
            id: RunID(high: 1, low: 2), elapsed: .seconds(3300), timer: .seconds(3150), moving: .seconds(3100), distance: .meters(10_009.9))
        figures.type = .run
        figures.start = UTCInstant(iso8601: "2028-02-29T23:30:00Z")
        figures.zone = .utc
        figures.averagePace = .secondsPerKilometer(314.7)
        figures.energy = .kilocalories(336.7)
        return figures
    }

    static func unknown() -> RunFigures {
        RunFigures(id: RunID(high: 1, low: 2), elapsed: .zero, timer: .zero, moving: .zero, distance: .zero)
    }

    /// A way of ten kilometres round the house.
    static func track() -> TrackPieces {
        var pieces = TrackPieces()
        for second in 0...3300 {
            let meters = Double(second) * 3.033
            let place = Walk.place(from: 47.3769, 8.5417, bearing: meters / 10_009 * 360, meters: 1600)
            let time = RunTime(milliseconds: UInt32(second) * 1000)
            pieces.add(TrackPlace(time: time, distance: .meters(meters), position: place), startsPiece: second == 0)
        }
        return pieces
    }

    // MARK: What it says

    static let texts: [(ReportLanguage, Bool, [String])] = [
        (.english, false, ["10.00", "km", "52:30", "5:14", "336", "× 1.12", "3 of 42", "29 February 2028", "Run"]),
        (.english, true, ["6.21", "mi", "52:30", "8:26", "Pace /mi"]),
        (.chinese, false, ["10.00", "公里", "52:30", "配速 /公里", "336", "千卡", "× 1.12", "3 / 42", "2028年2月29日", "跑步", "你消耗了"]),
        (.spanish, false, ["10,00", "km", "Ritmo /km", "× 1,12", "3 de 42", "29 de febrero de 2028", "Carrera"]),
        (.german, false, ["10,00", "km", "Tempo /km", "× 1,12", "3 von 42", "29. Februar 2028", "Lauf"]),
    ]

    @Test("A card says distance, time, pace, energy, drumsticks, rank and day, in each language", arguments: texts)
    func says(language: ReportLanguage, inMiles: Bool, texts: [String]) {
        let card = ResultCard(
            figures: Self.figures(), track: Self.track(), rank: Self.rank(3, of: 42), inMiles: inMiles, language: language)
        for shape in ResultCard.Shape.allCases {
            let shown = Self.shownTexts(card.svg(shape))
            for text in texts { #expect(shown.contains { $0 == text || $0.contains(text) }, "\(text) in \(shown)") }
            #expect(!card.svg(shape).contains("--"))
        }
    }

    static func rank(_ place: Int, of count: Int) -> RunPlace {
        let ids = (0..<count).map { RunID(high: 9, low: UInt64($0)) }
        let runs = ids.enumerated().map { index, id in
            TrainedRun(
                origin: .recorded,
                figures: RunFigures(
                    id: id, elapsed: .zero, timer: .zero, moving: .zero, distance: .meters(Double(count - index) * 100)),
                efforts: BestEfforts())
        }
        guard let rank = RunRank(of: ids[place - 1], among: runs) else { preconditionFailure("the run is among them") }
        return rank.all
    }

    @Test("What is not known is --, and never a number", arguments: ReportLanguage.allCases, ResultCard.Shape.allCases)
    func saysUnknown(language: ReportLanguage, shape: ResultCard.Shape) {
        let texts = Self.shownTexts(ResultCard(figures: Self.unknown(), language: language).svg(shape))
        // Pace, energy, drumsticks, rank. Time and distance are known, and none.
        #expect(texts.filter { $0 == "--" }.count == 4)
        #expect(texts.contains("0:00"))
        #expect(texts.contains(CardWord.dateUnknown.text(language)))
        let numbers = Set(texts.filter { $0.contains { $0.isASCII && $0.isNumber } })
        #expect(numbers == ["0:00", language.number("0.00")])
    }

    static let drumsticks: [(Double, Int, [Double])] = [
        (0, 3, [0]), (0.25, 3, [0.25]), (1, 3, [1]), (2.5, 3, [1, 1, 0.5]), (3, 3, [1, 1, 1]), (3.01, 3, [1]), (1e300, 3, [1]),
        (.nan, 3, [0]),
    ]

    @Test("There is a drumstick for each 300 kcal, the last one in part, and a single one where there are many", arguments: drumsticks)
    func drawsDrumsticks(count: Double, most: Int, shares: [Double]) { #expect(DrumstickDrawing.shares(count, most: most) == shares) }

    // MARK: What it is

    @Test("A card is XML of its size, with or without a way", arguments: ResultCard.Shape.allCases)
    func size(shape: ResultCard.Shape) {
        var card = ResultCard(figures: Self.figures(), splits: [.secondsPerKilometer(300), .secondsPerKilometer(330)], track: Self.track())
        let whole = card.svg(shape)
        #expect(whole.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1080\" height=\"\(shape.height)\" "))
        #expect(whole.contains("stroke-linecap=\"round\" stroke-linejoin"))
        #expect(whole.utf8.count < 100_000)
        card.track = TrackPieces()
        let splits = Self.shownTexts(card.svg(shape))
        #expect(splits.contains("5:00") && splits.contains("5:30"))
        card.splits = []
        #expect(!card.svg(shape).contains("NaN"))
        for text in [whole, card.svg(shape)] { #expect(Self.isBalanced(text)) }
    }

    @Test("No place is in a card, nor anything but what it shows")
    func privacy() {
        let card = ResultCard(figures: Self.figures(), track: Self.track(), name: "Ada")
        let text = card.svg(.square)
        for secret in ["47.36", "47.37", "47.38", "47.39", "8.53", "8.54", "8.55", "23:30", "\(card.figures.id)", "<metadata", "<!--"] {
            #expect(!text.contains(secret))
        }
    }

    @Test("A start or an end that is hidden has no mark")
    func hiddenEnds() {
        let whole = Self.track().pieces.joined(), start = "r=\"15\"", end = "<circle r=\"16\""
        func svg(_ places: some Sequence<TrackPlace>) -> String {
            var pieces = TrackPieces()
            for place in places { pieces.add(place, startsPiece: false) }
            return ResultCard(figures: Self.figures(), track: pieces).svg(.square)
        }
        #expect(svg(whole).contains(start) && svg(whole).contains(end))
        #expect(!svg(whole.dropFirst(60)).contains(start) && svg(whole.dropFirst(60)).contains(end))
        #expect(svg(whole.dropLast(60)).contains(start) && !svg(whole.dropLast(60)).contains(end))
    }

    static let names: [(String, String?)] = [
        ("Ada", "Ada"), ("  Ada \n\t Lovelace  ", "Ada Lovelace"), ("", nil), (" \n", nil), ("\u{0}\u{7}\u{1B}[31m", "[31m"),
        ("\u{202E}adA\u{2066}", "adA"), ("A\u{FFFE}\u{FFFF}B", "AB"), ("👩‍👩‍👧‍👦 家", "👩‍👩‍👧‍👦 家"), ("<b>&\"'", "<b>&\"'"),
        (String(repeating: "x", count: 5000), String(repeating: "x", count: 100)),
        ("e" + String(repeating: "\u{301}", count: 5000), "e" + String(repeating: "\u{301}", count: 7)),
    ]

    @Test("A name from anywhere is a line of text in the card, and no markup", arguments: names)
    func takesNames(given: String, shown: String?) {
        let card = ResultCard(figures: Self.figures(), name: given)
        #expect(card.name == shown)
        for shape in ResultCard.Shape.allCases {
            let text = card.svg(shape)
            #expect(Self.isBalanced(text))
            #expect(!text.contains("<b>"))
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value < 0xFFFE || $0.value > 0xFFFF })
        }
    }

    @Test("A text that is too long is drawn smaller, then cut, and never wider than its room by the guess")
    func fits() {
        for text in ["", "Ada", "Maximiliane von Österreich", "一个非常非常非常长的名字", String(repeating: "W", count: 300)] {
            for width in [10.0, 100, 500] {
                let fitted = FittedText(text, size: 50, width: width)
                #expect(fitted.size <= 50 && fitted.size >= 30)
                #expect(FittedText.width(of: fitted.text) * fitted.size <= max(width, FittedText.width(of: "…") * 30) + 1e-6)
                #expect(fitted.text == text || fitted.text.hasSuffix("…"))
            }
        }
    }

    static let locales: [(String, ReportLanguage)] = [
        ("C", .english), ("", .english), ("de_CH.UTF-8", .german), ("zh_CN.UTF-8", .chinese), ("zh-Hans", .chinese), ("ES", .spanish),
        ("fr_FR", .english), ("den_XX", .english),
    ]

    @Test("A locale's name tells the language", arguments: locales)
    func locale(name: String, language: ReportLanguage) { #expect(ReportLanguage(locale: name) == language) }

    @Test("The first of the three variables that is set decides")
    func environment() {
        func language(_ values: [String: String]) -> ReportLanguage { ReportLanguage { values[$0] } }
        #expect(language(["LANG": "de_DE", "LC_MESSAGES": "es_ES", "LC_ALL": "zh_CN"]) == .chinese)
        #expect(language(["LANG": "de_DE", "LC_MESSAGES": "es_ES", "LC_ALL": ""]) == .spanish)
        #expect(language(["LANG": "de_DE"]) == .german)
        #expect(language(["LC_TIME": "de_DE"]) == .english)
    }

    // MARK: -

    /// The texts of an SVG, those of spans each by itself.
    static func shownTexts(_ svg: String) -> [String] {
        svg.split(separator: "<").filter { $0.hasPrefix("text") || $0.hasPrefix("tspan") }.compactMap { part in
            part.firstIndex(of: ">").map { String(part[part.index(after: $0)...].filter { $0 != "\n" }) }
        }.filter { !$0.isEmpty }
    }

    /// True if each element that begins ends, in order, and no attribute is open.
    static func isBalanced(_ svg: String) -> Bool {
        var open: [Substring] = []
        for part in svg.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            guard let end = part.firstIndex(of: ">"), part[..<end].filter({ $0 == "\"" }).count.isMultiple(of: 2) else { return false }
            let tag = part[..<end], name = tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" }
            if tag.hasPrefix("/") {
                guard open.popLast() == name else { return false }
            } else if !tag.hasSuffix("/") {
                open.append(name)
            }
        }
        return open.isEmpty
    }
}
