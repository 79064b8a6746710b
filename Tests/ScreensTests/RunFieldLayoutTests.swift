import Quantities
import ScreenModels
import Testing

@testable import Screens

/// Values that a page of a run has to hold, from nothing to the greatest that the watch counts.
enum RunValues: CaseIterable, Sendable {
    case usual, absent, greatest, walk, lowest

    func page(_ fields: RunFields, _ motion: RunPage.Motion = .running) -> RunPage {
        switch self {
        case .usual: return ScreenGallery.run(.fourth, motion, fields)
        case .absent:
            var page = ScreenGallery.firstSeconds(.fourth)
            (page.fields, page.motion, page.timer, page.elapsed) = (fields, motion, .zero, .zero)
            return page
        case .greatest:
            let pace = Pace.secondsPerKilometer(3599), rate = HeartRate.beatsPerMinute(240), time = Duration.seconds(359_999)
            let lap = LapFigures(number: 999, timer: time, distance: .meters(999_990), pace: pace, heartRate: rate)
            return RunPage(
                view: .fourth, fields: fields, motion: motion, timer: time, elapsed: time, distance: .meters(999_990), isReckoned: true,
                pace: pace, averagePace: pace, heartRate: rate, averageHeartRate: rate, zone: 5, cadence: .stepsPerMinute(255),
                steps: 999_999, ascent: .meters(9999), descent: .meters(9999), altitude: .meters(8849), energy: .kilocalories(99_999),
                lap: lap, lastLap: lap, track: ScreenGallery.loop)
        case .walk:
            var page = ScreenGallery.walk
            (page.fields, page.motion, page.altitude) = (fields, motion, .meters(-431))
            (page.timer, page.elapsed, page.distance) = (.seconds(36_125), .seconds(36_725), .meters(99_990))
            return page
        case .lowest:
            var page = ScreenGallery.longRun(.fourth, fields)
            (page.motion, page.distance, page.altitude, page.zone) = (motion, .zero, .meters(-430), nil)
            return page
        }
    }
}

@Suite("The pages of a run")
struct RunFieldLayoutTests {
    /// Letters of a main value have at least so many rows.
    static func promisedHeight(_ panel: ScreenGallery.Panel) -> Int { panel.height == 64 ? 14 : panel.height == 128 ? 20 : 26 }

    /// What is wrong with a page; nil if nothing is.
    static func fault(_ page: RunPage, _ look: Look, _ units: UnitSystem, isPage: Bool = true) -> String? {
        let screen = Screen(
            status: ScreenGallery.crowded, page: .run(page), labels: ButtonLabels(start: .pause, lap: .lap, page: .next), units: units)
        return fault(look.texts(of: screen), look, isPage: isPage)
    }

    static func fault(_ texts: [DrawnText], _ look: Look, isPage: Bool) -> String? {
        let area = Box(x: 0, y: 0, width: look.panel.width, height: look.panel.height)
        for (index, text) in texts.enumerated() {
            if !area.contains(text.box) { return "“\(text.text)” leaves the panel: \(text.box)" }
            if text.lacksGlyph { return "“\(text.text)” lacks a glyph" }
            for other in texts[(index + 1)...] where text.box.overlaps(other.box) {
                return "“\(text.text)” \(text.box) overlaps “\(other.text)” \(other.box)"
            }
        }
        let figures = texts.filter { $0.figureHeight != nil }
        for (index, figure) in figures.enumerated() {
            if isPage, let height = figure.figureHeight, height < promisedHeight(look.panel) {
                return "“\(figure.text)” has \(height) rows"
            }
            if isPage, figure.figureHeight != figures[0].figureHeight { return "“\(figure.text)” is of another size" }
            for other in figures[(index + 1)...] where figure.box.y < other.box.maxY && other.box.y < figure.box.maxY {
                let gap = max(other.box.x - figure.box.maxX, figure.box.x - other.box.maxX)
                if gap < 5 { return "“\(figure.text)” and “\(other.text)” run together: \(gap)" }
            }
        }
        return nil
    }

