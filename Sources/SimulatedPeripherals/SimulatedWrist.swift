import Quantities

/// A chip that a ``SimulatedWrist`` can wear.
public enum SimulatedPart: Sendable, Hashable, CaseIterable {
    /// Heart-rate sensor with a green LED.
    case max30101
    /// Heart-rate sensor without.
    case max30102
    /// Accelerometer with pedometer.
    case lsm6dsox
    /// Accelerometer.
    case mpu6050
    /// Barometer.
    case bmp390
    /// Battery gauge.
    case max17048
    /// Display.
    case ssd1306
}

/// A body with chips on it and the bus that they share: feed it the seconds of a ``SimulatedRunner``, and let drivers read the bus.
///
/// A value that a second lacks (a fault of the runner's script) is a chip unplugged, so that the same scripts serve the watch on values and
/// the watch on chips.
public final class SimulatedWrist {
    /// What the chips feel.
    public let body: SimulatedBody
    /// The bus that they are on.
    public let bus: SimulatedI2CBus
    /// The display, if one is worn.
    public let display: SimulatedSSD1306?
    private let addresses: (heartRate: UInt8, motion: [UInt8], barometer: UInt8, battery: UInt8) = (0x57, [0x6A, 0x68], 0x77, 0x36)

    /// Chips on a body at an instant, each with random numbers of its own, all with oscillators wrong in the same way.
    public init(
        _ parts: [SimulatedPart], at now: MonotonicInstant, clock: ClockError = .none, faults: BusFaultScript = .none, seed: UInt64 = 1
    ) {
        let body = SimulatedBody()
        let bus = SimulatedI2CBus(at: now, faults: faults, seed: seed)
        var seeds = SeededRandom(seed: seed)
        var display: SimulatedSSD1306?
        for part in parts {
            let seed = seeds.next()
            switch part {
            case .max30101: bus.attach(SimulatedMAX30101(on: body, clock: clock, seed: seed))
            case .max30102: bus.attach(SimulatedMAX30101(on: body, hasGreen: false, clock: clock, seed: seed))
            case .lsm6dsox: bus.attach(SimulatedLSM6DSOX(on: body, clock: clock, seed: seed))
            case .mpu6050: bus.attach(SimulatedMPU6050(on: body, clock: clock, seed: seed))
            case .bmp390: bus.attach(SimulatedBMP390(on: body, clock: clock, seed: seed))
            case .max17048: bus.attach(SimulatedMAX17048(on: body))
            case .ssd1306:
                let panel = SimulatedSSD1306()
                display = panel
                bus.attach(panel)
            }
        }
        self.body = body
        self.bus = bus
        self.display = display
    }

    /// Brings all chips to the beginning of a second, and goes on with what is true in it.
    public func feed(_ second: SimulatedSecond) {
        bus.advance(to: second.at)
        body.begin(second)
        bus.setPlugged(second.heartRate != nil, at: addresses.heartRate)
        for address in addresses.motion { bus.setPlugged(second.steps != nil, at: address) }
        bus.setPlugged(second.pressure != nil, at: addresses.barometer)
        bus.setPlugged(second.battery != nil, at: addresses.battery)
    }
}
