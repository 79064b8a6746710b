import Quantities
import ScreenModels
import Screens
import Testing

@Suite struct ScreenRendererTests {
    @Test(
        "A panel of any size is drawn without a trap, and nothing outside its rows",
        arguments: [(0, 0), (1, 1), (7, 200), (64, 128), (96, 16), (127, 63), (129, 65), (176, 176), (200, 200), (400, 240), (4096, 1)])
    func anySize(width: Int, height: Int) {
        for language in Language.all {
            for sample in ScreenGallery.samples {
                var bitmap = Bitmap(width: width, height: height)
                ScreenRenderer.render(sample.screen, language: language, into: &bitmap)
                // A bitmap set pixel by pixel has clear padding at the end of its rows; so must this one.
                var copy = Bitmap(width: width, height: height)
                for y in 0..<height { for x in 0..<width where bitmap[x, y] { copy[x, y] = true } }
                #expect(bitmap == copy, "\(sample.name)")
            }
        }
    }

    @Test("A larger panel shows the layout in its middle")
    func centered() throws {
        let sample = try #require(ScreenGallery.samples.first)
        var small = Bitmap(width: 128, height: 128), large = Bitmap(width: 140, height: 160)
        ScreenRenderer.render(sample.screen, language: .english, into: &small)
        ScreenRenderer.render(sample.screen, language: .english, into: &large)
        for y in 0..<160 { for x in 0..<140 { #expect(large[x, y] == small[x - 6, y - 16]) } }
    }

    @Test("A frame does not depend on what was there before")
    func overdraw() {
        for language in Language.all {
            var used = Bitmap(width: 128, height: 64)
            for sample in ScreenGallery.samples {
                var fresh = Bitmap(width: 128, height: 64)
                ScreenRenderer.render(sample.screen, language: language, into: &fresh)
                ScreenRenderer.render(sample.screen, language: language, into: &used)
                #expect(fresh == used, "\(sample.name)")
            }
        }
    }

    @Test("Only a run paused by hand is inverted", arguments: RunPage.Motion.allCases)
    func inversion(motion: RunPage.Motion) throws {
        let sample = try #require(ScreenGallery.samples.first { $0.name == "run-primary" })
        var page = try #require(sample.screen.run)
        page.motion = motion
        var screen = sample.screen
        screen.page = .run(page)
        for panel in ScreenGallery.panels {
            var bitmap = Bitmap(width: panel.width, height: panel.height)
            ScreenRenderer.render(screen, language: .english, into: &bitmap)
            var lit = 0
            for y in 0..<panel.height { for x in 0..<panel.width where bitmap[x, y] { lit += 1 } }
            #expect((lit > panel.width * panel.height / 2) == (motion == .paused))
        }
    }

    @Test("A dark screen is clear")
    func dark() {
        var bitmap = Bitmap(width: 128, height: 64)
        bitmap.fill(x: 0, y: 0, width: 128, height: 64)
        let screen = Screen(
            status: StatusStrip(time: nil, batteryPercent: 50), page: .dark, labels: ButtonLabels(start: .ok), units: .metric)
        ScreenRenderer.render(screen, language: .english, into: &bitmap)
        #expect(bitmap == Bitmap(width: 128, height: 64))
    }

    @Test("Senseless values are drawn as far as they go")
    func senseless() {
        let huge = Distance.meters(.greatestFiniteMagnitude), never = Duration.seconds(Int64.max)
        var figures = RunFigures()
        figures.distance = .meters(.nan)
        figures.timer = never
        figures.ascent = huge
        figures.laps = .max
        for zone in 0...5 { figures.zoneTimes.milliseconds[zone] = zone == 3 ? .min : .max }
        let date = DayOfYear(year: .min, month: 255, day: 255, weekday: 255), time = TimeOfDay(hour: 255, minute: 255)
        var track = TrackSketch()
        track.count = 255
        track.lapMarks = .max
        track.span = .meters(.greatestFiniteMagnitude)
        let lap = LapFigures(
            number: .max, timer: never, distance: huge, pace: .secondsPerKilometer(.infinity), heartRate: .beatsPerMinute(1e30))
        var pages: [Page] = SummaryPage.View.allCases.map {
            .summary(SummaryPage(view: $0, kind: .run, date: date, start: time, figures: figures))
        }
        pages += RunPage.View.allCases.map {
            .run(
                RunPage(
                    view: $0, fields: RunFields(.elapsed, .steps, .altitude, .zone), motion: .running, timer: never, elapsed: never,
                    distance: huge, isReckoned: true, pace: .secondsPerKilometer(-1), averagePace: nil, heartRate: .beatsPerMinute(.nan),
                    zone: 255, cadence: .stepsPerMinute(1e300), steps: .max, ascent: huge, altitude: .meters(-.greatestFiniteMagnitude),
                    energy: .kilocalories(.infinity), lap: lap, lastLap: lap, track: track))
        }
        let row = HistoryRow(date: date, kind: .walk, distance: huge, timer: never)
        pages += [
            .history(HistoryPage(count: 1, first: .max, selected: 3, rows: (row, row, row, row))),
            .menu(MenuPage(title: .main, count: 0, first: 255, selected: 0, rows: InView<MenuRow>())),
            .setUp(SetUpPage(value: .language(255), step: 255, steps: 255)),
            .setUp(SetUpPage(value: .weight(.kilograms(-.infinity)), step: 0, steps: 0)),
            .clock(ClockPage(time: time, date: date, steps: .max, distance: huge)), .lapBanner(LapBanner(isLap: true, figures: lap)),
            .stopped(StoppedPage(timer: never, distance: huge, secondsToSave: 255, isTooShort: true)), .countdown(secondsLeft: 255),
        ]
        for page in pages {
            let screen = Screen(status: StatusStrip(time: time, batteryPercent: 255), page: page, labels: ButtonLabels(), units: .imperial)
            for panel in ScreenGallery.panels {
                var bitmap = Bitmap(width: panel.width, height: panel.height)
                let texts = ScreenRenderer.texts(of: screen, language: .simplifiedChinese, into: &bitmap)
                #expect(!texts.isEmpty)
            }
        }
    }

    @Test("A contact sheet has a cell for each picture")
    func contactSheet() {
        var dot = Bitmap(width: 2, height: 1)
        dot[1, 0] = true
        let sheet = ContactSheet.tile([dot, dot, dot], columns: 2, scale: 3, margin: 5)
        #expect(sheet.width == 2 * (2 * 3 + 4 + 5) + 5)
        #expect(sheet.height == 2 * (1 * 3 + 4 + 5) + 5)
        #expect(sheet[5 + 2 + 3, 5 + 2] && !sheet[5 + 2 + 2, 5 + 2])
        #expect(ContactSheet.tile([], columns: 0, scale: 0).height == 12)
    }
}
