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
        #expect(rig.watch.profile.weight == .kilograms(66))
        #expect(abs(rig.watch.profile.height.meters - 1.71) < 1e-9)
        #expect(rig.watch.profile.birthYear == 1990)
        // Five answers, and that they were given.
        #expect(rig.changes.count == 6)
    }

    @Test("Back in the set-up goes to the question before, and from the first nowhere")
    func setUpBack() {
        var rig = Place.setUp.rig()
        rig.press(.lap)
        #expect(rig.setUp()?.step == 1)
        rig.press(.start)
        rig.press(.start)
        rig.press(.lap)
        #expect(rig.setUp()?.step == 2)
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
        #expect(rig.changes.count == 2)
        rig.press(.start)
        rig.press(.lap)
        #expect(rig.changes.count == 2, "but only if it was changed")
    }

    static let wraps: [(SettingValue, SettingValue)] = [
        (.language(1), .language(0)), (.language(0), .language(1)), (.language(255), .language(0)),
        (.units(.metric), .units(.imperial)), (.units(.imperial), .units(.metric)),
        (.weight(.kilograms(299)), .weight(.kilograms(30))), (.height(.meters(3.09)), .height(.meters(0.6))),
        (.birthYear(nil), .birthYear(1990)), (.birthYear(2020), .birthYear(1920)), (.birthYear(.max), .birthYear(1920)),
        (.sex(nil), .sex(.female)), (.sex(.female), .sex(.male)), (.sex(.male), .sex(nil)),
        (.maximumHeartRate(nil), .maximumHeartRate(.beatsPerMinute(180))),
        (.maximumHeartRate(.beatsPerMinute(230)), .maximumHeartRate(.beatsPerMinute(100))),
        (.restingHeartRate(nil), .restingHeartRate(.beatsPerMinute(55))),
        (.restingHeartRate(.beatsPerMinute(110)), .restingHeartRate(.beatsPerMinute(30))),
        (.autoPause(true), .autoPause(false)), (.autoLap(.tenMinutes), .autoLap(.off)), (.autoLap(.off), .autoLap(.kilometer)),
        (.sounds(false), .sounds(true)), (.runType(.indoorRun), .runType(.run)), (.autoLock(false), .autoLock(true)),
        (.energyFromHeartRate(true), .energyFromHeartRate(false)), (.autoScroll(false), .autoScroll(true)),
        (.runPage(0, RunFields(.pace)), .runPage(0, RunFields(.pace, .distance))),
        (.runPage(1, RunFields(.distance, .time, .clock)), .runPage(1, RunFields(.distance, .time, .clock, .elapsed))),
        (.runPage(0, RunFields(.pace, .time, .zone, .steps)), .runPage(0, RunFields(.pace))),
        (.runPage(3, RunFields(.pace, .time, .zone, .steps)), .runPage(3, RunFields())),
        (.runPage(3, RunFields()), .runPage(3, RunFields(.distance))),
    ]

    @Test("Every value goes up by one step and from its end to its beginning", arguments: wraps)
    func wrap(_ value: SettingValue, _ next: SettingValue) {
        #expect(SettingChoices.next(after: value, languages: 2) == next)
    }

    @Test("Every row of the settings shows what is set, and what is set there is kept", arguments: 0..<SettingChoices.count)
    func rows(_ row: UInt8) {
        var settings = Settings(), profile = Profile()
        let value = SettingChoices.value(row, settings, profile)
        let next = SettingChoices.next(after: value, languages: 2)
        #expect(next != value)
        SettingChoices.set(next, &settings, &profile)
        #expect(SettingChoices.value(row, settings, profile) == next)
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

    @Test("A choice flips in its row and is stored; a number opens an editor, where back changes nothing")
    func editor() {
        var rig = Place.settings.rig()
        rig.press(.page)
        rig.press(.start)
        #expect(rig.watch.settings.usesMiles)
        #expect(rig.menu()?.selected == 1)
        rig.press(.page)
        rig.press(.start)
        rig.press(.page)
        #expect(Seen(rig) == .editor(.weight(.kilograms(66))))
        rig.press(.lap)
        #expect(rig.watch.profile.weight == .kilograms(65))
        rig.press(.start)
        rig.press(.page)
        rig.press(.start)
        #expect(rig.watch.profile.weight == .kilograms(66))
        #expect(rig.changes.count == 2)
    }

    @Test("A menu of more than five rows scrolls with its choice, and goes round")
    func scroll() {
        var rig = Place.settings.rig()
        for _ in 0..<4 { rig.press(.page) }
        #expect(rig.menu()?.first == 0)
        rig.press(.page)
        #expect(rig.menu()?.first == 1 && rig.menu()?.selected == 5)
        for _ in 0..<9 { rig.press(.page) }
        #expect(rig.menu()?.first == 10 && rig.menu()?.selected == 14)
        #expect(rig.menu()?.rows[4] != nil)
        rig.press(.page)
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
        #expect(rig.effects.contains { if case .loadRun(2) = $0 { true } else { false } })
        var figures = RunFigures()
        figures.distance = .kilometers(5)
        rig.deliver(.run(StoredRun(figures: figures, kind: .walk, date: nil, start: nil)))
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
        rig.deliver(.run(run))
        #expect(isReadable ? rig.summary() != nil : rig.message() == .storageFailed)
        var running = Place.running.rig()
        running.deliver(.run(run))
        #expect(running.runPage() != nil)
    }

    @Test("Without runs the history says so and START does nothing")
    func noRuns() {
        var rig = Place.clock.rig()
        rig.press(.page)
        rig.deliver(.history(HistoryAnswer(count: 0, first: 0, rows: (nil, nil, nil, nil))))
        rig.press(.start)
        rig.press(.page)
        #expect(rig.message() == .noRuns)
        #expect(rig.screen.labels == ButtonLabels(lap: .back))
    }

    @Test("The kind of run is chosen while getting ready, and kept")
    func runType() {
        var rig = Place.ready.rig()
        for kind in [RunKind.trailRun, .walk, .indoorRun, .run] {
            rig.press(.page)
            if case .ready(let page) = rig.page { #expect(page.kind == kind) } else { Issue.record("not ready") }
            #expect(rig.watch.settings.runType == RunType.allCases.first { RunKind($0) == kind }?.rawValue)
        }
        let switches = rig.effects.compactMap { if case .receiver(let isOn) = $0 { isOn } else { nil } }
        #expect(switches == [false, true])  // Off for the treadmill, on again.
    }

    @Test("Changing the kind of run keeps the fix where it is of use")
    func fixKept() {
        var rig = Place.ready.rig()
        rig.play(.straight(.init(.stand, for: .seconds(5)), from: rig.now + .seconds(1)))
        #expect(rig.watch.session.hasFix)
        rig.press(.page)
        #expect(rig.watch.session.hasFix)
        rig.press(.page)
        rig.press(.page)
        #expect(!rig.watch.session.hasFix)
    }
}

extension WatchRig {
    /// First rows asked for.
    var asked: [UInt32] { effects.compactMap { if case .loadHistory(let first) = $0 { first } else { nil } } }
}
