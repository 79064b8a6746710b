import Glibc
import Peripherals
import Quantities
import SimulatedPeripherals
import Testing

/// Drivers on the models of their chips: what the runner's body does has to come out of the FIFO bytes.
@Suite struct ChipModelTests {
    /// A runner with a wrist full of chips, serviced once a second.
    final class Watch {
        let wrist: SimulatedWrist
        let pulse: MAX3010x
        let motion: any MotionSensor
        let barometer: BMP390
        let gauge: MAX17048
        private var runner: SimulatedRunner
        private(set) var second: SimulatedSecond
        var light: [PPGSample] = []
        var acceleration: [AccelerationSample] = []
        var pressure: PressureSample?
        var losses: [ServiceReport.Loss] = []
        var faults: [ChipFault] = []

        init(_ script: RunnerScript, clock: ClockError = .none, faults: BusFaultScript = .none, hasMPU6050: Bool = false) {
            let parts: [SimulatedPart] = [.max30101, hasMPU6050 ? .mpu6050 : .lsm6dsox, .bmp390, .max17048, .ssd1306]
            wrist = SimulatedWrist(parts, at: script.monotonic, clock: clock, faults: faults, seed: 5)
            pulse = MAX3010x(.max30101, on: wrist.bus)
            motion = hasMPU6050 ? MPU6050(on: wrist.bus) : LSM6DSOX(on: wrist.bus)
            barometer = BMP390(on: wrist.bus)
            gauge = MAX17048(on: wrist.bus)
            runner = SimulatedRunner(script: script, seed: 5)
            second = runner.next()
            wrist.feed(second)
            serviceAll()
        }

        /// Lets time pass without a service.
        func pass(_ seconds: Int) {
            for _ in 0..<seconds {
                second = runner.next()
                wrist.feed(second)
            }
        }

        /// Seconds with a service at the beginning of each.
        func run(_ seconds: Int) {
            for _ in 0..<seconds {
                pass(1)
                serviceAll()
            }
        }

        func serviceAll() {
            service { [self] now throws(ChipError) in try pulse.service(at: now, into: &light) }
            service { [self] now throws(ChipError) in try motion.service(at: now, into: &acceleration) }
            service { [self] now throws(ChipError) in
                var sample: PressureSample?
                let report = try barometer.service(at: now, into: &sample)
                if let sample { pressure = sample }
                return report
            }
        }

        private func service(_ body: (MonotonicInstant) throws(ChipError) -> ServiceReport) {
            var now = second.at
            do throws(ChipError) {
                for _ in 0..<20 {
                    let report = try body(now)
                    if report.loss != .none { losses.append(report.loss) }
                    guard let again = report.again else { return }
                    now = max(now, again)
                    wrist.bus.advance(to: now)
                }
            } catch { faults.append(error.fault) }
        }
    }

