import Quantities
import ScreenModels
import Testing

@testable import Screens

/// A language and a size of panel.
struct Look: Sendable, CustomTestStringConvertible {
    let language: Language
    let panel: ScreenGallery.Panel
    var testDescription: String { "\(language.tag) \(panel.name)" }

    static let all: [Look] = (Language.all + [.pseudo]).flatMap { language in
        ScreenGallery.panels.map { Look(language: language, panel: $0) }
    }

    /// Those with reference pictures.
    static let pictured = all.filter {
        $0.language.tag != "pseudo" && (["en", "zh-Hans"].contains($0.language.tag) || $0.panel.height == 64)
    }

    func texts(of screen: Screen) -> [DrawnText] {
        var bitmap = Bitmap(width: panel.width, height: panel.height)
        return ScreenRenderer.texts(of: screen, language: language, into: &bitmap)
    }

    /// Two texts in one line with less than two pixels between them. Plates have an edge of their own.
    static func runsInto(_ a: DrawnText, _ b: DrawnText) -> Bool {
        guard a.cellHeight != nil, b.cellHeight != nil, !a.isPlate, !b.isPlate else { return false }
        // The heads of a calendar's columns, a character each, are told apart by the columns.
        guard a.text.count > 1 || b.text.count > 1 else { return false }
        guard a.box.y < b.box.maxY, b.box.y < a.box.maxY else { return false }
        return max(a.box.x - b.box.maxX, b.box.x - a.box.maxX) < 2
    }

    /// Records an issue for each text of a screen that is cut, overlaps another or lacks a glyph.
    func check(_ screen: Screen, _ name: String) {
        let texts = texts(of: screen)
        let area = Box(x: 0, y: 0, width: panel.width, height: panel.height)
        for (index, text) in texts.enumerated() {
            #expect(area.contains(text.box), "\(name): “\(text.text)” leaves the panel: \(text.box)")
            #expect(!text.lacksGlyph, "\(name): “\(text.text)” lacks a glyph")
            if let rows = text.cellHeight { #expect(rows >= 12, "\(name): “\(text.text)” is \(rows) rows high") }
            for other in texts[(index + 1)...] {
                #expect(!text.box.overlaps(other.box), "\(name): “\(text.text)” \(text.box) overlaps “\(other.text)” \(other.box)")
                #expect(!Look.runsInto(text, other), "\(name): “\(text.text)” \(text.box) runs into “\(other.text)” \(other.box)")
            }
        }
    }
}

extension Screen {
    /// The run that it shows, if it does.
    var run: RunPage? { if case .run(let page) = page { page } else { nil } }
}

@Suite struct ScreenLayoutTests {
    @Test("No text of any sample screen is cut or overlaps another", arguments: Look.all)
    func samples(look: Look) {
        for sample in ScreenGallery.samples { look.check(sample.screen, sample.name) }
    }

    @Test("No word of the watch's own is cut: only names that a computer gave are, behind two points", arguments: Look.all)
    func ownWords(look: Look) {
        let own = StringKey.allCases.map(look.language.text)
        for sample in ScreenGallery.samples {
            for text in look.texts(of: sample.screen).map(\.text) where text.hasSuffix("..") {
                let stem = text.dropLast(2)
                #expect(!own.contains { $0.hasPrefix(stem) }, "\(sample.name): “\(text)”")
            }
        }
    }

    @Test("No text is drawn with a place that is not filled in", arguments: Look.all)
    func filled(look: Look) {
        for sample in ScreenGallery.samples {
            let texts = look.texts(of: sample.screen).map(\.text)
            for (text, next) in zip(texts, texts.dropFirst() + [""]) {
                // A line can be broken behind the place.
                let characters = Array(text + (text.hasSuffix("%") && text.count == 1 ? next : "")).filter { $0 != " " && $0 != "\u{A0}" }
                for (mark, letter) in zip(characters, characters.dropFirst()) {
                    #expect(mark != "%" || !letter.isLetter, "\(sample.name): “\(text)”")
                }
            }
        }
    }

