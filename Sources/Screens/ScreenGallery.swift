import Quantities
import ScreenModels

/// Sample screens: every page in its states, with made-up values. The reference pictures, `harrier screens` and the README show them.
public enum ScreenGallery {
    /// A screen and the name of its picture.
    public struct Sample: Sendable {
        /// File name without its ending: `run-primary`.
        public var name: String
        /// What it says.
        public var screen: Screen
    }

    /// A size of panel.
    public struct Panel: Hashable, Sendable {
        /// Pixels across.
        public var width: Int
        /// Rows.
        public var height: Int
        /// `128x64`.
        public var name: String { "\(width)x\(height)" }
    }

    /// The sizes with a layout of their own.
    public static let panels = [Panel(width: 128, height: 64), Panel(width: 128, height: 128), Panel(width: 144, height: 168)]

    /// All samples, in the order in which a runner meets them.
    public static let samples: [Sample] = clock + setUp + ready + runs + afterwards + lists + messages

    // MARK: Before a run

    private static let clock: [Sample] = [
        sample("clock", .clock(ClockPage(time: noon, date: day, steps: 8432, distance: .meters(5213))), .init(start: .start, page: .menu)),
        sample(
            "clock-unset", .clock(ClockPage(time: nil, date: nil, steps: nil, distance: .zero)), .init(start: .start, page: .menu),
            StatusStrip(time: nil, batteryPercent: nil)),
        sample(
            "clock-charging", .clock(ClockPage(time: noon, date: longestDay, steps: 24_816, distance: .meters(31_420))),
            .init(start: .start, page: .menu), StatusStrip(time: noon, batteryPercent: 100, isCharging: true)),
    ]

    private static let setUp: [Sample] = [
        sample("setup-language", .setUp(SetUpPage(value: .language(0), step: 1)), edit, beforeFix),
        sample("setup-language-zh", .setUp(SetUpPage(value: .language(1), step: 1)), edit, beforeFix),
        sample("setup-units", .setUp(SetUpPage(value: .units(.metric), step: 2)), edit, beforeFix),
        sample("setup-weight", .setUp(SetUpPage(value: .weight(.kilograms(65)), step: 3)), edit, beforeFix),
        sample("setup-height", .setUp(SetUpPage(value: .height(.meters(1.72)), step: 4)), edit, beforeFix),
        sample("setup-height-imperial", .setUp(SetUpPage(value: .height(.meters(1.82)), step: 4)), edit, beforeFix, .imperial),
        sample("setup-birth-year", .setUp(SetUpPage(value: .birthYear(1990), step: 5)), edit, beforeFix),
        sample("edit-maximum-heart-rate", .setUp(SetUpPage(value: .maximumHeartRate(.beatsPerMinute(188)), step: nil)), edit),
        sample("edit-auto-lap", .setUp(SetUpPage(value: .autoLap(.fiveMinutes), step: nil)), edit),
    ]

    private static let ready: [Sample] = [
        sample(
            "ready-searching",
            .ready(
                ReadyPage(
                    kind: .run, satellitesUsed: 3, satellitesVisible: 9, accuracy: nil, gps: .working, heartRateSensor: .starting,
                    heartRate: nil, motion: .working, barometer: .absent, hasFix: false)), readyLabels,
            StatusStrip(time: noon, batteryPercent: 87, fix: .none)),
        sample(
            "ready-fixed",
            .ready(
                ReadyPage(
                    kind: .trailRun, satellitesUsed: 11, satellitesVisible: 14, accuracy: .meters(4.2), gps: .working,
                    heartRateSensor: .working, heartRate: .beatsPerMinute(78), motion: .working, barometer: .working, hasFix: true)),
            readyLabels),
        sample(
            "ready-trouble",
            .ready(
                ReadyPage(
                    kind: .walk, satellitesUsed: nil, satellitesVisible: nil, accuracy: nil, gps: .failed, heartRateSensor: .failed,
                    heartRate: nil, motion: .absent, barometer: .starting, hasFix: false)), readyLabels,
            StatusStrip(time: nil, batteryPercent: 54, fix: .none, hasStorageTrouble: true)),
        sample(
            "ready-indoor",
            .ready(
                ReadyPage(
                    kind: .indoorRun, satellitesUsed: nil, satellitesVisible: nil, accuracy: nil, gps: .absent, heartRateSensor: .working,
                    heartRate: .beatsPerMinute(102), motion: .working, barometer: .absent, hasFix: false)), readyLabels,
            StatusStrip(time: noon, batteryPercent: 87)),
        sample("countdown", .countdown(secondsLeft: 3), .init(start: .start, lap: .cancel)),
    ]

