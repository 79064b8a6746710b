import Quantities

/// A chip that a board file may name. A new one is a case here, with its addresses, and a driver.
public enum Chip: String, CaseIterable, Sendable {
    /// Optical heart-rate sensor with red, infrared and green LEDs.
    case max30101
    /// Optical heart-rate sensor with red and infrared LEDs.
    case max30102
    /// The same dies as the MAX30101 behind other glass.
    case max30105
    /// Accelerometer and gyroscope with FIFO and pedometer.
    case lsm6dsox
    /// Accelerometer and gyroscope with FIFO.
    case mpu6050
    /// Barometer.
    case bmp390
    /// Battery gauge.
    case max17048
    /// Battery board with a gauge and a clock, the PiSugar 3.
    case pisugar3

    /// What it measures for the watch.
    public var sensor: SensorKind {
        switch self {
        case .max30101, .max30102, .max30105: .heartRate
        case .lsm6dsox, .mpu6050: .motion
        case .bmp390: .barometer
        case .max17048, .pisugar3: .battery
        }
    }

    /// The addresses its pins can choose, from its data sheet.
    public var addresses: [Board.Address] {
        let values: [UInt8] =
            switch self {
            case .max30101, .max30102, .max30105: [0x57]
            case .lsm6dsox: [0x6A, 0x6B]
            case .mpu6050: [0x68, 0x69]
            case .bmp390: [0x76, 0x77]
            case .max17048: [0x36]
            case .pisugar3: [0x57]
            }
        return values.compactMap(Board.Address.init)
    }

    /// Addresses that it answers at besides the one it is read at, so that no other part can be there.
    public var otherAddresses: [Board.Address] {
        // The PiSugar 3's clock.
        self == .pisugar3 ? [0x68].compactMap(Board.Address.init) : []
    }
}
