import Quantities

// Registers and bits, checked against the Linux driver (drivers/iio/imu/inv_mpu6050/inv_mpu_iio.h, inv_mpu_ring.c) and the register map
// RM-MPU-6000A-00 revision 4.2 (registers 25, 35, 114 to 117).
private enum Register {
    static let sampleRateDivider: UInt8 = 0x19
    static let configuration: UInt8 = 0x1A
    static let accelerometerConfiguration: UInt8 = 0x1C
    /// The later chips' own low pass of the accelerometer; in an MPU-6050 it is reserved.
    static let accelerometerConfiguration2: UInt8 = 0x1D
    static let fifoEnable: UInt8 = 0x23
    static let userControl: UInt8 = 0x6A
    static let powerManagement1: UInt8 = 0x6B
    static let powerManagement2: UInt8 = 0x6C
    /// Two bytes, the high one first, which latches both.
    static let fifoCount: UInt8 = 0x72
    static let fifoData: UInt8 = 0x74
    static let whoAmI: UInt8 = 0x75
}

private enum Bits {
    static let reset: UInt8 = 0x80
    static let sleep: UInt8 = 0x40
    static let temperatureOff: UInt8 = 0x08
    /// CLKSEL 1: the best clock that runs, which is the internal one while the gyroscope is off.
    static let automaticClock: UInt8 = 0x01
    static let gyroscopeOff: UInt8 = 0x07
    /// 21 Hz of bandwidth; arm swing has harmonics to above 10 Hz.
    static let lowPass20Hertz: UInt8 = 4
    /// 1 kHz / 40 is 25 Hz.
    static let divideBy40: UInt8 = 39
    /// AFS_SEL 2 in bits 4...3.
    static let range8G: UInt8 = 2 << 3
    static let accelerometerToFIFO: UInt8 = 0x08
    static let resetFIFO: UInt8 = 0x04
    static let enableFIFO: UInt8 = 0x40
    static let sampleLength = 6
}

/// The accelerometer of an MPU-6050 (or MPU-6000), or of one of those sold for it: ±8 g at 25 samples a second through its FIFO of 1024 bytes
/// (6.8 s), or 512 (3.4 s). The gyroscope and the thermometer are off. The chip has no usable step counter.
///
/// The FIFO knows bytes only. When it has overflowed, samples can no longer be told apart and all are dropped; when it is nearly full it is
/// emptied likewise, as the Linux driver does. A copy that calls itself an MPU-6050 and has half its FIFO gives itself away when that is
/// full: it then says 512, which no whole number of samples makes.
public final class MPU6050: MotionSensor, IdentifiedPart {
    /// With AD0 low, as on most boards; 0x69 with AD0 high.
    public static let address = I2CAddress(fixed: 0x68)
    /// See ``IdentifiedPart``.
    public static let identity = ChipIdentity(register: Register.whoAmI, makes: MPU6050Make.known.map { ($0.identity, $0.name) })
    static let name = "MPU-6050"

    private enum Stage: Hashable {
        case identifying
        case resetting(since: MonotonicInstant)
        case measuring
        case off
    }

    /// The Linux driver waits as long after a reset (INV_MPU6050_POWER_UP_TIME).
    private static let resetTime = Duration.milliseconds(100)
    private static let resetLimit = Duration.milliseconds(300)
    private static let silenceLimit = Duration.seconds(3)
    /// 450 bytes, 10 ms of a bus at 400 kHz: what one service may take of it.
    private static let samplesPerService = 75
    private static let unitsPerGravity = 4096.0

    private let chip: RegisterChip
    private var stage = Stage.identifying
    private var make = MPU6050Make.original
    /// Bytes of the FIFO, as far as is known.
    private var depth = MPU6050Make.original.fifoBytes
    private var isFIFODoubtful = false
    private var lastSampleAt = MonotonicInstant(nanoseconds: 0)
    private var stuck = StuckValueDetector()

    /// A chip on a bus.
    public init(on bus: any I2CBus, at address: I2CAddress = MPU6050.address) {
        chip = RegisterChip(Self.name, at: address, on: bus, longestRead: Self.samplesPerService * Bits.sampleLength)
    }

    /// The part.
    public var part: PartName { chip.part }
    /// 25.
    public var samplesPerSecond: Double { 25 }
    /// 4 s of the 6.8 s that the FIFO holds, or 2 s of 3.4 s.
    public var longestPause: Duration { depth > MPU6050Make.smallFIFO ? .seconds(4) : .seconds(2) }

    /// Puts the chip to sleep.
    public func shutDown() throws(ChipError) {
        stage = .off
        try chip.write(Register.powerManagement1, Bits.sleep)
    }

    /// Has the next service set the chip up again.
    public func wake() { if stage == .off { stage = .identifying } }