    // MARK: A run

    private static let runs: [Sample] = [
        sample("run-primary", .run(run(.primary)), runLabels),
        sample("run-primary-short", .run(firstSeconds), runLabels, StatusStrip(time: noon, batteryPercent: 86, fix: .none)),
        sample("run-primary-long", .run(longRun(.primary)), runLabels, crowded),
        sample("run-primary-reckoned", .run(reckoned), runLabels, StatusStrip(time: noon, batteryPercent: 62, fix: .none)),
        sample("run-primary-imperial", .run(run(.primary)), runLabels, inRun, .imperial),
        sample("run-primary-auto-paused", .run(run(.primary, .autoPaused)), runLabels),
        sample("run-primary-paused", .run(run(.primary, .paused)), pausedLabels),
        sample("run-secondary", .run(run(.secondary)), runLabels),
        sample("run-secondary-unknown", .run(firstSeconds(.secondary)), runLabels, StatusStrip(time: noon, batteryPercent: 86, fix: .none)),
        sample("run-secondary-long", .run(longRun(.secondary)), runLabels, crowded, .imperial),
        sample("run-secondary-auto-paused", .run(run(.secondary, .autoPaused)), runLabels),
        sample("run-secondary-paused", .run(run(.secondary, .paused)), pausedLabels),
        sample("run-lap", .run(run(.lap)), runLabels),
        sample("run-lap-first", .run(firstSeconds(.lap)), runLabels, StatusStrip(time: noon, batteryPercent: 86, fix: .none)),
        sample("run-lap-long", .run(longRun(.lap)), runLabels, crowded),
        sample("run-lap-auto-paused", .run(run(.lap, .autoPaused)), runLabels),
        sample("run-lap-paused", .run(run(.lap, .paused)), pausedLabels),
        sample("run-track", .run(run(.track)), runLabels),
        sample("run-track-empty", .run(firstSeconds(.track)), runLabels, StatusStrip(time: noon, batteryPercent: 86, fix: .none)),
        sample("run-track-long", .run(longRun(.track)), runLabels, crowded),
        sample("run-track-auto-paused", .run(run(.track, .autoPaused)), runLabels),
        sample("run-track-paused", .run(run(.track, .paused)), pausedLabels),
        sample(
            "lap-banner",
            .lapBanner(
                LapBanner(
                    isLap: true,
                    figures: LapFigures(
                        number: 3, timer: .seconds(272), distance: .meters(902), pace: .secondsPerKilometer(301.5),
                        heartRate: .beatsPerMinute(158)))), runLabels),
        sample(
            "split-banner",
            .lapBanner(
                LapBanner(
                    isLap: false,
                    figures: LapFigures(
                        number: 7, timer: .milliseconds(298_900), distance: .meters(1000), pace: .secondsPerKilometer(298.9), heartRate: nil
                    ))),
            runLabels),
        sample(
            "lap-banner-long",
            .lapBanner(
                LapBanner(
                    isLap: false,
                    figures: LapFigures(
                        number: 128, timer: .seconds(36_125), distance: .miles(1), pace: .secondsPerKilometer(3735),
                        heartRate: .beatsPerMinute(121)))), runLabels, crowded, .imperial),
    ]

    // MARK: After a run