    @Test("While the keys are locked every page about drinks says that it is hidden, and nothing else", arguments: Look.all)
    func hidden(look: Look) {
        let strip = StatusStrip(time: TimeOfDay(hour: 20, minute: 48), batteryPercent: 87, isLocked: true)
        let word = look.language.text(.hidden)
        var count = 0
        for sample in ScreenGallery.caffeine {
            if case .message = sample.screen.page { continue }
            let screen = Screen(status: strip, page: sample.screen.page, labels: ButtonLabels(), units: .metric)
            let shown = look.texts(of: screen).map(\.text)
            #expect(
                shown.contains(word) && Set(shown).subtracting([word, "20:48", "87%", "(sign)", "(rule)"]).isEmpty,
                "\(sample.name): \(shown)")
            count += 1
        }
        #expect(count > 10)
    }

    @Test("Every setting fits in its editor and in the settings, at its longest", arguments: Look.all)
    func settings(look: Look) {
        let marks = ButtonLabels(start: .select, lap: .back, page: .plus)
        for (units, form) in [(UnitSystem.metric, ClockForm.twentyFourHours), (.imperial, .twelveHours)] {
            for value in settingValues {
                // A runner is only chosen in the row.
                if case .runner = value {
                } else {
                    look.check(screen(.setUp(SetUpPage(value: value, step: 3)), marks, units, form), "editor of \(value)")
                }
                // The row of the language only ever shows the language that the menu is in.
                if case .language(let index) = value, Language.at(Int(index)).tag != look.language.tag { continue }
                // The kind of run is chosen while getting ready.
                if case .runType = value { continue }
                var rows = InView<MenuRow>()
                rows[0] = .setting(value)
                look.check(
                    screen(.menu(MenuPage(title: .settings, count: 9, first: 0, selected: 1, rows: rows)), marks, units, form),
                    "row of \(value)")
            }
        }
        for title in MenuTitle.allCases {
            var rows = InView<MenuRow>()
            rows[0] = .group(title)
            look.check(screen(.menu(MenuPage(title: title, count: 9, first: 0, selected: 1, rows: rows)), marks), "\(title)")
        }
    }

    @Test("Every value of a run's pages fits in their settings", arguments: Look.all)
    func fieldChoices(look: Look) {
        let marks = ButtonLabels(start: .select, lap: .back, page: .down)
        for field in RunField.allCases {
            var rows = InView<MenuRow>()
            rows[0] = .fieldChoice(field)
            rows[1] = .runField(3, field)
            for title in [MenuTitle.runPages, .runPage, .runFields] {
                look.check(screen(.menu(MenuPage(title: title, count: 21, first: 0, selected: 1, rows: rows)), marks), "\(field)")
            }
        }
        var rows = InView<MenuRow>()
        rows[0] = .runPages
        look.check(screen(.menu(MenuPage(title: .settings, count: 1, first: 0, selected: 0, rows: rows)), marks), "run pages")
    }

    @Test("Every message fits, about every part and button", arguments: Look.all)
    func messages(look: Look) {
        var messages: [Message] = [
            .runRecovered(timer: .seconds(86_399), distance: .meters(99_990)),
            .runInterrupted(timer: .seconds(86_399), distance: .meters(99_990), secondsToSave: 60), .saved, .discarded,
            .forgottenRun(secondsToStop: 300), .readyTimedOut, .storageFull, .storageFailed,
            .storageRebuilt, .storageReadOnly, .storageRestored, .settingsNotStored, .settingsUnreadable, .simulatedParts, .saving,
            .reading,
            .gpsDaemonMissing, .batteryLow(percent: 20), .batteryEmpty, .noRuns, .holdToTurnOff, .poweringOff,
            .about(10, 20, 30),
        ]
        for kind in SensorKind.allCases { messages += [.sensorFailed(kind), .sensorDoubted(kind), .sensorBack(kind)] }
        for role in ButtonRole.allCases {
            messages += [
                .buttonStuck(role), .locked(holding: role), .lockChanged(isLocked: true, holding: role),
                .lockChanged(isLocked: false, holding: role),
            ]
        }
        messages += [
            .alert(.heartRateAbove(.beatsPerMinute(188))), .alert(.heartRateBelow(.beatsPerMinute(88))),
            .alert(.paceFaster(.secondsPerKilometer(1185))), .alert(.paceSlower(.secondsPerKilometer(1185))),
            .alert(.distance(.meters(123_450))), .alert(.time(.seconds(86_399))),
        ]
        let known = words(in: look.language)
        for message in messages {
            let screen = screen(.message(message), ButtonLabels(start: .ok, lap: .back, page: .save))
            look.check(screen, "\(message)")
            guard !look.language.needsTallWords else { continue }
            // What stands in a line of its own is whole words: the words of all lines are words of the string table.
            let texts = look.texts(of: screen).map(\.text).filter { !$0.hasPrefix("(") }
            for word in texts.flatMap({ $0.split(separator: " ") }) where word.contains(where: \.isLetter) {
                #expect(known.contains(String(word)), "\(message): “\(word)” is broken")
            }
        }
    }