    /// Takes the next step of the set-up, or delivers what the FIFO holds.
    public func service(at now: MonotonicInstant, into samples: inout [AccelerationSample]) throws(ChipError) -> ServiceReport {
        switch stage {
        case .off: return ServiceReport(isMeasuring: false)
        case .identifying: return try identify(at: now)
        case .resetting(let since): return try finishReset(since: since, at: now)
        case .measuring: return try deliver(at: now, into: &samples)
        }
    }

    private func identify(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        let identity = UInt16(try chip.byte(Register.whoAmI))
        guard let found = MPU6050Make.saying(identity) else {
            throw chip.error(.wrongIdentity(found: identity, expected: UInt16(MPU6050Make.original.identity)))
        }
        if found != make { (make, depth) = (found, found.fifoBytes) }
        try chip.write(Register.powerManagement1, Bits.reset)
        stage = .resetting(since: now)
        return .settling(until: now + Self.resetTime)
    }

    private func finishReset(since: MonotonicInstant, at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        guard now - since >= Self.resetTime else { return .settling(until: since + Self.resetTime) }
        guard try chip.byte(Register.powerManagement1) & Bits.reset == 0 else {
            guard now - since <= Self.resetLimit else { throw restart(.notReady) }
            return .settling(until: now + Self.resetTime)
        }
        do throws(ChipError) { try configure() } catch {
            stage = .identifying
            throw error
        }
        stage = .measuring
        lastSampleAt = now
        stuck = StuckValueDetector()
        return ServiceReport()
    }

    /// What wakes it up. An MPU-6050 stays on the internal clock: the better one needs the gyroscope, which is off.
    private var power: UInt8 { make.isLater ? Bits.temperatureOff | Bits.automaticClock : Bits.temperatureOff }

    private func configure() throws(ChipError) {
        try chip.write(Register.powerManagement1, power)
        try chip.write(Register.powerManagement2, Bits.gyroscopeOff)
        try chip.write(Register.configuration, Bits.lowPass20Hertz)
        if make.isLater { try chip.write(Register.accelerometerConfiguration2, Bits.lowPass20Hertz) }
        try chip.write(Register.sampleRateDivider, Bits.divideBy40)
        try chip.write(Register.accelerometerConfiguration, Bits.range8G)
        try emptyFIFO()
    }

    private func emptyFIFO() throws(ChipError) {
        try chip.write(Register.fifoEnable, 0)
        try chip.write(Register.userControl, Bits.resetFIFO)
        try chip.write(Register.userControl, Bits.enableFIFO)
        try chip.write(Register.fifoEnable, Bits.accelerometerToFIFO)
        isFIFODoubtful = false
    }

    private func deliver(at now: MonotonicInstant, into samples: inout [AccelerationSample]) throws(ChipError) -> ServiceReport {
        let waiting = Int(try chip.bigEndianWord(Register.fifoCount))
        guard waiting <= make.mostFIFOBytes else { throw restart(.implausible) }
        if waiting == MPU6050Make.smallFIFO { depth = MPU6050Make.smallFIFO }
        // Three samples short of full.
        if waiting >= depth - 3 * Bits.sampleLength || isFIFODoubtful {
            isFIFODoubtful = true
            try emptyFIFO()
            return ServiceReport(loss: .unknown)
        }
        let count = min(waiting / Bits.sampleLength, min(Self.samplesPerService, chip.longestRead / Bits.sampleLength))
        guard count > 0 else { return try explainSilence(at: now) }
        isFIFODoubtful = true
        try chip.readFIFO(Register.fifoData, count: count * Bits.sampleLength)
        isFIFODoubtful = false
        lastSampleAt = now
        append(count, at: now, to: &samples)
        if stuck.isStuckAfterRead(at: now) { throw restart(.frozen) }
        return ServiceReport(samples: count, again: waiting / Bits.sampleLength > count ? now : nil)
    }

    /// A chip that was reset sleeps, or at least no longer has its thermometer off.
    private func explainSilence(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        if try chip.byte(Register.powerManagement1) != power { throw restart(.restarted) }
        guard now - lastSampleAt <= Self.silenceLimit else { throw restart(.silent) }
        return ServiceReport()
    }

    private func append(_ count: Int, at now: MonotonicInstant, to samples: inout [AccelerationSample]) {
        for index in 0..<count {
            let first = index * Bits.sampleLength
            let x = Int16(bitPattern: chip.bigEndian(first))
            let y = Int16(bitPattern: chip.bigEndian(first + 2))
            let z = Int16(bitPattern: chip.bigEndian(first + 4))
            stuck.observe(SIMD3(Int32(x), Int32(y), Int32(z)), at: now)
            let units = Self.unitsPerGravity
            samples.append(AccelerationSample(at: now, x: Double(x) / units, y: Double(y) / units, z: Double(z) / units))
        }
    }

    private func restart(_ fault: ChipFault) -> ChipError {
        stage = .identifying
        return chip.error(fault)
    }
}
