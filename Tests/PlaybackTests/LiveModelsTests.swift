import Peripherals
import Playback
import Quantities
import SensorService
import SimulatedPeripherals
import Testing
import WatchCore

@Suite struct LiveModelsTests {
    private static let start = MonotonicInstant(seconds: 1000)

    private func models(lasting seconds: Int = 600) -> LiveModels {
        let wrist = SimulatedWrist([.lsm6dsox, .bmp390], at: Self.start, seed: 1)
        let hub = SensorHub(SensorParts(motion: LSM6DSOX(on: wrist.bus), barometer: BMP390(on: wrist.bus)), at: Self.start)
        var script = RunnerScript(name: "run", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(seconds))])
        script.monotonic = Self.start
        return LiveModels(hub, on: wrist, script: script, seed: 2, withPosition: true)
    }

    private func fixes(_ events: [Event]) -> Int { events.count { if case .fix = $0 { true } else { false } } }

    @Test("Positions come once a second in a run and not at rest, with one service a second once the chips are set up")
    func alone() {
        let models = models()
        var events: [Event] = [], services = 0, now = Self.start
        while now < Self.start + .seconds(60) {
            now = max(now, models.nextService)
            models.service(at: now, into: &events)
        }
        #expect(fixes(events) == 0)
        models.setDemand(.run, at: now, into: &events)
        events.removeAll()
        let from = now
        while now < from + .seconds(60) {
            now = max(now, models.nextService)
            models.service(at: now, into: &events)
            if now > from + .seconds(5) { services += 1 }
        }
        #expect(57...61 ~= fixes(events))
        #expect(services <= 57)
    }

    @Test("I8: after the script's end positions of a runner who stands come on, once a second and not without pause")
    func afterTheScript() {
        let models = models(lasting: 5)
        var events: [Event] = [], now = Self.start
        models.setDemand(.run, at: now, into: &events)
        for _ in 0..<200 where now < Self.start + .seconds(60) {
            now = max(now, models.nextService)
            models.service(at: now, into: &events)
        }
        #expect(now >= Self.start + .seconds(60))
        #expect(58...62 ~= fixes(events))
    }

    @Test("I8: while a frame comes every second, a position waits for it: no service of its own, and none is lost")
    func withFrames() {
        let models = models()
        var events: [Event] = []
        models.setDemand(.run, at: Self.start, into: &events)
        events.removeAll()
        var own = 0
        for second in 1...120 {
            let frame = Self.start + .seconds(second) + .milliseconds(370)
            while models.nextService < frame {
                let now = models.nextService
                models.service(at: now, into: &events)
                if second > 5 { own += 1 }
            }
            models.serviceOnOccasion(at: frame, into: &events)
        }
        #expect(own == 0)
        #expect(119...121 ~= fixes(events))
        // The frames end: positions come by themselves again.
        let before = fixes(events), from = Self.start + .seconds(121)
        var now = from
        while now < from + .seconds(10) {
            now = max(now, models.nextService)
            models.service(at: now, into: &events)
        }
        #expect(fixes(events) - before >= 8)
    }
}
