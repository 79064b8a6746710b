import Boards
import LinuxPeripherals
import Peripherals
import Quantities
import SimulatedPeripherals

/// The buses of a board: devices of the kernel, opened as far as they can be, or one bus of models for all that are simulated.
public final class BoardBuses {
    /// Stands between a driver and its bus, to count what goes over it.
    public struct Meters {
        /// Around every I²C bus.
        public var i2c: (any I2CBus) -> any I2CBus = { $0 }
        /// Around every SPI bus.
        public var spi: (any SPIBus) -> any SPIBus = { $0 }
        /// Nothing is counted.
        public init() {}
    }

    /// What could not be opened, and what to do about it.
    public private(set) var problems: [PeripheralError] = []
    /// The models; nil if no bus is simulated.
    public let wrist: SimulatedWrist?

    private var i2c: [String: any I2CBus] = [:]
    private var spi: [String: any SPIBus] = [:]

    /// Opens what a board names.
    /// - Parameters:
    ///   - now: when models are switched on.
    ///   - clock: how wrong the models' oscillators are.
    public init(_ board: Board, at now: MonotonicInstant, clock: ClockError = .none, meters: Meters = Meters()) {
        let simulated = Set(board.buses.filter { $0.node == .simulated }.map(\.name))
        var models = board.parts.filter { simulated.contains($0.bus) }.compactMap { SimulatedPart($0.chip) }
        if case .ssd1306(let bus, _) = board.display?.driver, simulated.contains(bus) { models.append(.ssd1306) }
        wrist = simulated.isEmpty && board.gps != .simulated ? nil : SimulatedWrist(models, at: now, clock: clock)
        for bus in board.buses {
            switch (bus.kind, bus.node) {
            case (.i2c, .simulated): i2c[bus.name] = wrist.map { meters.i2c($0.bus) }
            case (.i2c, .device(let path)):
                do throws(PeripheralError) { i2c[bus.name] = meters.i2c(try LinuxI2CBus(path)) } catch { problems.append(error) }
            case (.spi, .simulated):
                guard let display = board.display else { continue }
                spi[bus.name] = meters.spi(SimulatedSharpLCD(width: display.width, height: display.height, at: now))
            case (.spi, .device(let path)):
                do throws(PeripheralError) { spi[bus.name] = meters.spi(try LinuxSPIBus(path, SharpMemoryLCD.settings)) } catch {
                    problems.append(error)
                }
            }
        }
    }

    /// The I²C bus that parts call by a name; nil if it could not be opened.
    public func i2cBus(named name: String) -> (any I2CBus)? { i2c[name] }

    /// The SPI bus that parts call by a name; nil if it could not be opened.
    public func spiBus(named name: String) -> (any SPIBus)? { spi[name] }
}

extension SimulatedPart {
    /// The model of a chip; nil if there is none.
    public init?(_ chip: Chip) {
        switch chip {
        case .max30101, .max30105: self = .max30101
        case .max30102: self = .max30102
        case .lsm6dsox: self = .lsm6dsox
        case .mpu6050: self = .mpu6050
        case .bmp390: self = .bmp390
        case .max17048: self = .max17048
        case .pisugar3: return nil
        }
    }
}
