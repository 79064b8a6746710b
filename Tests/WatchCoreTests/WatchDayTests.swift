import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

@Suite("The day on the watch")
struct WatchDayTests {
    static func walking(_ rig: inout WatchRig, from count: UInt64, minutes: Int) -> UInt64 {
        var count = count
        for _ in 0..<minutes {
            rig.wait(.seconds(60))
            count += 100
            rig.deliver(.steps(StepReading(count: count, cadence: .stepsPerMinute(100), pulseRate: .stepsPerMinute(100))))
        }
        return count
    }

    /// What is stored: the fold of all changes that were handed out.
    static func stored(_ rig: WatchRig) -> HealthBook {
        var book = HealthBook(boot: WatchRig.configuration.boot)
        for effect in rig.effects { if case .change(let change) = effect { book.apply(change) } }
        return book
    }

    static func steps(_ book: HealthBook, onDay day: Int) -> UInt32 {
        book.day(CivilDate(daysSinceEpoch: day), DayBoundaries(zone: .utc)).steps
    }

    static func read(_ rig: inout WatchRig, _ count: UInt64) {
        rig.deliver(.steps(StepReading(count: count, cadence: nil, pulseRate: .zero)))
    }

    static func learn(_ rig: inout WatchRig, _ milliseconds: Int64) {
        rig.deliver(.utc(UTCOffset(from: rig.now, to: UTCInstant(milliseconds: milliseconds))))
    }

    @Test("Steps are shown beside the time, and not before a counter has spoken")
    func steps() {
        var rig = WatchRig()
        #expect(rig.clockPage()?.steps == nil)
        Self.read(&rig, 500)
        _ = Self.walking(&rig, from: 500, minutes: 3)
        #expect(rig.clockPage()?.steps == 300)
    }

    @Test("R-B13, C2: steps are stored at least every 10 min since the last time, and when the watch ends", arguments: [0, 17, 100, 599])
    func saved(secondsLater: Int) {
        var rig = WatchRig()
        Self.learn(&rig, 1_790_000_000_000 + Int64(secondsLater) * 1000)
        Self.read(&rig, 0)
        let count = Self.walking(&rig, from: 0, minutes: 30)
        #expect(Self.steps(Self.stored(rig), onDay: 20_717) >= 2_000)
        _ = Self.walking(&rig, from: count, minutes: 2)
        rig.deliver(.shutDown)
        #expect(Self.steps(Self.stored(rig), onDay: 20_717) == 3_200)
    }

    @Test("F2: at local midnight a new day begins at 0, and each step stays on its own")
    func midnight() {
        var rig = WatchRig()
        Self.learn(&rig, 1_790_034_900_000)  // 23:55
        Self.read(&rig, 0)
        _ = Self.walking(&rig, from: 0, minutes: 10)
        #expect(rig.clockPage()?.steps == 500)
        rig.deliver(.shutDown)
        #expect(Self.steps(Self.stored(rig), onDay: 20_717) == 500)
        #expect(Self.steps(Self.stored(rig), onDay: 20_718) == 500)
    }

    @Test("R-B4: minutes that are told late count for the day on which they were walked")
    func late() {
        var rig = WatchRig()
        Self.learn(&rig, 1_790_034_900_000)  // 23:55
        let start = rig.now
        Self.read(&rig, 0)
        rig.stall(.minutes(10))
        for minute in 1...10 as ClosedRange<Int64> {
            let reading = StepReading(count: UInt64(minute) * 100, cadence: nil, pulseRate: .zero)
            rig.deliver(.steps(reading), from: start + .minutes(minute))
        }
        rig.deliver(.shutDown)
        #expect(Self.steps(Self.stored(rig), onDay: 20_717) == 500 && Self.steps(Self.stored(rig), onDay: 20_718) == 500)
    }

