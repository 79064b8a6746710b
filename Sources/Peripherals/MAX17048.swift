import Quantities

// Registers, checked against drivers/power/supply/max17040_battery.c of Linux (addresses, VCELL 625/8 µV) and the register table of the
// data sheet 19-6171 (SOC 1/256 %, CRATE 0.208 %/h, VERSION 0x001x). All are 16 bits, the high byte first.
private enum Register {
    static let cellVoltage: UInt8 = 0x02
    static let charge: UInt8 = 0x04
    static let version: UInt8 = 0x08
    static let chargeRate: UInt8 = 0x16
}

/// The battery gauge MAX17048. It needs no set-up, and is never reset: that would make it forget what it has learned about the battery.
public final class MAX17048: BatteryGauge, IdentifiedPart {
    /// The only address.
    public static let address = I2CAddress(fixed: 0x36)
    /// See ``IdentifiedPart``.
    public static let identity = ChipIdentity(wordRegister: Register.version, version, mask: versionMask)

    private static let version: UInt16 = 0x0010
    private static let versionMask: UInt16 = 0xFFF0
    private static let voltsPerUnit = 78.125e-6
    private static let percentPerUnit = 1.0 / 256
    private static let percentPerHourPerUnit = 0.208
    /// Volts of a lithium cell that is not broken; 0 means that none is connected.
    private static let voltages = 2.0...4.6
    /// The gauge's model may overshoot a little; beyond this it answers nonsense.
    private static let mostPercent = 110.0
    /// A rate within this is neither charging nor discharging: the battery rests, or is full on the charger.
    private static let restingRate = 1.0

    private let chip: RegisterChip

    /// A gauge on a bus.
    public init(on bus: any I2CBus) {
        chip = RegisterChip("MAX17048", at: Self.address, on: bus, longestRead: 2)
    }

    /// The part.
    public var part: PartName { chip.part }

    /// Reads version, voltage, charge and rate: four transfers of two bytes.
    public func read() throws(ChipError) -> BatteryMeasurement {
        let version = try chip.bigEndianWord(Register.version)
        guard Self.identity.accepts(version) else {
            throw chip.error(.wrongIdentity(found: version, expected: Self.version))
        }
        let volts = Double(try chip.bigEndianWord(Register.cellVoltage)) * Self.voltsPerUnit
        let percent = Double(try chip.bigEndianWord(Register.charge)) * Self.percentPerUnit
        let rate = Double(Int16(bitPattern: try chip.bigEndianWord(Register.chargeRate))) * Self.percentPerHourPerUnit
        guard Self.voltages.contains(volts), percent <= Self.mostPercent else { throw chip.error(.implausible) }
        let isCharging: Bool? = rate > Self.restingRate ? true : rate < -Self.restingRate ? false : nil
        return BatteryMeasurement(
            reading: BatteryReading(
                percent: UInt8(rounding: min(100, percent).rounded(.down)), isCharging: isCharging, voltage: .volts(volts)),
            percentPerHour: rate)
    }
}
