import Boards
import Peripherals
import Quantities
import SensorService

/// The drivers of the parts of a board, on its buses.
public struct BoardDrivers {
    /// The sensors, for a ``SensorHub``.
    public private(set) var sensors = SensorParts()
    /// The display, if it is a panel on a bus.
    public private(set) var display: (any Display)?
    /// What drives no part, and why.
    public private(set) var problems: [PeripheralError] = []
    /// The kinds of sensor that the board names and nothing drives.
    public private(set) var missing: [SensorKind] = []

    /// Makes a driver for each part. None of them is asked anything yet.
    public init(_ board: Board, on buses: BoardBuses) {
        for part in board.parts {
            guard let bus = buses.i2cBus(named: part.bus), drive(part, on: bus, board) else {
                missing.append(part.chip.sensor)
                continue
            }
        }
        makeDisplay(board, buses)
    }

    private mutating func drive(_ part: Board.Part, on bus: any I2CBus, _ board: Board) -> Bool {
        // Models are where their chips are by default.
        let isSimulated = board.bus(named: part.bus)?.node == .simulated
        let address = isSimulated ? nil : I2CAddress(part.address.value)
        switch part.chip {
        case .max30101: sensors.pulse = MAX3010x(.max30101, on: bus)
        case .max30105: sensors.pulse = MAX3010x(.max30105, on: bus)
        case .max30102:
            sensors.pulse = MAX3010x(.max30102, on: bus)
            // Red alone says little on a wrist.
            sensors.pulseChannels = 2
        case .lsm6dsox: sensors.motion = LSM6DSOX(on: bus, at: address ?? LSM6DSOX.address)
        case .mpu6050: sensors.motion = MPU6050(on: bus, at: address ?? MPU6050.address)
        case .bmp390: sensors.barometer = BMP390(on: bus, at: address ?? BMP390.address)
        case .max17048: sensors.battery = MAX17048(on: bus)
        case .pisugar3:
            problems.append(
                PeripheralError(
                    part: "The PiSugar 3 at \(part.address)", problem: "has no driver yet",
                    advice: "leave it out of the board file; the watch runs without a gauge"))
            return false
        }
        return true
    }

    private mutating func makeDisplay(_ board: Board, _ buses: BoardBuses) {
        guard let wanted = board.display else { return }
        switch wanted.driver {
        case .simulated, .terminal, .png: break
        case .ssd1306(let name, let address):
            guard let bus = buses.i2cBus(named: name) else { return }
            let isSimulated = board.bus(named: name)?.node == .simulated
            display = SSD1306(on: bus, at: isSimulated ? SSD1306.address : I2CAddress(address.value) ?? SSD1306.address)
        case .sharpMemoryLCD(let name):
            guard let bus = buses.spiBus(named: name) else { return }
            display = SharpMemoryLCD(wanted.height == 168 ? .ls013b7dh05 : .ls013b7dh03, on: bus)
        }
    }
}
