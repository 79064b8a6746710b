import Quantities
import SimulatedPeripherals
import Testing

@Suite struct FaultTests {
    /// Second 20 of a run with a fault from second 10 to 30, and the same second in health.
    private func pair(_ fault: Fault) -> (sick: SimulatedSecond, healthy: SimulatedSecond, after: SimulatedSecond) {
        var script = RunnerScript(name: "fault", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(60))])
        var well = SimulatedRunner(script: script, seed: 4)
        script.faults = FaultScript([.init(from: 10, to: 30, fault)])
        var ill = SimulatedRunner(script: script, seed: 4)
        let healthy = (0..<40).map { _ in well.next() }, sick = (0..<40).map { _ in ill.next() }
        #expect(sick[9] == healthy[9], "before")
        #expect(sick[30] == healthy[30], "after")
        return (sick[20], healthy[20], healthy[9])
    }

    @Test("A fault changes what it names, from its first second until before its last")
    func receiver() {
        #expect(pair(.gpsSilent).sick.fix == nil)
        #expect(pair(.gpsNoFix).sick.fix?.position == nil)
        #expect(pair(.gpsZeroes).sick.fix?.position == Coordinate(latitude: 0, longitude: 0))
        #expect(pair(.gpsWithoutTime).sick.fix?.time == nil)
        #expect(pair(.satellitesLost).sick.fix?.satellitesUsed == 3)
        #expect(pair(.gpsPoor).sick.fix?.horizontalDilution == 15)
        #expect(pair(.gpsDropouts(1)).sick.fix == nil)
        #expect(pair(.dopplerLost).sick.fix?.speed == nil)
        #expect(pair(.dopplerNotANumber).sick.fix?.speed?.isFinite == false)
        #expect(pair(.altitudeZero).sick.fix?.altitude == .zero)
    }

    @Test("A frozen receiver repeats its last place with new times; gpsd after a loss repeats the time as well")
    func repeats() {
        let frozen = pair(.gpsFrozen)
        #expect(frozen.sick.fix?.position == frozen.after.fix?.position)
        #expect(frozen.sick.fix?.time == frozen.healthy.fix?.time)
        let repeated = pair(.gpsRepeats)
        #expect(repeated.sick.fix == repeated.after.fix)
    }

    @Test("Shifts are as large as they say")
    func shifts() throws {
        let jump = pair(.gpsJump(.meters(1112)))
        let there = try #require(jump.sick.fix?.position), here = try #require(jump.healthy.fix?.position)
        #expect(abs(there.latitude - here.latitude - 0.01) < 1e-9)
        let clock = pair(.gpsClockJump(.seconds(18)))
        #expect(clock.sick.fix?.time == clock.healthy.fix?.time?.advanced(by: .seconds(18)))
        let week = pair(.weekRollover(1))
        #expect(week.sick.fix?.time == week.healthy.fix?.time?.advanced(by: .seconds(-7168 * 86_400)))
        let slow = pair(.dopplerScale(0.94))
        #expect(slow.sick.fix?.speed == slow.healthy.fix?.speed.map { $0 * 0.94 })
        let pressed = pair(.barometerPressed(.hectopascals(1)))
        #expect(pressed.sick.pressure == pressed.healthy.pressure.map { $0 + .hectopascals(1) })
    }

    @Test("Each other sensor can fall silent alone")
    func others() {
        #expect(pair(.heartRateLost).sick.heartRate == nil)
        #expect(pair(.stepsLost).sick.steps == nil)
        #expect(pair(.barometerLost).sick.pressure == nil)
        #expect(pair(.batteryLost).sick.battery == nil)
        #expect(pair(.heartRateLost).sick.steps == pair(.heartRateLost).healthy.steps)
    }
}
