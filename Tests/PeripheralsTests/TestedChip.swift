import Peripherals
import Quantities
import SimulatedPeripherals

/// The chips whose drivers are put through the same faults.
enum TestedChip: String, CaseIterable, Sendable {
    case max30101, max30102, lsm6dsox, mpu6050, bmp390, max17048

    /// The model to stand for it.
    var part: SimulatedPart {
        switch self {
        case .max30101: .max30101
        case .max30102: .max30102
        case .lsm6dsox: .lsm6dsox
        case .mpu6050: .mpu6050
        case .bmp390: .bmp390
        case .max17048: .max17048
        }
    }

    /// Samples of a second, at least.
    var leastSamples: Int {
        switch self {
        case .max30101, .max30102, .lsm6dsox, .mpu6050: 20
        case .bmp390, .max17048: 1
        }
    }

    /// Whether its samples have noise in their last bits.
    var isNoisy: Bool { self != .max17048 }
    /// Whether the driver can tell that the chip has lost its settings. The gauge has none.
    var hasSettings: Bool { self != .max17048 }
}

/// A driver of any kind, reduced to what all have in common.
final class TestedDriver {
    private let chip: TestedChip
    private var pulse: MAX3010x?
    private var lsm6dsox: LSM6DSOX?
    private var mpu6050: MPU6050?
    private var barometer: BMP390?
    private var gauge: MAX17048?
    private var light: [PPGSample] = []
    private var motion: [AccelerationSample] = []
    private var services = 0

    init(_ chip: TestedChip, on bus: any I2CBus) {
        self.chip = chip
        switch chip {
        case .max30101: pulse = MAX3010x(.max30101, on: bus)
        case .max30102: pulse = MAX3010x(.max30102, on: bus)
        case .lsm6dsox: lsm6dsox = LSM6DSOX(on: bus)
        case .mpu6050: mpu6050 = MPU6050(on: bus)
        case .bmp390: barometer = BMP390(on: bus)
        case .max17048: gauge = MAX17048(on: bus)
        }
    }

    /// One service, with the extras that each driver has now and then. Throws what it says about itself that cannot be.
    func service(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        services += 1
        light.removeAll(keepingCapacity: true)
        motion.removeAll(keepingCapacity: true)
        if let pulse {
            if services % 7 == 3 { pulse.requestTemperature() }
            if services % 7 == 5 { pulse.setCurrent(register: UInt8(0x18 + services % 16), ofChannel: services % 2) }
            return try pulse.service(at: now, into: &light)
        }
        if let lsm6dsox {
            let report = try lsm6dsox.service(at: now, into: &motion)
            if services % 5 == 4, report.isMeasuring { _ = try lsm6dsox.steps() }
            return report
        }
        if let mpu6050 { return try mpu6050.service(at: now, into: &motion) }
        var sample: PressureSample?
        if let barometer { return try barometer.service(at: now, into: &sample) }
        if let gauge {
            _ = try gauge.read()
            return ServiceReport(samples: 1)
        }
        return ServiceReport()
    }

    /// True if what was delivered last is within what the chip can say.
    var isPlausible: Bool {
        light.allSatisfy { sample in (0..<sample.channelCount).allSatisfy { 0...262_143 ~= sample.counts[$0] } }
            && motion.allSatisfy { $0.isFinite && $0.magnitude < 14 }
    }
}

/// A bus that fails chosen transfers of another.
final class FailingBus: I2CBus {
    let name = "/dev/i2c-1"
    private let bus: any I2CBus
    /// Transfers so far.
    private(set) var count = 0
    /// Transfers that fail, by number, and with what.
    var failing: Range<Int>
    var code: Int32

    init(_ bus: any I2CBus, failing: Range<Int> = 0..<0, code: Int32 = 0) {
        self.bus = bus
        self.failing = failing
        self.code = code
    }

    func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
        defer { count += 1 }
        // A read that fails may have taken bytes out of the chip all the same.
        if failing.contains(count) {
            if count % 2 == 0 { try bus.transfer(address, write: write, read: read) }
            throw BusError(code: code)
        }
        try bus.transfer(address, write: write, read: read)
    }
}

/// A driver on a model on a runner's wrist, second by second.
final class ChipBench {
    let wrist: SimulatedWrist
    let bus: FailingBus
    private let driver: TestedDriver
    private var runner: SimulatedRunner

    /// What a second brought.
    struct Outcome {
        var samples = 0
        var error: ChipError?
        var isPlausible = true
    }

    /// The second that everything begins with.
    static let start = RunnerScript.everyday.monotonic

    init(_ chip: TestedChip, faults: BusFaultScript = .none, failing: Range<Int> = 0..<0, code: Int32 = 0, clock: ClockError = .none) {
        wrist = SimulatedWrist(
            [chip.part], at: Self.start, clock: clock, faults: faults, seed: 7)
        bus = FailingBus(wrist.bus, failing: failing, code: code)
        driver = TestedDriver(chip, on: bus)
        runner = SimulatedRunner(script: .everyday, seed: 3)
    }

    /// Services the chip as its owner would: once a second, and sooner where the driver asks for it.
    func second() -> Outcome {
        let second = runner.next()
        wrist.feed(second)
        var outcome = Outcome()
        var now = second.at
        for _ in 0..<30 {
            do throws(ChipError) {
                let report = try driver.service(at: now)
                outcome.samples += report.samples
                outcome.isPlausible = outcome.isPlausible && driver.isPlausible
                guard let again = report.again, again < second.at + .seconds(1) else { return outcome }
                now = max(now, again)
                wrist.bus.advance(to: now)
            } catch {
                outcome.error = error
                return outcome
            }
        }
        return outcome
    }

    /// Several seconds.
    func seconds(_ count: Int) -> [Outcome] { (0..<count).map { _ in second() } }
}
