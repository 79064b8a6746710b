import Peripherals
import Quantities
import SensorService
import SimulatedPeripherals
import Testing
import WatchCore

/// A hub with a barometer and an accelerometer on models, in a run unless it is said to rest.
private struct HubRig {
    static let start = MonotonicInstant(seconds: 1000)
    let wrist = SimulatedWrist([.bmp390, .lsm6dsox], at: start)
    let hub: SensorHub
    var events: [Event] = []

    init() {
        hub = SensorHub(SensorParts(motion: LSM6DSOX(on: wrist.bus), barometer: BMP390(on: wrist.bus)), at: Self.start)
        hub.setDemand(.run, at: Self.start, into: &events)
    }

    static func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: 1000 + seconds) }

    /// Services whenever the hub wants it, before an instant.
    mutating func live(until seconds: Double) {
        while hub.nextService < Self.at(seconds) {
            let now = hub.nextService
            wrist.bus.now = now
            hub.service(at: now, into: &events)
        }
    }

    /// A fix comes; returns how many pressures came with it.
    mutating func fix(at seconds: Double) -> Int {
        wrist.bus.now = Self.at(seconds)
        let before = pressures
        hub.serviceOnOccasion(at: Self.at(seconds), into: &events)
        return pressures - before
    }

    var pressures: Int { events.reduce(0) { if case .pressure = $1 { $0 + 1 } else { $0 } } }
}

@Suite struct SensorHubTests {
    @Test("Parts are set up at their own pace within the first second, then serviced once a second")
    func rhythm() {
        var rig = HubRig()
        rig.live(until: 0.5)
        #expect(rig.hub.nextService == HubRig.at(1))
        rig.live(until: 10.5)
        #expect(rig.pressures == 10)
        #expect(rig.hub.nextService == HubRig.at(11))
    }

    @Test("While fixes come, each brings its batch along; when they stay away, batches come by the clock")
    func phase() {
        var rig = HubRig()
        rig.live(until: 3.5)
        #expect(rig.fix(at: 3.7) == 1)
        rig.live(until: 4.7)
        #expect(rig.fix(at: 4.7) == 1)
        #expect(rig.hub.nextService > HubRig.at(5.8))
        rig.live(until: 9)
        #expect(rig.pressures >= 9)
    }

    @Test("A fix right after a batch has missed it: nothing is read twice")
    func lateFix() {
        var rig = HubRig()
        rig.live(until: 3.1)
        let next = rig.hub.nextService
        #expect(rig.fix(at: 3.3) == 0)
        #expect(rig.hub.nextService == next)
    }

    @Test("A service that comes late makes one batch, not all that were missed")
    func late() {
        var rig = HubRig()
        rig.live(until: 3.1)
        let before = rig.pressures
        rig.wrist.bus.now = HubRig.at(9.4)
        rig.hub.service(at: HubRig.at(9.4), into: &rig.events)
        #expect(rig.pressures == before + 1)
        rig.live(until: 9.5)
        #expect(rig.hub.nextService == HubRig.at(10.4))
    }

    @Test("Parts that were switched off bring nothing more, and are not called sick for it")
    func shutDown() {
        var rig = HubRig()
        rig.live(until: 3.1)
        rig.hub.shutDown()
        let before = rig.pressures
        rig.live(until: 12)
        #expect(rig.pressures == before)
        #expect(rig.hub.trouble(of: .barometer) == nil && rig.hub.trouble(of: .motion) == nil)
    }
}
