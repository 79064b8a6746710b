import Quantities

// Registers and bits, checked against ST's own register definitions (lsm6dsox_reg.h, lsm6dsox_reg.c of their lsm6dsox-pid) and the Linux
// driver (drivers/iio/imu/st_lsm6dsx/st_lsm6dsx_buffer.c).
private enum Register {
    static let bank: UInt8 = 0x01
    static let fifoControl3: UInt8 = 0x09
    static let fifoControl4: UInt8 = 0x0A
    static let whoAmI: UInt8 = 0x0F
    static let control1Accelerometer: UInt8 = 0x10
    static let control3: UInt8 = 0x12
    static let control6: UInt8 = 0x15
    static let control9: UInt8 = 0x18
    static let control10: UInt8 = 0x19
    /// Two bytes; the four of the time stamp follow at 0x40.
    static let fifoStatus: UInt8 = 0x3A
    /// A tag and six bytes; reading on wraps to the next word (the Linux driver reads several words at once here).
    static let fifoData: UInt8 = 0x78
    // In the bank of the embedded functions.
    static let embeddedEnableA: UInt8 = 0x04
    static let stepCounter: UInt8 = 0x62
    static let embeddedSource: UInt8 = 0x64
}

private enum Bits {
    static let identity: UInt8 = 0x6C
    static let embeddedBank: UInt8 = 0x80
    static let softwareReset: UInt8 = 0x01
    /// BDU, and IF_INC: the address advances by itself.
    static let blockUpdateAndIncrement: UInt8 = 0x44
    /// ODR_XL 26 Hz in bits 7...4; FS_XL ±8 g in bits 3...2.
    static let accelerometer26Hertz8G: UInt8 = 2 << 4 | 3 << 2
    /// XL_HM_MODE: no high-performance mode of the accelerometer.
    static let lowPower: UInt8 = 0x10
    /// BDR_XL.
    static let batch26Hertz: UInt8 = 2
    static let fifoBypass: UInt8 = 0
    /// The oldest words give way.
    static let fifoContinuous: UInt8 = 6
    static let timestampEnable: UInt8 = 0x20
    static let i3cDisable: UInt8 = 0x02
    static let pedometerEnable: UInt8 = 0x08
    static let resetSteps: UInt8 = 0x80
    /// FIFO_OVR_IA and OVER_RUN_LATCHED in the high byte of the status.
    static let overrun: UInt8 = 0x48
    static let tagAccelerometer: UInt8 = 2
    /// During start-up the chip puts in 0x7FFD...0x7FFF instead of a value (Linux driver); later these are clipped values.
    static let firstInvalid: Int16 = 0x7FFD
    static let wordLength = 7
    /// 3 kB uncompressed.
    static let fifoWords = 512
}

/// The accelerometer of an LSM6DSOX: ±8 g at 26 samples a second through its FIFO of 512 (20 s), and its pedometer. The gyroscope stays off.
///
/// The chip's time stamp is read along with the fill level, in one transfer: by it the driver knows what an overflow took, and that the
/// chip was restarted behind its back. Lost samples are older than those delivered.
public final class LSM6DSOX: PedometerSensor, IdentifiedPart {
    /// With SA0 low, as on most boards; 0x6B with SA0 high.
    public static let address = I2CAddress(fixed: 0x6A)
    /// See ``IdentifiedPart``.
    public static let identity = ChipIdentity(register: Register.whoAmI, Bits.identity)

    private enum Stage: Hashable {
        case identifying
        case resetting(since: MonotonicInstant)
        case measuring
        case off
    }

    /// 25 µs (lsm6dsox_reg.c). Of the same oscillator as the samples.
    private static let timestampUnit = 25e-6
    private static let nominalRate = 26.0
    private static let resetLimit = Duration.milliseconds(100)
    private static let resetStep = Duration.milliseconds(10)
    private static let startUp = Duration.seconds(1)
    private static let silenceLimit = Duration.seconds(3)
    /// 448 bytes, 10 ms of a bus at 400 kHz: what one service may take of it.
    private static let wordsPerService = 64
    private static let gravityPerUnit = 0.244e-3

    private let chip: RegisterChip
    private var isPedometerOnly = false
    private var stage = Stage.identifying
    private var isBankOpen = false
    private var setUpAt = MonotonicInstant(nanoseconds: 0)
    private var lastReadAt = MonotonicInstant(nanoseconds: 0)
    private var lastSampleAt = MonotonicInstant(nanoseconds: 0)
    private var lastTimestamp: UInt32?
    private var leftInFIFO = 0
    private var stuck = StuckValueDetector()

