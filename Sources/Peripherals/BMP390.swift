import Quantities

// Registers and bits, checked against Bosch's BMP3 sensor API (bmp3_defs.h) and drivers/iio/pressure/bmp280.h of Linux (BMP380_…).
private enum Register {
    static let identity: UInt8 = 0x00
    static let error: UInt8 = 0x02
    /// The status; three bytes of pressure and three of temperature follow, low ones first.
    static let status: UInt8 = 0x03
    static let powerControl: UInt8 = 0x1B
    static let oversampling: UInt8 = 0x1C
    static let outputRate: UInt8 = 0x1D
    static let filter: UInt8 = 0x1F
    static let calibration: UInt8 = 0x31
    static let command: UInt8 = 0x7E
}

private enum Bits {
    static let bmp390: UInt8 = 0x60
    /// Same registers, more noise.
    static let bmp388: UInt8 = 0x50
    static let configurationError: UInt8 = 0x04
    static let bothReady: UInt8 = 0x60
    /// NORMAL in bits 5...4, temperature and pressure on.
    static let measureOnAndOn: UInt8 = 3 << 4 | 0x03
    /// Temperature ×2 in bits 5...3, pressure ×16 in bits 2...0: 37 ms a measurement.
    static let temperature2Pressure16: UInt8 = 1 << 3 | 4
    /// 3.1 Hz, every 320 ms.
    static let rate3Hertz: UInt8 = 0x06
    /// Coefficient 3 in bits 3...1: a time constant of about one second at 3.1 Hz, against the swinging arm.
    static let filter3: UInt8 = 2 << 1
    static let softReset: UInt8 = 0xB6
    /// What the registers hold while there is no measurement (Linux, BMP380_PRESS_SKIPPED).
    static let skipped: UInt32 = 0x80_0000
}

/// The barometer BMP390 (or BMP388): about three measurements a second, each the mean of 16 conversions and smoothed by the chip over a
/// second; the newest is delivered.
public final class BMP390: Barometer, IdentifiedPart {
    /// With SDO high, as on most boards; 0x76 with SDO low.
    public static let address = I2CAddress(fixed: 0x77)
    /// See ``IdentifiedPart``.
    public static let identity = ChipIdentity(register: Register.identity, Bits.bmp390, Bits.bmp388)

    private enum Stage: Hashable {
        case identifying
        case resetting(since: MonotonicInstant)
        case measuring(BMP390Calibration)
        case off
    }

    /// Bosch's API waits 2 ms after the command.
    private static let resetTime = Duration.milliseconds(10)
    private static let silenceLimit = Duration.seconds(3)
    /// What the chip can measure (data sheet, table 2).
    private static let pressures = 30_000.0...125_000.0
    private static let temperatures = -40.0...85.0

    private let chip: RegisterChip
    private var stage = Stage.identifying
    private var lastSampleAt = MonotonicInstant(nanoseconds: 0)
    private var stuck = StuckValueDetector()

    /// A chip on a bus.
    public init(on bus: any I2CBus, at address: I2CAddress = BMP390.address) {
        chip = RegisterChip("BMP390", at: address, on: bus, longestRead: BMP390Calibration.length)
    }

    /// The part.
    public var part: PartName { chip.part }

    /// Puts the chip to sleep.
    public func shutDown() throws(ChipError) {
        stage = .off
        try chip.write(Register.powerControl, 0)
    }

    /// Has the next service set the chip up again.
    public func wake() { if stage == .off { stage = .identifying } }

    /// Takes the next step of the set-up, or delivers the newest measurement.
    public func service(at now: MonotonicInstant, into sample: inout PressureSample?) throws(ChipError) -> ServiceReport {
        sample = nil
        switch stage {
        case .off: return ServiceReport(isMeasuring: false)
        case .identifying: return try identify(at: now)
        case .resetting(let since): return try finishReset(since: since, at: now)
        case .measuring(let calibration): return try deliver(calibration, at: now, into: &sample)
        }
    }

    private func identify(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        let identity = try chip.byte(Register.identity)
        guard Self.identity.accepts(UInt16(identity)) else {
            throw chip.error(.wrongIdentity(found: UInt16(identity), expected: UInt16(Bits.bmp390)))
        }
        try chip.write(Register.command, Bits.softReset)
        stage = .resetting(since: now)
        return .settling(until: now + Self.resetTime)
    }

    private func finishReset(since: MonotonicInstant, at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        guard now - since >= Self.resetTime else { return .settling(until: since + Self.resetTime) }
        stage = .identifying
        try chip.read(Register.calibration, count: BMP390Calibration.length)
        guard let calibration = BMP390Calibration({ chip[$0] }) else { throw chip.error(.implausible) }
        try chip.write(Register.oversampling, Bits.temperature2Pressure16)
        try chip.write(Register.outputRate, Bits.rate3Hertz)
        try chip.write(Register.filter, Bits.filter3)
        try chip.write(Register.powerControl, Bits.measureOnAndOn)
        guard try chip.byte(Register.error) & Bits.configurationError == 0 else { throw chip.error(.implausible) }
        stage = .measuring(calibration)
        lastSampleAt = now
        stuck = StuckValueDetector()
        return ServiceReport()
    }

    private func deliver(
        _ calibration: BMP390Calibration, at now: MonotonicInstant, into sample: inout PressureSample?
    ) throws(ChipError) -> ServiceReport {
        try chip.read(Register.status, count: 7)
        let pressure = UInt32(chip[1]) | UInt32(chip[2]) << 8 | UInt32(chip[3]) << 16
        let temperature = UInt32(chip[4]) | UInt32(chip[5]) << 8 | UInt32(chip[6]) << 16
        guard chip[0] & Bits.bothReady == Bits.bothReady, pressure != Bits.skipped, temperature != Bits.skipped else {
            return try explainSilence(at: now)
        }
        let celsius = calibration.celsius(raw: temperature)
        let pascals = calibration.pascals(raw: pressure, celsius: celsius)
        guard Self.temperatures.contains(celsius), Self.pressures.contains(pascals) else { throw restart(.implausible) }
        stuck.observe(SIMD3(Int32(truncatingIfNeeded: pressure), Int32(truncatingIfNeeded: temperature), 0), at: now)
        if stuck.isStuckAfterRead(at: now) { throw restart(.frozen) }
        lastSampleAt = now
        sample = PressureSample(at: now, pressure: .hectopascals(pascals / 100), temperature: .celsius(celsius))
        return ServiceReport(samples: 1)
    }

    /// A chip that was reset sleeps.
    private func explainSilence(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        if try chip.byte(Register.powerControl) != Bits.measureOnAndOn { throw restart(.restarted) }
        guard now - lastSampleAt <= Self.silenceLimit else { throw restart(.silent) }
        return ServiceReport()
    }

    private func restart(_ fault: ChipFault) -> ChipError {
        stage = .identifying
        return chip.error(fault)
    }
}