    /// Every value alone and every two of them in both orders; of three and four each value in each place, beside the longest ones.
    static let combinations: [RunFields] = {
        var all: [RunFields] = RunField.allCases.map { RunFields($0) }
        for first in RunField.allCases { all += RunField.allCases.map { RunFields(first, $0) } }
        let long: [RunField] = [.elapsed, .steps, .averagePace, .distance]
        for field in RunField.allCases {
            for place in 0..<3 {
                var three = long.prefix(2).map { $0 }
                three.insert(field, at: place)
                all.append(RunFields(three[0], three[1], three[2]))
            }
            for place in 0..<4 {
                var four = long.prefix(3).map { $0 }
                four.insert(field, at: place)
                all.append(RunFields(four[0], four[1], four[2], four[3]))
            }
        }
        return all
    }()

    /// Pages of three and four values, drawn by lot.
    static let drawn: [RunFields] = {
        var state: UInt64 = 7
        func next() -> RunField {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return RunField.allCases[Int(state >> 33) % RunField.allCases.count]
        }
        return (0..<150).map { $0 % 2 == 0 ? RunFields(next(), next(), next()) : RunFields(next(), next(), next(), next()) }
    }()

    @Test(
        "U-B4: no value overlaps another, runs into it or leaves the panel, all of a page have one size, and none is smaller than promised",
        arguments: Look.all, RunValues.allCases)
    func everyPage(_ look: Look, _ values: RunValues) {
        var faults = 0
        for (index, fields) in (Self.combinations + Self.drawn).enumerated() where faults < 5 {
            let units: UnitSystem = index % 2 == 0 ? .metric : .imperial
            if let fault = Self.fault(values.page(fields), look, units) {
                faults += 1
                Issue.record("\((0..<fields.count).compactMap { fields[$0] }): \(fault)")
            }
        }
    }

    @Test("A page whose timer stands says so, and holds as well", arguments: Look.all, RunValues.allCases)
    func paused(_ look: Look, _ values: RunValues) {
        for motion in [RunPage.Motion.paused, .autoPaused] {
            for fields in Self.drawn.prefix(40) + RunField.allCases.map({ RunFields($0) }) {
                let fault = Self.fault(values.page(fields, motion), look, .metric)
                #expect(fault == nil, "\((0..<fields.count).compactMap { fields[$0] })")
            }
        }
    }

    @Test("The lap, the track and the banner of a lap hold every value", arguments: Look.all, RunValues.allCases)
    func others(_ look: Look, _ values: RunValues) {
        for units in UnitSystem.allCases {
            for motion in RunPage.Motion.allCases {
                for view in [RunPage.View.lap, .track] {
                    var page = values.page(RunFields(), motion)
                    page.view = view
                    #expect(Self.fault(page, look, units, isPage: false) == nil, "\(view), \(motion)")
                }
            }
            let lap = values.page(RunFields()).lap
            for isLap in [true, false] {
                let screen = Screen(
                    status: ScreenGallery.crowded, page: .lapBanner(LapBanner(isLap: isLap, figures: lap)),
                    labels: ButtonLabels(start: .pause, lap: .lap, page: .next), units: units)
                #expect(Self.fault(look.texts(of: screen), look, isPage: true) == nil)
            }
        }
    }

    @Test("A larger panel shows the same page in larger figures", arguments: Language.all)
    func larger(_ language: Language) {
        for fields in Self.drawn {
            let heights = ScreenGallery.panels.map { panel in
                let screen = Screen(
                    status: ScreenGallery.inRun, page: .run(ScreenGallery.run(.fourth, .running, fields)), labels: ScreenGallery.runLabels,
                    units: .metric)
                return Look(language: language, panel: panel).texts(of: screen).compactMap(\.figureHeight).max() ?? 0
            }
            #expect(heights[0] < heights[1] && heights[1] < heights[2], "\((0..<fields.count).compactMap { fields[$0] }): \(heights)")
        }
    }