    /// A chip on a bus.
    public init(on bus: any I2CBus, at address: I2CAddress = LSM6DSOX.address) {
        chip = RegisterChip("LSM6DSOX", at: address, on: bus, longestRead: Self.wordsPerService * Bits.wordLength)
    }

    /// The part.
    public var part: PartName { chip.part }
    /// 26.
    public var samplesPerSecond: Double { Self.nominalRate }

    /// 16.
    public var pedometerBits: Int { 16 }

    /// With only the pedometer, the FIFO is empty and the accelerometer in its low-power mode.
    public func setPedometerOnly(_ isPedometerOnly: Bool) throws(ChipError) {
        guard isPedometerOnly != self.isPedometerOnly else { return }
        self.isPedometerOnly = isPedometerOnly
        guard stage == .measuring else { return }
        do throws(ChipError) { try applyMode() } catch {
            stage = .identifying
            throw error
        }
        lastTimestamp = nil
    }

    private func applyMode() throws(ChipError) {
        try closeBank()
        try chip.write(Register.control6, isPedometerOnly ? Bits.lowPower : 0)
        try chip.write(Register.fifoControl4, isPedometerOnly ? Bits.fifoBypass : Bits.fifoContinuous)
    }

    /// Steps since the chip was set up, modulo 65,536; it counts from the tenth step in a row on.
    public func steps() throws(ChipError) -> UInt32 {
        guard stage == .measuring else { throw chip.error(.notReady) }
        try openBank()
        // A chip that was reset does not count.
        let isCounting = try chip.byte(Register.embeddedEnableA) & Bits.pedometerEnable != 0
        guard isCounting else { throw restart(.restarted) }
        try chip.read(Register.stepCounter, count: 2)
        let steps = chip.littleEndian(0)
        try closeBank()
        return UInt32(steps)
    }

    /// Stops the accelerometer and the pedometer.
    public func shutDown() throws(ChipError) {
        stage = .off
        try closeBank()
        try chip.write(Register.control1Accelerometer, 0)
    }

    /// Has the next service set the chip up again.
    public func wake() { if stage == .off { stage = .identifying } }

    /// Takes the next step of the set-up, or delivers what the FIFO holds.
    public func service(at now: MonotonicInstant, into samples: inout [AccelerationSample]) throws(ChipError) -> ServiceReport {
        switch stage {
        case .off: return ServiceReport(isMeasuring: false)
        case .identifying: return try identify(at: now)
        case .resetting(let since): return try finishReset(since: since, at: now)
        case .measuring: return isPedometerOnly ? ServiceReport() : try deliver(at: now, into: &samples)
        }
    }

    // MARK: Set-up

    private func identify(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        // A failure may have left the bank of the embedded functions open, where 0x0F is another register.
        try closeBank(evenIfClosed: true)
        let identity = try chip.byte(Register.whoAmI)
        guard Self.identity.accepts(UInt16(identity)) else {
            throw chip.error(.wrongIdentity(found: UInt16(identity), expected: UInt16(Bits.identity)))
        }
        try chip.write(Register.control3, Bits.softwareReset)
        stage = .resetting(since: now)
        return .settling(until: now + Self.resetStep)
    }

    private func finishReset(since: MonotonicInstant, at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        guard try chip.byte(Register.control3) & Bits.softwareReset == 0 else {
            guard now - since <= Self.resetLimit else { throw restart(.notReady) }
            return .settling(until: now + Self.resetStep)
        }
        do throws(ChipError) { try configure() } catch {
            stage = .identifying
            throw error
        }
        stage = .measuring
        setUpAt = now
        lastTimestamp = nil
        return ServiceReport()
    }

    /// The FIFO has just been switched on: what was before says nothing of it.
    private func beginReading(at now: MonotonicInstant) {
        lastReadAt = now
        lastSampleAt = now
        leftInFIFO = 0
        stuck = StuckValueDetector()
    }

