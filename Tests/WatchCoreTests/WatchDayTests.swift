import Calendar
import HealthCore
import Quantities
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

    static func days(_ rig: WatchRig) -> [DayTotals] { rig.effects.compactMap { if case .saveDay(let day) = $0 { day } else { nil } } }

    @Test("Steps are shown beside the time, and not before a counter has spoken")
    func steps() {
        var rig = WatchRig()
        #expect(rig.clockPage()?.steps == nil)
        rig.deliver(.steps(StepReading(count: 500, cadence: nil, pulseRate: .zero)))
        _ = Self.walking(&rig, from: 500, minutes: 3)
        #expect(rig.clockPage()?.steps == 300)
    }

    @Test("C2: the day is stored at least every 10 min and when the watch ends")
    func saved() {
        var rig = WatchRig()
        rig.deliver(.utc(UTCOffset(from: rig.now, to: UTCInstant(milliseconds: 1_790_000_000_000))))  // 14:13:20
        rig.deliver(.steps(StepReading(count: 0, cadence: nil, pulseRate: .zero)))
        let count = Self.walking(&rig, from: 0, minutes: 20)
        #expect(Self.days(rig).count == 2)
        _ = Self.walking(&rig, from: count, minutes: 2)
        rig.deliver(.shutDown)
        #expect(Self.days(rig).last?.steps == 2_200)
    }

    @Test("F2: at local midnight the day is stored and a new one begins at 0")
    func midnight() {
        var rig = WatchRig()
        rig.deliver(.utc(UTCOffset(from: rig.now, to: UTCInstant(milliseconds: 1_790_034_900_000))))  // 23:55
        rig.deliver(.steps(StepReading(count: 0, cadence: nil, pulseRate: .zero)))
        _ = Self.walking(&rig, from: 0, minutes: 10)
        #expect(Self.days(rig).first?.steps == 400)
        #expect(Self.days(rig).first?.date == CivilDate(daysSinceEpoch: 20_717))
        #expect(rig.clockPage()?.steps == 600)
    }

    @Test("F3: steps of the day go on from what was stored before a reboot")
    func reboot() {
        let now = MonotonicInstant(seconds: 10)
        let noon = UTCInstant(milliseconds: 1_790_000_000_000)
        let stored = DayTotals(date: CivilDate(daysSinceEpoch: 20_717), steps: 4_000)
        var watch = Watch(WatchRig.configuration, settings: .usual, profile: Profile(), lastDay: stored, at: now)
        var effects = EffectList()
        watch.handle(.utc(UTCOffset(from: now, to: noon)), at: now, into: &effects)
        watch.handle(.steps(StepReading(count: 0, cadence: nil, pulseRate: .zero)), at: now, into: &effects)
        watch.handle(.steps(StepReading(count: 50, cadence: nil, pulseRate: .zero)), at: now + .seconds(30), into: &effects)
        guard case .clock(let page) = watch.screen(at: now + .seconds(30)).page else { return #expect(Bool(false)) }
        #expect(page.steps == 4_050)
    }
}
