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

    /// A sample as it looks on a panel.
    public static func picture(of sample: Sample, on panel: Panel, in language: Language) -> Bitmap {
        var picture = Bitmap(width: panel.width, height: panel.height)
        ScreenRenderer.render(sample.screen, language: language, into: &picture)
        return picture
    }

    /// All samples, in the order in which a runner meets them.
    public static let samples: [Sample] = [clock, goals, caffeine, setUp, ready, runs, afterwards, lists, settings, messages, runsAtRest]
        .flatMap {
            $0
        }

    // MARK: Before a run

    private static let clock: [Sample] = [
        sample("clock", .clock(ClockPage(time: noon, date: day, steps: 8432, distance: .meters(5213))), clockLabels),
        sample(
            "clock-unset", .clock(ClockPage(time: nil, date: nil, steps: nil, distance: .zero, withoutTimeFor: .minutes(12))),
            clockLabels,
            StatusStrip(time: nil, batteryPercent: nil)),
        sample(
            "clock-charging", .clock(ClockPage(time: noon, date: longestDay, steps: 24_816, distance: .meters(31_420))),
            clockLabels, StatusStrip(time: noon, batteryPercent: 100, isCharging: true)),
        sample("clock-goal", .clock(clockWithGoal), clockLabels),
        sample("clock-goals-done", .clock(clockWithGoalsDone), clockLabels),
    ]

    private static let clockWithGoal: ClockPage = {
        var page = ClockPage(time: noon, date: day, steps: 4210, distance: .meters(2013))
        page.nearestGoal = GoalMark(kind: .walking, percent: 99, isAwarded: false)
        return page
    }()

    private static let clockWithGoalsDone: ClockPage = {
        var page = ClockPage(time: noon, date: day, steps: 12_210, distance: .meters(8013))
        page.nearestGoal = GoalMark(kind: .running, percent: 104, isAwarded: true)
        return page
    }()

    private static let setUp: [Sample] = [
        sample("setup-language", .setUp(SetUpPage(value: .language(0), step: 1)), choose, beforeFix),
        sample("setup-language-zh", .setUp(SetUpPage(value: .language(1), step: 1)), choose, beforeFix),
        sample("setup-language-es", .setUp(SetUpPage(value: .language(2), step: 1)), choose, beforeFix),
        sample("setup-language-de", .setUp(SetUpPage(value: .language(3), step: 1)), choose, beforeFix),
        sample("setup-units", .setUp(SetUpPage(value: .units(.metric), step: 2)), choose, beforeFix),
        sample("setup-weight", .setUp(SetUpPage(value: .weight(.kilograms(65)), step: 3)), edit, beforeFix),
        sample("setup-height", .setUp(SetUpPage(value: .height(.meters(1.72)), step: 4)), edit, beforeFix),
        sample("setup-height-imperial", .setUp(SetUpPage(value: .height(.meters(1.82)), step: 4)), edit, beforeFix, .imperial),
        sample("setup-birth-year", .setUp(SetUpPage(value: .birthYear(1990), step: 5)), edit, beforeFix),
        sample("edit-maximum-heart-rate", .setUp(SetUpPage(value: .maximumHeartRate(.beatsPerMinute(188)), step: nil)), edit),
        sample(
            "edit-weight-two-buttons", .setUp(SetUpPage(value: .weight(.kilograms(58)), step: nil)),
            .init(start: .ok, page: .minus, startHeld: .turn)),
        sample("edit-auto-lap", .setUp(SetUpPage(value: .autoLap(.fiveMinutes), step: nil)), choose),
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
        sample("ready-runner", .ready(readyRunner), readyLabels),
        sample("countdown", .countdown(secondsLeft: 3), .init(start: .start, lap: .cancel)),
    ]

    private static let readyRunner: ReadyPage = {
        var page = ReadyPage(
            kind: .run, satellitesUsed: 11, satellitesVisible: 14, accuracy: .meters(4.2), gps: .working, heartRateSensor: .working,
            heartRate: .beatsPerMinute(78), motion: .working, barometer: .working, hasFix: true)
        page.runner = "Maximiliane"
        return page
    }()

    // MARK: A run

    private static let runs: [Sample] = [
        sample("run-primary", .run(run(.first)), runLabels),
        sample("run-primary-short", .run(firstSeconds(.first)), runLabels, StatusStrip(time: noon, batteryPercent: 86, fix: .none)),
        sample("run-primary-long", .run(longRun(.first)), runLabels, crowded),
        sample("run-primary-reckoned", .run(reckoned), runLabels, StatusStrip(time: noon, batteryPercent: 62, fix: .none)),
        sample("run-primary-imperial", .run(run(.first)), runLabels, inRun, .imperial),
        sample("run-primary-walk", .run(walk), runLabels),
        sample("run-primary-auto-paused", .run(run(.first, .autoPaused)), runLabels),
        sample("run-primary-paused", .run(run(.first, .paused)), pausedLabels),
        sample(
            "run-primary-locked", .run(run(.first)), .init(lapHeld: .unlock),
            StatusStrip(time: noon, batteryPercent: 87, isLocked: true, fix: .good)),
        sample(
            "run-primary-locked-two-buttons", .run(run(.first)), .init(pageHeld: .unlock),
            StatusStrip(time: noon, batteryPercent: 87, isLocked: true, fix: .good)),
        sample("run-primary-two-buttons", .run(run(.first)), runLabels.withoutLapButton),
        sample("run-heart", .run(run(.second)), runLabels),
        sample("run-heart-unknown", .run(firstSeconds(.second)), runLabels, StatusStrip(time: noon, batteryPercent: 86, fix: .none)),
        sample("run-heart-auto-paused", .run(run(.second, .autoPaused)), runLabels),
        sample("run-heart-paused", .run(run(.second, .paused)), pausedLabels),
        sample("run-averages", .run(run(.third)), runLabels),
        sample("run-averages-long", .run(longRun(.third)), runLabels, crowded, .imperial),
        sample("run-one-field", .run(run(.fourth)), runLabels),
        sample("run-one-field-long", .run(longRun(.fourth)), runLabels, crowded),
        sample("run-one-field-zone", .run(run(.fourth, .running, RunFields(.zone))), runLabels),
        sample("run-one-field-paused", .run(run(.fourth, .paused)), pausedLabels),
        sample("run-two-fields", .run(run(.fourth, .running, RunFields(.distance, .pace))), runLabels),
        sample("run-two-fields-long", .run(longRun(.fourth, RunFields(.elapsed, .averagePace))), runLabels, crowded),
        sample("run-two-fields-zone", .run(run(.fourth, .running, RunFields(.lapPace, .zone))), runLabels),
        sample("run-three-fields", .run(run(.fourth, .running, RunFields(.distance, .time, .pace))), runLabels),
        sample("run-three-fields-long", .run(longRun(.fourth, RunFields(.elapsed, .distance, .steps))), runLabels, crowded),
        sample("run-four-fields-laps", .run(run(.fourth, .running, RunFields(.lapTime, .lapDistance, .lapPace, .lastLapPace))), runLabels),
        sample("run-four-fields-day", .run(run(.fourth, .running, RunFields(.clock, .battery, .altitude, .steps))), runLabels),
        sample("run-four-fields-zone", .run(run(.fourth, .running, RunFields(.averageHeartRate, .zone, .elapsed, .descent))), runLabels),
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
            stoppedLabels),
        sample(
            "stopped-long",
            .stopped(StoppedPage(timer: .seconds(45_296), distance: .meters(123_456), secondsToSave: 60, isTooShort: false)),
            stoppedLabels, crowded, .imperial),
        sample(
            "stopped-too-short", .stopped(StoppedPage(timer: .seconds(12), distance: .meters(7), secondsToSave: 58, isTooShort: true)),
            stoppedLabels),
        sample(
            "stopped-discard",
            .stopped(
                StoppedPage(timer: .seconds(2715), distance: .meters(8436), secondsToSave: 47, isTooShort: false, asksToDiscard: true)),
            .init(start: .yes, lap: .no)),
        sample("summary-result", .summary(summary(.result)), summaryLabels),
        sample("summary-record", .summary(withRecord(BrokenRecord(.fiveKilometers, .time(.seconds(1471))))), summaryLabels),
        sample(
            "summary-record-long", .summary(withRecord(BrokenRecord(.marathon, .time(.seconds(12_271)), others: 8))), summaryLabels),
        sample("summary-record-climb", .summary(withRecord(BrokenRecord(.mostClimb, .climb(.meters(1234)), others: 1))), summaryLabels),
        sample("summary-laps", .summary(summary(.laps)), summaryLabels),
        sample("summary-splits", .summary(summary(.splits)), .init(start: .down, lap: .back, page: .next)),
        sample("summary-body", .summary(summary(.body)), summaryLabels),
        sample("summary-course", .summary(summary(.course)), summaryLabels),
        sample("summary-result-undated", .summary(undated(.result)), summaryLabels),
        sample("summary-body-unknown", .summary(undated(.body)), summaryLabels),
        sample("summary-course-unknown", .summary(undated(.course)), summaryLabels),
        sample("summary-result-long", .summary(longest(.result)), summaryLabels, crowded),
        sample("summary-laps-long", .summary(longest(.laps)), .init(start: .down, lap: .back, page: .next), crowded),
        sample("summary-splits-long", .summary(longest(.splits)), .init(start: .down, lap: .back, page: .next), crowded, .imperial),
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
        sample(
            "history-two-buttons",
            .history(
                HistoryPage(
                    count: 1, first: 0, selected: 0,
                    rows: (HistoryRow(date: day, kind: .run, distance: .meters(8436), timer: .seconds(2715)), nil, nil, nil))),
            listLabels.withoutLapButton),
        sample("menu", .menu(menu(.main, [.settings, .profile, .history, .about, .powerOff], selected: 1)), listLabels),
        sample(
            "menu-power-off", .menu(menu(.main, [.settings, .profile, .history, .about, .powerOff], selected: 4)),
            .init(lap: .back, page: .down, startHeld: .powerOff)),
        sample(
            "profile",
            .menu(
                menu(
                    .profile,
                    [
                        .setting(.weight(.kilograms(65))), .setting(.height(.meters(1.72))), .setting(.birthYear(1990)),
                        .setting(.sex(.female)), .setting(.maximumHeartRate(.beatsPerMinute(188))),
                    ], selected: 0, count: 8)), listLabels),
        sample(
            "profile-more",
            .menu(
                menu(
                    .profile,
                    [
                        .setting(.sex(nil)), .setting(.maximumHeartRate(nil)),
                        .setting(.restingHeartRate(.beatsPerMinute(52))), .setting(.energyFromHeartRate(false)), .group(.zones),
                    ], selected: 4, first: 3, count: 8)), listLabels),
        sample(
            "settings-run-pages",
            .menu(
                menu(
                    .runPages,
                    [
                        .setting(.runPage(0, fields(of: .first))), .setting(.runPage(1, fields(of: .second))),
                        .setting(.runPage(2, RunFields(.time))), .setting(.runPage(3, RunFields())), .setting(.autoScroll(false)),
                    ], selected: 1)), listLabels),
        sample(
            "settings-run-page",
            .menu(
                menu(
                    .runPage,
                    [
                        .setting(.runPage(0, fields(of: .first))), .runField(0, .distance), .runField(1, .time), .runField(2, .pace),
                        .runField(3, .averageHeartRate),
                    ], selected: 2)), listLabels),
        sample(
            "settings-run-field",
            .menu(
                menu(
                    .runFields,
                    [
                        .fieldChoice(.averagePace), .fieldChoice(.lapPace), .fieldChoice(.lapDistance), .fieldChoice(.lapTime),
                        .fieldChoice(.lastLapPace),
                    ], selected: 3, first: 4, count: 21)), listLabels),
    ]

    // MARK: Messages

    private static let messages: [Sample] = [
        message("run-recovered", .runRecovered(timer: .seconds(3725), distance: .meters(12_340))),
        message(
            "run-interrupted", .runInterrupted(timer: .seconds(3725), distance: .meters(12_340), secondsToSave: 60), stoppedLabels),
        message("saving", .saving),
        message("saved", .saved),
        message("discarded", .discarded),
        message("locked", .locked(holding: .lap), .init(lapHeld: .unlock)),
        message("locked-two-buttons", .locked(holding: .page), .init(pageHeld: .unlock)),
        message("just-locked", .lockChanged(isLocked: true, holding: .lap), .init()),
        message("just-unlocked", .lockChanged(isLocked: false, holding: .lap), .init()),
        message("forgotten-run", .forgottenRun(secondsToStop: 272)),
        message("ready-timed-out", .readyTimedOut),
        message("storage-full", .storageFull),
        message("storage-failed", .storageFailed),
        message("storage-read-only", .storageReadOnly),
        message("settings-not-stored", .settingsNotStored),
        message("settings-unreadable", .settingsUnreadable),
        message("storage-rebuilt", .storageRebuilt),
        message("storage-restored", .storageRestored),
        message("simulated-parts", .simulatedParts),
        message("reading", .reading, .init(lap: .back)),
        message("gps-doubted", .sensorDoubted(.gps)),
        message("motion-doubted", .sensorDoubted(.motion)),
        message("gps-failed", .sensorFailed(.gps)),
        message("heart-rate-failed", .sensorFailed(.heartRate)),
        message("motion-failed", .sensorFailed(.motion)),
        message("barometer-failed", .sensorFailed(.barometer)),
        message("battery-failed", .sensorFailed(.battery)),
        message("gpsd-missing", .gpsDaemonMissing),
        message("start-stuck", .buttonStuck(.start)),
        message("page-stuck", .buttonStuck(.page)),
        message("battery-low", .batteryLow(percent: 12)),
        message("battery-empty", .batteryEmpty, .init()),
        message("heart-rate-back", .sensorBack(.heartRate)),
        message("no-runs", .noRuns, .init(start: .start, lap: .back, page: .back)),
        message("hold-to-turn-off", .holdToTurnOff, .init(lap: .back, page: .down, startHeld: .powerOff)),
        message("powering-off", .poweringOff, .init()),
        message("about", .about(0, 1, 0)),
        sample("dark", .dark, .init()),
    ]
}
