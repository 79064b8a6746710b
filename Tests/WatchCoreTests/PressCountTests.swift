import Calendar
import Glibc
import HealthCore
import Quantities
import RunCore
import ScreenModels
import SimulatedPeripherals
import Testing

@testable import WatchCore

/// A hand that presses and counts: each press lasts a tenth of a second and the next follows 0.2 s later, as a quick finger does.
private struct Hand {
    var rig: WatchRig
    var settings: Settings { rig.settings }
    var profile: Profile { rig.profile }
    private(set) var presses = 0
    private let begun: MonotonicInstant

    init(_ rig: WatchRig) {
        self.rig = rig
        begun = rig.now
    }

    var time: Duration { begun.duration(to: rig.now) }

    /// From the clock.
    mutating func openHistory(hasLap: Bool) {
        if hasLap { return press(.lap) }
        press(.page, then: .milliseconds(100))
        press(.page)
    }

    mutating func press(_ role: ButtonRole, for duration: Duration = .milliseconds(100), then pause: Duration = .milliseconds(400)) {
        presses += 1
        rig.edge(role, isDown: true)
        rig.wait(duration)
        rig.edge(role, isDown: false)
        rig.wait(pause)
    }
}

@Suite("How many presses it takes")
struct PressCountTests {
    @Test("A run is started with two, and the countdown", arguments: [true, false])
    func start(_ hasLap: Bool) {
        var hand = Hand(Place.clock.rig(hasLap: hasLap))
        hand.press(.start)
        hand.press(.start)
        #expect(hand.presses == 2)
        hand.rig.wait(.seconds(3))
        #expect(hand.rig.phase == .running)
    }

    @Test(
        "The laps of the last run are three away, its kilometres four; one more where PAGE twice stands for LAP", arguments: [true, false])
    func lastLaps(_ hasLap: Bool) {
        var hand = Hand(Place.clock.rig(hasLap: hasLap))
        let more = hasLap ? 0 : 1
        hand.openHistory(hasLap: hasLap)
        hand.rig.deliver(.history(.eight(from: 0)))
        hand.press(.start)
        #expect(hand.rig.effects.contains { if case .loadRun(HistoryAnswer.id(0)) = $0 { true } else { false } })
        hand.rig.deliver(.run(HistoryAnswer.id(0), RunLists.run))
        #expect(hand.rig.summary()?.view == .result)
        hand.press(.page)
        #expect(hand.rig.summary()?.view == .laps && hand.rig.summary()?.rows[0] == RunLists.run.laps[0])
        #expect(hand.presses == 3 + more)
        hand.press(.page)
        #expect(hand.rig.summary()?.view == .splits && hand.rig.summary()?.rows[0] == RunLists.run.splits[0])
        #expect(hand.presses == 4 + more)
    }

    @Test("Auto-pause is switched off with three", arguments: [true, false])
    func autoPause(_ hasLap: Bool) {
        var hand = Hand(Place.clock.rig(hasLap: hasLap))
        #expect(hand.settings.autoPause)
        hand.press(.page, for: .milliseconds(700))
        hand.press(.start)
        hand.press(.start)
        #expect(hand.presses == 3)
        #expect(!hand.settings.autoPause)
    }

    @Test("The first goal is two away, the trophies two and one for each goal, a picture of each page a hold", arguments: [true, false])
    func goals(_ hasLap: Bool) {
        var hand = Hand(Place.clock.rig(hasLap: hasLap))
        hand.press(.page)
        hand.press(.start)
        #expect(Seen(hand.rig) == .goal(1) && hand.presses == 2)
        for _ in 0..<6 { hand.press(.page) }
        #expect(Seen(hand.rig) == .trophies && hand.presses == 8)
        hand.press(.start, for: .milliseconds(1_100))
        #expect(hand.presses == 9 && hand.rig.pictures == 1)
    }

