import Calendar
import Quantities
import RunCore
import SimulatedPeripherals
import Testing
import Training

@testable import Reports

@Suite struct ReportPageTests {
    // MARK: What kinds of pages there are

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let page: @Sendable () -> String
        var testDescription: String { name }
    }

    /// Names that want to be more than names.
    static let hostile = [
        "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "]]><b>", "-->", "<!--", "&amp;&lt;&#x3c;", "{0}{1}",
        "\u{2028}\u{2029}\u{202E}txt.exe", "\u{0}\u{1B}[31m", "' onload='x", "</title></style></head>", "javascript:alert(1)", "\u{FFFE}",
    ]

    static func imported(_ name: String) -> MadeUpRun {
        var run = MadeUpRun(7)
        run.origin = .imported(ImportSource(fileName: name, format: name, device: name))
        return run
    }

    static let cases: [Case] =
        [
            Case(name: "a run") { MadeUpRun(1).page() },
            Case(name: "in miles") { MadeUpRun(1).page(in: .miles) },
            Case(name: "among others") { MadeUpRun(3).onDay(3).page(among: [MadeUpRun(1), MadeUpRun(2).onDay(3), MadeUpRun(4).onDay(9)]) },
            Case(name: "one second") {
                var run = MadeUpRun(1)
                run.seconds = 1
                return run.page()
            },
            Case(name: "without a date") {
                var run = MadeUpRun(1)
                run.start = nil
                return run.page()
            },
            Case(name: "indoors, nothing but a heart rate") {
                var run = MadeUpRun(1)
                run.type = .indoorRun
                run.change = { _, sample in
                    sample.position = nil
                    sample.altitude = nil
                    sample.speed = nil
                    sample.cadence = nil
                    sample.distanceMillimeters = 0
                    sample.flags = []
                }
                return run.page()
            },
            Case(name: "nothing known at all") {
                var run = MadeUpRun(1)
                run.change = { _, sample in sample = RunSample(time: sample.time) }
                return run.page()
            },
            Case(name: "damaged") {
                var run = MadeUpRun(1), damage = ReportedDamage()
                run.isHeaderLost = true
                damage.isHeaderLost = true
                (damage.holes, damage.unreadableBytes, damage.lostRecords, damage.isEndTorn, damage.records) = (3, 4096, 7, true, 1200)
                return run.page(damage: damage)
            },
            Case(name: "with pauses") {
                var run = MadeUpRun(1)
                run.pauses = [(100, 160), (500, 505)]
                return run.page()
            },
            Case(name: "wild numbers") {
                var run = MadeUpRun(1)
                run.change = { second, sample in
                    sample.speedMillimeters = second % 2 == 0 ? 65_534 : 0
                    sample.altitudeFifths = second % 3 == 0 ? 0 : 65_534
                    sample.distanceMillimeters = UInt32(second) * 3_000_000
                    sample.latitudeE7 = second % 2 == 0 ? 899_999_999 : -899_999_999
                    sample.longitudeE7 = second % 2 == 0 ? 1_799_999_999 : -1_799_999_999
                }
                return run.page()
            },
            Case(name: "overview") { ReportPageTests.page(overview((1...40).map { MadeUpRun(UInt64($0)).onDay($0 * 2 % 66) })) },
            Case(name: "empty overview") { ReportPageTests.page(overview([], unreadable: 2)) },
            Case(name: "overview with few pages") {
                ReportPageTests.page(overview((1...5).map { MadeUpRun(UInt64($0)).onDay($0) }, mostPages: 2))
            },
        ]
        + hostile.map { name in Case(name: "hostile name \(name.unicodeScalars.first?.value ?? 0)") { imported(name).page() } }
        + [Case(name: "overview with hostile names") { ReportPageTests.page(overview(hostile.map(imported))) }]

    private static func page(_ text: String) -> String {
        String(decoding: PageMark.page(text, fingerprint: ReportFingerprint().text), as: UTF8.self)
    }

    // MARK: What all must be

    @Test("A page is well-formed, has one title and one heading, and nothing in it can leave it or come into it", arguments: cases)
    func wellFormed(page: Case) throws {
        let text = page.page(), parsed = ParsedPage(text)
        #expect(parsed.error == nil, "\(parsed.error ?? "")")
        #expect(parsed.all("title").filter { !$0.text.isEmpty }.count >= 1 && parsed.all("h1").count == 1)
        let policy = parsed.all("meta").filter { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        #expect(
            policy.first?.attributes["content"]?.hasPrefix(
                "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:") == true)
        // The policy stands before all that it is to hold.
        let names = parsed.elements.map(\.name)
        let first = try #require(names.firstIndex { ["script", "style", "a", "svg", "link", "img"].contains($0) })
        let place = try #require(parsed.elements.firstIndex { $0.attributes["http-equiv"] == "Content-Security-Policy" })
        #expect(place < first)
        #expect(
            Set(names).isDisjoint(with: [
                "img", "link", "iframe", "object", "embed", "base", "form", "video", "audio", "b:b", "foreignObject",
            ]))
        for element in parsed.elements {
            for (name, value) in element.attributes {
                #expect(!name.hasPrefix("on") && name != "src" && name != "srcset" && name != "xlink:href", "\(element.name) \(name)")
                if name == "href" {
                    let isOwn =
                        value.hasPrefix("#") || value == "../index.html"
                        || value.hasSuffix(".html") && !value.contains(":") && !value.contains("//")
                    #expect(isOwn, "\(value)")
                }
                #expect(!value.contains("url(") || value == "url(#ramp)")
            }
        }
        #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("@import"))
        // Two or three scripts, and none that a name has brought.
        let scripts = parsed.all("script")
        #expect(scripts.count == (text.contains("id=\"rows\"") ? 3 : 2))
        #expect(text.utf8.count(of: "<script") == scripts.count && text.utf8.count(of: "</script") == scripts.count)
        #expect(scripts.dropLast().allSatisfy { $0.attributes["type"] == "application/json" })
    }

    @Test("What is drawn has words beside it, ids are there once, and headings do not skip", arguments: cases)
    func accessible(page: Case) {
        let parsed = ParsedPage(page.page())
        for (place, element) in parsed.elements.enumerated() where element.name == "svg" && element.attributes["aria-hidden"] == nil {
            #expect(element.attributes["role"] == "img" || parsed.elements[place - 1].attributes["aria-hidden"] == "true")
            if element.attributes["role"] == "img" {
                #expect(parsed.elements[place + 1].name == "title" && !parsed.elements[place + 1].text.isEmpty)
            }
        }
        let ids = parsed.elements.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for element in parsed.elements {
            for name in ["aria-labelledby", "aria-describedby"] {
                if let id = element.attributes[name] { #expect(ids.contains(id)) }
            }
        }
        let levels = parsed.elements.compactMap { $0.name.count == 2 && $0.name.first == "h" ? Int($0.name.dropFirst()) : nil }
        #expect(levels.first == 1 && zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
        for element in parsed.all("th") { #expect(element.attributes["scope"] != nil || element.attributes["data-w"] != nil) }
    }

    @Test("Each phrase of a page has its words in all four languages beside it", arguments: cases)
    func translated(page: Case) throws {
        let parsed = ParsedPage(page.page())
        let words = try #require(parsed.all("script").first { $0.attributes["id"] == "words" }?.text)
        for key in Set(parsed.elements.compactMap { $0.attributes["data-t"] }) {
            #expect(words.utf8.count(of: "\"\(key)\":") == 4, "\(key)")
            let phrase = try #require(ReportPhrase(rawValue: key))
            #expect(words.contains("\(ReportText.json(key)):\(ReportText.json(phrase.text(.german)))"))
        }
    }

    @Test("A hostile name is told as it is, and is nothing else", arguments: hostile)
    func names(name: String) {
        let parsed = ParsedPage(Self.imported(name).page())
        let shown = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 0x20 || $0.value == 0xFFFE ? "\u{FFFD}" : $0 }))
        #expect(
            parsed.elements.contains { $0.attributes["data-t"] == "sourceDevice" && $0.text == "Recorded by \u{2068}\(shown)\u{2069}." })
    }

    @Test("A page has what its browser test looks for")
    func ids() {
        let run = ParsedPage(MadeUpRun(1).page()), ids = Set(run.elements.compactMap { $0.attributes["id"] })
        #expect(ids.isSuperset(of: ["map", "cursor-readout", "axis-toggle", "curves", "rows", "words"]))
        #expect(run.elements.filter { $0.attributes["class"]?.hasPrefix("curve ") == true }.count == 4)
        #expect(overview([MadeUpRun(1)]).contains("id=\"unit-toggle\""))
    }

    @Test("What a page says of a run")
    func says() {
        let text = ParsedPage(MadeUpRun(3).onDay(3).page(among: [MadeUpRun(1), MadeUpRun(2).onDay(3)])).text
        for words in ["Run", "Splits", "Best efforts", "Rank by distance", "Heart-rate zones", "Distance by satellite positions."] {
            #expect(text.contains(words), "\(words)")
        }
        let page = MadeUpRun(3).onDay(3).page(among: [MadeUpRun(1), MadeUpRun(2).onDay(3)])
        #expect(page.contains("href=\"\(MadeUpRun(1).id).html\"") || page.contains("href=\"\(MadeUpRun(2).id).html\""))
    }

    // MARK: Sizes

    private static let mostBytes = 400_000

    @Test("A page of a day's run is at most 400 kB, also of one in which everything flickers and wanders")
    func sizes() {
        var run = MadeUpRun(1)
        run.seconds = 86_400
        run.lap = 60
        let even = run.page(), text = ParsedPage(even).text
        #expect(even.utf8.count <= Self.mostBytes, "\(even.utf8.count)")
        #expect(text.contains("the least and the greatest value of each 144 s") && text.contains("means over 144 s"))
        #expect(text.contains("Further laps: 1,140."))
        run.change = { second, sample in
            var random = SeededRandom(seed: UInt64(second))
            sample.heartRateBeats = Bool.random(using: &random) ? 0 : UInt8.random(in: 40...220, using: &random)
            sample.cadenceSteps = Bool.random(using: &random) ? .max : UInt8.random(in: 0...250, using: &random)
            sample.speedMillimeters = Bool.random(using: &random) ? .max : UInt16.random(in: 0...9000, using: &random)
            sample.altitudeFifths = Bool.random(using: &random) ? .max : UInt16.random(in: 2500...9000, using: &random)
            sample.latitudeE7 = 470_000_000 + Int32.random(in: 0...100_000, using: &random)
            sample.longitudeE7 = 85_000_000 + Int32.random(in: 0...100_000, using: &random)
            if Int.random(in: 0..<20, using: &random) == 0 { sample.flags.insert(.startsSegment) }
        }
        let size = run.page().utf8.count
        #expect(size <= Self.mostBytes, "\(size)")
    }

    @Test("The overview of 1,000 runs is at most 2 MB")
    func overviewSize() {
        let runs = (1...1000).map { number -> MadeUpRun in
            var run = MadeUpRun(UInt64(number)).onDay(66 - number * 3)
            run.seconds = 400
            if number % 3 == 0 { run.origin = .imported(ImportSource(fileName: "x.fit", format: "FIT", device: "Another watch")) }
            return run
        }
        let size = overview(runs).utf8.count
        #expect(size <= 2_000_000, "\(size)")
    }
}

extension Sequence<UInt8> {
    /// How often a text stands in it.
    func count(of text: String) -> Int {
        let bytes = Array(self), wanted = Array(text.utf8)
        guard bytes.count >= wanted.count, let first = wanted.first else { return 0 }
        return bytes.indices.filter { bytes[$0] == first && bytes[$0...].starts(with: wanted) }.count
    }
}
