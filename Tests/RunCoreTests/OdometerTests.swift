import Quantities
import SimulatedPeripherals
import Testing

@testable import RunCore

/// Distance that another device counts.
@Suite("An odometer") struct OdometerTests {
    private static func settings(_ type: RunType) -> RunSettings { RunSettings(type: type, autoPause: false, countdownSeconds: 0) }

    private func begin(_ type: RunType = .indoorRun) -> Rig {
        var rig = Rig(Self.settings(type))
        rig.perform(.prepare)
        rig.take(odometer: .zero)
        rig.perform(.start)
        return rig
    }

    @Test("J8: its count is the distance of a run indoors that nothing else measures, and the log says so")
    func indoors() {
        var rig = begin()
        for second in 1...60 {
            rig.wait(.seconds(1))
            rig.take(odometer: .meters(2.5 * Double(second)))
        }
        rig.wait(.seconds(1))
        #expect(rig.totals.counters.distanceMillimeters == 150_000)
        #expect(rig.totals.hasOdometer && rig.logAgrees)
        #expect(rig.samples.allSatisfy { $0.flags.contains(.hasOdometer) && !$0.flags.contains(.isReckoned) })
        #expect(rig.samples.last?.speed == .metersPerSecond(2.5))
        #expect(rig.totals.pace(at: rig.totals.latest).map { abs($0.secondsPerKilometer - 400) < 1 } ?? false)
    }

    @Test("Once it has spoken, positions and strides count nothing; before, they do", arguments: [false, true])
    func outdoors(hasOdometer: Bool) {
        var rig = Rig(Self.settings(.run))
        rig.perform(.prepare)
        if hasOdometer { rig.take(odometer: .zero) }
        rig.perform(.start)
        rig.play(.straight(RunnerScript.Leg(.run(.metersPerSecond(3)), for: .seconds(120)))) { rig, second in
            if hasOdometer { rig.take(odometer: .meters(second.truth.distance.meters / 2)) }
        }
        rig.wait(.seconds(1))
        let expected = hasOdometer ? 180.0 : 360.0
        #expect(abs(rig.totals.distance.meters - expected) < 0.06 * expected, "\(rig.totals.distance.meters)")
        #expect(rig.totals.hasOdometer == hasOdometer && rig.logAgrees)
    }

    @Test("A22: what it counts while the timer stands is forgotten")
    func paused() {
        var rig = begin()
        rig.wait(.seconds(10))
        rig.take(odometer: .meters(30))
        rig.perform(.pause)
        rig.wait(.seconds(60))
        rig.take(odometer: .meters(130))
        rig.perform(.resume)
        rig.wait(.seconds(10))
        rig.take(odometer: .meters(160))
        rig.perform(.stop)
        #expect(rig.totals.counters.distanceMillimeters == 60_000)
        #expect(rig.logAgrees)
    }

    @Test("A count of the time before the start is not the run's")
    func before() {
        var rig = Rig(Self.settings(.indoorRun))
        rig.perform(.prepare)
        rig.take(odometer: .meters(500))
        rig.wait(.seconds(5))
        rig.take(odometer: .meters(512))
        rig.perform(.start)
        rig.wait(.seconds(5))
        rig.take(odometer: .meters(520))
        rig.wait(.seconds(1))
        #expect(rig.totals.counters.distanceMillimeters == 8_000)
    }

    /// Readings one after another, and the metres that they make.
    static let counts: [(readings: [Double], meters: Double)] = [
        ([0, 10, 20], 20), ([0, 10, 5, 8], 13), ([100, 100, 103], 3), ([0, .nan, 4], 4), ([0, .infinity, 4], 4), ([0, -.infinity, 4], 4),
        ([0, -5, 4], 4), ([0, 1e300, 4], 4), ([0, 0.0004, 0.0008, 0.0012], 0.001),
    ]

    @Test("A count that falls has begun anew; what is no distance is not heard; fractions are not lost", arguments: counts)
    func counting(readings: [Double], meters: Double) {
        var odometer = Odometer(), millimeters: UInt32 = 0
        for (second, reading) in readings.enumerated() {
            odometer.take(.meters(reading), at: MonotonicInstant(seconds: Double(second)), counts: true)
            millimeters += odometer.takeMillimeters()
        }
        #expect(Double(millimeters) / 1000 == meters)
    }

    @Test("Whatever is read, the distance never falls and nothing traps", arguments: 1...20 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed), rig = begin()
        for _ in 0..<300 {
            rig.wait(.milliseconds(.random(in: 0...4000, using: &random)))
            rig.take(odometer: Distance(baseValue: Double(bitPattern: random.next())))
            rig.take(odometer: .meters(.random(in: -10...10_000_000, using: &random)))
            if .random(in: 0..<10, using: &random) == 0 { rig.perform(.pause) }
            if .random(in: 0..<10, using: &random) == 0 { rig.perform(.resume) }
        }
        let distances = rig.samples.map(\.distanceMillimeters)
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(rig.logAgrees)
    }

    @Test("After a recovery it counts on from what the log has")
    func recovered() {
        var rig = begin()
        rig.wait(.seconds(10))
        rig.take(odometer: .meters(30))
        rig.wait(.seconds(2))
        var again = Rig(Self.settings(.indoorRun), at: rig.now)
        let goesOn = again.recover(rig.totals, boot: .first)
        #expect(goesOn)
        again.take(odometer: .meters(36))
        again.wait(.seconds(2))
        again.take(odometer: .meters(42))
        again.wait(.seconds(2))
        #expect(again.totals.counters.distanceMillimeters == 36_000)
    }
}