    private static let afterwards: [Sample] = [
        sample(
            "stopped", .stopped(StoppedPage(timer: .seconds(2715), distance: .meters(8436), secondsToSave: 52, isTooShort: false)),
            .init(start: .resume, page: .save)),
        sample(
            "stopped-long",
            .stopped(StoppedPage(timer: .seconds(45_296), distance: .meters(123_456), secondsToSave: 60, isTooShort: false)),
            .init(start: .resume, page: .save), crowded, .imperial),
        sample(
            "stopped-too-short", .stopped(StoppedPage(timer: .seconds(12), distance: .meters(7), secondsToSave: 58, isTooShort: true)),
            .init(start: .resume, page: .save)),
        sample("summary-result", .summary(summary(.result)), summaryLabels),
        sample("summary-body", .summary(summary(.body)), summaryLabels),
        sample("summary-course", .summary(summary(.course)), summaryLabels),
        sample("summary-result-undated", .summary(undated(.result)), summaryLabels),
        sample("summary-body-unknown", .summary(undated(.body)), summaryLabels),
        sample("summary-course-unknown", .summary(undated(.course)), summaryLabels),
        sample("summary-result-long", .summary(longest(.result)), summaryLabels, crowded),
        sample("summary-body-long", .summary(longest(.body)), summaryLabels, crowded),
        sample("summary-course-long", .summary(longest(.course)), summaryLabels, crowded, .imperial),
    ]

    // MARK: Lists

    private static let lists: [Sample] = [
        sample(
            "history",
            .history(
                HistoryPage(
                    count: 23, first: 0, selected: 1,
                    rows: (
                        HistoryRow(date: day, kind: .run, distance: .meters(8436), timer: .seconds(2715)),
                        HistoryRow(date: longestDay, kind: .trailRun, distance: .meters(21_097), timer: .seconds(7384)),
                        HistoryRow(date: nil, kind: .indoorRun, distance: .meters(5020), timer: .seconds(1634)),
                        HistoryRow(date: day, kind: .walk, distance: .meters(123_456), timer: .seconds(84_296))
                    ))), listLabels),
        sample(
            "history-one",
            .history(
                HistoryPage(
                    count: 1, first: 0, selected: 0,
                    rows: (HistoryRow(date: day, kind: .run, distance: .meters(8436), timer: .seconds(2715)), nil, nil, nil))), listLabels),
        sample("menu", .menu(menu(.main, [.history, .settings, .about, .powerOff, .back], selected: 1)), listLabels),
        sample(
            "settings",
            .menu(
                menu(
                    .settings,
                    [
                        .setting(.language(0)), .setting(.units(.metric)), .setting(.weight(.kilograms(65))),
                        .setting(.height(.meters(1.72))),
                        .setting(.birthYear(1990)),
                    ], selected: 0, count: 15)), listLabels),
        sample(
            "settings-more",
            .menu(
                menu(
                    .settings,
                    [
                        .setting(.sex(.female)), .setting(.maximumHeartRate(nil)), .setting(.restingHeartRate(.beatsPerMinute(52))),
                        .setting(.autoPause(true)), .setting(.autoLap(.tenMinutes)),
                    ], selected: 4, first: 5, count: 15)), listLabels),
        sample(
            "settings-last",
            .menu(
                menu(
                    .settings,
                    [
                        .setting(.sounds(false)), .setting(.runType(.trailRun)), .setting(.autoLock(false)),
                        .setting(.energyFromHeartRate(true)),
                        .back,
                    ], selected: 3, first: 10, count: 15)), listLabels),
        sample("interrupted-run", .menu(menu(.interruptedRun, [.resumeRun, .saveRun], selected: 0)), listLabels),
    ]

    // MARK: Messages

    private static let messages: [Sample] = [
        message("run-recovered", .runRecovered(timer: .seconds(3725), distance: .meters(12_340))),
        message(
            "run-interrupted", .runInterrupted(timer: .seconds(3725), distance: .meters(12_340), secondsToSave: 60),
            .init(start: .resume, page: .save)),
        message("saved", .saved),
        message("discarded", .discarded),
        message("locked", .locked, .init(lap: .unlock)),
        message("just-locked", .lockChanged(isLocked: true), .init()),
        message("just-unlocked", .lockChanged(isLocked: false), .init()),
        message("forgotten-run", .forgottenRun(secondsToStop: 272)),
        message("storage-full", .storageFull),
        message("storage-failed", .storageFailed),
        message("storage-rebuilt", .storageRebuilt),
        message("gps-failed", .sensorFailed(.gps)),
        message("heart-rate-failed", .sensorFailed(.heartRate)),
        message("motion-failed", .sensorFailed(.motion)),
        message("barometer-failed", .sensorFailed(.barometer)),
        message("battery-failed", .sensorFailed(.battery)),
        message("gpsd-missing", .gpsDaemonMissing),
        message("start-stuck", .buttonStuck(.start)),
        message("page-stuck", .buttonStuck(.page)),
        message("battery-low", .batteryLow(percent: 12)),
        message("heart-rate-back", .sensorBack(.heartRate)),
        message("no-runs", .noRuns, .init(lap: .back)),
        message("powering-off", .poweringOff, .init()),
        message("about", .about(0, 1, 0), .init(lap: .back)),
        sample("dark", .dark, .init()),
    ]