    /// Every word of a language's texts, numbers and names filled in as messages fill them.
    private func words(in language: Language) -> Set<String> {
        var words: Set<String> = []
        var names = ["START", "LAP", "PAGE", "20", "60", "10.20.30"]
        names += [.gpsReceiver, .heartRateSensor, .stepSensor, .barometerSensor, .batteryGauge].map { (key: StringKey) in language.text(key)
        }
        for key in StringKey.allCases {
            let text = language.text(key)
            for name in names {
                let filled = LineText(text).filling(LineText(name)).description
                for word in filled.split(separator: " ") { words.insert(String(word)) }
            }
        }
        return words
    }

    @Test("A watch that does not know the time says for how long beside every sign of the strip", arguments: Look.all)
    func withoutTime(look: Look) {
        for duration in [Duration.zero, .minutes(119), .minutes(60 * 9999)] {
            let page = ClockPage(time: nil, date: nil, steps: 65_432, distance: .meters(99_990), withoutTimeFor: duration)
            look.check(screen(.clock(page), ButtonLabels(start: .start, page: .runs, pageHeld: .menu)), "\(duration)")
        }
    }

    @Test("A time of day in twelve hours fits wherever one of twenty-four does, and says which half it is in", arguments: Look.all)
    func twelveHours(look: Look) {
        for sample in ScreenGallery.samples {
            var screen = sample.screen
            screen.clockForm = .twelveHours
            screen.status.time = TimeOfDay(hour: 22, minute: 48)
            look.check(screen, sample.name)
            guard sample.name.hasPrefix("run-") else { continue }
            #expect(look.texts(of: screen).contains { $0.text == "10:48 PM" }, "\(sample.name)")
        }
    }

    @Test("Every record fits on the result of a run", arguments: Look.all)
    func records(look: Look) {
        for (kind, figure) in [
            (BrokenRecord.Kind.fourHundredMeters, BrokenRecord.Figure.time(.seconds(71))), (.mile, .time(.seconds(3599))),
            (.tenKilometers, .time(.seconds(35_999))), (.halfMarathon, .time(.seconds(35_999))), (.marathon, .time(.seconds(86_399))),
            (.hour, .distance(.meters(12_345))), (.longest, .distance(.meters(123_456))), (.mostClimb, .climb(.meters(8848))),
        ] {
            for others in [0, 10] as [UInt8] {
                var page = ScreenGallery.summary(.result)
                page.record = BrokenRecord(kind, figure, others: others)
                look.check(screen(.summary(page), ButtonLabels(start: .ok, lap: .back, page: .next)), "\(kind)")
                let shown = look.texts(of: screen(.summary(page), ButtonLabels(start: .ok, lap: .back, page: .next))).map(\.text).joined()
                let words = [look.language.text(.newRecord), look.language.text(.newRecordShort)]
                #expect(words.contains { shown.contains($0) }, "\(kind)")
            }
        }
    }

    @Test("Every day of the year fits on the clock", arguments: Look.all)
    func dates(look: Look) {
        for month in 1...12 {
            for weekday in 1...7 {
                let date = DayOfYear(year: 2026, month: UInt8(month), day: 30, weekday: UInt8(weekday))
                let page = ClockPage(time: TimeOfDay(hour: 20, minute: 48), date: date, steps: 65_432, distance: .meters(99_990))
                look.check(screen(.clock(page), ButtonLabels(start: .start, page: .menu)), "month \(month), weekday \(weekday)")
            }
        }
    }

