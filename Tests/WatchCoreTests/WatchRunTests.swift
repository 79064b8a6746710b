import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import SimulatedPeripherals
import Testing

@testable import WatchCore

extension WatchRig {
    /// Plays a script to its end.
    mutating func play(
        _ script: RunnerScript, seed: UInt64 = 1, without absent: SensorSet = [],
        each: (inout WatchRig, SimulatedSecond) -> Void = { _, _ in }
    ) {
        var runner = SimulatedRunner(script: script, seed: seed)
        while !runner.isFinished {
            let second = runner.next()
            give(second, without: absent)
            each(&self, second)
        }
    }
}

@Suite("A run on the watch")
struct WatchRunTests {
    @Test("The whole way: ready, 3-2-1, run, stop, save, summary, clock")
    func wholeWay() {
        var rig = WatchRig()
        rig.press(.start)
        #expect(rig.effects.contains { if case .receiver(isOn: true) = $0 { true } else { false } })
        rig.play(.straight(.init(.stand, for: .seconds(5)), from: rig.now + .seconds(1)))
        #expect(rig.screen.status.fix == .good)
        rig.press(.start)
        for seconds in [3, 2, 1] as [UInt8] {
            #expect(rig.page == .countdown(secondsLeft: seconds))
            rig.wait(.seconds(1))
        }
        #expect(rig.phase == .running)
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(100)), from: rig.now + .seconds(1)))
        #expect(rig.runPage()?.distance ?? .zero > .meters(250))
        #expect(rig.runPage()?.pace != nil)
        rig.hold(.start)
        guard case .stopped(let page) = rig.page else { return #expect(Bool(false), "not the stop menu") }
        #expect(page.secondsToSave >= 58)
        #expect(!page.isTooShort)
        rig.press(.page)
        #expect(rig.message() == .saving)
        rig.deliver(.storage(.saved(RunID(high: 0, low: 0))))
        #expect(rig.message() == .saving, "another run")
        rig.deliver(.storage(.saved(rig.watch.session.totals?.header.id ?? RunID(high: 0, low: 0))))
        #expect(rig.message() == .saved)
        rig.wait(.seconds(3))
        #expect(rig.summary()?.view == .result)
        #expect(rig.summary()?.date != nil)
        #expect(rig.summary()?.figures.distance == rig.watch.session.totals?.distance)
        let distance = rig.watch.session.totals?.distance
        rig.press(.start)
        #expect(rig.clockPage()?.distance == distance)
        #expect(rig.clockPage()?.distance ?? .zero > .meters(250))
        #expect(rig.phase == .idle)
        #expect(rig.effects.contains { if case .receiver(isOn: false) = $0 { true } else { false } })
        #expect(rig.buzzes.first == .fixFound)
        #expect(rig.buzzes.filter { $0 == .tick }.count == 3)
    }

    @Test("A11: what is shown is what is in the log, at every second")
    func shownIsStored() {
        var rig = WatchRig()
        rig.beginRun()
        var log: RunTotals?
        rig.play(
            .straight(.init(.run(.metersPerSecond(3)), for: .seconds(300)), .init(.stand, for: .seconds(30)), from: rig.now + .seconds(1))
        ) {
            rig, _ in
            for record in rig.records {
                if case .header(let header) = record { log = RunTotals(header: header) } else { log?.fold(record) }
            }
            rig.forget()
            #expect(rig.watch.session.totals == log)
            if let page = rig.runPage() {
                #expect(page.distance == log?.distance)
                #expect(page.steps == log?.steps)
                #expect(page.energy == log?.energy)
            }
        }
    }

    @Test(
        "I12: the timer shows every second, once and on time, whatever the fixes' phase and jitter",
        arguments: [
            (0, 0), (120, 80), (499, 80), (500, 80), (850, 80), (960, 80),
        ] as [(Int64, Int)])
    func stopwatch(_ phase: Int64, _ jitter: Int) {
        var rig = WatchRig()
        rig.beginRun()
        let start = rig.watch.session.totals?.header.start ?? rig.now
        let begin = start + .milliseconds(phase)
        var runner = SimulatedRunner(script: .straight(.init(.run(.metersPerSecond(3)), for: .seconds(120))), seed: 2)
        var shown: [Int64] = [], lateness: [Duration] = []
        var noise: UInt64 = 88_172_645_463_325_252
        for number in 1...120 {
            noise ^= noise << 13
            noise ^= noise >> 7
            noise ^= noise << 17
            let late = jitter > 0 ? Int64(noise >> 33) % Int64(2 * jitter + 1) - Int64(jitter) : 0
            var second = runner.next()
            second.at = begin + .milliseconds(Int64(number) * 1000 + late)
            rig.followRedraws(until: second.at) { rig in
                guard let timer = rig.runPage()?.timer else { return }
                let seconds = timer.components.seconds
                if shown.last != seconds {
                    shown.append(seconds)
                    lateness.append((start + .seconds(seconds)).duration(to: rig.now))
                }
            }
            rig.give(second)
        }
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 + 1 == $1 })
        #expect(shown.count >= 119)
        #expect(lateness.allSatisfy { $0 >= .zero && $0 < .milliseconds(2) })
    }

    @Test("The watch draws once a second in a run, and not more with every reading")
    func redraws() {
        var rig = WatchRig()
        rig.beginRun()
        rig.forget()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(100)), from: rig.now + .seconds(1)))
        let redraws = rig.effects.filter { if case .redraw = $0 { true } else { false } }.count
        #expect(redraws >= 99 && redraws <= 110)
    }

    @Test("While getting ready a second passes each second, however many readings come in between")
    func readySeconds() {
        var rig = WatchRig()
        rig.press(.start)
        rig.play(.straight(.init(.stand, for: .seconds(5)), from: rig.now + .seconds(1)))
        #expect(rig.watch.session.hasFix)
        rig.forget()
        for _ in 0..<100 {
            rig.wait(.milliseconds(100))
            rig.deliver(.heartRate(HeartRateReading(rate: .beatsPerMinute(60), confidence: 1)))
        }
        #expect(rig.effects.filter { if case .redraw = $0 { true } else { false } }.count == 10)
        #expect(!rig.watch.session.hasFix)
        #expect(rig.screen.status.fix == FixQuality.none)
    }

    @Test(
        "I14: time of day and battery are on every page of a run, `--:--` until the time is known", arguments: RunPage.View.allCases,
        [true, false])
    func status(_ view: RunPage.View, _ isKnown: Bool) {
        var settings = Settings.usual
        settings.runPages[3] = RunFields(.clock).numbers
        var rig = WatchRig(settings: settings)
        rig.beginRun()
        rig.deliver(.battery(BatteryReading(percent: 77)))
        if isKnown { rig.deliver(.utc(UTCOffset(from: rig.now, to: UTCInstant(milliseconds: 1_790_000_000_000)))) }
        for _ in 0..<view.rawValue { rig.press(.page) }
        let time = isKnown ? TimeOfDay(hour: 14, minute: 13) : nil
        #expect(rig.runPage()?.view == view)
        #expect(rig.screen.status.time == time)
        #expect(rig.screen.status.batteryPercent == 77)
        for gesture in [Gesture.lapShort, .startShort, .startHold] {
            gesture.make(&rig)
            #expect(rig.screen.status.time == time)
            #expect(rig.screen.status.batteryPercent == 77)
        }
    }

    @Test(
        "A23: a receiver whose weeks rolled over once or twice sets the right time; one before GPS none",
        arguments: [
            (0, true), (-1, true), (-2, true), (-3, false),
        ])
    func rollover(_ periods: Int64, _ isKnown: Bool) {
        var rig = WatchRig()
        rig.press(.start)
        let time = UTCInstant(milliseconds: 1_790_000_000_000 + periods * 1024 * 7 * 86_400_000)
        for second in [Int64(0), 1] {
            #expect(rig.screen.status.time == nil)
            let place = Coordinate(latitude: 47, longitude: 8)
            rig.deliver(.fix(GPSFix(mode: .threeDimensional, time: time.advanced(by: .seconds(second)), position: place)))
            rig.wait(.seconds(1))
        }
        #expect(rig.screen.status.time == (isKnown ? TimeOfDay(hour: 14, minute: 13) : nil))
    }

    @Test("D9: a run whose time was never known has a summary without a date")
    func timeless() {
        var rig = WatchRig()
        rig.beginRun()
        rig.wait(.seconds(70))
        rig.hold(.start)
        rig.press(.page)
        rig.keepRun()
        rig.wait(.seconds(3))
        #expect(rig.summary() != nil)
        #expect(rig.summary()?.date == nil && rig.summary()?.start == nil)
        #expect(rig.clockPage() == nil)
        rig.press(.start)
        #expect(rig.clockPage()?.time == nil)
    }

    @Test("The minute on the clock changes when the minute does")
    func minute() {
        var rig = WatchRig()
        rig.deliver(.utc(UTCOffset(from: rig.now, to: UTCInstant(milliseconds: 1_790_000_000_000))))  // 14:13:20
        rig.forget()
        rig.wait(.milliseconds(39_999))
        #expect(rig.effects.isEmpty)
        rig.wait(.milliseconds(1))
        #expect(rig.effects.contains { if case .redraw = $0 { true } else { false } })
        #expect(rig.clockPage()?.time == TimeOfDay(hour: 14, minute: 14))
    }

    @Test(
        "C6: a card that is full or broken is shown, and the run goes on",
        arguments: [
            (StorageNews.runs(.full), Message.storageFull), (.runs(.failed), .storageFailed), (.runs(.readOnly), .storageReadOnly),
            (.objects(.failed), .settingsNotStored),
        ])
    func storage(_ news: StorageNews, _ message: Message) {
        var rig = Place.running.rig()
        rig.deliver(.storage(news))
        #expect(rig.message() == message)
        rig.wait(.seconds(5))
        rig.deliver(.storage(news))
        rig.wait(.seconds(6))
        #expect(rig.runPage() != nil)
        #expect(rig.screen.status.hasStorageTrouble)
        rig.forget()
        rig.wait(.seconds(10))
        #expect(rig.records.count == 10)
        rig.press(.lap)
        #expect(rig.laps >= 1 && rig.phase == .running)
        rig.deliver(.storage(.runs(.working)))
        rig.deliver(.storage(.objects(.working)))
        #expect(!rig.screen.status.hasStorageTrouble)
    }

    @Test("C13: every sensor absent in any combination, and the run is recorded to its end", arguments: 0..<32)
    func absent(_ bits: UInt8) {
        var configuration = WatchRig.configuration
        configuration.absent = SensorSet(rawValue: bits)
        var rig = WatchRig(configuration)
        rig.beginRun()
        let start = rig.now
        rig.play(
            .straight(.init(.run(.metersPerSecond(3)), for: .seconds(40)), from: rig.now + .seconds(1)), without: SensorSet(rawValue: bits))
        #expect(rig.phase == .running)
        #expect(abs((rig.runPage()?.timer ?? .zero).inSeconds - start.duration(to: rig.now).inSeconds) < 1.5)
        rig.hold(.start)
        rig.press(.page)
        #expect(rig.phase == .saved)
    }

    @Test("C13: every sensor failing and coming back again and again ends nothing", arguments: SensorKind.allCases)
    func failing(_ kind: SensorKind) {
        var rig = WatchRig()
        rig.beginRun()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(180)), from: rig.now + .seconds(1))) { rig, second in
            if second.number % 60 == 20 { rig.deliver(.sensor(kind, .failed)) }
            if second.number % 60 == 21, kind == .gps { rig.deliver(.gpsDaemonMissing) }
        }
        #expect(rig.phase == .running)
        #expect(rig.watch.session.totals?.clock.pauses.isEmpty == true)
        // Its next reading proved each time that it works.
        let states = rig.records.compactMap { record -> SensorState? in
            if case .event(let event) = record, case .sensor(kind, let state) = event.kind { state } else { nil }
        }
        #expect(states.contains(.failed) && states.contains(.working))
    }

    @Test("A dead part is named, and again when it is back", arguments: SensorKind.allCases)
    func named(_ kind: SensorKind) {
        var rig = WatchRig()
        rig.deliver(.sensor(kind, .working))
        rig.deliver(.sensor(kind, .failed))
        #expect(rig.message() == .sensorFailed(kind))
        rig.wait(.seconds(5))
        #expect(rig.clockPage() != nil)
        rig.deliver(.sensor(kind, .working))
        #expect(rig.message() == .sensorBack(kind))
        rig.wait(.seconds(3))
        #expect(rig.clockPage() != nil)
    }

    @Test("A26: gpsd missing is named once and noted in the run")
    func daemon() {
        var rig = Place.running.rig()
        rig.deliver(.gpsDaemonMissing)
        #expect(rig.message() == .gpsDaemonMissing)
        rig.wait(.seconds(6))
        rig.deliver(.gpsDaemonMissing)
        #expect(rig.runPage() != nil)
        #expect(rig.records.contains { if case .event(let event) = $0 { event.kind == .sensor(.gps, .failed) } else { false } })
    }

    @Test("The silent setting sends no buzz at all")
    func silent() {
        var settings = Settings.usual
        settings.sounds = false
        var rig = WatchRig(settings: settings)
        rig.beginRun()
        rig.play(
            .straight(.init(.run(.metersPerSecond(4)), for: .seconds(300)), .init(.stand, for: .seconds(20)), from: rig.now + .seconds(1)))
        rig.deliver(.battery(BatteryReading(percent: 5)))
        rig.hold(.start)
        rig.press(.page)
        #expect(rig.buzzes.isEmpty)
        #expect(rig.laps == 2)
    }

    @Test("A low battery is told once, and again only after charging")
    func lowBattery() {
        var rig = Place.running.rig()
        for percent in [16, 15, 14, 13] as [UInt8] { rig.deliver(.battery(BatteryReading(percent: percent))) }
        rig.deliver(.battery(BatteryReading(percent: nil)))
        rig.deliver(.battery(BatteryReading(percent: 12)))
        #expect(rig.buzzes == [.lowBattery])
        #expect(rig.message() == .batteryLow(percent: 15))
        rig.deliver(.battery(BatteryReading(percent: 12, isCharging: true)))
        rig.deliver(.battery(BatteryReading(percent: 12, isCharging: false)))
        #expect(rig.buzzes == [.lowBattery, .lowBattery])
        #expect(rig.phase == .running)
    }

    @Test(
        "I6, C2: at 5 % or 3.4 V, told twice, the run is saved and flushed before power-off is asked for, once",
        arguments: [
            BatteryReading(percent: 5), BatteryReading(percent: 40, voltage: .volts(3.4)),
            BatteryReading(percent: nil, voltage: .volts(3.1)),
            BatteryReading(percent: 0, isCharging: false),
        ])
    func emptyBattery(_ reading: BatteryReading) {
        var rig = Place.running.rig()
        rig.deliver(.battery(reading))
        #expect(rig.phase == .running, "a single reading may be nonsense")
        rig.deliver(.battery(BatteryReading(percent: 50, voltage: .volts(3.8))))
        rig.deliver(.battery(reading))
        #expect(rig.phase == .running)
        rig.forget()
        rig.deliver(.battery(reading))
        #expect(rig.phase == .saved)
        #expect(rig.watch.session.totals?.endCause == .batteryLow)
        #expect(rig.message() == .batteryEmpty)
        let order = rig.effects.compactMap { effect -> Int? in
            switch effect {
            case .flush: 1
            case .close(.batteryLow): 2
            case .powerOff: 3
            default: nil
            }
        }
        #expect(order.last == 3 && order.contains(2) && order.first == 1)
        #expect(order == order.sorted())
        rig.forget()
        rig.deliver(.battery(reading))
        #expect(!rig.effects.contains { if case .powerOff = $0 { true } else { false } })
    }

    @Test("On external power no charge is too low, and a battery that was charged can be empty again")
    func chargingBattery() {
        var rig = Place.running.rig()
        for _ in 0..<5 { rig.deliver(.battery(BatteryReading(percent: 1, isCharging: true, voltage: .volts(3.2)))) }
        #expect(rig.phase == .running)
        for _ in 0..<2 { rig.deliver(.battery(BatteryReading(percent: 4))) }
        #expect(rig.phase == .saved)
        rig.deliver(.battery(BatteryReading(percent: 4, isCharging: true)))
        rig.forget()
        for _ in 0..<2 { rig.deliver(.battery(BatteryReading(percent: 3))) }
        #expect(rig.effects.contains { if case .powerOff = $0 { true } else { false } })
    }

    @Test("I8: sensors work for a run, rest on the clock, and watch the wrist only while the display is dark")
    func demands() {
        var configuration = WatchRig.configuration
        configuration.displaySleeps = true
        configuration.wakesOnWristRaise = true
        var rig = WatchRig(configuration)
        rig.wait(.seconds(29))
        #expect(rig.demands.isEmpty, "it starts at rest")
        rig.wait(.seconds(5))
        #expect(rig.demands == [.restUntilWristRaise])
        rig.deliver(.wristRaised)
        #expect(rig.demands == [.restUntilWristRaise, .rest])
        #expect(rig.lights.last == .on)
        rig.beginRun()
        #expect(rig.demands.last == .run)
        rig.hold(.start)
        rig.press(.page)
        #expect(rig.phase == .saved)
        #expect(rig.demands.last == .rest)
    }

    @Test("A lifted wrist lights a dark display only; a bright one goes dark in its time")
    func wristRaise() {
        var configuration = WatchRig.configuration
        configuration.displaySleeps = true
        configuration.wakesOnWristRaise = true
        var rig = WatchRig(configuration)
        rig.wait(.seconds(20))
        rig.deliver(.wristRaised)
        rig.wait(.seconds(11))
        #expect(rig.lights == [.dim, .off])
        rig.deliver(.wristRaised)
        rig.wait(.seconds(9))
        #expect(rig.lights == [.dim, .off, .on])
        rig.wait(.seconds(25))
        #expect(rig.lights == [.dim, .off, .on, .dim, .off])
    }

    @Test("A lap's banner shows the lap with its heart rate, and goes after 6 s or at a press", arguments: [true, false])
    func banner(_ byPress: Bool) {
        var rig = WatchRig()
        rig.beginRun()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(15)), from: rig.now + .seconds(1)))
        rig.press(.lap)
        guard case .lapBanner(let banner) = rig.page else { return #expect(Bool(false), "no banner") }
        #expect(banner.isLap && banner.figures.number == 1)
        #expect(banner.figures.heartRate != nil)
        if byPress { rig.press(.page) } else { rig.wait(.milliseconds(5_700)) }
        #expect(rig.runPage()?.view == (byPress ? .second : .first))
    }

    @Test("I15: with laps by hand a full kilometre or mile has its own banner", arguments: [(false, 1_000.0), (true, 1_609.344)])
    func split(_ miles: Bool, _ length: Double) {
        var settings = Settings.usual
        settings.autoLap = .off
        settings.usesMiles = miles
        var rig = WatchRig(settings: settings)
        rig.beginRun()
        var banners: [LapBanner] = []
        rig.play(.straight(.init(.run(.metersPerSecond(5)), for: .seconds(420)), from: rig.now + .seconds(1))) { rig, _ in
            if case .lapBanner(let banner) = rig.page, banners.last != banner { banners.append(banner) }
        }
        #expect(banners.count == (miles ? 1 : 2))
        #expect(banners.first?.isLap == false)
        #expect(abs((banners.first?.figures.distance.meters ?? 0) - length) < 1e-6)
        #expect(rig.laps == 1)
    }

    @Test("A stop is seen at once, also under the banner of a lap")
    func stopUnderBanner() {
        var rig = Place.running.rig()
        rig.press(.lap)
        #expect(Seen(rig) == .banner)
        rig.hold(.start)
        #expect(Seen(rig) == .stopped)
    }

    @Test("A new run begins on its first page, without the track of the last one")
    func freshPages() {
        var rig = WatchRig()
        rig.beginRun()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(30)), from: rig.now + .seconds(1)))
        rig.press(.page)
        #expect(rig.runPage()?.view == .second)
        #expect(rig.runPage()?.track.count ?? 0 > 20)
        rig.hold(.start)
        rig.press(.page)
        rig.leaveSummary()
        rig.beginRun()
        #expect(rig.runPage()?.view == .first)
        #expect(rig.runPage()?.track.count == 0)
    }

    @Test("Two runs in a row have different names")
    func names() {
        var rig = WatchRig()
        for _ in 0..<2 {
            rig.beginRun()
            rig.hold(.start)
            rig.press(.page)
            rig.leaveSummary()
        }
        let ids = rig.records.compactMap { if case .header(let header) = $0 { header.id } else { nil } }
        #expect(ids.count == 2 && ids[0] != ids[1])
    }

    @Test("B9: a forgotten run counts down on the screen until somebody presses a button")
    func forgotten() {
        var rig = WatchRig()
        rig.beginRun()
        rig.deliver(.fix(GPSFix()))
        for _ in 0..<57 * 30 {
            rig.wait(.seconds(2))
            rig.deliver(.steps(StepReading(count: 0, cadence: nil, pulseRate: .zero)))
        }
        guard case .forgottenRun(let seconds) = rig.message() else { return #expect(Bool(false), "no message") }
        #expect(seconds > 120 && seconds <= 200)
        rig.press(.page)
        #expect(rig.runPage() != nil)
        rig.wait(.seconds(600))
        #expect(rig.phase == .running)
    }

    @Test("A run that goes on after a crash says so for 10 s; an older one asks and saves itself", arguments: [true, false])
    func recovered(_ isRecent: Bool) {
        var broken = Place.running.rig()
        broken.wait(.seconds(60))
        guard let totals = broken.watch.session.totals else { return #expect(Bool(false)) }
        var rig = WatchRig(at: broken.now + (isRecent ? .seconds(20) : .seconds(3_600)))
        rig.deliver(.unfinishedRun(totals))
        if isRecent {
            #expect(rig.message() == .runRecovered(timer: totals.timer, distance: totals.distance))
            rig.wait(.seconds(10))
            #expect(rig.runPage()?.motion == .running)
        } else {
            #expect(rig.message() == .runInterrupted(timer: totals.timer, distance: totals.distance, secondsToSave: 60))
            #expect(rig.screen.labels.start == .resume && rig.screen.labels.page == .save)
            rig.wait(.seconds(60))
            #expect(rig.phase == .saved)
            #expect(rig.effects.contains { if case .close(.interrupted) = $0 { true } else { false } })
        }
    }

    @Test("C1: asked to end during a run, the watch flushes and leaves the log open to go on", arguments: [true, false])
    func shutDown(_ isRunning: Bool) {
        var rig = isRunning ? Place.running.rig() : Place.clock.rig()
        rig.forget()
        rig.deliver(.shutDown)
        let order = rig.effects.compactMap { effect -> String? in
            switch effect {
            case .flush: "flush"
            case .readyToEnd: "end"
            case .close: "close"
            default: nil
            }
        }
        #expect(order == ["flush", "end"])
    }

    @Test("The age for zones and energy is known even before the time is: from the year of the build")
    func age() {
        var rig = WatchRig(profile: Profile(birthYear: 1985))
        rig.beginRun()
        let header = rig.watch.session.totals?.header
        #expect(header?.body.age == 40)
        #expect(header?.zones.isKnown == true)
    }
}

extension WatchRig {
    /// Closes what covers the summary of a run that was just saved, and leaves it.
    mutating func leaveSummary() {
        press(.start)
        press(.start)
    }

    /// Lets time pass and looks at each screen that is drawn.
    mutating func followRedraws(until instant: MonotonicInstant, look: (WatchRig) -> Void) {
        while let due = watch.deadline(after: now), due <= instant {
            forget()
            wait(until: due)
            if effects.contains(where: { if case .redraw = $0 { true } else { false } }) { look(self) }
        }
        wait(until: instant)
    }
}
