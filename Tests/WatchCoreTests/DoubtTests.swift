import Quantities
import RunCore
import ScreenModels
import SimulatedPeripherals
import Testing
import WatchCore

@Suite("Parts that speak, but are wrong")
struct DoubtTests {
    @Test("A receiver that repeats one place in a run is named within 15 s, and when it is back")
    func receiver() {
        var script = RunnerScript(name: "held", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(240))])
        script.monotonic = MonotonicInstant(seconds: 1001)
        script.faults = FaultScript([.init(from: 120, to: 180, .gpsHolds(.absent))])
        var rig = WatchRig()
        var runner = SimulatedRunner(script: script, seed: 1)
        var named: Int?, back: Int?
        while !runner.isFinished {
            let second = runner.next()
            rig.give(second)
            if second.number == 10 { rig.beginRun() }
            if named == nil, rig.message() == .sensorDoubted(.gps) {
                named = second.number
                #expect(rig.watch.state(of: .gps) == .failed)
                #expect(rig.watch.evidence.contains { $0 == ("positions", "contradicted") })
            }
            if named != nil, back == nil, rig.message() == .sensorBack(.gps) { back = second.number }
        }
        #expect(rig.watch.state(of: .gps) == .working)
        #expect(named.map { $0 >= 120 && $0 <= 135 } == true)
        #expect(back.map { $0 >= 180 && $0 <= 185 } == true)
    }

    @Test("A battery gauge that is gone is shown as unknown within three minutes", arguments: [true, false])
    func gauge(inRun: Bool) {
        var rig = WatchRig()
        rig.deliver(.battery(BatteryReading(percent: 60)))
        if inRun { rig.beginRun() }
        #expect(rig.screen.status.batteryPercent == 60)
        rig.wait(.seconds(180))
        rig.press(.page)
        #expect(rig.screen.status.batteryPercent == nil)
    }

    @Test(
        "Two low readings save a run only if the second is fresh beside the first",
        arguments: [(60, true), (119, true), (121, false), (1_800, false)])
    func low(seconds: Int64, saves: Bool) {
        var rig = WatchRig()
        rig.beginRun()
        rig.deliver(.battery(BatteryReading(percent: 4)))
        rig.stall(.seconds(seconds))
        rig.deliver(.battery(BatteryReading(percent: 4)))
        #expect((rig.watch.session.phase == .saved) == saves)
    }
}
