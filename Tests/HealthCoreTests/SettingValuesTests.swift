import Quantities
import RunCore
import Testing

@testable import HealthCore

@Suite("Settings as they are stored")
struct SettingValuesTests {
    /// A setting that is not the one of a new watch: its name, what is set, what is stored.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let stored: HealthValue
        let set: @Sendable (inout Settings) -> Void
        /// Values of the right form that mean nothing.
        let bad: [HealthValue]
        var testDescription: String { name }
    }

    static let examples: [Example] = [
        Example(
            name: "glances", stored: .integer(0b1_0001), set: { $0.glances = [.goals, .history] }, bad: [.integer(-1), .integer(256)]),
        Example(name: "uses_12_hours", stored: .integer(1), set: { $0.uses12Hours = true }, bad: [.integer(2), .integer(-1)]),
        Example(name: "countdown_s", stored: .integer(10), set: { $0.countdown = 10 }, bad: [.integer(4), .integer(-3), .integer(259)]),
        Example(name: "light", stored: .integer(2), set: { $0.light = .alwaysOn }, bad: [.integer(3), .integer(-1), .integer(257)]),
        Example(
            name: "quiet_hours_min", stored: .numbers([1320, 420]), set: { $0.quietHours = QuietHours(from: 1320, to: 420) },
            bad: [
                .numbers([1440, 1]), .numbers([1, 1]), .numbers([1]), .numbers([]), .numbers([-1, 5]), .numbers([1.5, 7]),
                .numbers([.nan, 7]),
            ]
        ),
        Example(
            name: "zone_limits_bpm", stored: .numbers([100, 120, 140, 160, 180]), set: { $0.zoneLimits = [100, 120, 140, 160, 180] },
            bad: [
                .numbers([]), .numbers([100, 120, 140, 160]), .numbers([100, 120, 120, 160, 180]), .numbers([100, 120, 140, 160, 300]),
                .numbers([29, 120, 140, 160, 180]), .numbers([100, 120, 140, 160, 180, 190]), .numbers([.infinity, 1, 2, 3, 4]),
            ]),
        Example(
            name: "alert_above_bpm", stored: .integer(170), set: { $0.alerts.heartRateAbove = 170 },
            bad: [.integer(39), .integer(231), .integer(426)]),
        Example(
            name: "alert_below_bpm", stored: .integer(110), set: { $0.alerts.heartRateBelow = 110 }, bad: [.integer(0), .integer(-110)]),
        Example(
            name: "alert_faster_s_per_km", stored: .integer(270), set: { $0.alerts.paceFaster = 270 },
            bad: [.integer(119), .integer(1201), .integer(.max)]),
        Example(
            name: "alert_slower_s_per_km", stored: .integer(400), set: { $0.alerts.paceSlower = 400 }, bad: [.integer(0), .integer(.min)]),
        Example(name: "alert_each_m", stored: .integer(500), set: { $0.alerts.eachDistance = 500 }, bad: [.integer(99), .integer(50_001)]),
        Example(name: "alert_each_s", stored: .integer(300), set: { $0.alerts.eachTime = 300 }, bad: [.integer(59), .integer(21_601)]),
        Example(
            name: "caffeine_half_life_min", stored: .integer(240), set: { $0.caffeineHalfLife = 240 }, bad: [.integer(179), .integer(601)]),
        Example(name: "bedtime_min", stored: .integer(0), set: { $0.bedtime = 0 }, bad: [.integer(1440), .integer(-2)]),
        Example(name: "bedtime_min", stored: .integer(-1), set: { $0.bedtime = nil }, bad: []),
        Example(name: "low_caffeine_mg", stored: .integer(80), set: { $0.lowCaffeine = 80 }, bad: [.integer(501), .integer(-1)]),
        Example(name: "caffeine_limits", stored: .integer(0), set: { $0.caffeineLimits = false }, bad: [.integer(2)]),
        Example(
            name: "active_runner", stored: .text("runner-2"), set: { $0.activeRunner = "runner-2" },
            bad: [.text(""), .text(String(repeating: "é", count: 21))]),
    ]

    /// Values of other kinds.
    static let foreign: [HealthValue] = [.real(0.5), .opaque([200, 1]), .quarterHour(QuarterHourAmounts(steps: 3)), .none]

    static func change(_ name: String, _ version: UInt32, _ value: HealthValue) throws -> HealthChange {
        HealthChange(kind: .setting, id: try #require(HealthID(name)), version: version, origin: .migration, value: value)
    }

    @Test("A setting is stored under its name, alone, is read again, and can be taken back", arguments: examples)
    func roundTrip(_ example: Example) throws {
        var book = HealthBook(boot: RunPagesTests.boot)
        var settings = book.settings
        example.set(&settings)
        #expect(settings != Settings())
        let changes = book.changes(to: settings, book.profile, origin: .migration)
        #expect(changes == [try Self.change(example.name, 1, example.stored)])
        for change in changes {
            let stored = change.value.withBytes { HealthValue(bytes: $0) }
            book.apply(try Self.change(example.name, 1, try #require(stored)))
        }
        #expect(book.settings == settings)
        for change in book.changes(to: Settings(), book.profile, origin: .migration) { book.apply(change) }
        #expect(book.settings == Settings())
    }

    @Test("A value that means nothing leaves what is there", arguments: examples)
    func badValues(_ example: Example) throws {
        var expected = Settings()
        example.set(&expected)
        for value in example.bad + Self.foreign {
            var settings = expected
            SettingValues.set(example.name, to: value, in: &settings, height: .meters(1.7))
            #expect(settings == expected)
        }
    }

    @Test("Every name is that of one value, short enough for the store, and every value has its name")
    func names() {
        #expect(Set(SettingValues.names).count == SettingValues.names.count)
        for name in SettingValues.names { #expect(HealthID(name) != nil) }
        #expect(Set(Self.examples.map(\.name)).subtracting(SettingValues.names).isEmpty)
    }

    @Test("Glances of a later version are kept")
    func laterGlances() {
        var settings = Settings()
        SettingValues.set("glances", to: .integer(0xC1), in: &settings, height: .meters(1.7))
        #expect(settings.glances.contains(.goals) && !settings.glances.contains(.week))
        settings.glances.insert(.week)
        #expect(SettingValues.value("glances", of: settings, height: .meters(1.7)) == .integer(0xC5))
    }

    @Test("Quiet hours begin with their first minute, end before their last, and go over midnight")
    func quietHours() throws {
        for (from, to) in [(0, 1439), (60, 420), (1320, 420), (1439, 0)] as [(UInt16, UInt16)] {
            let hours = try #require(QuietHours(from: from, to: to))
            var minute = from
            var quiet: Set<UInt16> = []
            while minute != to {
                quiet.insert(minute)
                minute = (minute + 1) % QuietHours.minutesADay
            }
            for minute in 0..<QuietHours.minutesADay { #expect(hours.contains(minute: minute) == quiet.contains(minute)) }
        }
        #expect(QuietHours(from: 1440, to: 0) == nil && QuietHours(from: 5, to: 5) == nil)
    }

    @Test("An alert out of its range is none")
    func alerts() {
        var alerts = RunAlerts()
        alerts.heartRateAbove = 231
        alerts.heartRateBelow = 39
        alerts.paceFaster = 119
        alerts.paceSlower = 1201
        alerts.eachDistance = 99
        alerts.eachTime = 59
        #expect(alerts == RunAlerts())
    }
}