    private func configure() throws(ChipError) {
        try chip.write(Register.control3, Bits.blockUpdateAndIncrement)
        let control9 = try chip.byte(Register.control9)
        try chip.write(Register.control9, control9 | Bits.i3cDisable)
        try chip.write(Register.control10, Bits.timestampEnable)
        try chip.write(Register.fifoControl3, Bits.batch26Hertz)
        try openBank()
        try chip.write(Register.embeddedEnableA, Bits.pedometerEnable)
        try chip.write(Register.embeddedSource, Bits.resetSteps)
        try closeBank()
        try applyMode()
        try chip.write(Register.control1Accelerometer, Bits.accelerometer26Hertz8G)
    }

    private func openBank() throws(ChipError) {
        isBankOpen = true
        try chip.write(Register.bank, Bits.embeddedBank)
    }

    private func closeBank(evenIfClosed: Bool = false) throws(ChipError) {
        guard isBankOpen || evenIfClosed else { return }
        try chip.write(Register.bank, 0)
        isBankOpen = false
    }

    // MARK: Samples

    private func deliver(at now: MonotonicInstant, into samples: inout [AccelerationSample]) throws(ChipError) -> ServiceReport {
        try closeBank()
        if lastTimestamp == nil { beginReading(at: now) }
        try chip.read(Register.fifoStatus, count: 10)
        let waiting = Int(chip.littleEndian(0) & 0x03FF)
        guard waiting <= Bits.fifoWords else { throw restart(.implausible) }
        let hasOverrun = chip[1] & Bits.overrun != 0
        let taken = try samplesTaken(timestamp: UInt32(chip.littleEndian(6)) | UInt32(chip.littleEndian(8)) << 16, at: now)
        let loss = self.loss(waiting: waiting, taken: taken, hasOverrun: hasOverrun)
        let words = min(waiting, min(Self.wordsPerService, chip.longestRead / Bits.wordLength))
        var count = 0
        if words > 0 {
            try chip.readFIFO(Register.fifoData, count: words * Bits.wordLength)
            count = append(words: words, at: now, to: &samples)
        }
        leftInFIFO = waiting - words
        if count > 0 {
            lastSampleAt = now
            if stuck.isStuckAfterRead(at: now) { throw restart(.frozen) }
        } else if now - lastSampleAt > Self.silenceLimit {
            throw restart(.silent)
        }
        return ServiceReport(samples: count, loss: loss, again: leftInFIFO > 0 ? now : nil)
    }

    /// How many samples the chip has taken since the last service, by its own clock; nil at first. A clock that stands still, runs back or
    /// leaps means that the chip was restarted: a reset stops it.
    private func samplesTaken(timestamp: UInt32, at now: MonotonicInstant) throws(ChipError) -> Double? {
        let elapsed = (now - lastReadAt).inSeconds
        guard let last = lastTimestamp else {
            lastTimestamp = timestamp
            lastReadAt = now
            return nil
        }
        let seconds = Double(timestamp &- last) * Self.timestampUnit
        guard seconds <= 2 * elapsed + 1, seconds >= elapsed / 2 - 1, seconds > 0 || elapsed < 0.1 else { throw restart(.restarted) }
        lastTimestamp = timestamp
        lastReadAt = now
        return seconds * Self.nominalRate
    }

    /// In an overrun the chip has taken more than it still holds.
    private func loss(waiting: Int, taken: Double?, hasOverrun: Bool) -> ServiceReport.Loss {
        guard hasOverrun else { return .none }
        guard let taken else { return .unknown }
        let lost = Int(rounding: taken) + leftInFIFO - waiting
        return lost > 0 ? .samples(lost) : .none
    }

    private func append(words: Int, at now: MonotonicInstant, to samples: inout [AccelerationSample]) -> Int {
        var count = 0
        for word in 0..<words {
            let first = word * Bits.wordLength
            // Bits 7...3 name the source, 2...1 count, 0 is the parity.
            guard chip[first] >> 3 == Bits.tagAccelerometer else { continue }
            let x = Int16(bitPattern: chip.littleEndian(first + 1))
            let y = Int16(bitPattern: chip.littleEndian(first + 3))
            let z = Int16(bitPattern: chip.littleEndian(first + 5))
            guard x < Bits.firstInvalid || now - setUpAt > Self.startUp else { continue }
            stuck.observe(SIMD3(Int32(x), Int32(y), Int32(z)), at: now)
            let unit = Self.gravityPerUnit
            samples.append(AccelerationSample(at: now, x: Double(x) * unit, y: Double(y) * unit, z: Double(z) * unit))
            count += 1
        }
        return count
    }

    private func restart(_ fault: ChipFault) -> ChipError {
        stage = .identifying
        return chip.error(fault)
    }
}