    private static func standing(_ seconds: Int64) -> RunnerScript {
        RunnerScript(name: "standing", legs: [.init(.stand, for: .seconds(seconds))])
    }
    private static func running(_ seconds: Int64) -> RunnerScript {
        RunnerScript(name: "running", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(seconds))])
    }

    /// The amplitude of a frequency in evenly spaced values, by the discrete Fourier transform with a Hann window.
    private static func amplitude(_ values: [Double], hertz: Double, samplesPerSecond: Double) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        var (real, imaginary) = (0.0, 0.0)
        for (index, value) in values.enumerated() {
            let window = 1 - cos(2 * .pi * Double(index) / Double(values.count))
            let angle = 2 * .pi * hertz * Double(index) / samplesPerSecond
            real += (value - mean) * window * cos(angle)
            imaginary += (value - mean) * window * sin(angle)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(values.count)
    }

    @Test(
        "E4: as many samples come as the chip's own clock takes, a few per cent off, and all of them",
        arguments: [-0.05, -0.02, 0, 0.03, 0.05], [false, true])
    func sampleCounts(clockError: Double, hasMPU6050: Bool) {
        let watch = Watch(Self.running(300), clock: ClockError(rate: clockError, jitter: 0.02), hasMPU6050: hasMPU6050)
        watch.run(240)
        #expect(watch.faults.isEmpty && watch.losses.isEmpty)
        #expect(abs(Double(watch.light.count) / (240 * 25 * (1 + clockError)) - 1) < 0.005)
        let rate = watch.motion.samplesPerSecond
        #expect(abs(Double(watch.acceleration.count) / (240 * rate * (1 + clockError)) - 1) < 0.005)
    }

    @Test("At rest the light carries the pulse at the true rate, and its harmonics")
    func pulseAtRest() {
        let watch = Watch(Self.standing(200))
        watch.run(60)
        watch.light = []
        watch.run(60)
        let green = watch.light.map(\.counts.x)
        let rate = watch.second.truth.heartRate.beatsPerMinute / 60
        let level = green.reduce(0, +) / Double(green.count)
        let pulse = Self.amplitude(green, hertz: rate, samplesPerSecond: 25)
        #expect(abs(pulse / level - 0.01) < 0.002, "the body's perfusion")
        #expect(abs(Self.amplitude(green, hertz: 2 * rate, samplesPerSecond: 25) / pulse - 0.45) < 0.1)
        #expect(Self.amplitude(green, hertz: 1.5 * rate, samplesPerSecond: 25) < pulse / 20)
    }

    @Test("Running, the light carries the steps and the arm as the accelerometer does; standing, neither")
    func motionInTheLight() throws {
        let watch = Watch(Self.running(300))
        watch.run(120)
        watch.light = []
        watch.acceleration = []
        watch.run(60)
        let cadence = try #require(watch.second.truth.cadence).stepsPerMinute / 60
        let level = watch.light[0].counts.x
        for hertz in [cadence, cadence / 2] {
            let inLight = Self.amplitude(watch.light.map(\.counts.x), hertz: hertz, samplesPerSecond: 25) / level
            #expect(inLight > 0.003, "\(hertz) Hz")
            let felt = Self.amplitude(watch.acceleration.map(\.axes.y), hertz: hertz, samplesPerSecond: 26)
            #expect(felt > 0.3, "\(hertz) Hz")
        }
        let peak = watch.acceleration.map(\.magnitude).max() ?? 0
        #expect(2.5...8 ~= peak, "g at a running wrist")
        let still = Watch(Self.standing(100))
        still.run(60)
        #expect(still.acceleration.allSatisfy { abs($0.magnitude - 1) < 0.02 })
    }

    @Test("The barometer's compensated pressure is the air's, within a pascal on the mean")
    func pressure() throws {
        var script = Self.running(900)
        script.hills = .init(height: .meters(40), length: .meters(600))
        script.pressureNoise = .zero
        let watch = Watch(script)
        var error = 0.0, count = 0
        for _ in 0..<800 {
            watch.pressure = nil
            watch.run(1)
            guard let measured = watch.pressure?.pressure, let truth = watch.second.pressure else { continue }
            error += measured.hectopascals - truth.hectopascals
            count += 1
            #expect(abs(measured.hectopascals - truth.hectopascals) < 0.3, "some metres of climbing since the measurement")
        }
        #expect(count > 780)
        #expect(abs(error / Double(count)) < 0.02)
    }

    @Test("The gauge says what charge is left, and that it is falling")
    func battery() throws {
        let watch = Watch(Self.running(30))
        watch.run(10)
        let measured = try watch.gauge.read()
        #expect(measured.reading.percent == watch.second.battery?.percent)
        #expect(measured.reading.isCharging == false)
        #expect(3.5...4.2 ~= measured.reading.voltage?.volts ?? 0)
    }

    @Test("The accelerometer's own pedometer counts the true steps")
    func pedometer() throws {
        let watch = Watch(Self.running(300))
        watch.run(10)
        let sensor = try #require(watch.motion as? LSM6DSOX)
        let before = watch.second.truth.steps
        let steps = try sensor.steps()
        watch.run(100)
        #expect(try UInt64(sensor.steps() &- steps) == watch.second.truth.steps - before)
    }

    @Test("Light scales with the current, and bright light clips")
    func gain() {
        let watch = Watch(Self.standing(100))
        watch.run(20)
        let before = watch.light.last
        watch.pulse.setCurrent(register: 0x40, ofChannel: 0)
        watch.run(3)
        let after = watch.light.last
        #expect(before?.ledMilliamperes?.x == 6.4 && after?.ledMilliamperes?.x == 12.8)
        #expect(abs((after?.counts.x ?? 0) / (before?.counts.x ?? 1) - 2) < 0.1)
        watch.pulse.setCurrent(register: 0xFF, ofChannel: 0)
        watch.run(10)
        #expect(watch.light.last?.counts.x == 262_143)
        #expect(watch.faults.isEmpty, "clipping is no fault of the chip")
    }

    @Test("Sun on the sensor is told with the samples, a watch on the table by its level")
    func sunAndTable() {
        let watch = Watch(Self.standing(100))
        watch.run(5)
        let worn = watch.light.last?.counts.x ?? 0
        watch.wrist.body.isInSun = true
        watch.run(2)
        #expect(watch.light.last?.ambientOverflow == true)
        watch.wrist.body.isInSun = false
        watch.wrist.body.isWorn = false
        watch.run(3)
        #expect(watch.light.last?.ambientOverflow == false)
        #expect((watch.light.last?.counts.x ?? worn) < worn / 10)
    }

    @Test("What an overflow took is counted, or known to be uncountable", arguments: [2, 3, 60])
    func lightOverflow(seconds: Int) {
        let watch = Watch(Self.standing(200))
        watch.run(10)
        watch.light = []
        watch.pass(seconds - 1)
        watch.run(1)
        #expect(watch.light.count == 32)
        let lost = seconds * 25 - 32
        switch watch.losses.first {
        case .samples(let count): #expect(abs(count - lost) <= 1 && lost < 31)
        case .unknown: #expect(lost >= 30)
        case .some(.none), nil: Issue.record("nothing said")
        }
        watch.losses = []
        watch.run(5)
        #expect(watch.losses.isEmpty)
    }

    @Test("What an overrun of the accelerometer took is known to the sample", arguments: [25, 60])
    func motionOverrun(seconds: Int) {
        let watch = Watch(Self.running(200))
        watch.run(10)
        watch.acceleration = []
        watch.pass(seconds - 1)
        watch.run(1)
        let losses = watch.losses.compactMap { if case .samples(let count) = $0 { count } else { nil } }
        let lost = losses.max() ?? 0
        #expect(abs(watch.acceleration.count + lost - seconds * 26) <= 2)
        #expect(watch.acceleration.count >= 512)
        #expect(watch.faults.isEmpty)
    }

    @Test("After its FIFO has overflowed the MPU-6050's samples are whole again")
    func alignment() {
        let watch = Watch(Self.standing(200), hasMPU6050: true)
        watch.run(10)
        watch.pass(20)
        watch.run(10)
        #expect(watch.losses.contains(.unknown))
        #expect(watch.acceleration.allSatisfy { abs($0.magnitude - 1) < 0.03 })
    }

    /// Chips that are sold as MPU-6050, one that even says so.
    static let copies: [SimulatedMPU6050.Make] = [
        .init(identity: 0x68, fifoBytes: 512, isLater: false), .init(identity: 0x70, fifoBytes: 512, isLater: true),
        .init(identity: 0x72, fifoBytes: 512, isLater: true), .init(identity: 0x72, fifoBytes: 1024, isLater: false),
        .init(identity: 0x98, fifoBytes: 4096, isLater: true),
    ]

    @Test(
        "L1: what is sold as an MPU-6050 delivers all its samples, filtered, at a run and at rest, and whole ones after an overflow",
        arguments: copies)
    func copy(_ make: SimulatedMPU6050.Make) throws {
        let wrist = SimulatedWrist([], at: Self.standing(200).monotonic, seed: 5)
        wrist.bus.attach(SimulatedMPU6050(on: wrist.body, make: make, seed: 5))
        let sensor = MPU6050(on: wrist.bus)
        var runner = SimulatedRunner(script: Self.standing(200), seed: 5)
        var samples: [AccelerationSample] = []
        var losses = 0
        func pass(_ seconds: Int) throws {
            for _ in 0..<seconds { wrist.feed(runner.next()) }
            let now = wrist.bus.now
            let report = try ServiceReport.whileMoreWaits(at: now) { () throws(ChipError) in try sensor.service(at: now, into: &samples) }
            if report.loss != .none { losses += 1 }
        }
        try pass(1)
        try pass(1)
        try pass(30)
        #expect(losses == 1, "overflowed")
        samples = []
        for _ in 0..<20 { try pass(1) }
        for _ in 0..<20 { try pass(Int(sensor.longestPause.inSeconds)) }
        let seconds = 20 + 20 * sensor.longestPause.inSeconds
        #expect(losses == 1)
        #expect((Double(samples.count) - 25 * seconds).magnitude <= 25)
        #expect(samples.allSatisfy { abs($0.magnitude - 1) < 0.03 })
    }

    @Test("G4: a barometer lost in mid-run is named, the others go on, and it comes back by itself")
    func barometerLost() {
        var script = Self.running(300)
        script.faults = FaultScript([.init(from: 60, to: 120, .barometerLost)])
        let watch = Watch(script)
        watch.run(59)
        #expect(watch.pressure != nil && watch.faults.isEmpty)
        watch.pressure = nil
        watch.run(60)
        #expect(watch.pressure == nil)
        #expect(watch.faults.count >= 55)
        watch.run(10)
        #expect(watch.pressure != nil)
        #expect(watch.light.count > 120 * 25 && watch.acceleration.count > 120 * 26)
    }

    @Test("The same seed gives the same samples, a different clock others")
    func repeatable() {
        func light(_ clock: ClockError) -> [PPGSample] {
            let watch = Watch(.everyday, clock: clock, faults: BusFaultScript([]))
            watch.run(60)
            return watch.light
        }
        #expect(light(.none) == light(.none))
        #expect(light(.none) != light(ClockError(rate: 0.01)))
    }

    @Test("I8: a second of all sensors and three new digits take less than 14 ms of a bus at 400 kHz")
    func busTime() throws {
        let watch = Watch(Self.running(100))
        let display = SSD1306(on: watch.wrist.bus)
        var frame = Bitmap(width: 128, height: 64)
        try display.show(frame)
        watch.run(10)
        for round in 0..<20 {
            let before = watch.wrist.bus.traffic
            for digit in 0..<3 { frame.fill(x: 8 + 40 * digit, y: 16, width: 16, height: 32, round % 2 == 0 ? .set : .clear) }
            watch.run(1)
            try display.show(frame)
            var spent = watch.wrist.bus.traffic
            spent.clocks -= before.clocks
            #expect(spent.busyTime(atHertz: 400_000) < .milliseconds(14))
        }
    }
}