    @Test("F3: steps of the day go on from what was stored before a reboot")
    func reboot() {
        var first = WatchRig()
        Self.learn(&first, 1_790_000_000_000)
        Self.read(&first, 0)
        _ = Self.walking(&first, from: 0, minutes: 40)
        first.deliver(.shutDown)
        let boot = BootID(high: 2, low: 2)
        var book = HealthBook(boot: boot, settings: .usual, profile: Profile())
        book.merge(Self.stored(first))
        var second = WatchRig(boot: boot, book: book)
        Self.learn(&second, 1_790_003_600_000)
        Self.read(&second, 0)
        second.wait(.seconds(30))
        Self.read(&second, 50)
        #expect(second.clockPage()?.steps == 4_050)
    }

    @Test("R-B4: before the date is known steps belong to no day, and to their own once it is")
    func undated() {
        var rig = WatchRig()
        Self.read(&rig, 0)
        _ = Self.walking(&rig, from: 0, minutes: 30)
        #expect(rig.clockPage()?.steps == 3_000)
        #expect(Self.stored(rig).undatedSteps >= 2_000)
        Self.learn(&rig, 1_790_000_000_000)
        rig.waitForPage()  // Goals are reached with the day.
        #expect(rig.clockPage()?.steps == 3_000)
        rig.deliver(.shutDown)
        let stored = Self.stored(rig)
        #expect(Self.steps(stored, onDay: 20_717) == 3_000 && stored.undatedSteps == 0)
    }

    @Test("R-B4, R-B15: a date that was wrong costs no step of the day before and none of the day after")
    func falseDate() {
        var rig = WatchRig()
        Self.learn(&rig, 1_790_000_000_000)
        Self.read(&rig, 0)
        let count = Self.walking(&rig, from: 0, minutes: 20)
        // A receiver that is nine years ahead for a while, and agrees with itself.
        for _ in 0..<3 {
            rig.wait(.seconds(10))
            Self.learn(&rig, 2_070_000_000_000)
        }
        let later = Self.walking(&rig, from: count, minutes: 5)
        for _ in 0..<3 {
            rig.wait(.seconds(10))
            Self.learn(&rig, 1_790_000_000_000 + 1_560_000)
        }
        _ = Self.walking(&rig, from: later, minutes: 5)
        rig.deliver(.shutDown)
        #expect(Self.stored(rig).totalsHeld.all == 3_000)
        #expect(Self.steps(Self.stored(rig), onDay: 20_717) == 3_000)
    }

    @Test("A watch without the time says for how long that has been so")
    func withoutTime() {
        var rig = WatchRig()
        rig.wait(.minutes(12))
        #expect(rig.clockPage()?.withoutTimeFor == .minutes(12))
        Self.learn(&rig, 1_790_000_000_000)
        #expect(rig.clockPage()?.withoutTimeFor == nil)
    }

    @Test("A change that a host makes counts at once, if it is newer, and is stored")
    func hostChange() throws {
        var rig = WatchRig()
        var other = HealthBook(boot: WatchRig.configuration.boot, settings: rig.settings, profile: rig.profile)
        var settings = rig.settings
        settings.usesMiles = true
        let host = HealthOrigin(high: 9, low: 9)
        let change = try #require(other.changes(to: settings, rig.profile, origin: host).first)
        other.apply(change)
        rig.deliver(.change(change))
        #expect(rig.settings.usesMiles)
        #expect(Self.stored(rig).settings.usesMiles)
        rig.deliver(.change(change))
        #expect(rig.settings == other.settings)
    }

    @Test("R-B10, N8: settings that cannot be read are said, nothing is asked, START records at once, and no default is stored")
    func unreadable() {
        let book = HealthBook(boot: WatchRig.configuration.boot, isReadable: false)
        var rig = WatchRig(boot: WatchRig.configuration.boot, book: book)
        #expect(rig.message() == .settingsUnreadable)
        rig.press(.start)
        #expect(rig.phase == .preparing)
        rig.press(.start)
        rig.wait(.seconds(5))
        #expect(rig.phase == .running)
        rig.hold(.start)
        rig.press(.page)
        rig.deliver(.shutDown)
        // What the run has taught of the stride is no default.
        #expect(rig.changes.allSatisfy { $0.id.text == "stride_numbers" })
    }
}