    // MARK: Values

    private static let noon = TimeOfDay(hour: 12, minute: 34)
    private static let day = DayOfYear(year: 2026, month: 9, day: 14, weekday: 1)
    private static let longestDay = DayOfYear(year: 2026, month: 12, day: 30, weekday: 3)
    private static let inRun = StatusStrip(time: noon, batteryPercent: 87, fix: .good)
    private static let beforeFix = StatusStrip(time: nil, batteryPercent: 91)
    private static let crowded = StatusStrip(
        time: TimeOfDay(hour: 20, minute: 48), batteryPercent: 100, isCharging: true, isLocked: true, fix: .fair, hasStorageTrouble: true)
    private static let edit = ButtonLabels(start: .select, lap: .back, page: .plus)
    private static let readyLabels = ButtonLabels(start: .start, lap: .back, page: .next)
    private static let runLabels = ButtonLabels(start: .pause, lap: .lap, page: .next)
    private static let pausedLabels = ButtonLabels(start: .resume, lap: .lap, page: .next)
    private static let summaryLabels = ButtonLabels(start: .ok, page: .next)
    private static let listLabels = ButtonLabels(start: .select, lap: .back, page: .down)

    private static func sample(
        _ name: String, _ page: Page, _ labels: ButtonLabels, _ status: StatusStrip = inRun, _ units: UnitSystem = .metric
    ) -> Sample {
        Sample(name: name, screen: Screen(status: status, page: page, labels: labels, units: units))
    }

    private static func message(_ name: String, _ message: Message, _ labels: ButtonLabels = .init(start: .ok)) -> Sample {
        sample("message-\(name)", .message(message), labels)
    }

    private static func menu(
        _ title: MenuTitle, _ rows: [MenuRow], selected: UInt8, first: UInt8 = 0, count: UInt8? = nil
    ) -> MenuPage {
        var held = MenuRows()
        for (index, row) in rows.enumerated() { held[index] = row }
        return MenuPage(title: title, count: count ?? UInt8(clamping: rows.count), first: first, selected: first + selected, rows: held)
    }

    private static func run(_ view: RunPage.View, _ motion: RunPage.Motion = .running) -> RunPage {
        RunPage(
            view: view, motion: motion, timer: .seconds(2715), distance: .meters(8436),
            pace: motion == .running ? .secondsPerKilometer(312) : nil, averagePace: .secondsPerKilometer(321.8),
            heartRate: .beatsPerMinute(motion == .running ? 156 : 128), zone: motion == .running ? 3 : 2,
            cadence: motion == .running ? .stepsPerMinute(172) : nil, steps: 7780, ascent: .meters(64),
            energy: .kilocalories(568),
            lap: LapFigures(
                number: 3, timer: .seconds(143), distance: .meters(436), pace: .secondsPerKilometer(328), heartRate: .beatsPerMinute(154)),
            lastLap: LapFigures(
                number: 2, timer: .seconds(1272), distance: .meters(4000), pace: .secondsPerKilometer(318), heartRate: .beatsPerMinute(157)),
            track: loop)
    }

    private static var reckoned: RunPage {
        var page = run(.primary)
        page.isReckoned = true
        page.distance = .meters(12_345)
        page.timer = .seconds(3905)
        return page
    }

    private static var firstSeconds: RunPage { firstSeconds(.primary) }

    private static func firstSeconds(_ view: RunPage.View) -> RunPage {
        RunPage(
            view: view, motion: .running, timer: .seconds(7), distance: .meters(0), pace: nil, averagePace: nil, heartRate: nil, zone: nil,
            cadence: nil, steps: nil, ascent: nil, energy: .zero,
            lap: LapFigures(number: 1, timer: .seconds(7), distance: .zero, pace: nil, heartRate: nil), lastLap: nil, track: TrackSketch())
    }

