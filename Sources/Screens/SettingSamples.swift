import Quantities
import ScreenModels

/// Sample screens of the settings, and of what they change on other pages.
extension ScreenGallery {
    static let settings: [Sample] = settingMenus + settingEditors + twelveHours + alerts

    private static let settingMenus: [Sample] = [
        sample(
            "settings",
            .menu(
                menu(
                    .settings,
                    [
                        .setting(.autoPause(true)), .setting(.autoLap(.tenMinutes)), .setting(.sounds(true)), .setting(.autoLock(false)),
                        .group(.alerts),
                    ], selected: 0, count: 10)), listLabels),
        sample(
            "settings-more",
            .menu(
                menu(
                    .settings, [.runPages, .setting(.countdown(10)), .group(.watch), .group(.glances), .group(.caffeine)], selected: 2,
                    first: 5, count: 10)), listLabels),
        sample(
            "settings-alerts",
            .menu(
                menu(
                    .alerts,
                    [
                        .setting(.alert(.heartRateAbove(.beatsPerMinute(172)))), .setting(.alert(.heartRateBelow(nil))),
                        .setting(.alert(.paceFaster(.secondsPerKilometer(285)))), .setting(.alert(.paceSlower(nil))),
                        .setting(.alert(.eachDistance(.meters(500)))),
                    ], selected: 0, count: 6)), listLabels),
        sample(
            "settings-watch",
            .menu(
                menu(
                    .watch,
                    [
                        .setting(.light(.long)), .setting(.quietFrom(TimeOfDay(hour: 22, minute: 0))),
                        .setting(.quietTo(TimeOfDay(hour: 6, minute: 45))), .setting(.clockForm(.twentyFourHours)),
                        .setting(.zone(minutes: 345, from: .fixed)),
                    ], selected: 1, first: 2, count: 7)), listLabels),
        sample(
            "settings-watch-without-time",
            .menu(
                menu(
                    .watch,
                    [
                        .setting(.hour(14)), .setting(.minute(nil)), .setting(.units(.metric)), .setting(.language(0)),
                        .setting(.light(.automatic)),
                    ], selected: 0, count: 9)), listLabels, beforeFix),
        sample(
            "settings-glances",
            .menu(
                menu(
                    .glances,
                    [
                        .setting(.glance(.goals, true)), .setting(.glance(.caffeine, false)), .setting(.glance(.week, true)),
                        .setting(.glance(.records, true)), .setting(.glance(.history, true)),
                    ], selected: 1, count: 6)), listLabels),
        sample(
            "settings-zones",
            .menu(
                menu(
                    .zones,
                    [
                        .setting(.ownZones(true)), .setting(.zoneLimit(1, .beatsPerMinute(98))),
                        .setting(.zoneLimit(2, .beatsPerMinute(117))), .setting(.zoneLimit(3, .beatsPerMinute(137))),
                        .setting(.zoneLimit(4, .beatsPerMinute(156))),
                    ], selected: 2, count: 6)), listLabels),
        sample(
            "profile-runner",
            .menu(
                menu(
                    .profile,
                    [
                        .setting(.runner(7, ShortText("Maximiliane Musterfrau"))), .setting(.weight(.kilograms(65))),
                        .setting(.height(.meters(1.72))), .setting(.birthYear(1990)), .setting(.sex(.female)),
                    ], selected: 0, count: 9)), listLabels),
        sample("settings-zones-automatic", .menu(menu(.zones, [.setting(.ownZones(false))], selected: 0)), listLabels),
        sample(
            "settings-caffeine",
            .menu(
                menu(
                    .caffeine,
                    [
                        .setting(.caffeineHalfLife(.minutes(315))), .setting(.bedtime(TimeOfDay(hour: 22, minute: 30))),
                        .setting(.lowCaffeine(50)), .setting(.caffeineLimits(true)),
                    ], selected: 1)), listLabels),
    ]

    private static let settingEditors: [Sample] = [
        sample("edit-bedtime", .setUp(SetUpPage(value: .bedtime(TimeOfDay(hour: 22, minute: 30)), step: nil)), edit),
        sample("edit-zone", .setUp(SetUpPage(value: .zone(minutes: -210, from: .fixed), step: nil)), edit),
        sample("edit-zone-automatic", .setUp(SetUpPage(value: .zone(minutes: 60, from: .machine), step: nil)), edit),
        sample("edit-alert-pace", .setUp(SetUpPage(value: .alert(.paceSlower(.secondsPerKilometer(360))), step: nil)), edit),
        sample("edit-zone-limit", .setUp(SetUpPage(value: .zoneLimit(4, .beatsPerMinute(156)), step: nil)), edit),
        sample("edit-hour", .setUp(SetUpPage(value: .hour(14), step: nil)), edit, beforeFix),
    ]

    private static let twelveHours: [Sample] = [
        inTwelveHours(
            sample(
                "clock-twelve-hours",
                .clock(ClockPage(time: TimeOfDay(hour: 22, minute: 48), date: longestDay, steps: 24_816, distance: .meters(31_420))),
                clockLabels)),
        inTwelveHours(sample("run-primary-twelve-hours", .run(run(.first)), runLabels, crowded)),
        inTwelveHours(
            sample(
                "run-four-fields-day-twelve-hours", .run(run(.fourth, .running, RunFields(.clock, .battery, .altitude, .steps))), runLabels,
                crowded)),
        inTwelveHours(
            sample(
                "settings-watch-twelve-hours",
                .menu(
                    menu(
                        .watch,
                        [
                            .setting(.quietFrom(TimeOfDay(hour: 22, minute: 0))), .setting(.quietTo(TimeOfDay(hour: 6, minute: 45))),
                            .setting(.clockForm(.twelveHours)), .setting(.zone(minutes: -480, from: .named)),
                        ], selected: 0, first: 3, count: 7)), listLabels)),
        inTwelveHours(sample("summary-result-twelve-hours", .summary(summary(.result)), summaryLabels)),
        inTwelveHours(
            sample("edit-bedtime-twelve-hours", .setUp(SetUpPage(value: .bedtime(TimeOfDay(hour: 22, minute: 30)), step: nil)), edit)),
    ]

    private static func inTwelveHours(_ sample: Sample) -> Sample {
        var sample = sample
        sample.screen.clockForm = .twelveHours
        return sample
    }

    private static let alerts: [Sample] = [
        message("alert-heart-rate-above", .alert(.heartRateAbove(.beatsPerMinute(176))), runLabels),
        message("alert-heart-rate-below", .alert(.heartRateBelow(.beatsPerMinute(108))), runLabels),
        message("alert-pace-faster", .alert(.paceFaster(.secondsPerKilometer(279))), runLabels),
        message("alert-pace-slower", .alert(.paceSlower(.secondsPerKilometer(372))), runLabels),
        message("alert-distance", .alert(.distance(.meters(4500))), runLabels),
        message("alert-time", .alert(.time(.seconds(5400))), runLabels),
    ]
}
