import Calendar
import HealthCore
import Quantities
import RunCore
import SimulatedPeripherals
import Testing

@testable import WatchCore

@Suite("The way of a day")
struct DayWayTests {
    /// A minute's steps, whether it is running.
    static let cadences: [(UInt64, Bool)] = [(20, false), (100, false), (139, false), (140, true), (170, true), (230, true)]

    @Test("What is not recorded is walked or run by its cadence, and never both", arguments: cadences)
    func byCadence(steps: UInt64, runs: Bool) throws {
        var rig = WatchRig()
        WatchDayTests.learn(&rig, 1_790_000_000_000)
        WatchDayTests.read(&rig, 0)
        for minute in 1...20 {
            rig.wait(.seconds(60))
            WatchDayTests.read(&rig, UInt64(minute) * steps)
        }
        let day = rig.watch.today(at: rig.now), way = runs ? day.ran : day.walked
        #expect((runs ? day.walked : day.ran) == .zero)
        let stride = way.meters / Double(steps * 20)
        #expect((0.4...1.7).contains(stride), "\(stride) m")
    }

    @Test(
        "While a run is recorded its own distance counts and its steps do not; after it steps count again", arguments: [RunType.run, .walk])
    func recorded(_ type: RunType) throws {
        var settings = Settings.usual
        settings.runType = type.rawValue
        var rig = WatchRig(settings: settings)
        let speed = Speed.metersPerSecond(type == .walk ? 1.4 : 3)
        let script = RunnerScript.straight(
            .init(.stand, for: .seconds(30)), .init(type == .walk ? .walk(speed) : .run(speed), for: .minutes(20)),
            from: rig.now.advanced(by: .seconds(5)))
        var runner = SimulatedRunner(script: script, seed: 4)
        var second = 0
        while !runner.isFinished {
            let next = runner.next()
            if second == 10 { rig.press(.start) }
            if second == 20 { rig.press(.start) }
            if second == 1200 { rig.hold(.start) }
            if second == 1205 { rig.press(.page) }
            if next.at >= rig.now { rig.give(next) }
            second += 1
        }
        let totals = try #require(rig.watch.session.totals)
        #expect(rig.phase == .saved && totals.distance > .meters(1500))
        let day = rig.watch.today(at: rig.now)
        let measured = type == .walk ? day.walked : day.ran, other = type == .walk ? day.ran : day.walked
        // The last half minute is walked or run on, and the steps of the seconds before the start and after the stop are counted too.
        let beyond = measured.meters + other.meters - totals.distance.meters
        #expect((0...150).contains(beyond), "\(beyond) m")
        #expect(day.distance == totals.distance)
        rig.deliver(.shutDown)
        let stored = WatchDayTests.stored(rig).day(CivilDateTime(script.utc, offset: .utc).date, DayBoundaries(zone: .utc))
        #expect(stored.walked == day.walked && stored.ran == day.ran && stored.steps == day.steps)
    }

    @Test("A run of which the quarter hours know nothing counts with its own distance, on the day on which it began")
    func foreign() {
        let start = CivilDateTime(date: CivilDate(daysSinceEpoch: 20_717), time: .midnight).instant(offset: .utc).advanced(
            by: .minutes(23 * 60 + 50))
        var book = HealthBook(boot: BootID(high: 1, low: 1))
        for (number, type) in [RunType.run, .walk, .trailRun].enumerated() {
            var amounts = RunAmounts(type: type, zone: .utc)
            amounts.distance = .kilometers(Double(number + 1))
            let run = RunSummary(
                id: RunID(high: 1, low: UInt64(number)), time: .utc(start: start, end: start.advanced(by: .minutes(30)), zone: .utc),
                amounts: amounts)
            book.apply(run.change(origin: .watch(serial: 1)))
        }
        let boundaries = DayBoundaries(zone: .utc)
        let day = book.day(CivilDate(daysSinceEpoch: 20_717), boundaries), next = book.day(CivilDate(daysSinceEpoch: 20_718), boundaries)
        #expect(day.ran == .kilometers(4) && day.walked == .kilometers(2) && next.ran == .zero && next.walked == .zero)
    }
}