    private static func longRun(_ view: RunPage.View) -> RunPage {
        RunPage(
            view: view, motion: .running, timer: .seconds(86_399), distance: .meters(123_456), isReckoned: true,
            pace: .secondsPerKilometer(1199), averagePace: .secondsPerKilometer(699.8), heartRate: .beatsPerMinute(188), zone: 5,
            cadence: .stepsPerMinute(204), steps: 148_210, ascent: .meters(8848), energy: .kilocalories(8312),
            lap: LapFigures(
                number: 128, timer: .seconds(45_296), distance: .meters(60_456), pace: .secondsPerKilometer(749),
                heartRate: .beatsPerMinute(143)),
            lastLap: LapFigures(
                number: 127, timer: .seconds(36_125), distance: .meters(61_000), pace: .secondsPerKilometer(592),
                heartRate: .beatsPerMinute(151)), track: loop)
    }

    private static func summary(_ view: SummaryPage.View) -> SummaryPage {
        var figures = RunFigures()
        figures.distance = .meters(8436)
        figures.timer = .seconds(2715)
        figures.elapsed = .seconds(2881)
        figures.moving = .seconds(2690)
        figures.averagePace = .secondsPerKilometer(321.8)
        figures.energy = .kilocalories(568)
        figures.averageHeartRate = .beatsPerMinute(152)
        figures.maximumHeartRate = .beatsPerMinute(174)
        for (index, seconds) in [65, 140, 610, 1320, 480, 90].enumerated() { figures.zoneTimes[index] = .seconds(seconds) }
        figures.averageCadence = .stepsPerMinute(171)
        figures.steps = 7780
        figures.ascent = .meters(64)
        figures.descent = .meters(61)
        figures.laps = 3
        figures.bestSplit = .secondsPerKilometer(298.9)
        figures.slowestSplit = .secondsPerKilometer(347)
        return SummaryPage(view: view, kind: .run, date: day, start: TimeOfDay(hour: 11, minute: 46), figures: figures)
    }

    /// A short run indoors before the watch ever knew the time (fault D9).
    private static func undated(_ view: SummaryPage.View) -> SummaryPage {
        var figures = RunFigures()
        figures.distance = .meters(624)
        figures.timer = .seconds(251)
        figures.elapsed = .seconds(251)
        figures.moving = .seconds(240)
        figures.averagePace = .secondsPerKilometer(402)
        figures.energy = .kilocalories(42.1)
        figures.laps = 1
        return SummaryPage(view: view, kind: .indoorRun, date: nil, start: nil, figures: figures)
    }

    private static func longest(_ view: SummaryPage.View) -> SummaryPage {
        var page = summary(view)
        page.kind = .trailRun
        page.figures.distance = .meters(123_456)
        page.figures.timer = .seconds(86_399)
        page.figures.elapsed = .seconds(359_999)
        page.figures.moving = .seconds(84_240)
        page.figures.averagePace = .secondsPerKilometer(699.8)
        page.figures.energy = .kilocalories(8312)
        for zone in 0...5 { page.figures.zoneTimes[zone] = .seconds(14_400 + zone * 400) }
        page.figures.steps = 148_210
        page.figures.ascent = .meters(8848)
        page.figures.descent = .meters(8848)
        page.figures.laps = 128
        page.figures.bestSplit = .secondsPerKilometer(452)
        page.figures.slowestSplit = .secondsPerKilometer(3702)
        return page
    }

    /// A made-up lap around a park.
    private static let loop: TrackSketch = {
        let points: [(UInt8, UInt8)] = [
            (28, 150), (40, 132), (58, 120), (74, 102), (80, 78), (96, 58), (122, 48), (150, 40), (178, 22), (206, 16), (232, 28),
            (248, 52),
            (244, 78), (226, 96), (212, 112), (216, 134), (230, 150), (226, 172), (204, 184), (178, 180), (156, 166), (134, 164),
            (116, 176),
            (98, 188), (76, 186), (60, 176), (52, 160),
        ]
        var sketch = TrackSketch()
        for (index, point) in points.enumerated() {
            sketch.x[index] = point.0
            sketch.y[index] = point.1
        }
        sketch.count = UInt8(clamping: points.count)
        sketch.span = .meters(1450)
        return sketch
    }()
}