    @Test("The size does not change from second to second: not with a pace of 10', nor with a value that is lost", arguments: Look.all)
    func steadySize(_ look: Look) {
        func size(_ change: (inout RunPage) -> Void) -> Int? {
            var page = ScreenGallery.run(.first)
            change(&page)
            let screen = Screen(status: ScreenGallery.inRun, page: .run(page), labels: ScreenGallery.runLabels, units: .metric)
            return look.texts(of: screen).compactMap(\.figureHeight).max()
        }
        let usual = size { _ in }
        #expect(usual != nil)
        #expect(size { $0.pace = .secondsPerKilometer(3599) } == usual)
        #expect(size { ($0.pace, $0.heartRate) = (nil, nil) } == usual)
        #expect(size { $0.heartRate = .beatsPerMinute(99) } == usual)
        #expect(size { $0.isReckoned = true } == usual)
    }

    @Test("A scale tells a round length of at most two fifths of the map", arguments: [50.0, 1450, 21_000, 400_000], UnitSystem.allCases)
    func scale(_ span: Double, _ units: UnitSystem) {
        for look in Look.all {
            var page = ScreenGallery.run(.track)
            page.track.span = .meters(span)
            let screen = Screen(status: ScreenGallery.inRun, page: .run(page), labels: ScreenGallery.runLabels, units: units)
            let texts = look.texts(of: screen).map(\.text)
            let ends = units == .metric ? [" m", " km"] : [" ft", " mi"]
            #expect(
                texts.contains { text in ends.contains { text.hasSuffix($0) } && text.first?.isNumber == true }, "\(look.testDescription)")
        }
    }
}

@Suite("Figures")
struct FigureTests {
    @Test("Every size has all characters, digits of one width, and no ink outside them")
    func characters() {
        for figures in Figures.all {
            for character in "0123456789-.,:'".unicodeScalars {
                guard let line = figures.line(of: character.value) else {
                    Issue.record("\(figures.width)x\(figures.height) lacks \(character)")
                    continue
                }
                #expect(figures.character(ofLine: line) == character.value)
                #expect(figures.width(of: LineText(String(character))) == figures.width(ofLine: line))
                let width = figures.width(ofLine: line), rows = (0..<figures.height).map { figures.row($0, ofLine: line) }
                #expect(width > 0 && width <= 32)
                #expect(rows.allSatisfy { width == 32 || $0 << UInt32(width) == 0 })
                guard ("0"..."9").contains(character) else { continue }
                #expect(width == figures.width)
                #expect(rows.first != 0 && rows.last != 0, "\(character) is lower than \(figures.height) rows")
            }
            #expect(figures.line(of: 0x41) == nil)
        }
    }

    @Test("The size is the most legible that fits, lower than asked only if nothing else fits, and always one that there is")
    func choice() {
        func height(_ heights: ClosedRange<Int>, _ width: Int) -> Int {
            Figures.best(heights: heights) { $0.width(of: "00:00") <= width }.height
        }
        #expect(height(20...24, 70) == 24)
        #expect(height(20...24, 50) == 24 && height(20...24, 40) == 20)
        #expect(height(20...24, 33) == 14)
        #expect(height(0...0, 500) == Figures.all[0].height && height(90...100, 500) == 62)
        let wide = Figures.best(heights: 20...43) { $0.width(of: "00:00") <= 100 }
        #expect(wide.height == 38 && wide.width == 20, "not the thinner one that is higher by four rows")
    }

    @Test("Every digit of a size has a shape of its own")
    func shapes() {
        for figures in Figures.all {
            let shapes = (0...9).map { digit in
                figures.line(of: 0x30 + UInt32(digit)).map { line in (0..<figures.height).map { figures.row($0, ofLine: line) } } ?? []
            }
            #expect(Set(shapes).count == 10)
        }
    }
}