    @Test("Every kind of run fits before the start and in the summary", arguments: Look.all)
    func kinds(look: Look) {
        for kind in RunKind.allCases {
            for hasFix in [true, false] {
                let page = ReadyPage(
                    kind: kind, satellitesUsed: hasFix ? 28 : 0, satellitesVisible: 44, accuracy: hasFix ? .meters(28) : nil, gps: .working,
                    heartRateSensor: .working, heartRate: .beatsPerMinute(188), motion: .working, barometer: .working, hasFix: hasFix)
                look.check(screen(.ready(page), ButtonLabels(start: .start, lap: .back, page: .next)), "\(kind), fix \(hasFix)")
            }
            for state in [SensorState.absent, .starting, .working, .failed] {
                let page = ReadyPage(
                    kind: kind, satellitesUsed: nil, satellitesVisible: nil, accuracy: nil, gps: state, heartRateSensor: state,
                    heartRate: nil,
                    motion: state, barometer: state, hasFix: false)
                look.check(screen(.ready(page), ButtonLabels(start: .start, lap: .back, page: .next)), "\(kind), sensors \(state)")
            }
            for view in SummaryPage.View.allCases {
                let date = DayOfYear(year: 2026, month: 12, day: 30, weekday: 3)
                let page = SummaryPage(view: view, kind: kind, date: date, start: TimeOfDay(hour: 20, minute: 48), figures: RunFigures())
                look.check(screen(.summary(page), ButtonLabels(start: .ok, lap: .back, page: .next)), "\(kind), \(view)")
            }
        }
    }

    @Test("Every button label fits, as a sign and as a word", arguments: Look.all)
    func labels(look: Look) {
        let stopped = StoppedPage(timer: .seconds(3599), distance: .meters(8436), secondsToSave: 60, isTooShort: false)
        for label in ButtonLabel.allCases {
            look.check(screen(.stopped(stopped), ButtonLabels(start: label, page: label)), "\(label) as a word")
            look.check(screen(.message(.saved), ButtonLabels(start: label, lap: label, page: label)), "\(label) as a sign")
            let held = ButtonLabels(start: .ok, lap: .back, page: .next, startHeld: label, lapHeld: label, pageHeld: label)
            look.check(screen(.message(.saved), held), "\(label) held")
            look.check(screen(.message(.saved), ButtonLabels(start: .ok, page: .next, pageHeld: label, pageTwice: label)), "\(label) twice")
            look.check(screen(.message(.saved), ButtonLabels(startHeld: label, pageHeld: label)), "\(label) only held")
        }
    }

