import Quantities
import RunCore
import Testing

@Suite("Sensors of a run")
struct SensorBoardTests {
    static func reading(_ count: UInt64, pulses: Double = 165) -> StepReading {
        StepReading(count: count, cadence: .stepsPerMinute(165), pulseRate: .stepsPerMinute(pulses))
    }

    @Test("A value older than 3.5 s is absent, never the last one again")
    func age() {
        var rig = Rig()
        rig.take(HeartRateReading(rate: .beatsPerMinute(150), confidence: 0.9))
        rig.take(Self.reading(5))
        rig.begin()
        #expect(rig.session.sensors.heartRate(at: rig.now + .milliseconds(3_500))?.rate == .beatsPerMinute(150))
        #expect(rig.session.sensors.heartRate(at: rig.now + .milliseconds(3_501)) == nil)
        #expect(rig.session.sensors.steps(at: rig.now + .milliseconds(3_501)) == nil)
        rig.wait(.seconds(10))
        #expect(rig.samples.last?.heartRate == nil)
        #expect(rig.samples.last?.cadence == nil)
        #expect(rig.samples.last?.flags.contains(.hasSteps) == false)
        #expect(rig.samples.first?.heartRate == .beatsPerMinute(150))
    }

    @Test(
        "Steps of the run are the counter's growth: a first credit of seconds at once, and a counter that starts again",
        arguments: [
            ([1_000, 1_022, 1_025], 25), ([1_000, 1_003, 0, 3, 6], 9), ([1_000, 5], 5), ([1_000, 1_000_000, 1_000_003], 3),
            ([1_000, 0, 1_000_000, 1_000_002], 2),
        ] as [([UInt64], UInt32)])
    func counting(_ counts: [UInt64], _ steps: UInt32) {
        var rig = Rig(RunSettings(type: .indoorRun, autoLap: .off, countdownSeconds: 0))
        rig.take(Self.reading(counts[0]))
        rig.begin()
        for count in counts.dropFirst() {
            rig.wait(.milliseconds(500))
            rig.take(Self.reading(count))
            rig.wait(.milliseconds(500))
        }
        rig.perform(.stop)
        #expect(rig.totals.steps == steps)
    }

    @Test("Steps of a pause do not count")
    func pause() {
        var rig = Rig(RunSettings(type: .indoorRun, autoLap: .off, countdownSeconds: 0))
        rig.take(Self.reading(0))
        rig.begin()
        for second in 1...90 {
            if second == 31 { rig.perform(.pause) }
            if second == 61 { rig.perform(.resume) }
            rig.wait(.milliseconds(900))
            rig.take(Self.reading(UInt64(second * 3)))
            rig.wait(.milliseconds(100))
        }
        rig.perform(.stop)
        #expect(rig.totals.steps == 180)
    }

    @Test("A part that is lost and found is in the log of a run, and nowhere before", arguments: SensorKind.allCases)
    func lost(_ kind: SensorKind) {
        var rig = Rig()
        rig.take(kind, .failed)
        rig.begin()
        rig.wait(.seconds(3))
        rig.take(kind, .failed)
        rig.wait(.seconds(3))
        rig.take(kind, .working)
        #expect(
            rig.events == [
                RunEvent(time: .seconds(3), kind: .sensor(kind, .failed)), RunEvent(time: .seconds(6), kind: .sensor(kind, .working)),
            ])
        #expect(rig.logAgrees)
    }
}
