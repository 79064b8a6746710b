import Positioning
import Quantities
import RunCore
import SimulatedPeripherals
import Testing

@Suite("Gaps in the receiver's reports")
struct GapTests {
    private static let speed = 3.0

    /// Twenty minutes at an even speed, of which the receiver says nothing for three.
    private static func run(_ autoLap: AutoLap, hasSteps: Bool, every seconds: Int = 1) -> Rig {
        var script = RunnerScript.straight(.init(.run(.metersPerSecond(speed)), for: .seconds(1200)))
        script.sky = .visible(.none)
        script.acceleration = .infinity
        script.faults = FaultScript([
            .init(from: 0, to: 1200, .gpsEvery(seconds)), .init(from: 300, to: 480, .gpsSilent),
        ])
        var rig = Rig(RunSettings(autoLap: autoLap, countdownSeconds: 0))
        rig.begin()
        var runner = SimulatedRunner(script: script, seed: 1)
        while !runner.isFinished { rig.give(runner.next(), hasSteps: hasSteps) }
        rig.perform(.stop)
        rig.perform(.save)
        return rig
    }

    @Test("Laps and splits that end in a gap are within two seconds of even pace, with and without strides", arguments: [true, false])
    func byDistance(hasSteps: Bool) {
        let rig = Self.run(.distance(.meters(400)), hasSteps: hasSteps)
        #expect(abs(rig.totals.distance.meters - 3600) < 3600 * 0.02)
        let laps = rig.totals.laps
        #expect(laps.count == 9)
        for lap in laps.dropLast() {
            #expect(lap.distance == .meters(400))
            #expect(abs(lap.timer.inSeconds - 400 / Self.speed) < 2, "lap \(lap.number): \(lap.timer)")
        }
        for index in rig.totals.kilometers.doneAt.indices {
            let time = rig.totals.kilometers.time(of: index)?.inSeconds ?? 0
            #expect(abs(time - 1000 / Self.speed) < 2, "kilometre \(index + 1): \(time)")
        }
        #expect(rig.totals.kilometers.doneAt.count == 3)
        #expect(rig.totals.brokenInvariants == [])
        #expect(rig.logAgrees)
    }

    @Test("Laps by time and by hand get their share of a gap that they end in", arguments: [true, false])
    func byTime(hasSteps: Bool) {
        let rig = Self.run(.time(.seconds(60)), hasSteps: hasSteps)
        for lap in rig.totals.laps.dropLast() {
            #expect(abs(lap.distance.meters - 60 * Self.speed) < 2 * Self.speed, "lap \(lap.number): \(lap.distance)")
        }
        let sum = rig.totals.laps.map(\.counters.distanceMillimeters).reduce(0, &+)
        #expect(sum == rig.totals.counters.distanceMillimeters)
        #expect(rig.totals.brokenInvariants == [])
        #expect(rig.logAgrees)
    }

    @Test("Splits are as true with a fix each ten seconds", arguments: [2, 5, 10])
    func sparse(every: Int) {
        let rig = Self.run(.distance(.meters(400)), hasSteps: false, every: every)
        for lap in rig.totals.laps.dropLast() {
            #expect(abs(lap.timer.inSeconds - 400 / Self.speed) < 2, "lap \(lap.number): \(lap.timer)")
        }
    }

    @Test("In a file no record is further from the one before than anyone runs", arguments: [true, false])
    func records(hasSteps: Bool) {
        let rig = Self.run(.off, hasSteps: hasSteps)
        var evened = EvenedSamples(), samples = rig.samples.makeIterator(), records: [RunSample] = []
        while let sample = evened.next(from: { samples.next() }) { records.append(sample) }
        #expect(records.count == rig.samples.count)
        #expect(records.last?.distanceMillimeters == rig.samples.last?.distanceMillimeters)
        for (a, b) in zip(records, records.dropFirst()) {
            #expect(b.distanceMillimeters >= a.distanceMillimeters)
            let seconds = Double(b.time.millisecondsSince(a.time)) / 1000
            #expect((b.distance - a.distance).meters <= 12 * max(seconds, 0) + 5)
        }
    }
}

@Suite("Readings that grow old")
struct OldReadingTests {
    private static func reading(_ count: UInt64) -> StepReading {
        StepReading(count: count, cadence: .stepsPerMinute(165), pulseRate: .stepsPerMinute(165))
    }

    @Test("A battery that nothing has told of for two minutes is not known")
    func battery() {
        var rig = Rig()
        rig.begin()
        rig.session.take(BatteryReading(percent: 71), at: rig.now)
        rig.wait(.seconds(100))
        #expect(rig.session.sensors.battery?.percent == 71)
        #expect(rig.samples.last?.batteryPercent == 71)
        rig.wait(.seconds(25))
        #expect(rig.session.sensors.battery == nil)
        #expect(rig.samples.last?.batteryPercent == nil)
    }

    /// Seconds between the readings, the readings, and the steps that are believed: 90 at once, and five for each second.
    @Test(
        "At most five steps a second since the last believed reading, and a refused one is no base",
        arguments: [
            ([1, 1], [1000, 1096, 1099], 99), ([1, 1], [1000, 1095, 1099], 99), ([60, 1], [1000, 1400, 1401], 1),
            ([1, 1], [1000, 1200, 1203], 3), ([60, 1], [1000, 1390, 1391], 391),
            ([1, 60], [1000, 1200, 1210], 210), ([1, 60], [1000, 9999, 1210], 210), ([1, 1], [1000, 9999, 1003], 3),
        ] as [([Int64], [UInt64], UInt32)])
    func steps(_ waits: [Int64], _ counts: [UInt64], _ steps: UInt32) {
        var rig = Rig(RunSettings(type: .indoorRun, autoPause: false, autoLap: .off, countdownSeconds: 0))
        rig.take(Self.reading(counts[0]))
        rig.begin()
        for (seconds, count) in zip(waits, counts.dropFirst()) {
            rig.wait(.seconds(seconds))
            rig.take(Self.reading(count))
        }
        rig.perform(.stop)
        #expect(rig.totals.steps == steps)
    }

    @Test("A single pulse of an arm keeps no treadmill run going, and ends no pause")
    func arm() {
        var rig = Rig(RunSettings(type: .indoorRun, autoLap: .off, countdownSeconds: 0))
        rig.begin()
        for second in 0..<60 {
            rig.take(StepReading(count: 0, cadence: nil, pulseRate: second % 4 < 3 ? .stepsPerMinute(20) : .zero))
            rig.wait(.seconds(1))
        }
        #expect(rig.session.phase == .autoPaused)
    }
}
