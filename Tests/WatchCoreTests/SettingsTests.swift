import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

@Suite("Set-up, settings, history")
struct SettingsTests {
    @Test("The first start asks five questions, whose answers are stored, and then shows the clock")
    func setUp() {
        var rig = Place.setUp.rig()
        var asked: [SettingValue] = []
        for step in 1...5 {
            let page = rig.setUp()
            #expect(page?.step == UInt8(step) && page?.steps == 5)
            if let value = page?.value { asked.append(value) }
            rig.press(.page)
            rig.press(.start)
        }
        #expect(asked == [.language(0), .units(.metric), .weight(.kilograms(65)), .height(.meters(1.7)), .birthYear(nil)])
        #expect(rig.clockPage() != nil)
        #expect(rig.watch.settings.isSetUp)
        #expect(rig.watch.settings.language == 1)
        #expect(rig.watch.settings.usesMiles)
        // Miles were chosen: 65 kg are 143 lb and 1.70 m are 67 in, and one more of each.
        #expect(abs(rig.watch.profile.weight.kilograms - 144 * 0.453_592_37) < 1e-9)
        #expect(abs(rig.watch.profile.height.meters - 68 * 0.0254) < 1e-9)
        #expect(rig.watch.profile.birthYear == 1990)
        // Five answers, that they were given, and the automatic lap that goes with the units.
        #expect(rig.changes.count == 7)
    }

    @Test("Back in the set-up goes to the question before, and from the first nowhere")
    func setUpBack() {
        var rig = Place.setUp.rig()
        rig.press(.lap)
        #expect(rig.setUp()?.step == 1)
        rig.press(.start)
        rig.press(.lap)
        #expect(rig.setUp()?.step == 1)
        rig.press(.start)
        rig.press(.start)
        rig.press(.lap)
        #expect(rig.setUp()?.step == 3 && rig.setUp()?.value == .weight(.kilograms(64)), "LAP is for the number there")
        rig.hold(.start)
        #expect(rig.setUp()?.step == 2)
        #expect(rig.watch.profile.weight == .kilograms(64), "an answer is kept on the way back too")
    }

    @Test("The first question is asked in the language being tried, which counts when the question is left")
    func triedLanguage() {
        var rig = Place.setUp.rig()
        rig.press(.page)
        #expect(rig.watch.language == 1)
        #expect(rig.watch.settings.language == 0)
        rig.press(.start)
        #expect(rig.watch.settings.language == 1 && rig.watch.language == 1)
        rig.press(.page)
        rig.press(.lap)
        #expect(rig.watch.settings.usesMiles, "an answer is kept on the way back too")
        // Language and units, and the automatic lap that goes with them.
        #expect(rig.changes.count == 3)
        rig.press(.start)
        rig.press(.lap)
        #expect(rig.changes.count == 3, "but only if it was changed")
    }

    static let choices: [(SettingValue, SettingValue)] = [
        (.language(1), .language(0)), (.language(0), .language(1)), (.language(255), .language(0)),
        (.units(.metric), .units(.imperial)), (.units(.imperial), .units(.metric)),
        (.sex(nil), .sex(.female)), (.sex(.female), .sex(.male)), (.sex(.male), .sex(nil)),
        (.autoPause(true), .autoPause(false)), (.autoLap(.tenMinutes), .autoLap(.off)), (.autoLap(.off), .autoLap(.kilometer)),
        (.sounds(false), .sounds(true)), (.runType(.indoorRun), .runType(.run)), (.autoLock(false), .autoLock(true)),
        (.energyFromHeartRate(true), .energyFromHeartRate(false)), (.autoScroll(false), .autoScroll(true)),
        (.runPage(0, RunFields(.pace)), .runPage(0, RunFields(.pace, .distance))),
        (.runPage(1, RunFields(.distance, .time, .clock)), .runPage(1, RunFields(.distance, .time, .clock, .elapsed))),
        (.runPage(0, RunFields(.pace, .time, .zone, .steps)), .runPage(0, RunFields(.pace))),
        (.runPage(3, RunFields(.pace, .time, .zone, .steps)), .runPage(3, RunFields())),
        (.runPage(3, RunFields()), .runPage(3, RunFields(.distance))),
        (.countdown(0), .countdown(3)), (.countdown(10), .countdown(0)), (.countdown(7), .countdown(10)),
        (.light(.automatic), .light(.long)), (.light(.alwaysOn), .light(.automatic)),
        (.clockForm(.twentyFourHours), .clockForm(.twelveHours)), (.glance(.week, true), .glance(.week, false)),
        (.ownZones(false), .ownZones(true)), (.lowCaffeine(0), .lowCaffeine(25)), (.lowCaffeine(200), .lowCaffeine(0)),
        (.lowCaffeine(60), .lowCaffeine(75)), (.caffeineLimits(true), .caffeineLimits(false)),
        (.alert(.eachDistance(nil)), .alert(.eachDistance(.meters(500)))),
        (.alert(.eachDistance(.kilometers(1))), .alert(.eachDistance(.kilometers(2)))),
        (.alert(.eachDistance(.kilometers(10))), .alert(.eachDistance(nil))),
        (.alert(.eachTime(nil)), .alert(.eachTime(.minutes(5)))), (.alert(.eachTime(.minutes(60))), .alert(.eachTime(nil))),
    ]

