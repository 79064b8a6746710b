import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

@Suite("Drinks and caffeine on the watch")
struct CaffeineTests {
    private static let noon: Int64 = 1_790_035_200_000 + 12 * 3_600_000

    private static func rig(hasLap: Bool = true, hasTime: Bool = true, change: (inout Settings) -> Void = { _ in }) -> WatchRig {
        var configuration = WatchRig.configuration, settings = Settings.usual
        configuration.hasLapButton = hasLap
        settings.caffeineLimits = false
        change(&settings)
        var rig = WatchRig(configuration, settings: settings)
        if hasTime { WatchDayTests.learn(&rig, noon) }
        return rig
    }

    private static func glance(_ rig: WatchRig) -> CaffeinePage? { if case .caffeine(let page) = rig.page { page } else { nil } }

    /// From the clock to the list of drinks.
    private static func openDrinks(_ rig: inout WatchRig) {
        rig.press(.page)
        rig.wait(.milliseconds(400))
        rig.press(.page)
        rig.wait(.milliseconds(400))
        #expect(Seen(rig) == .caffeine)
        rig.press(.start)
    }

    @Test("From the glance a drink is logged with two presses, and the glance knows it at once", arguments: [true, false])
    func log(_ hasLap: Bool) {
        var rig = Self.rig(hasLap: hasLap)
        Self.openDrinks(&rig)
        rig.press(.start)
        #expect(rig.message() == .drinkLogged(milligrams: 96))
        rig.wait(.seconds(4))
        let page = Self.glance(rig)
        #expect(page?.cups == 1 && page?.fill == 19 && page?.milligrams.map { abs($0 - 96) < 0.1 } == true)
        // 96 mg are 50 after 5 h × log2(96 / 50).
        #expect(page?.belowAt == TimeOfDay(hour: 16, minute: 42))
        #expect(rig.watch.book.drinks.count == 1)
        rig.press(.start)
        #expect(Seen(rig) == .drinks(0))
    }

    @Test("The drink that was had last stands on top")
    func last() {
        var rig = Self.rig()
        Self.openDrinks(&rig)
        for _ in 0..<3 { rig.press(.page) }
        rig.press(.start)
        rig.wait(.seconds(4))
        rig.press(.start)
        guard case .drinkList(let page) = rig.page else { return #expect(Bool(false), "no list") }
        #expect(page.rows[0] == .kind(.builtIn(3), milligrams: 64))
    }

    @Test("A drink can be logged as had earlier, moved and deleted, each as a new version")
    func edit() throws {
        var rig = Self.rig()
        Self.openDrinks(&rig)
        rig.hold(.start)
        #expect(Seen(rig) == .drink)
        for _ in 0..<3 { rig.press(.page) }
        rig.press(.start)
        let logged = try #require(rig.watch.book.drinks.first)
        let now = try #require(rig.watch.utcOffset).utc(at: rig.now)
        #expect(try #require(logged.time.start).duration(to: now) >= .minutes(15))
        rig.wait(.seconds(4))
        rig.press(.start)
        for _ in 0..<11 { rig.press(.page) }
        rig.press(.start)
        rig.press(.start)
        #expect(Seen(rig) == .drink)
        rig.press(.page)
        rig.press(.start)
        let moved = try #require(rig.watch.book.drink(logged.id))
        #expect(moved.version == 2 && moved.time.start == logged.time.start?.advanced(by: .minutes(-5)))
        rig.press(.start)
        rig.hold(.start)
        rig.press(.lap)
        #expect(rig.watch.book.drinks.count == 1)
        rig.hold(.start)
        rig.press(.start)
        #expect(rig.watch.book.drinks.isEmpty && rig.watch.book.drink(logged.id)?.isDeleted == true)
    }

    @Test("A drink that a computer has deleted while it is open leads back, and is not brought again")
    func deletedElsewhere() throws {
        var rig = Self.rig()
        Self.openDrinks(&rig)
        rig.press(.start)
        rig.wait(.seconds(4))
        rig.press(.start)
        for _ in 0..<11 { rig.press(.page) }
        rig.press(.start)
        rig.press(.start)
        let id = try #require(rig.watch.book.drinks.first).id
        rig.deliver(.change(rig.watch.book.deletion(.drink, id, origin: HealthOrigin(high: 1, low: 1))))
        rig.press(.page)
        rig.press(.start)
        #expect(rig.watch.book.drinks.isEmpty && Seen(rig) != .drink)
    }

    @Test("What is logged before the time is known is dated when it is learned")
    func undated() throws {
        var rig = Self.rig(hasTime: false)
        Self.openDrinks(&rig)
        rig.press(.start)
        let first = try #require(rig.watch.book.drinks.first)
        #expect(first.time.start == nil)
        rig.wait(.minutes(30))
        WatchDayTests.learn(&rig, Self.noon)
        let dated = try #require(rig.watch.book.drinks.first)
        #expect(dated.id == first.id && dated.version == 2)
        let start = try #require(dated.time.start)
        #expect(abs(start.milliseconds - (Self.noon - 30 * 60_000)) < 5_000)
    }

    @Test("The runner is told when there is less than was set, once, without a press or a lit display")
    func low() {
        var rig = Self.rig { $0.lowCaffeine = 48 }
        Self.openDrinks(&rig)
        rig.press(.start)
        rig.forget()
        rig.wait(.minutes(299))
        #expect(!rig.buzzes.contains(.warning))
        rig.wait(.minutes(2))
        #expect(rig.buzzes.filter { $0 == .warning }.count == 1)
        rig.wait(.minutes(300))
        #expect(rig.buzzes.filter { $0 == .warning }.count == 1)
    }

    /// Presses of PAGE in the list, drinks logged one after the other, what is told of the last.
    static let limits: [(Int, Int, CaffeineNews?)] = [(0, 1, nil), (5, 1, .dose), (2, 2, .bedtime), (2, 3, .day)]

    @Test("What EFSA names is told, for information", arguments: limits)
    func told(_ row: Int, _ drinks: Int, _ news: CaffeineNews?) {
        var rig = Self.rig {
            $0.caffeineLimits = true
            // Early enough for the rest at bedtime to be told of, if at all.
            $0.bedtime = news == .bedtime ? 22 * 60 : nil
        }
        Self.openDrinks(&rig)
        for _ in 0..<row { rig.press(.page) }
        for number in 0..<drinks {
            if number > 0 {
                rig.wait(.seconds(7))
                rig.press(.start)
            }
            rig.press(.start)
        }
        guard case .caffeineHigh(let told, _) = rig.message() else { return #expect(news == nil) }
        #expect(told == news)
    }

    @Test("The glance is left out of the ring where it is switched off")
    func switchedOff() {
        var rig = Self.rig { $0.glances.remove(.caffeine) }
        rig.press(.page)
        #expect(Seen(rig) == .goals)
        rig.press(.page)
        #expect(Seen(rig) != .caffeine)
    }
}
