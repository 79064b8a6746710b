import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import SimulatedPeripherals
import Testing

@testable import WatchCore

@Suite("What the settings change")
struct SettingBehaviourTests {
    static func rig(_ change: (inout Settings) -> Void, sleeps: Bool = false) -> WatchRig {
        var settings = Settings.usual, configuration = WatchRig.configuration
        change(&settings)
        configuration.displaySleeps = sleeps
        return WatchRig(configuration, settings: settings)
    }

    /// UTC of a day at a time, learned from the system's clock.
    static func tell(_ rig: inout WatchRig, _ hour: Int, _ minute: Int) {
        let time = CivilTime(hour: hour, minute: minute) ?? .midnight
        let utc = CivilDateTime(date: CivilDate(daysSinceEpoch: 20_500), time: time).instant(offset: .utc)
        rig.deliver(.utc(UTCOffset(from: rig.now, to: utc)))
    }

    @Test("A countdown is as long as it is set, and none starts at once", arguments: Settings.countdowns)
    func countdown(_ seconds: UInt8) {
        var rig = Self.rig { $0.countdown = seconds }
        rig.press(.start)
        rig.edge(.start, isDown: true)
        rig.wait(.milliseconds(100))
        rig.edge(.start, isDown: false)
        if seconds > 0 {
            rig.wait(.milliseconds(Int64(seconds) * 1000 - 200))
            #expect(rig.phase == .countdown)
        }
        rig.wait(.milliseconds(400))
        #expect(rig.phase == .running)
        #expect(rig.buzzes.filter { $0 == .tick }.count == Int(seconds))
    }

    static let lights: [(Settings.Light, [Effect.Light], Duration)] = [
        (.automatic, [.dim, .off], .seconds(31)), (.long, [.dim, .off], .seconds(91)), (.alwaysOn, [], .seconds(3600)),
    ]

    @Test("The display dims and goes dark as it is set", arguments: lights)
    func light(_ light: Settings.Light, _ expected: [Effect.Light], _ after: Duration) {
        var rig = Self.rig({ $0.light = light }, sleeps: true)
        rig.wait(after - .seconds(2))
        #expect(rig.lights == Array(expected.dropLast()))
        rig.wait(.seconds(2))
        #expect(rig.lights == expected)
    }

    /// A time, and whether a low battery is heard then.
    static let quietTimes: [(Int, Int, Bool)] = [
        (21, 59, true), (22, 0, false), (3, 0, false), (6, 59, false), (7, 0, true), (12, 0, true),
    ]

    @Test("In quiet hours nothing buzzes at rest; in a run, and while one is got ready, it does", arguments: quietTimes)
    func quiet(_ hour: Int, _ minute: Int, _ isHeard: Bool) {
        for isInRun in [false, true] {
            var rig = Self.rig { $0.quietHours = QuietHours(from: 1320, to: 420) }
            Self.tell(&rig, hour, minute)
            if isInRun { rig.press(.start) }
            rig.forget()
            rig.deliver(.battery(BatteryReading(percent: 12, isCharging: false)))
            #expect(rig.buzzes.contains(.lowBattery) == (isHeard || isInRun))
            #expect(rig.message() == .batteryLow(percent: 12), "it is shown all the same")
        }
    }

    @Test("Without the time there are no quiet hours, and a time set by hand has them")
    func quietWithoutTime() {
        var rig = Self.rig { $0.quietHours = QuietHours(from: 0, to: 1439) }
        rig.deliver(.battery(BatteryReading(percent: 12, isCharging: false)))
        #expect(rig.buzzes.contains(.lowBattery))
        rig = Self.rig { $0.quietHours = QuietHours(from: 0, to: 1439) }
        rig.setByHand(hour: 12)
        rig.deliver(.battery(BatteryReading(percent: 12, isCharging: false)))
        #expect(!rig.buzzes.contains(.lowBattery))
    }

