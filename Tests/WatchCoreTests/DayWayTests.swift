import HealthCore
import Quantities
import RunCore
import SimulatedPeripherals
import Testing

@testable import Calendar
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

    /// Seconds of a run from 120 to 1080 between which no steps are read, and metres that the steps of that silence may add to the run.
    static let silences: [(Range<Int>, ClosedRange<Double>)] = [
        (200..<1000, 0...60),  // all of it measured
        (10..<600, 100...250),  // two minutes before the start
        (600..<1180, 100...250),  // two minutes after the end
        (10..<1190, 250...500),  // both: steps are spread evenly, so the walk has some of those of the run
    ]

    @Test("A silence of the step counter doubles no run, and loses nothing of the way before and after it", arguments: silences)
    func silence(silent: Range<Int>, beyond: ClosedRange<Double>) throws {
        var rig = WatchRig()
        let script = RunnerScript.straight(
            .init(.walk(.metersPerSecond(1.4)), for: .seconds(120)), .init(.run(.metersPerSecond(3)), for: .seconds(960)),
            .init(.walk(.metersPerSecond(1.4)), for: .seconds(120)), from: rig.now.advanced(by: .seconds(5)))
        var runner = SimulatedRunner(script: script, seed: 6)
        var second = 0
        while !runner.isFinished {
            let next = runner.next()
            if second == 110 { rig.press(.start) }
            if second == 120 { rig.press(.start) }
            if second == 1080 { rig.hold(.start) }
            if second == 1085 { rig.press(.page) }
            if next.at >= rig.now { rig.give(next, without: silent.contains(second) ? SensorSet(.motion) : []) }
            second += 1
        }
        let distance = try #require(rig.watch.session.totals?.distance), day = rig.watch.today(at: rig.now)
        #expect(rig.phase == .saved && distance > .meters(2600))
        let more = day.ran.meters + day.walked.meters - distance.meters
        // What was read beside the silence is walked, and is counted in each case.
        let read = Double((0..<120).filter { !silent.contains($0) }.count + (1080..<1200).filter { !silent.contains($0) }.count) * 1.4
        #expect(beyond.contains(more - read), "\(more) m, of which \(read) m were read")
    }

    /// Steps of each second, and whether that is running.
    static let rhythms: [([UInt64], Bool)] = [([2, 3, 3], true), ([2, 2, 1], false), ([3, 2], true), ([1, 2], false)]

    @Test(
        "A chip that is read each second tells steps without a cadence: a second's whole steps do not change the gait", arguments: rhythms)
    func everySecond(rhythm: [UInt64], runs: Bool) {
        var rig = WatchRig(), count: UInt64 = 0
        WatchDayTests.learn(&rig, 1_790_000_000_000)
        WatchDayTests.read(&rig, 0)
        for second in 0..<301 {
            rig.wait(.seconds(1))
            count += rhythm[second % rhythm.count]
            WatchDayTests.read(&rig, count)
        }
        rig.deliver(.shutDown)
        let day = WatchDayTests.stored(rig).day(CivilDate(daysSinceEpoch: 20_717), DayBoundaries(zone: .utc))
        #expect(UInt64(day.steps) == count, "none waits for ever")
        #expect((0.4...1.7).contains((runs ? day.ran : day.walked).meters / Double(count)))
        // The second that is left over at the end is no gait.
        #expect((runs ? day.walked : day.ran) < .meters(15))
    }

    /// Zones, the UTC at which ten minutes of a run are over, and whether its second half is of another day.
    static let nights: [(TimeZoneRules, Int64, Bool)] = [
        (.utc, 1_790_035_200, true),
        (TimeZoneRules(fixed: ZoneOffset(seconds: 20_700)), 1_790_035_200 - 20_700, true),
        (TimeZoneRules(fixed: ZoneOffset(seconds: -34_200)), 1_790_035_200 + 34_200, true),
        // The clock is put on at one in the night, and on and back at midnight.
        (changing(at: 1_790_038_800, from: 0, to: 3600), 1_790_038_800, false),
        (changing(at: 1_790_035_200, from: 0, to: 3600), 1_790_035_200, true),
        (changing(at: 1_790_035_200, from: 0, to: -3600), 1_790_035_200, false),
    ]

    private static func changing(at time: Int64, from first: Int32, to second: Int32) -> TimeZoneRules {
        TimeZoneRules(
            transitions: [time], offsets: [ZoneOffset(seconds: second)], firstOffset: ZoneOffset(seconds: first), footer: nil)
    }

    @Test("A run belongs to the day on which it began, and its way to the days on which it was run", arguments: nights)
    func overMidnight(zone: TimeZoneRules, middle: Int64, isDivided: Bool) throws {
        var configuration = WatchRig.configuration
        configuration.zone = zone
        var rig = WatchRig(configuration)
        var script = RunnerScript.straight(
            .init(.run(.metersPerSecond(3)), for: .minutes(20)), from: rig.now.advanced(by: .seconds(5)))
        script.utc = UTCInstant(milliseconds: (middle - 600) * 1000)
        var runner = SimulatedRunner(script: script, seed: 5)
        var second = 0
        while !runner.isFinished {
            let next = runner.next()
            if second == 10 { rig.press(.start) }
            if second == 20 { rig.press(.start) }
            if second == 1190 { rig.hold(.start) }
            if second == 1195 { rig.press(.page) }
            if next.at >= rig.now { rig.give(next) }
            second += 1
        }
        #expect(rig.phase == .saved)
        let distance = try #require(rig.watch.session.totals?.distance)
        rig.deliver(.shutDown)
        let book = WatchDayTests.stored(rig), boundaries = DayBoundaries(zone: zone), date = boundaries.day(of: script.utc)
        let first = book.day(date, boundaries), next = book.day(date.adding(days: 1), boundaries)
        #expect(first.distance == distance && first.runs == 1 && next.distance == .zero && next.runs == 0)
        // The seconds before the start and after the stop are counted by steps.
        let beyond = first.ran.meters + first.walked.meters + next.ran.meters + next.walked.meters - distance.meters
        #expect((0...150).contains(beyond), "\(beyond) m")
        let part = next.ran.meters / distance.meters
        #expect(isDivided ? (0.45...0.55).contains(part) : part == 0, "\(part)")
    }

    /// Kilometres of two runs within one quarter hour, what of them the quarter hour tells, and what the day adds up to.
    static let told: [(Double, Double, Double, Double)] = [
        (5, 3, 0, 8), (5, 3, 5, 8), (5, 3, 2, 8), (5, 3, 8, 8), (5, 3, 9, 9), (0, 0, 2, 2),
    ]

    @Test("Of its runs a day gets beside its quarter hours what these do not tell, and nothing twice", arguments: told)
    func missing(first: Double, second: Double, told: Double, day: Double) {
        let noon = UTCInstant(milliseconds: 1_790_035_200_000 - 43_200_000), boot = BootID(high: 1, low: 1)
        var book = HealthBook(boot: boot)
        for (number, distance) in [first, second].enumerated() where distance > 0 {
            var amounts = RunAmounts(type: .run, zone: .utc)
            amounts.distance = .kilometers(distance)
            let start = noon.advanced(by: .minutes(Int64(number) * 6 + 1))
            let run = RunSummary(
                id: RunID(high: 1, low: UInt64(number)), time: .utc(start: start, end: start.advanced(by: .minutes(5)), zone: .utc),
                amounts: amounts)
            book.apply(run.change(origin: .watch(serial: 1)))
        }
        let begin = MonotonicInstant(seconds: 1000)
        var counter = QuarterHourCounter(serial: 7, boot: boot, at: begin)
        counter.learn(UTCOffset(from: begin, to: noon))
        counter.take(.ran(.kilometers(told)), from: begin, to: begin + .minutes(14))
        // What was run at another time is no part of these runs.
        counter.take(.ran(.kilometers(1)), from: begin + .minutes(60), to: begin + .minutes(70))
        counter.saveNow()
        while let change = counter.takeChange(at: begin + .minutes(75), zone: .utc) { book.apply(change) }
        let totals = book.day(CivilDateTime(noon, offset: .utc).date, DayBoundaries(zone: .utc))
        #expect(totals.ran == .kilometers(day + 1) && totals.walked == .zero && totals.distance == .kilometers(first + second))
    }

    @Test("What the quarter hours of one run tell beyond it makes up for nothing of another run")
    func apart() {
        let noon = UTCInstant(milliseconds: 1_790_035_200_000 - 43_200_000), boot = BootID(high: 1, low: 1)
        var book = HealthBook(boot: boot)
        for (number, hour) in ([5, 0] as [Int64]).enumerated() {
            var amounts = RunAmounts(type: .run, zone: .utc)
            amounts.distance = .kilometers(5)
            let start = noon.advanced(by: .minutes(hour * 60))
            let run = RunSummary(
                id: RunID(high: 1, low: UInt64(number)), time: .utc(start: start, end: start.advanced(by: .minutes(40)), zone: .utc),
                amounts: amounts)
            book.apply(run.change(origin: .watch(serial: 1)))
        }
        let begin = MonotonicInstant(seconds: 1000)
        var counter = QuarterHourCounter(serial: 7, boot: boot, at: begin)
        counter.learn(UTCOffset(from: begin, to: noon))
        counter.take(.ran(.kilometers(6)), from: begin, to: begin + .minutes(43))
        counter.saveNow()
        while let change = counter.takeChange(at: begin + .minutes(50), zone: .utc) { book.apply(change) }
        let totals = book.day(CivilDateTime(noon, offset: .utc).date, DayBoundaries(zone: .utc))
        #expect(totals.ran == .kilometers(11) && totals.runs == 2)
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
