import Quantities

/// A chip that a ``SimulatedWrist`` can wear.
public enum SimulatedPart: String, Sendable, Hashable, CaseIterable {
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
    /// The chips that are worn, and where they answer.
    public let places: [(part: SimulatedPart, address: UInt8)]

    /// Chips on a body at an instant, each with random numbers of its own, all with oscillators wrong in the same way.
    /// - Parameter addresses: where chips answer whose pins choose another address than the usual one.
    public init(
        _ parts: [SimulatedPart], addresses: [SimulatedPart: UInt8] = [:], at now: MonotonicInstant, clock: ClockError = .none,
        faults: BusFaultScript = .none, seed: UInt64 = 1
    ) {
        let body = SimulatedBody()
        let bus = SimulatedI2CBus(at: now, faults: faults, seed: seed)
        var seeds = SeededRandom(seed: seed)
        var display: SimulatedSSD1306?
        places = parts.map { ($0, addresses[$0] ?? $0.usualAddress) }
        for (part, address) in places {
            let seed = seeds.next()
            switch part {
            case .max30101: bus.attach(SimulatedMAX30101(on: body, clock: clock, seed: seed))
            case .max30102: bus.attach(SimulatedMAX30101(on: body, hasGreen: false, clock: clock, seed: seed))
            case .lsm6dsox: bus.attach(SimulatedLSM6DSOX(on: body, address: address, clock: clock, seed: seed))
            case .mpu6050: bus.attach(SimulatedMPU6050(on: body, address: address, clock: clock, seed: seed))
            case .bmp390: bus.attach(SimulatedBMP390(on: body, address: address, clock: clock, seed: seed))
            case .max17048: bus.attach(SimulatedMAX17048(on: body))
            case .ssd1306:
                let panel = SimulatedSSD1306(address: address)
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
        for (part, address) in places {
            switch part {
            case .max30101, .max30102: bus.setPlugged(second.heartRate != nil, at: address)
            case .lsm6dsox, .mpu6050: bus.setPlugged(second.steps != nil, at: address)
            case .bmp390: bus.setPlugged(second.pressure != nil, at: address)
            case .max17048: bus.setPlugged(second.battery != nil, at: address)
            case .ssd1306: break
            }
        }
    }
}

extension SimulatedPart {
    /// Where the chip answers on most boards.
    public var usualAddress: UInt8 {
        switch self {
        case .max30101, .max30102: 0x57
        case .lsm6dsox: 0x6A
        case .mpu6050: 0x68
        case .bmp390: 0x77
        case .max17048: 0x36
        case .ssd1306: 0x3C
        }
    }
}
