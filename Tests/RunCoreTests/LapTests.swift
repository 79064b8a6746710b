import Quantities
import RunCore
import SimulatedPeripherals
import Testing

@Suite("Laps and splits")
struct LapTests {
    /// A straight run at an even speed without noise, so that the truth of every boundary is known.
    static func even(_ speed: Double, seconds: Int64, _ autoLap: AutoLap, miles: Bool = false) -> Rig {
        var script = RunnerScript.straight(.init(.run(.metersPerSecond(speed)), for: .seconds(seconds)))
        script.sky = .visible(.none)
        script.acceleration = .infinity
        var rig = Rig(RunSettings(autoLap: autoLap, splitsInMiles: miles, countdownSeconds: 0))
        rig.begin()
        rig.play(script)
        rig.perform(.stop)
        rig.perform(.save)
        return rig
    }

    @Test(
        "H15: laps by distance end within a metre and a tenth of a second of the truth",
        arguments: [(AutoLap.distance(.kilometers(1)), 1000.0), (.distance(.miles(1)), 1609.344), (.distance(.meters(400)), 400)])
    func byDistance(_ rule: AutoLap, _ length: Double) {
        let rig = Self.even(3.3, seconds: 1500, rule)
        let laps = rig.totals.laps
        #expect(laps.count == Int(rig.totals.distance.meters / length) + 1)
        for lap in laps.dropLast() {
            #expect(abs(lap.distance.meters - length) < 0.001)
            #expect(lap.trigger == .distance)
            if lap.number > 1 { #expect(abs(lap.elapsed.inSeconds - length / 3.3) < 0.1) }
        }
        #expect(rig.totals.brokenInvariants == [])
    }

    @Test("H15: laps by time end at the millisecond", arguments: [Int64(60), 300])
    func byTime(_ seconds: Int64) {
        let rig = Self.even(3.3, seconds: 1000, .time(.seconds(seconds)))
        for lap in rig.totals.laps.dropLast() {
            #expect(lap.timer == .seconds(seconds))
            #expect(lap.trigger == .time)
            if lap.number > 1 { #expect(abs(lap.distance.meters - 3.3 * Double(seconds)) < 1) }
        }
        #expect(rig.totals.laps.count == Int(1000 / seconds) + 1)
        #expect(rig.totals.brokenInvariants == [])
    }

    @Test("H7, H8: laps by hand cut the run into pieces that add up, each second in exactly one")
    func byHand() {
        var rig = Rig(RunSettings(autoLap: .off, countdownSeconds: 0))
        rig.begin()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(300)))) { rig, second in
            if second.number % 70 == 40 { rig.wait(.milliseconds(370)); rig.perform(.lap) }
        }
        rig.perform(.stop)
        #expect(rig.totals.laps.count == 5)
        #expect(rig.totals.laps.map(\.number) == [1, 2, 3, 4, 5])
        #expect(rig.totals.laps.dropLast().allSatisfy { $0.trigger == .manual })
        #expect(rig.totals.laps.last?.trigger == nil)
        #expect(rig.totals.brokenInvariants == [])
        #expect(rig.outputs.filter { if case .lapDone = $0 { true } else { false } }.count == 4)
    }

    @Test("Several boundaries in one second make as many laps, each exactly full")
    func severalInOneSecond() {
        var run = RecordedRun()
        var rig = Rig(RunSettings(type: .indoorRun, autoLap: .distance(.meters(1)), countdownSeconds: 0))
        rig.begin()
        for second in 1...30 {
            rig.wait(.seconds(1))
            rig.take(StepReading(count: UInt64(second * 3), cadence: .stepsPerMinute(180), pulseRate: .stepsPerMinute(180)))
        }
        rig.perform(.stop)
        #expect(rig.totals.laps.count > 60)
        #expect(rig.totals.laps.dropLast().allSatisfy { $0.counters.distanceMillimeters == 1000 })
        #expect(rig.totals.brokenInvariants == [])
        #expect(rig.logAgrees)
        // And in a log by hand: 2.5 km in a second.
        run.sample(at: 0, meters: 0)
        run.sample(at: 1, meters: 2_500)
        run.event(at: 0.4, .lap(.distance, distanceMillimeters: 1_000_000))
        run.event(at: 0.8, .lap(.distance, distanceMillimeters: 2_000_000))
        #expect(run.totals.laps.map(\.counters.distanceMillimeters) == [1_000_000, 1_000_000, 500_000])
        #expect(run.totals.laps.map(\.elapsed) == [.milliseconds(400), .milliseconds(400), .milliseconds(200)])
        #expect(run.totals.brokenInvariants == [])
    }

    @Test("B12: a lap by time is not filled by an automatic pause")
    func timeLapInPause() {
        var rig = Rig(RunSettings(autoLap: .time(.seconds(60)), countdownSeconds: 0))
        rig.begin()
        rig.play(
            .straight(
                .init(.run(.metersPerSecond(3)), for: .seconds(50)), .init(.stand, for: .seconds(90)),
                .init(.run(.metersPerSecond(3)), for: .seconds(40))))
        rig.perform(.stop)
        #expect(rig.totals.clock.pauses.contains { $0.cause == .automatic })
        let first = rig.totals.laps[0]
        #expect(first.timer == .seconds(60))
        #expect(first.elapsed > .seconds(130))
        #expect(rig.totals.laps.count == 2)
        #expect(rig.totals.brokenInvariants == [])
    }

    @Test("A lap by hand during an automatic pause counts; the resume is then not dated before it")
    func lapWhileStanding() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        run.event(at: 60, .pause(.automatic))
        run.event(at: 70, .lap(.manual, distanceMillimeters: 180_000))
        run.event(at: 68, .resume(.automatic))
        run.run(from: 71, to: 80, speed: 3)
        #expect(run.totals.laps.map(\.timer) == [.seconds(60), .seconds(10)])
        #expect(run.totals.laps.map(\.elapsed) == [.seconds(70), .seconds(10)])
        #expect(run.totals.brokenInvariants == [])
    }

    @Test("H7: a lap without anything in it is left out at the end, but kept in the middle")
    func emptyLaps() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        run.event(at: 60, .lap(.manual, distanceMillimeters: 180_000))
        run.event(at: 60, .lap(.manual, distanceMillimeters: 180_000))
        run.event(at: 60, .stop)
        run.event(at: 60, .end(.saved))
        #expect(run.totals.laps.map(\.elapsed) == [.seconds(60), .zero])
        #expect(run.totals.brokenInvariants == [])
        run.event(at: 61, .lap(.manual, distanceMillimeters: 180_000))
        #expect(run.totals.laps.count == 2)
    }

    @Test("A lap's distance from a log stays within what was run")
    func absurdLap() {
        var run = RecordedRun()
        run.run(from: 0, to: 60, speed: 3)
        run.event(at: 30, .lap(.distance, distanceMillimeters: .max))
        run.event(at: 20, .lap(.distance, distanceMillimeters: 0))
        #expect(run.totals.brokenInvariants == [])
        let distances: [UInt32] = run.totals.laps.map(\.counters.distanceMillimeters)
        #expect(distances == [180_000, 0, 0])
    }

    @Test("65,535 laps are the most; more are ignored and nothing hangs")
    func mostLaps() {
        var run = RecordedRun()
        run.sample(at: 0)
        for _ in 0..<65_600 { run.add(.event(RunEvent(time: .seconds(1), kind: .lap(.manual, distanceMillimeters: 0)))) }
        #expect(run.totals.lap(at: .seconds(2)).number == .max)
        #expect(run.totals.finishedLaps.count == 65_534)
    }

    @Test("I15: splits per kilometre and per mile stand beside the laps")
    func splits() {
        let rig = Self.even(4, seconds: 900, .off)
        #expect(rig.totals.laps.count == 1)
        #expect(rig.totals.kilometers.doneAt.count == 3)
        #expect(rig.totals.miles.doneAt.count == 2)
        for index in 1..<3 {
            #expect(abs((rig.totals.kilometers.time(of: index) ?? .zero).inSeconds - 250) < 0.5)
            #expect(abs((rig.totals.kilometers.pace(of: index)?.secondsPerKilometer ?? 0) - 250) < 0.5)
        }
        #expect(abs((rig.totals.miles.time(of: 1) ?? .zero).inSeconds - 1609.344 / 4) < 0.5)
        #expect(rig.totals.kilometers.time(of: 3) == nil)
        #expect(rig.totals.kilometers.time(of: -1) == nil)
        #expect(rig.totals.kilometers.fastest?.secondsPerKilometer ?? 0 > 0)
    }

    @Test(
        "I15: full kilometres or miles are announced where laps are not made by distance",
        arguments: [
            (AutoLap.off, false, 3), (.off, true, 2), (.time(.minutes(5)), false, 3), (.distance(.kilometers(1)), false, 0),
        ])
    func announcedSplits(_ rule: AutoLap, _ miles: Bool, _ count: Int) {
        let rig = Self.even(4, seconds: 900, rule, miles: miles)
        let announced = rig.outputs.compactMap { if case .splitDone(let number) = $0 { number } else { nil } }
        #expect(announced == (0..<count).map { UInt32($0 + 1) })
    }

    @Test("Splits do not count pauses, and several in one second are in order")
    func splitsAndPauses() {
        var run = RecordedRun()
        run.sample(at: 0, meters: 0)
        run.sample(at: 100, meters: 500)
        run.event(at: 100, .pause(.manual))
        run.event(at: 200, .resume(.manual))
        run.sample(at: 300, meters: 1_000)
        run.sample(at: 301, meters: 3_000)
        #expect(run.totals.kilometers.doneAt == [200_000, 200_500, 201_000])
    }
}