    /// Each setting as docs/using-the-watch.md names it, and how many presses from the clock flip it or open its number.
    static let settings: [(name: String, title: MenuTitle, item: SettingItem, presses: Int)] = [
        ("Auto pause", .settings, .autoPause, 3), ("Auto lap", .settings, .autoLap, 4), ("Buzzer", .settings, .sounds, 5),
        ("Auto lock", .settings, .autoLock, 6), ("HR above", .alerts, .heartRateAbove, 8), ("HR below", .alerts, .heartRateBelow, 9),
        ("Faster", .alerts, .paceFaster, 10), ("Slower", .alerts, .paceSlower, 11), ("Distance", .alerts, .eachDistance, 12),
        ("Time", .alerts, .eachTime, 13), ("Countdown", .settings, .countdown, 9), ("Units", .watch, .units, 11),
        ("Language", .watch, .language, 12), ("Display", .watch, .light, 13), ("Mute from", .watch, .quietFrom, 14),
        ("Mute till", .watch, .quietTo, 15), ("Time format", .watch, .clockForm, 16), ("Time zone", .watch, .zone, 17),
        ("Goals", .glances, .glance(.goals), 12), ("Caffeine", .glances, .glance(.caffeine), 13), ("Week", .glances, .glance(.week), 14),
        ("Records", .glances, .glance(.records), 15), ("Runs", .glances, .glance(.history), 16),
        ("Computer", .glances, .glance(.computer), 17), ("Half-life", .caffeine, .caffeineHalfLife, 13),
        ("Bedtime", .caffeine, .bedtime, 14), ("Alert below", .caffeine, .lowCaffeine, 15), ("Limits", .caffeine, .caffeineLimits, 16),
        ("Weight", .profile, .weight, 4), ("Height", .profile, .height, 5), ("Birth year", .profile, .birthYear, 6),
        ("Sex", .profile, .sex, 7), ("Max HR", .profile, .maximumHeartRate, 8), ("Resting HR", .profile, .restingHeartRate, 9),
        ("Energy", .profile, .energy, 10), ("HR zones", .zones, .ownZones, 12),
    ]