    @Test("A glance that is switched off is not shown")
    func glances() {
        var context = PageContext()
        context.settings.glances = [.week]
        #expect(Glance.allCases.filter { context.shows($0) } == [.week])
        for glance in GlanceChoice.allCases { #expect(Glance(rawValue: glance.rawValue).map { "\($0)" } == "\(glance)") }
        for (glance, choice) in zip(Glance.allCases, GlanceChoice.allCases) {
            context.settings.glances = GlanceSet(choice)
            #expect(context.shows(glance))
        }
    }

    // MARK: - Alerts

    @Test("What a run tells is seen for 6 s and takes no press")
    func alert() {
        var rig = Self.rig {
            $0.alerts.eachTime = 60
            $0.autoLap = .off
        }
        rig.beginRun()
        rig.forget()
        rig.wait(.seconds(60))
        #expect(rig.message() == .alert(.time(.seconds(60))))
        #expect(rig.buzzes == [.lap])
        rig.press(.page)
        #expect(rig.runPage()?.view == .second, "the press does what it says")
        rig.wait(.seconds(60))
        #expect(rig.message() == .alert(.time(.seconds(120))))
        rig.wait(.seconds(6))
        #expect(rig.runPage() != nil)
        rig.press(.start)
        #expect(rig.phase == .paused)
        rig.forget()
        rig.wait(.seconds(300))
        #expect(rig.message() == nil && rig.buzzes.isEmpty, "nothing while the timer stands")
    }

    // MARK: - Time and zone

    @Test("A time set by hand is shown, goes on, dates nothing, and gives way to any source")
    func handTime() {
        var rig = Self.rig { _ in }
        #expect(rig.screen.status.time == nil)
        rig.setByHand(hour: 14)
        #expect(rig.screen.status.time == TimeOfDay(hour: 14, minute: 0))
        rig.setByHand(minute: 59)
        rig.wait(.seconds(61))
        #expect(rig.screen.status.time == TimeOfDay(hour: 15, minute: 0))
        #expect(rig.clockPage() == nil || rig.clockPage()?.date == nil)
        #expect(rig.watch.utc(at: rig.now) == nil)
        rig.wait(.seconds(3600 * 24))
        #expect(rig.screen.status.time == TimeOfDay(hour: 15, minute: 0))
        Self.tell(&rig, 9, 30)
        #expect(rig.screen.status.time == TimeOfDay(hour: 9, minute: 30))
        rig.deliver(.tick)
        let context = rig.watch.context(at: rig.now)
        #expect(SettingRows.items(of: .watch, context.settingState).contains(.hour) == false, "it is not asked for any more")
    }

    @Test("Where rows go while a menu is open, its last row is chosen, and a press is for that")
    func rowsThatGo() {
        var rig = Self.rig { _ in }
        rig.hold(.page, for: .milliseconds(700))
        rig.press(.start)
        for _ in 0..<7 { rig.press(.page) }
        rig.press(.start)
        for _ in 0..<8 { rig.press(.page) }
        #expect(rig.menu()?.selected == 8 && rig.menu()?.count == 9)
        Self.tell(&rig, 12, 0)
        #expect(rig.menu()?.selected == 6 && rig.menu()?.count == 7)
        rig.press(.start)
        #expect(rig.setUp()?.value == .zone(minutes: 0, from: .machine))
    }

    @Test("An offset that is set by hand counts at once, and after a start")
    func fixedZone() {
        var rig = Self.rig { _ in }
        Self.tell(&rig, 12, 0)
        rig.set(zone: "UTC+05:45")
        #expect(rig.screen.status.time == TimeOfDay(hour: 17, minute: 45))
        #expect(!rig.effects.contains { if case .loadZone = $0 { true } else { false } })
        var again = Self.rig { $0.zoneName = "UTC-03:30" }
        Self.tell(&again, 12, 0)
        #expect(again.screen.status.time == TimeOfDay(hour: 8, minute: 30))
    }

    @Test("The rules of a named zone are asked for, and count if the zone is still set when they come")
    func namedZone() {
        var rig = Self.rig { _ in }
        Self.tell(&rig, 12, 0)
        rig.set(zone: "Europe/Berlin")
        #expect(rig.zonesAsked == ["Europe/Berlin"])
        #expect(rig.screen.status.time == TimeOfDay(hour: 12, minute: 0))
        let hour = TimeZoneRules(fixed: ZoneOffset(seconds: 3600)), two = TimeZoneRules(fixed: ZoneOffset(seconds: 7200))
        rig.deliver(.zone(LoadedZone(name: "Europe/Berlin", rules: hour)))
        #expect(rig.screen.status.time == TimeOfDay(hour: 13, minute: 0))
        rig.set(zone: "UTC")
        rig.deliver(.zone(LoadedZone(name: "Europe/Berlin", rules: two)))
        #expect(rig.screen.status.time == TimeOfDay(hour: 12, minute: 0), "an answer that comes too late")
        rig.set(zone: nil)
        #expect(rig.zonesAsked == ["Europe/Berlin", nil])
    }

    @Test("A run keeps the zone that it was started in")
    func zoneInRun() {
        var rig = Self.rig { _ in }
        Self.tell(&rig, 12, 0)
        rig.beginRun()
        rig.set(zone: "UTC+02:00")
        rig.wait(.seconds(60))
        rig.hold(.start)
        rig.press(.page)
        #expect(rig.watch.session.totals?.zone == .utc)
        #expect(rig.screen.status.time?.hour == 14)
    }

    @Test("The name of an offset is read as it is written, and no other name is one")
    func zoneNames() {
        var minutes = ZoneOffset.fixedMinutes.lowerBound
        while minutes <= ZoneOffset.fixedMinutes.upperBound {
            let name = ZoneOffset.fixedZoneName(minutes: minutes)
            #expect(ZoneOffset(fixedZoneName: name)?.seconds == Int32(minutes) * 60)
            minutes += ZoneOffset.fixedStep
        }
        for name in [
            "", "UT", "UTC+5:30", "UTC+05:20", "UTC+14:15", "UTC-12:15", "UTC+05:60", "utc", "UTC 05:30", "UTC+0a:00", "Etc/GMT-5",
        ] {
            #expect(ZoneOffset(fixedZoneName: name) == nil, "\(name)")
        }
    }
}

extension WatchRig {
    /// Zones whose rules were asked for.
    var zonesAsked: [String?] { effects.compactMap { if case .loadZone(let name) = $0 { .some(name) } else { nil } } }

    /// A host sets the zone.
    mutating func set(zone: String?) {
        var settings = watch.settings
        settings.zoneName = zone
        for change in watch.book.changes(to: settings, watch.profile, origin: .migration) { deliver(.change(change)) }
    }

    /// Goes to the hour or the minute in the menus and sets it, by presses.
    mutating func setByHand(hour: UInt8? = nil, minute: UInt8? = nil) {
        hold(.page, for: .milliseconds(700))
        press(.start)
        for _ in 0..<7 { press(.page) }
        press(.start)
        if minute != nil { press(.page) }
        press(.start)
        while case .setUp(let page) = page {
            if page.value == .hour(hour) && hour != nil || page.value == .minute(minute) && minute != nil { break }
            press(.page)
        }
        press(.start)
        for _ in 0..<3 { press(.lap) }
    }
}
