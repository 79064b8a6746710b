import Peripherals
import Quantities
import SensorService
import SimulatedPeripherals
import Testing
import WatchCore

/// A hub on models on a runner's wrist, second by second of a script.
private final class RestRig {
    static let start = MonotonicInstant(seconds: 1000)
    let wrist: SimulatedWrist
    let hub: SensorHub
    private var runner: SimulatedRunner
    private var second: SimulatedSecond
    private(set) var now = start
    private(set) var events: [Event] = []
    private(set) var services = 0

    init(_ chips: [SimulatedPart], walking: Bool = true, mpu6050: SimulatedMPU6050.Make = .original) {
        var script = RunnerScript(
            name: "day", legs: [.init(walking ? .walk(.metersPerSecond(1.4)) : .stand, for: .seconds(3600))])
        script.monotonic = Self.start
        runner = SimulatedRunner(script: script, seed: 5)
        second = runner.next()
        wrist = SimulatedWrist(chips, at: Self.start, seed: 3)
        if chips.contains(.mpu6050) { wrist.bus.attach(SimulatedMPU6050(on: wrist.body, make: mpu6050, seed: 3)) }
        var parts = SensorParts()
        for chip in chips {
            switch chip {
            case .max30101: parts.pulse = MAX3010x(.max30101, on: wrist.bus)
            case .lsm6dsox: parts.motion = LSM6DSOX(on: wrist.bus)
            case .mpu6050: parts.motion = MPU6050(on: wrist.bus)
            case .bmp390: parts.barometer = BMP390(on: wrist.bus)
            case .max17048: parts.battery = MAX17048(on: wrist.bus)
            case .max30102, .ssd1306: break
            }
        }
        hub = SensorHub(parts, at: Self.start)
    }

    func demand(_ demand: SensorDemand) { hub.setDemand(demand, at: now, into: &events) }

    func live(seconds: Double) {
        let end = now + .seconds(seconds)
        while true {
            let next = min(second.at, hub.nextService)
            guard next <= end else { break }
            now = max(now, next)
            if second.at <= now {
                wrist.feed(second)
                second = runner.next()
            }
            wrist.bus.now = max(wrist.bus.now, now)
            if hub.nextService <= now {
                hub.service(at: now, into: &events)
                services += 1
            }
        }
        now = end
    }

    /// Steps of the last reading.
    var steps: UInt64 {
        for event in events.reversed() { if case .steps(let reading) = event { return reading.count } }
        return 0
    }

    var truth: UInt64 { UInt64(wrist.body.steps) }

    func count(_ isCounted: (Event) -> Bool) -> Int { events.count(where: isCounted) }
}

@Suite struct SensorHubRestTests {
    @Test("I8: at rest a pedometer is asked every ten seconds, and pulse and pressure are off")
    func rest() {
        let rig = RestRig([.max30101, .lsm6dsox, .bmp390, .max17048])
        rig.live(seconds: 60)
        let before = rig.wrist.bus.traffic, services = rig.services
        rig.live(seconds: 600)
        let busy = rig.wrist.bus.traffic.clocks - before.clocks
        #expect(rig.services - services <= 61)
        #expect(Double(busy) / 400_000 / 600 < 0.0005, "half a millisecond of a 400 kHz bus a second")
        #expect(rig.count { if case .heartRate = $0 { true } else { false } } == 0)
        #expect(rig.count { if case .pressure = $0 { true } else { false } } == 0)
        #expect(rig.count { if case .battery = $0 { true } else { false } } >= 10)
    }

    @Test("The day's steps are the walker's at rest and in a run, and across changes between them: chip and watch never count one twice")
    func steps() {
        let rig = RestRig([.lsm6dsox])
        rig.live(seconds: 5)
        for turn in 0..<6 {
            rig.demand(turn % 2 == 0 ? .rest : .run)
            rig.live(seconds: 200)
        }
        #expect(rig.truth > 1500)
        #expect((Double(rig.steps) / Double(rig.truth) - 1).magnitude < 0.04, "\(rig.steps) of \(rig.truth)")
        var last: UInt64 = 0
        for case .steps(let reading) in rig.events {
            #expect(reading.count >= last)
            last = reading.count
        }
    }

    @Test("Without a pedometer steps are counted from samples at rest too, with none lost between two reads")
    func sampledRest() {
        let rig = RestRig([.mpu6050])
        rig.live(seconds: 600)
        #expect((Double(rig.steps) / Double(rig.truth) - 1).magnitude < 0.05, "\(rig.steps) of \(rig.truth)")
        #expect(rig.services <= 160)
    }

    @Test(
        "L1: a copy of the chip with half its FIFO is read more often at rest, also one that calls itself the original",
        arguments: [0x68, 0x70])
    func sampledRestOfACopy(identity: UInt8) {
        let rig = RestRig([.mpu6050], mpu6050: .init(identity: identity, fifoBytes: 512, isLater: identity != 0x68))
        rig.live(seconds: 600)
        #expect((Double(rig.steps) / Double(rig.truth) - 1).magnitude < 0.05, "\(rig.steps) of \(rig.truth)")
        #expect(rig.services <= 310)
    }

    @Test("E10: the pulse sensor works again after each rest, and its heart rate is not shown meanwhile")
    func pulseAgain() {
        let rig = RestRig([.max30101, .lsm6dsox], walking: false)
        for _ in 0..<3 {
            rig.demand(.run)
            rig.live(seconds: 60)
            #expect(rig.hub.trouble(of: .heartRate) == nil)
            rig.demand(.rest)
            rig.live(seconds: 30)
        }
        let shown = rig.count { if case .heartRate(let reading) = $0 { reading.rate != nil } else { false } }
        #expect(shown > 60)
        let lastReading = rig.events.last { if case .heartRate = $0 { true } else { false } }
        guard case .heartRate(let reading) = lastReading else { return #expect(Bool(false), "no reading") }
        #expect(reading.rate == nil)
    }

    @Test("A lifted wrist is told while the display is dark, and only then", arguments: [SensorDemand.restUntilWristRaise, .rest])
    func wristRaise(_ demand: SensorDemand) {
        let rig = RestRig([.lsm6dsox], walking: false)
        rig.live(seconds: 5)
        rig.demand(demand)
        rig.live(seconds: 10)
        #expect(rig.count { if case .wristRaised = $0 { true } else { false } } == 0)
        rig.wrist.body.isRaised = true
        rig.live(seconds: 3)
        #expect(rig.count { if case .wristRaised = $0 { true } else { false } } == (demand == .rest ? 0 : 1))
    }
}