    @Test("Every setting is as many presses away as the table says", arguments: settings.indices)
    func everySetting(_ index: Int) {
        let (name, title, item, presses) = Self.settings[index]
        var hand = Hand(Place.clock.rig())
        hand.rig.tellTime()
        let state = SettingState(settings: hand.settings, profile: hand.profile)
        guard let before = SettingRows.value(of: item, state) else { return #expect(Bool(false), "no row \(name)") }
        hand.press(.page, for: .milliseconds(700))
        if title == .profile || title == .zones { hand.press(.page) }
        hand.press(.start)
        if let parent = SettingRows.parent(of: title, state) {
            for _ in 0..<parent.row { hand.press(.page) }
            hand.press(.start)
        }
        guard let row = SettingRows.items(of: title, state).firstIndex(of: item) else { return #expect(Bool(false), "no row \(name)") }
        for _ in 0..<row { hand.press(.page) }
        hand.press(.start)
        #expect(hand.presses == presses, "\(name)")
        if SettingChoices.flips(before) {
            let after = SettingState(settings: hand.settings, profile: hand.profile)
            #expect(SettingRows.value(of: item, after) == SettingChoices.next(after: before, languages: 2))
        } else {
            #expect(Seen(hand.rig) == .editor(before))
        }
    }

    @Test("Every row of the settings is in the table")
    func allSettings() {
        let state = SettingState(settings: Settings(), profile: Profile())
        for title in MenuTitle.allCases {
            for item in SettingRows.items(of: title, state) where SettingRows.group(of: item) == nil && item != .runPages {
                #expect(Self.settings.contains { $0.item == item && $0.title == title }, "\(item)")
            }
        }
    }

    @Test("docs/using-the-watch.md says how many presses each setting takes")
    func documented() throws {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let file = try #require(fopen("/\(folder)/docs/using-the-watch.md", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        let length = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes.prefix(length), as: UTF8.self)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
            .map { $0.split(separator: "|").map { cell in cell.drop { $0 == " " }.prefix { $0 != "|" } } }
        for (name, _, _, presses) in Self.settings {
            let isThere = rows.contains { row in
                row.count > 1 && row[0].trimmedEnd == name && row[1].trimmedEnd == String(presses)
            }
            #expect(isThere, "\(name): \(presses)")
        }
    }

    @Test("U-C1: the weight goes from 65 to 58 kg within 10 s from the clock on", arguments: [true, false])
    func weight(_ hasLap: Bool) {
        var hand = Hand(Place.clock.rig(hasLap: hasLap))
        hand.press(.page, for: .milliseconds(700))
        hand.press(.page)
        hand.press(.start)
        hand.press(.start)
        #expect(Seen(hand.rig) == .editor(.weight(.kilograms(65))))
        if !hasLap { hand.press(.start, for: .milliseconds(700)) }
        for _ in 0..<7 { hand.press(hasLap ? .lap : .page) }
        hand.press(.start)
        #expect(hand.profile.weight == .kilograms(58))
        #expect(hand.time <= .seconds(10), "\(hand.time)")
    }

    @Test("U-C1: a hold goes down by itself, too, and what went too far comes back with one press of the other button")
    func heldDown() {
        var hand = Hand(Place.editor.rig())
        hand.press(.lap, for: .milliseconds(1_700))
        guard case .editor(.weight(let weight)) = Seen(hand.rig) else { return #expect(Bool(false), "no editor") }
        #expect(weight == .kilograms(58))
        hand.press(.page)
        #expect(Seen(hand.rig) == .editor(.weight(.kilograms(59))))
    }

    @Test("U-C1: a year of birth is reached from 1990 within 5 s, however far, and single presses find it")
    func year() {
        var hand = Hand(WatchRig())
        hand.press(.page, for: .milliseconds(700))
        for role in [ButtonRole.page, .start, .page, .page, .start, .lap] { hand.press(role) }
        #expect(Seen(hand.rig) == .editor(.birthYear(1990)))
        let before = hand.time
        hand.press(.lap, for: .milliseconds(4_300))
        guard case .editor(.birthYear(let year?)) = Seen(hand.rig) else { return #expect(Bool(false), "no editor") }
        #expect(year % 5 == 0 && year < 1945 && year > 1920)
        #expect(hand.time - before < .seconds(5))
    }
}

/// A run with more laps and kilometres than a panel shows.
enum RunLists {
    static let header = RunHeader(
        id: RunID(high: 1, low: 2), type: .run, boot: BootID(high: 1, low: 1), start: MonotonicInstant(seconds: 0), utcAtStart: nil,
        zone: nil,
        body: .unset, zones: .unknown, energyRule: .distance, deviceSerial: 1, software: .current)

    static let run: StoredRun = {
        var figures = RunFigures()
        (figures.laps, figures.splits) = (9, 6)
        func row(_ number: UInt16) -> LapFigures {
            LapFigures(number: number, timer: .seconds(300 + Int(number)), distance: .kilometers(1), pace: nil, heartRate: nil)
        }
        return StoredRun(figures: figures, kind: .run, date: nil, start: nil, laps: (1...9).map(row), splits: (1...6).map { row($0 + 100) })
    }()
}

@Suite("A run that is over")
struct FinishedRunTests {
    @Test("A list longer than the panel goes on with START and round, and leaves from its end as from any page")
    func scroll() {
        var rig = Place.history.rig()
        rig.press(.start)
        rig.deliver(.run(HistoryAnswer.id(0), RunLists.run))
        rig.press(.page)
        var firsts: [UInt16] = []
        for _ in 0..<4 {
            let rows = rig.summary()?.rows
            firsts.append(rows?.first ?? .max)
            #expect(rows?.count == 9)
            #expect(rows?[0]?.number == (rows?.first ?? 0) + 1)
            #expect(rig.screen.labels.start == .down)
            rig.press(.start)
        }
        #expect(firsts == [0, 4, 8, 0])
        #expect(rig.summary()?.rows[3]?.number == 8)
        rig.press(.page)
        #expect(rig.summary()?.view == .splits && rig.summary()?.rows.first == 0)
        rig.press(.page)
        #expect(rig.summary()?.view == .body && rig.screen.labels.start == .ok)
        rig.press(.lap)
        #expect(rig.history() != nil)
    }

    @Test("A run that has just been saved has its laps and kilometres at once, as the history has them later")
    func live() {
        var rig = WatchRig()
        rig.beginRun()
        rig.play(.straight(.init(.run(.metersPerSecond(4)), for: .seconds(600)), from: rig.now + .seconds(1)))
        rig.hold(.start)
        rig.press(.page)
        rig.keepRun()
        rig.wait(.seconds(3))
        guard let totals = rig.watch.session.totals else { return #expect(Bool(false), "no run") }
        let stored = StoredRun(withLapsOf: totals, inMiles: false)
        #expect(stored.laps.count == totals.lapCount && stored.splits.count == 2)
        rig.press(.page)
        for (index, lap) in stored.laps.enumerated() { #expect(rig.summary()?.rows[index] == lap) }
        rig.press(.page)
        for (index, split) in stored.splits.enumerated() { #expect(rig.summary()?.rows[index] == split) }
    }

    @Test("The lists of an old run are bounded")
    func bounded() {
        var totals = RunTotals(header: RunLists.header)
        for second in UInt32(1)...UInt32(StoredRun.mostRows + 50) {
            var sample = RunSample(time: RunTime(milliseconds: second * 1000))
            sample.distanceMillimeters = second * 1_000_000
            sample.flags = [.hasFix]
            totals.fold(.sample(sample))
            let lap = RunEvent.Kind.lap(.manual, distanceMillimeters: second * 1_000_000)
            totals.fold(.event(RunEvent(time: RunTime(milliseconds: second * 1000), kind: lap)))
        }
        let stored = StoredRun(withLapsOf: totals, inMiles: false)
        #expect(stored.laps.count == StoredRun.mostRows && stored.splits.count == StoredRun.mostRows)
        #expect(stored.figures.laps > UInt16(StoredRun.mostRows))
    }

    @Test("U-C4: a press closes \"Run saved\" first, and the page beneath it shows the result", arguments: ButtonRole.allCases)
    func savedMessage(_ role: ButtonRole) {
        var rig = Place.stopped.rig()
        rig.press(.page)
        #expect(rig.message() == .saving)
        rig.keepRun()
        #expect(rig.message() == .saved)
        #expect(rig.screen.labels == ButtonLabels(start: .ok))
        rig.press(role)
        #expect(rig.summary()?.view == .result)
        #expect(rig.phase == .saved)
        rig.press(.page)
        #expect(rig.summary()?.view == .laps)
    }

    @Test(
        "U-C5: discarding asks, START does it, any other button does not, and a stuck button throws nothing away", arguments: [true, false])
    func discard(_ hasLap: Bool) {
        var rig = Place.stopped.rig(hasLap: hasLap)
        #expect(rig.screen.labels.pageHeld == .discard)
        rig.hold(.page)
        #expect(Seen(rig) == .discardQuestion)
        #expect(rig.screen.labels == (hasLap ? ButtonLabels(start: .yes, lap: .no) : ButtonLabels(start: .yes, page: .no)))
        rig.press(hasLap ? .lap : .page)
        #expect(Seen(rig) == .stopped)
        rig.edge(.page, isDown: true)
        rig.wait(.seconds(16))
        rig.edge(.page, isDown: false)
        #expect(rig.phase == .stopped)
        rig = Place.discarding.rig(hasLap: hasLap)
        rig.press(.start)
        #expect(rig.phase == .idle && rig.message() == .discarded)
        rig = Place.discarding.rig(hasLap: hasLap)
        rig.wait(.seconds(60))
        #expect(rig.phase == .saved, "an unanswered question keeps the run")
    }

    @Test("U-C5: an interrupted run asks, too")
    func interrupted() {
        var broken = Place.running.rig()
        broken.wait(.seconds(60))
        guard let totals = broken.watch.session.totals else { return #expect(Bool(false)) }
        var rig = WatchRig(at: broken.now + .seconds(3_600))
        rig.deliver(.unfinishedRun(totals))
        rig.hold(.page)
        #expect(Seen(rig) == .discardQuestion)
        rig.press(.start)
        #expect(rig.phase == .idle)
        #expect(rig.effects.contains { if case .close(.discarded) = $0 { true } else { false } })
    }

    @Test("U-B5: zones are known where the runner is")
    func zones() {
        for (year, isKnown) in [(Int16(1985), true), (nil, false)] as [(Int16?, Bool)] {
            var rig = WatchRig(profile: Profile(birthYear: year))
            rig.beginRun()
            rig.hold(.start)
            rig.press(.page)
            rig.wait(.seconds(11))
            #expect(rig.summary()?.figures.hasZones == isKnown)
        }
    }
}

@Suite("A board without a display, or with two buttons")
struct SmallBoardTests {
    static func blind() -> WatchRig {
        var configuration = WatchRig.configuration
        configuration.hasDisplay = false
        return WatchRig(configuration, settings: Settings())
    }

    @Test("U-A11: without a display nothing is asked: START, START records, and the buzzer tells it")
    func blindStart() {
        var rig = Self.blind()
        #expect(rig.clockPage() != nil)
        rig.press(.start)
        #expect(rig.phase == .preparing && rig.buzzes == [.ready])
        rig.press(.start)
        rig.wait(.seconds(3))
        #expect(rig.phase == .running)
        #expect(rig.buzzes == [.ready, .tick, .tick, .tick, .start])
        #expect(!rig.watch.settings.isSetUp, "a display that comes later still asks")
        rig.forget()
        rig.press(.start)
        #expect(rig.phase == .paused && rig.buzzes == [.stop])
        rig.press(.start)
        rig.hold(.start)
        rig.press(.page)
        rig.keepRun()
        #expect(rig.buzzes == [.stop, .start, .stop, .saved])
    }

    @Test("With a display the first start asks, and getting ready is seen and not heard")
    func seen() {
        var rig = WatchRig(settings: Settings())
        #expect(rig.setUp() != nil)
        rig = Place.clock.rig()
        rig.press(.start)
        #expect(rig.buzzes.isEmpty)
    }

    @Test("U-A8: a locked run of two buttons names PAGE, in words and beside it")
    func locked() {
        var rig = Place.locked.rig(hasLap: false)
        for role in [ButtonRole.start, .page] {
            rig.press(role)
            #expect(rig.message() == .locked(holding: .page))
            #expect(rig.screen.labels == ButtonLabels(pageHeld: .unlock))
        }
    }

    @Test("U-A9: what LAP does elsewhere stands at PAGE, pressed twice, on every page that has it", arguments: Place.allCases)
    func twice(_ place: Place) {
        let three = place.rig().screen.labels, two = place.rig(hasLap: false).screen.labels
        #expect(two.lap == nil && two.lapHeld == nil)
        // Where a number is set, or a question is answered, the two boards differ.
        guard place != .editor, place != .discarding else { return }
        #expect(two.pageTwice == three.lap)
        #expect(two.pageHeld == three.lapHeld ?? three.pageHeld)
    }
}

extension Substring {
    /// Without spaces at its end.
    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

extension WatchRig {
    /// Noon of a day, from the system's clock.
    mutating func tellTime() {
        let noon = CivilDateTime(date: CivilDate(daysSinceEpoch: 20_500), time: CivilTime(secondsSinceMidnight: 43_200)).instant(
            offset: .utc)
        deliver(.utc(UTCOffset(from: now, to: noon)))
    }
}
