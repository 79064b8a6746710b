import Quantities
import RunCore
import Testing

@Suite("A second as stored")
struct RunSampleTests {
    @Test("Typed values come back as near as their field holds them")
    func roundTrip() {
        var sample = RunSample(time: .seconds(1))
        #expect(sample.position == nil && sample.altitude == nil && sample.speed == nil && sample.heartRate == nil)
        #expect(sample.cadence == nil && sample.horizontalError == nil && sample.heartRateConfidence == nil && sample.batteryPercent == nil)
        sample.position = Coordinate(latitude: 47.3686123, longitude: -8.5392987)
        sample.altitude = .meters(408.13)
        sample.horizontalError = .meters(3.4)
        sample.speed = .metersPerSecond(3.1416)
        sample.distance = .meters(42_195.123)
        sample.cadence = .stepsPerMinute(172)
        sample.heartRate = .beatsPerMinute(151.6)
        sample.heartRateConfidence = 0.876
        sample.batteryPercent = 93
        #expect(sample.position == Coordinate(latitude: 47.3686123, longitude: -8.5392987))
        #expect(abs((sample.altitude?.meters ?? 0) - 408.2) < 1e-9)
        #expect(sample.horizontalError == .meters(3.5))
        #expect(sample.speed == .metersPerSecond(3.142))
        #expect(sample.distance == .meters(42_195.123))
        #expect(sample.cadence == .stepsPerMinute(172))
        #expect(sample.heartRate == .beatsPerMinute(152))
        #expect(sample.heartRateConfidence == 0.88)
        #expect(sample.batteryPercent == 93)
        sample.position = nil
        sample.altitude = nil
        sample.heartRate = nil
        #expect(sample.position == nil && sample.altitude == nil && sample.heartRate == nil)
    }

    static let wildValues: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, -0.0, 1e9, -1e9]

    @Test("E8: wild values end at the field's ends, what is no number is unknown, and nothing traps", arguments: wildValues)
    func wild(_ value: Double) {
        var sample = RunSample(time: .start)
        sample.altitude = .meters(value)
        sample.horizontalError = .meters(value)
        sample.speed = .metersPerSecond(value)
        sample.distance = .meters(value)
        sample.cadence = .stepsPerMinute(value)
        sample.heartRate = .beatsPerMinute(value)
        sample.heartRateConfidence = value
        sample.position = Coordinate(latitude: value, longitude: value)
        if value.isNaN {
            #expect(sample.altitude == nil && sample.horizontalError == nil && sample.speed == nil)
            #expect(sample.cadence == nil && sample.heartRate == nil && sample.heartRateConfidence == nil)
            #expect(sample.distanceMillimeters == 0)
        } else if value > 1 {
            #expect(sample.altitude == .meters(Double(UInt16.max - 1) / 5 - 500))
            #expect(sample.horizontalError == .meters(127))
            #expect(sample.speed == .metersPerSecond(65.534))
            #expect(sample.cadence == .stepsPerMinute(254))
            #expect(sample.heartRate == .beatsPerMinute(255))
            #expect(sample.heartRateConfidence == 1)
            #expect(sample.distanceMillimeters == .max || value == 1e9)
        } else {
            #expect(sample.altitude == .meters(value == 0 ? 0 : -500))
            #expect(sample.speed == .zero)
            #expect(sample.heartRate == nil)
            #expect(sample.distanceMillimeters == 0)
        }
    }

    @Test("Steps, ascent and descent go on past 65,536 though the log counts modulo")
    func modulo() {
        var run = RecordedRun()
        for second in 0...400 {
            run.sample(at: Double(second), steps: second * 500) {
                $0.flags.insert(.hasAscent)
                $0.ascentDecimetersModulo = UInt16(truncatingIfNeeded: second * 300)
                $0.descentDecimetersModulo = UInt16(truncatingIfNeeded: second * 299)
            }
        }
        #expect(run.totals.steps == 200_000)
        #expect(run.totals.ascent == .meters(12_000))
        #expect(run.totals.descent == .meters(11_960))
    }

    @Test("Without a step counter and without an altitude there are no steps and no ascent")
    func absent() {
        var run = RecordedRun()
        for second in 0...10 { run.sample(at: Double(second)) }
        #expect(run.totals.steps == nil)
        #expect(run.totals.ascent == nil)
        #expect(run.totals.descent == nil)
    }

    @Test("A sample that goes back in time, or whose distance falls, takes nothing away")
    func backwards() {
        var run = RecordedRun()
        run.run(from: 0, to: 20, speed: 3)
        let before = run.totals
        run.sample(at: 10, meters: 9_999)
        #expect(run.totals == before)
        run.sample(at: 21, meters: 10)
        #expect(run.totals.distance == .meters(60))
    }

    @Test("The mean cadence is over the time with steps")
    func cadence() {
        var run = RecordedRun()
        for second in 0...10 { run.sample(at: Double(second), cadence: 160) }
        for second in 11...20 { run.sample(at: Double(second), cadence: 0) }
        for second in 21...30 { run.sample(at: Double(second)) }
        for second in 31...40 { run.sample(at: Double(second), cadence: 180) }
        #expect(run.totals.counters.averageCadence == .stepsPerMinute(170))
        #expect(RunCounters().averageCadence == nil)
    }

    @Test("Run time never wraps: 49 days are the most")
    func runTime() {
        #expect(RunTime(since: .seconds(-5)) == .start)
        #expect(RunTime(since: .seconds(1e12)).milliseconds == .max)
        #expect(RunTime.start.millisecondsSince(RunTime(milliseconds: 5)) == 0)
    }
}
