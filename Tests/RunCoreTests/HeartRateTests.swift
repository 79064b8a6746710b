import Quantities
import RunCore
import Testing

@Suite("Heart rate of a run")
struct HeartRateTests {
    @Test("E9: the mean is weighted by time over valid seconds only")
    func mean() {
        var run = RecordedRun()
        run.sample(at: 0, beats: 100)
        for second in 1...60 { run.sample(at: Double(second), beats: 120) }
        for second in 61...120 { run.sample(at: Double(second), beats: 0) }
        for second in 121...150 { run.sample(at: Double(second), beats: 180) }
        let tally = run.totals.heartRateSoFar
        #expect(tally.average == .beatsPerMinute(140))
        #expect(tally.maximum == .beatsPerMinute(180))
        #expect(tally.validMilliseconds == 90_000)
    }

    @Test("E9: without a valid second there is no mean, no maximum and no zone")
    func none() {
        var run = RecordedRun(zones: HeartRateZones(ofMaximum: .beatsPerMinute(190)))
        run.run(from: 0, to: 60, speed: 3)
        let tally = run.totals.heartRateSoFar
        #expect(tally.average == nil)
        #expect(tally.maximum == nil)
        #expect((0...5).allSatisfy { tally.time(inZone: $0) == .zero })
        #expect(tally.time(inZone: -1) == .zero)
        #expect(tally.time(inZone: 6) == .zero)
    }

    @Test("A second longer than 3 s counts as 3 s: a rate does not hold through a gap")
    func gap() {
        var run = RecordedRun()
        run.sample(at: 0, beats: 100)
        run.sample(at: 600, beats: 100)
        #expect(run.totals.heartRateSoFar.validMilliseconds == 3_000)
    }

    @Test("Seconds in a pause do not count, also when the pause was dated back over them")
    func pause() {
        var run = RecordedRun()
        for second in 0...30 { run.sample(at: Double(second), beats: 150) }
        run.event(at: 20, .pause(.automatic))
        for second in 31...60 { run.sample(at: Double(second), beats: 100, flags: [.isPaused]) }
        run.event(at: 60, .stop)
        run.event(at: 60, .end(.saved))
        #expect(run.totals.heartRateSoFar.average == .beatsPerMinute(150))
        #expect(run.totals.heartRateSoFar.validMilliseconds == 20_000)
    }

    @Test("A smoothed value replaces the live one of its own second, also by nothing")
    func smoothed() {
        var run = RecordedRun()
        for second in 0...30 { run.sample(at: Double(second) + 0.2, beats: 200) }
        var values = SmoothedHeartRate(first: .seconds(15))
        for _ in 0..<10 { values.append(beats: 140) }
        values.append(beats: 0)
        run.add(.smoothedHeartRate(values))
        for second in 31...60 { run.sample(at: Double(second) + 0.2) }
        let tally = run.totals.heartRateSoFar
        // 30.2 s of live values, ten seconds of them replaced by 140 and one by nothing.
        #expect(tally.validMilliseconds == 29_200)
        let mean = (19.2 * 200.0 + 10.0 * 140.0) / 29.2
        #expect(abs((tally.average?.beatsPerMinute ?? 0) - mean) < 1e-9)
        #expect(run.totals == run.refolded)
    }

    @Test("Smoothed values of seconds that were settled long ago, or are still to come, change nothing")
    func strangers() {
        var run = RecordedRun()
        for second in 0...60 { run.sample(at: Double(second), beats: 150) }
        for first in [RunTime.start, .seconds(500), RunTime(milliseconds: .max)] {
            var values = SmoothedHeartRate(first: first)
            for _ in 0..<20 { values.append(beats: 60) }
            #expect(values.count == 16)
            run.add(.smoothedHeartRate(values))
        }
        #expect(run.totals.heartRateSoFar.average == .beatsPerMinute(150))
    }

    @Test("Each second counts in the lap it ended in, also when it settles later")
    func laps() {
        var run = RecordedRun()
        for second in 0...30 { run.sample(at: Double(second), beats: 120) }
        run.event(at: 30, .lap(.manual, distanceMillimeters: 0))
        #expect(run.totals.previousLap?.heartRate.validMilliseconds == 30_000)
        for second in 31...90 { run.sample(at: Double(second), beats: 160) }
        run.event(at: 90, .stop)
        run.event(at: 95, .end(.saved))
        #expect(run.totals.laps.map(\.heartRate.average) == [.beatsPerMinute(120), .beatsPerMinute(160)])
        #expect(run.totals.laps.map(\.heartRate.validMilliseconds) == [30_000, 60_000])
    }

    @Test(
        "Zones begin at 50, 60, 70, 80 and 90 % of the maximum, or of the reserve",
        arguments: [
            (HeartRateZones(ofMaximum: .beatsPerMinute(190)), [95, 114, 133, 152, 171]),
            (HeartRateZones(ofReserveTo: .beatsPerMinute(190), rest: .beatsPerMinute(50)), [120, 134, 148, 162, 176]),
        ])
    func zones(_ zones: HeartRateZones, _ bounds: [UInt8]) {
        for (index, bound) in bounds.enumerated() {
            #expect(zones.zone(ofBeats: bound) == index + 1)
            #expect(zones.zone(ofBeats: bound - 1) == index)
        }
        #expect(zones.zone(ofBeats: 0) == nil)
        #expect(zones.zone(ofBeats: 255) == 5)
    }

    @Test("Own limits have to rise; without any there is no zone")
    func ownLimits() {
        #expect(HeartRateZones(lowerBounds: (100, 120, 140, 160, 180))?.zone(ofBeats: 150) == 3)
        #expect(HeartRateZones(lowerBounds: (100, 120, 120, 160, 180)) == nil)
        #expect(HeartRateZones(lowerBounds: (0, 120, 140, 160, 180)) == nil)
        #expect(HeartRateZones.unknown.zone(ofBeats: 150) == nil)
        #expect(!HeartRateZones(ofMaximum: .beatsPerMinute(.nan)).isKnown)
        #expect(!HeartRateZones(ofReserveTo: .beatsPerMinute(60), rest: .beatsPerMinute(60)).isKnown)
    }

    @Test("The time in zones is the valid time")
    func timeInZones() {
        var run = RecordedRun(zones: HeartRateZones(ofMaximum: .beatsPerMinute(190)))
        for second in 0...100 { run.sample(at: Double(second), beats: UInt8(80 + second)) }
        let tally = run.totals.heartRateSoFar
        #expect((0...5).reduce(Duration.zero) { $0 + tally.time(inZone: $1) } == .seconds(100))
        #expect(tally.time(inZone: 1) == .seconds(19))
    }
}