    @Test("Every choice goes to the next, and from the last to the first", arguments: choices)
    func choice(_ value: SettingValue, _ next: SettingValue) {
        #expect(SettingChoices.flips(value))
        #expect(SettingChoices.next(after: value, languages: 2) == next)
    }

    @Test("Each language follows the one before, the first the last, and one that is not known")
    func languages() {
        let stored: [UInt8] = [0, 1, 2, 3, 4, 255], next: [UInt8] = [1, 2, 3, 0, 0, 0]
        for (from, to) in zip(stored, next) { #expect(SettingChoices.next(after: .language(from), languages: 4) == .language(to)) }
    }

    /// A value, up by one, and down by one; nil for "as it is".
    static let numbers: [(SettingValue, SettingValue?, SettingValue?)] = [
        (.weight(.kilograms(65)), .weight(.kilograms(66)), .weight(.kilograms(64))),
        (.weight(.kilograms(299)), nil, .weight(.kilograms(298))), (.weight(.kilograms(30)), .weight(.kilograms(31)), nil),
        (.height(.meters(3.09)), nil, .height(.meters(3.08))), (.height(.meters(0.6)), .height(.meters(0.61)), nil),
        (.birthYear(nil), .birthYear(1990), .birthYear(1990)), (.birthYear(1980), .birthYear(1981), .birthYear(1979)),
        (.birthYear(2020), .birthYear(nil), .birthYear(2019)), (.birthYear(1920), .birthYear(1921), .birthYear(nil)),
        (.birthYear(.max), .birthYear(2020), .birthYear(1920)),
        (.maximumHeartRate(nil), .maximumHeartRate(.beatsPerMinute(180)), .maximumHeartRate(.beatsPerMinute(180))),
        (.maximumHeartRate(.beatsPerMinute(230)), .maximumHeartRate(nil), .maximumHeartRate(.beatsPerMinute(229))),
        (.maximumHeartRate(.beatsPerMinute(100)), .maximumHeartRate(.beatsPerMinute(101)), .maximumHeartRate(nil)),
        (.restingHeartRate(nil), .restingHeartRate(.beatsPerMinute(55)), .restingHeartRate(.beatsPerMinute(55))),
        (.restingHeartRate(.beatsPerMinute(30)), .restingHeartRate(.beatsPerMinute(31)), .restingHeartRate(nil)),
        (above(nil), above(170), above(170)), (above(230), above(nil), above(229)), (above(40), above(41), above(nil)),
        (.alert(.heartRateBelow(nil)), .alert(.heartRateBelow(.beatsPerMinute(120))), .alert(.heartRateBelow(.beatsPerMinute(120)))),
        (slower(nil), slower(360), slower(360)), (slower(362), slower(365), slower(360)), (slower(1200), slower(nil), slower(1195)),
        (.alert(.paceFaster(nil)), .alert(.paceFaster(.secondsPerKilometer(300))), .alert(.paceFaster(.secondsPerKilometer(300)))),
        (.quietFrom(nil), .quietFrom(at(22, 0)), .quietFrom(at(22, 0))), (.quietTo(at(23, 45)), .quietTo(nil), .quietTo(at(23, 30))),
        (.quietTo(at(6, 50)), .quietTo(at(7, 0)), .quietTo(at(6, 45))), (.bedtime(at(0, 0)), .bedtime(at(0, 15)), .bedtime(nil)),
        (.zone(minutes: 60, from: .fixed), .zone(minutes: 75, from: .fixed), .zone(minutes: 45, from: .fixed)),
        (.zone(minutes: 345, from: .named), .zone(minutes: 345, from: .fixed), .zone(minutes: 345, from: .fixed)),
        (.zone(minutes: 840, from: .fixed), .zone(minutes: 840, from: .machine), .zone(minutes: 825, from: .fixed)),
        (.zone(minutes: -1500, from: .machine), .zone(minutes: -720, from: .fixed), .zone(minutes: -720, from: .fixed)),
        (.hour(nil), .hour(12), .hour(12)), (.hour(23), .hour(0), .hour(22)), (.minute(0), .minute(1), .minute(59)),
        (.zoneLimit(1, .beatsPerMinute(30)), .zoneLimit(1, .beatsPerMinute(31)), nil),
        (.zoneLimit(5, .beatsPerMinute(240)), nil, .zoneLimit(5, .beatsPerMinute(239))),
        (.caffeineHalfLife(.minutes(300)), .caffeineHalfLife(.minutes(315)), .caffeineHalfLife(.minutes(285))),
        (.caffeineHalfLife(.minutes(600)), nil, .caffeineHalfLife(.minutes(585))),
    ]

    static func above(_ beats: Double?) -> SettingValue { .alert(.heartRateAbove(beats.map { .beatsPerMinute($0) })) }
    static func slower(_ seconds: Double?) -> SettingValue { .alert(.paceSlower(seconds.map { .secondsPerKilometer($0) })) }
    static func at(_ hour: UInt8, _ minute: UInt8) -> TimeOfDay { TimeOfDay(hour: hour, minute: minute) }

    @Test("U-C1: every number goes up and down by one, and past an end only to \"not set\"", arguments: numbers)
    func number(_ value: SettingValue, _ up: SettingValue?, _ down: SettingValue?) {
        #expect(!SettingChoices.flips(value))
        #expect(isSame(SettingSteps.moved(value, by: 1, .one, usesMiles: false), up ?? value))
        #expect(isSame(SettingSteps.moved(value, by: -1, .one, usesMiles: false), down ?? value))
    }

    @Test("U-C1: what one press did the other undoes, in both systems of units", arguments: [false, true])
    func undone(_ usesMiles: Bool) {
        var value = SettingValue.weight(.kilograms(50)), height = SettingValue.height(.meters(1.5))
        for _ in 0..<60 {
            let next = SettingSteps.moved(value, by: 1, .one, usesMiles: usesMiles)
            let taller = SettingSteps.moved(height, by: 1, .one, usesMiles: usesMiles)
            #expect(next != value && taller != height)
            let back = SettingSteps.moved(
                SettingSteps.moved(next, by: 1, .one, usesMiles: usesMiles), by: -1, .one, usesMiles: usesMiles)
            #expect(isSame(back, next))
            (value, height) = (next, taller)
        }
    }

    @Test("U-C1: a long hold goes by fives, and never past an end", arguments: [1, -1])
    func fives(_ direction: Int) {
        var value = SettingValue.weight(.kilograms(63)), seen: [SettingValue] = []
        for _ in 0..<80 {
            value = SettingSteps.moved(value, by: direction, .far, usesMiles: false)
            seen.append(value)
        }
        #expect(isSame(seen[0], .weight(.kilograms(direction > 0 ? 65 : 60))))
        #expect(isSame(seen[1], .weight(.kilograms(direction > 0 ? 70 : 55))))
        #expect(seen.last == .weight(.kilograms(direction > 0 ? 299 : 30)))
        let year = SettingValue.birthYear(direction > 0 ? 2018 : 1922), end = SettingValue.birthYear(direction > 0 ? 2020 : 1920)
        let held = SettingSteps.moved(year, by: direction, .far, usesMiles: false)
        #expect(held == end)
        #expect(SettingSteps.moved(held, by: direction, .far, usesMiles: false) == end)
        #expect(SettingSteps.moved(held, by: direction, .again, usesMiles: false) == end)
        #expect(SettingSteps.moved(held, by: direction, .one, usesMiles: false) == .birthYear(nil))
    }

    private func isSame(_ a: SettingValue, _ b: SettingValue) -> Bool {
        switch (a, b) {
        case (.weight(let a), .weight(let b)): abs(a.kilograms - b.kilograms) < 1e-9
        case (.height(let a), .height(let b)): abs(a.meters - b.meters) < 1e-9
        default: a == b
        }
    }

    @Test("Every row of every menu shows what is set, and what is set there is kept", arguments: MenuTitle.allCases, [true, false])
    func rows(_ title: MenuTitle, _ isTimeKnown: Bool) {
        var state = SettingState(settings: Settings(), profile: Profile(), isTimeKnown: isTimeKnown)
        if title == .zones { SettingChoices.set(.ownZones(true), &state.settings, &state.profile) }
        let items = SettingRows.items(of: title, state)
        #expect(items.count == Int(SettingRows.count(of: title, state)) && Set(items).count == items.count)
        for (index, item) in items.enumerated() {
            if let group = SettingRows.group(of: item) {
                #expect(SettingRows.row(UInt8(index), of: title, state) == .group(group))
                #expect(SettingRows.count(of: group, state) > 0)
                guard let parent = SettingRows.parent(of: group, state) else { return #expect(Bool(false), "no way back from \(group)") }
                #expect(parent.title == title && Int(parent.row) == index)
                continue
            }
            guard item != .runPages, item != .hour, item != .minute else { continue }
            guard let value = SettingRows.value(of: item, state) else { return #expect(Bool(false), "no value of \(item)") }
            var changed = state
            let next =
                SettingChoices.flips(value)
                ? SettingChoices.next(after: value, languages: 2) : SettingSteps.moved(value, by: 1, .one, usesMiles: false)
            #expect(next != value)
            SettingChoices.set(next, &changed.settings, &changed.profile)
            if case .zone = next { changed.offset = .utc }
            #expect(SettingRows.value(of: item, changed) == next, "\(item)")
        }
        #expect(SettingRows.row(UInt8(items.count), of: title, state) == nil)
    }

    @Test("Limits of one's own begin with those from the greatest heart rate, and one that is moved pushes its neighbours")
    func ownZones() {
        var settings = Settings(), profile = Profile(birthYear: 1986)
        let automatic = RunSettings(settings, profile, year: 2026).zones
        SettingChoices.set(.ownZones(true), &settings, &profile, year: 2026)
        #expect(RunSettings(settings, profile, year: 2026).zones == automatic && settings.zoneLimits.count == 5)
        for (zone, beats) in [(3, 200), (1, 235), (5, 31), (2, 60), (4, 255), (1, 0)] as [(UInt8, Double)] {
            SettingChoices.set(.zoneLimit(zone, .beatsPerMinute(beats)), &settings, &profile)
            #expect(Settings.areZoneLimits(settings.zoneLimits), "\(settings.zoneLimits)")
            #expect(RunSettings(settings, profile, year: 2026).zones.lowerBounds.0 == settings.zoneLimits[0])
        }
        SettingChoices.set(.ownZones(false), &settings, &profile)
        #expect(RunSettings(settings, profile, year: 2026).zones == automatic)
        // Nobody told an age.
        var unknown = Settings(), nobody = Profile()
        SettingChoices.set(.ownZones(true), &unknown, &nobody)
        #expect(unknown.zoneLimits == [95, 114, 133, 152, 171])
    }

    @Test("A pace for a mile goes by 5 s there and back, though it is stored in whole seconds for a kilometre", arguments: [1, -1])
    func milePace(_ direction: Int) {
        var settings = Settings(), profile = Profile()
        settings.alerts.paceSlower = 360
        var shown: [Int] = []
        for _ in 0..<40 {
            let state = SettingState(settings: settings, profile: profile)
            guard let value = SettingRows.value(of: .paceSlower, state) else { return #expect(Bool(false)) }
            let next = SettingSteps.moved(value, by: direction, .one, usesMiles: true)
            guard case .alert(.paceSlower(let pace?)) = next else { return #expect(Bool(false)) }
            shown.append(Int((pace.secondsPerMile / 5).rounded()) * 5)
            SettingChoices.set(next, &settings, &profile)
        }
        for (a, b) in zip(shown, shown.dropFirst()) { #expect(b - a == 5 * direction) }
    }

    @Test("Who wears the watch is a row where there is more than one runner, and the values are that runner's")
    func runners() throws {
        let names = ["Zoe", "Ann", "Max"]
        var rig = WatchRig()
        for (index, name) in names.enumerated() {
            let isRow = SettingRows.items(of: .profile, rig.watch.context(at: rig.now).settingState).contains(.runner)
            #expect(isRow == (index > 1))
            let id = try #require(RunnerID(UInt64(index) + 1)).id
            let runner = Runner(name: name, profile: Profile(weight: .kilograms(50 + Double(index))))
            rig.deliver(.change(HealthChange(kind: .runner, id: id, origin: .migration, value: .runner(runner))))
        }
        rig.hold(.page, for: .milliseconds(700))
        rig.press(.page)
        rig.press(.start)
        #expect(rig.menu()?.rows[0] == .setting(.runner(0, ShortText())))
        var worn: [String?] = [], weights: [Double] = []
        for _ in 0..<4 {
            rig.press(.start)
            worn.append(rig.watch.book.activeRunner?.runner.name)
            weights.append(rig.profile.weight.kilograms)
        }
        #expect(worn == ["Ann", "Max", "Zoe", "Ann"] && weights == [51, 52, 50, 51])
        #expect(rig.menu()?.rows[0] == .setting(.runner(2, ShortText("Ann"))))
    }

    @Test("A new height forgets the strides that were learned for the old one")
    func height() {
        var settings = Settings(), profile = Profile()
        settings.strideNumbers = [1, 2, 3]
        SettingChoices.set(.height(profile.height), &settings, &profile)
        #expect(settings.strideNumbers == [1, 2, 3])
        SettingChoices.set(.height(.meters(1.8)), &settings, &profile)
        #expect(settings.strideNumbers.isEmpty)
    }

    @Test(
        "U-B7: a lap each kilometre becomes a lap each mile with the units, and back; other laps stay", arguments: Settings.AutoLap.allCases
    )
    func autoLap(_ autoLap: Settings.AutoLap) {
        var settings = Settings(), profile = Profile()
        settings.autoLap = autoLap
        SettingChoices.set(.units(.imperial), &settings, &profile)
        #expect(settings.autoLap == (autoLap == .kilometer ? .mile : autoLap))
        SettingChoices.set(.units(.metric), &settings, &profile)
        #expect(settings.autoLap == (autoLap == .mile ? .kilometer : autoLap))
    }

    @Test("A choice flips in its row and is stored; a number opens an editor, where cancelling changes nothing")
    func editor() {
        var rig = Place.settings.rig()
        for _ in 0..<3 { rig.press(.page) }
        rig.press(.start)
        #expect(rig.watch.settings.autoLock)
        #expect(rig.menu()?.selected == 3)
        rig.press(.start)
        rig = Place.editor.rig()
        rig.press(.page)
        #expect(Seen(rig) == .editor(.weight(.kilograms(66))))
        rig.hold(.start)
        #expect(rig.watch.profile.weight == .kilograms(65))
        #expect(Seen(rig) == .menu(.profile, 0))
        rig.press(.start)
        rig.press(.page)
        rig.press(.start)
        #expect(rig.watch.profile.weight == .kilograms(66))
        #expect(rig.changes.count == 1)
    }

    @Test("A menu of more than five rows scrolls with its choice, and goes round")
    func scroll() {
        var rig = Place.settings.rig()
        for _ in 0..<4 { rig.press(.page) }
        #expect(rig.menu()?.first == 0)
        rig.press(.page)
        #expect(rig.menu()?.first == 1 && rig.menu()?.selected == 5 && rig.menu()?.count == 10)
        rig.press(.page)
        #expect(rig.menu()?.first == 2 && rig.menu()?.selected == 6)
        #expect(rig.menu()?.rows[4] != nil)
        for _ in 0..<4 { rig.press(.page) }
        #expect(rig.menu()?.first == 0 && rig.menu()?.selected == 0)
    }

    @Test("The history asks for the four rows that it shows, and goes round")
    func history() {
        var rig = Place.history.rig()
        for index in 1...3 {
            rig.press(.page)
            #expect(rig.history()?.selected == UInt32(index))
        }
        #expect(rig.asked == [])
        rig.press(.page)
        #expect(rig.asked == [4])
        rig.deliver(.history(.eight(from: 4)))
        #expect(rig.history()?.first == 4 && rig.history()?.selected == 4)
        for _ in 5...8 { rig.press(.page) }
        #expect(rig.asked == [4, 0])
        #expect(rig.history()?.selected == 0)
    }

    @Test("A run of the history is shown, and leaving it leads back to its row")
    func oldRun() {
        var rig = Place.history.rig()
        rig.press(.page)
        rig.press(.page)
        rig.press(.start)
        #expect(rig.effects.contains { if case .loadRun(HistoryAnswer.id(2)) = $0 { true } else { false } })
        var figures = RunFigures()
        figures.distance = .kilometers(5)
        rig.deliver(.run(HistoryAnswer.id(2), StoredRun(figures: figures, kind: .walk, date: nil, start: nil)))
        #expect(rig.summary()?.kind == .walk)
        #expect(rig.summary()?.date == nil)
        rig.press(.lap)
        #expect(rig.history()?.selected == 2)
    }

    @Test("A run that cannot be read says so, and one that comes too late covers nothing", arguments: [true, false])
    func lateAnswer(_ isReadable: Bool) {
        let run = isReadable ? StoredRun(figures: RunFigures(), kind: .run, date: nil, start: nil) : nil
        var rig = Place.history.rig()
        rig.press(.start)
        rig.deliver(.run(HistoryAnswer.id(0), run))
        #expect(isReadable ? rig.summary() != nil : rig.message() == .storageFailed)
        var running = Place.running.rig()
        running.deliver(.run(HistoryAnswer.id(0), run))
        #expect(running.runPage() != nil)
    }

    @Test("U-A9: without runs START gets ready, any other press leaves, and so does time", arguments: [true, false])
    func noRuns(_ hasLap: Bool) {
        var rig = Place.noRuns.rig(hasLap: hasLap)
        #expect(rig.message() == .noRuns)
        let labels = ButtonLabels(start: .start, lap: .back, page: .back)
        #expect(rig.screen.labels == (hasLap ? labels : labels.withoutLapButton))
        rig.press(.page)
        #expect(rig.clockPage() != nil)
        rig = Place.noRuns.rig(hasLap: hasLap)
        rig.press(.start)
        #expect(rig.phase == .preparing)
        rig = Place.noRuns.rig(hasLap: hasLap)
        rig.wait(.seconds(10))
        #expect(rig.clockPage() != nil)
    }

    @Test(
        "A menu or a list that nobody looks at any more gives way to the clock after a minute",
        arguments: [Place.menu, .settings, .editor, .history])
    func left(_ place: Place) {
        var rig = place.rig()
        rig.wait(.seconds(58))
        #expect(rig.clockPage() == nil)
        rig.press(.page)
        rig.wait(.seconds(59))
        #expect(rig.clockPage() == nil)
        rig.wait(.seconds(2))
        #expect(rig.clockPage() != nil)
        #expect(rig.watch.profile.weight == .kilograms(65))
    }

    @Test("U-C3: back leads where one came from: runs and About opened from the menu to the menu, runs opened from the clock to the clock")
    func back() {
        var rig = Place.menu.rig()
        rig.press(.page)
        rig.press(.page)
        rig.press(.start)
        rig.deliver(.history(.eight(from: 0)))
        #expect(rig.history() != nil)
        rig.press(.start)
        rig.deliver(.run(HistoryAnswer.id(0), StoredRun(figures: RunFigures(), kind: .run, date: nil, start: nil)))
        rig.press(.lap)
        #expect(rig.history() != nil)
        rig.press(.lap)
        #expect(Seen(rig) == .menu(.main, 2))
        rig.press(.page)
        rig.press(.start)
        guard case .about = rig.message() else { return #expect(Bool(false), "no About") }
        #expect(rig.screen.labels == ButtonLabels(start: .ok))
        rig.press(.lap)
        #expect(Seen(rig) == .menu(.main, 3))
        rig.press(.lap)
        #expect(Seen(rig) == .clock)
        rig = Place.history.rig()
        rig.press(.lap)
        #expect(Seen(rig) == .clock)
    }

    @Test(
        "U-B11: turning off is offered where the board can, and a short press says that it takes a hold", arguments: [true, false],
        [true, false])
    func turnOff(_ canPowerOff: Bool, _ hasLap: Bool) {
        var configuration = WatchRig.configuration
        configuration.canPowerOff = canPowerOff
        configuration.hasLapButton = hasLap
        var rig = WatchRig(configuration)
        rig.hold(.page, for: .milliseconds(700))
        let count = rig.menu()?.count ?? 0
        #expect(count == 4 + (canPowerOff ? 1 : 0) + (hasLap ? 0 : 1))
        var rows: [MenuRow] = []
        for _ in 0..<count {
            if let menu = rig.menu(), let row = menu.rows[Int(menu.selected - menu.first)] { rows.append(row) }
            rig.press(.page)
        }
        #expect(rows.contains(.powerOff) == canPowerOff)
        #expect(rows.contains(.back) == !hasLap)
        #expect(rows.count == Int(count) && Set(rows).count == rows.count)
    }

    @Test("U-B12: the kind of run is chosen while getting ready, and kept; looking through the kinds leaves the receiver on and its fix")
    func runType() {
        var rig = Place.ready.rig()
        rig.play(.straight(.init(.stand, for: .seconds(5)), from: rig.now + .seconds(1)))
        #expect(rig.watch.session.hasFix)
        for kind in [RunKind.trailRun, .walk, .indoorRun, .run] {
            rig.press(.page)
            guard case .ready(let page) = rig.page else { return #expect(Bool(false), "not ready") }
            #expect(page.kind == kind)
            #expect(page.hasFix == (kind != .indoorRun) && (page.gps == .absent) == (kind == .indoorRun))
            #expect(page.accuracy == nil || kind != .indoorRun)
            #expect(rig.screen.status.fix == (kind == .indoorRun ? .off : .good))
            #expect(rig.watch.settings.runType == RunType.allCases.first { RunKind($0) == kind }?.rawValue)
        }
        #expect(rig.switches.isEmpty)
    }

    @Test("U-B12: START indoors switches the receiver off, and the run takes no place from it")
    func indoors() {
        var rig = Place.ready.rig()
        for _ in 0..<3 { rig.press(.page) }
        rig.play(.straight(.init(.stand, for: .seconds(5)), from: rig.now + .seconds(1)))
        #expect(rig.watch.session.hasFix)
        rig.press(.start)
        #expect(rig.switches == [false])
        rig.wait(.seconds(4))
        #expect(rig.phase == .running && !rig.watch.session.hasFix)
        #expect(rig.watch.session.totals?.lastSample?.position == nil)
        // The next getting ready begins with what was chosen last: the receiver stays off.
        rig.hold(.start)
        rig.hold(.page)
        rig.press(.start)
        rig.forget()
        rig.press(.start)
        #expect(rig.phase == .preparing)
        #expect(rig.switches.isEmpty)
        rig.press(.page)
        #expect(rig.switches == [true])
    }
}

extension WatchRig {
    /// The receiver switched on and off.
    var switches: [Bool] { effects.compactMap { if case .receiver(let isOn) = $0 { isOn } else { nil } } }
    /// First rows asked for.
    var asked: [UInt32] { effects.compactMap { if case .loadHistory(let first) = $0 { first } else { nil } } }
}