    @Test("U-C2: what a hold does is drawn beside the label of the short press, wherever there is room", arguments: Look.all)
    func holds(look: Look) {
        let short = ButtonLabels(start: .start, page: .runs)
        for held in [ButtonLabels(start: .start, page: .runs, pageHeld: .menu), ButtonLabels(start: .start, page: .runs, pageTwice: .back)]
        {
            let page = Page.message(.saved)
            #expect(look.texts(of: screen(page, held)).count == look.texts(of: screen(page, short)).count + 1)
        }
        for labels in [ButtonLabels(page: .down, startHeld: .powerOff), ButtonLabels(lap: .back, page: .down, startHeld: .powerOff)] {
            var without = labels
            without.startHeld = nil
            let page = Page.message(.holdToTurnOff)
            #expect(look.texts(of: screen(page, labels)).count == look.texts(of: screen(page, without)).count + 1, "a hold without a press")
        }
        let editor = Page.setUp(SetUpPage(value: .weight(.kilograms(65)), step: nil))
        let edits = ButtonLabels(start: .ok, lap: .minus, page: .plus)
        var held = edits
        held.startHeld = .back
        #expect(
            look.texts(of: screen(editor, held)).count == look.texts(of: screen(editor, edits)).count + 1, "a hold beside three presses")
        let words = look.texts(of: screen(.countdown(secondsLeft: 3), ButtonLabels(start: .start))).map(\.text).joined(separator: " ")
        #expect(words.contains("START"), "the hold that stops a run is told before it")
    }

    @Test("U-B5: zones that are not known are said to need a birth year, and are not 0:00", arguments: Look.all)
    func unknownZones(look: Look) throws {
        let sample = try #require(ScreenGallery.samples.first { $0.name == "summary-body-unknown" })
        let texts = look.texts(of: sample.screen).map(\.text)
        #expect(!texts.contains("0:00"))
        let words = Set(look.language.text(.noZones)), drawn = Set(texts.joined())
        #expect(words.subtracting([" "]).isSubset(of: drawn))
        guard case .summary(var page) = sample.screen.page else { return #expect(Bool(false), "no summary") }
        page.figures.hasZones = true
        #expect(!look.texts(of: screen(.summary(page), sample.screen.labels)).contains { $0.text == "0:00" }, "no heart rate, no times")
    }

    @Test("U-B12: a receiver without a fix is waited for, one with a fix is ticked", arguments: Look.all)
    func fix(look: Look) {
        func picture(hasFix: Bool, _ gps: SensorState) -> Bitmap {
            let page = ReadyPage(
                kind: .run, satellitesUsed: nil, satellitesVisible: nil, accuracy: nil, gps: gps, heartRateSensor: .absent, heartRate: nil,
                motion: .absent, barometer: .absent, hasFix: hasFix)
            var bitmap = Bitmap(width: look.panel.width, height: look.panel.height)
            ScreenRenderer.render(screen(.ready(page), ButtonLabels(start: .start)), language: look.language, into: &bitmap)
            return bitmap
        }
        #expect(picture(hasFix: false, .working) == picture(hasFix: false, .starting))
        #expect(picture(hasFix: true, .working) != picture(hasFix: false, .working))
    }

    @Test("I14: The time of day and the battery stay visible on every view of a run, running or not", arguments: Look.all)
    func timeOfDay(look: Look) {
        for sample in ScreenGallery.samples where sample.name.hasPrefix("run-") || sample.name.contains("banner") {
            let texts = look.texts(of: sample.screen).map(\.text)
            let time = NumberText.clock(sample.screen.status.time, in: sample.screen.clockForm)
            #expect(texts.contains(time.description), "\(sample.name)")
            #expect(texts.contains("\(NumberText.count(sample.screen.status.batteryPercent))%"), "\(sample.name)")
        }
    }

    @Test("I15: A lap and a kilometre or mile beside the laps have banners of their own", arguments: Look.all)
    func banners(look: Look) {
        let figures = LapFigures(number: 7, timer: .seconds(298), distance: .meters(1000), pace: .secondsPerKilometer(298), heartRate: nil)
        func title(isLap: Bool, _ units: UnitSystem) -> StringKey? {
            let texts = look.texts(of: screen(.lapBanner(LapBanner(isLap: isLap, figures: figures)), ButtonLabels(), units)).map(\.text)
            return [.lapNumber, .kilometerNumber, .mileNumber].first { key in
                texts.contains(LineText(look.language.text(key)).filling("7").description)
            }
        }
        #expect(title(isLap: true, .metric) == .lapNumber)
        #expect(title(isLap: false, .metric) == .kilometerNumber)
        #expect(title(isLap: false, .imperial) == .mileNumber)
    }

    @Test("I12: Each second of the timer is on the screen in its second", arguments: Look.all)
    func eachSecond(look: Look) throws {
        let sample = try #require(ScreenGallery.samples.first { $0.name == "run-primary" })
        var page = try #require(sample.screen.run)
        for second in 3590..<3610 as Range<Int64> {
            page.timer = .seconds(second) + .milliseconds(999)
            let texts = look.texts(of: screen(.run(page), sample.screen.labels)).map(\.text)
            #expect(texts.contains(NumberText.time(.seconds(second)).description))
        }
    }

    @Test("D9: A run whose date was never known says so, and never 1970", arguments: Look.all)
    func undated(look: Look) {
        var texts: [String] = []
        for sample in ScreenGallery.samples
        where sample.name.hasPrefix("summary-") && (sample.name.hasSuffix("undated") || sample.name.hasSuffix("unknown")) {
            texts += look.texts(of: sample.screen).map(\.text)
        }
        let result = ScreenGallery.samples.filter { $0.name == "summary-result-undated" }.flatMap { look.texts(of: $0.screen) }
        // Words that have no room beside the kind of run give way to the sign of what is not known.
        let beside = result.filter { $0.box.y < 30 && $0.box.maxX > look.panel.width / 2 }.map(\.text)
        #expect(
            texts.contains { $0.contains("--:--") } || texts.contains(look.language.text(.unknownDate)) || beside.contains("--"))
        #expect(!texts.contains { $0.contains("1970") || $0.contains("1-1") || $0.contains("1 Jan") })
    }

    @Test("A distance from strides is marked", arguments: Look.all)
    func reckoned(look: Look) throws {
        for (name, isMarked) in [("run-primary", false), ("run-primary-reckoned", true)] {
            let sample = try #require(ScreenGallery.samples.first { $0.name == name })
            #expect(look.texts(of: sample.screen).contains { $0.text.hasPrefix("~") } == isMarked)
        }
    }

    private func screen(
        _ page: Page, _ labels: ButtonLabels, _ units: UnitSystem = .metric, _ form: ClockForm = .twentyFourHours
    ) -> Screen {
        let status = StatusStrip(time: TimeOfDay(hour: 20, minute: 48), batteryPercent: 100, isCharging: true, fix: .good)
        return Screen(status: status, page: page, labels: labels, units: units, clockForm: form)
    }

    private var newerSettingValues: [SettingValue] {
        let late = TimeOfDay(hour: 22, minute: 45), beats = HeartRate.beatsPerMinute(188), pace = Pace.secondsPerKilometer(1185)
        var values: [SettingValue] = [0, 3, 10].map { .countdown($0) }
        values += [.runner(0, ShortText()), .runner(1, ShortText("Ann")), .runner(2, ShortText("An uncommonly long name of 32 b."))]
        values += [nil, beats].flatMap { [.alert(.heartRateAbove($0)), .alert(.heartRateBelow($0))] }
        values += [nil, pace].flatMap { [.alert(.paceFaster($0)), .alert(.paceSlower($0))] }
        values += [nil, Distance.meters(500), .kilometers(10), .meters(12_345)].map { .alert(.eachDistance($0)) }
        values += [nil, Duration.minutes(10), .seconds(5415)].map { .alert(.eachTime($0)) }
        values += LightChoice.allCases.map { .light($0) } + ClockForm.allCases.map { .clockForm($0) }
        values += [nil, late].flatMap { [.quietFrom($0), .quietTo($0), .bedtime($0)] }
        values += ZoneChoice.allCases.flatMap { choice in [0, -570, 765].map { .zone(minutes: $0, from: choice) } }
        values += [nil, 0, 22].flatMap { [.hour($0), .minute($0)] }
        values += GlanceChoice.allCases.flatMap { glance in [true, false].map { .glance(glance, $0) } }
        values += (1...5).map { .zoneLimit($0, beats) } + [300, 315, 600].map { .caffeineHalfLife(.minutes($0)) }
        values += [0, 25, 500].map { .lowCaffeine($0) }
        for isOn in [true, false] { values += [.ownZones(isOn), .caffeineLimits(isOn)] }
        return values
    }

    private var settingValues: [SettingValue] {
        var values: [SettingValue] = Language.all.indices.map { .language(UInt8($0)) }
        values += UnitSystem.allCases.map { .units($0) }
        values += [.weight(.kilograms(299)), .height(.meters(3.09)), .height(.meters(1.79)), .birthYear(nil), .birthYear(1990), .sex(nil)]
        values += BiologicalSex.allCases.map { .sex($0) }
        values += [nil, .beatsPerMinute(220)].map { .maximumHeartRate($0) } + [nil, .beatsPerMinute(100)].map { .restingHeartRate($0) }
        for isOn in [true, false] { values += [.autoPause(isOn), .sounds(isOn), .autoLock(isOn), .energyFromHeartRate(isOn)] }
        for isOn in [true, false] { values.append(.autoScroll(isOn)) }
        for page in 0..<4 as Range<UInt8> {
            values += [RunFields(), RunFields(.time), RunFields(.time, .pace, .zone, .steps)].map { .runPage(page, $0) }
        }
        values += AutoLapChoice.allCases.map { .autoLap($0) }
        values += RunKind.allCases.map { .runType($0) }
        values += newerSettingValues
        return values
    }
}
