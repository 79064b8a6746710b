import Quantities

/// The optical heart-rate sensors MAX30101, MAX30102 and MAX30105.
///
/// * set-up, step by step, and the FIFO in one combined transfer: ``service(at:into:)``
/// * what was lost in an overflow, from the chip's counter: ``ServiceReport/loss``
/// * LED currents for an automatic gain: ``setCurrent(register:ofChannel:)``
/// * temperature of the die: ``requestTemperature()``, ``dieTemperature``
/// * 0.7 µA when not needed: ``shutDown()``, ``wake()``
///
/// Samples have two channels, 25 a second, each the mean of four: 0 is the pulse LED (green, else red), 1 is infrared.
/// The FIFO keeps its oldest 32 samples; lost ones belong after those delivered.
public final class MAX3010x: PulseSensor, IdentifiedPart {
    /// The only address (data sheet: 0xAE to write, 0xAF to read).
    public static let address = I2CAddress(fixed: 0x57)
    /// See ``IdentifiedPart``.
    public static let identity = ChipIdentity(register: MAX3010xRegister.partID, MAX3010xBits.partID)

    private enum Stage: Hashable {
        case identifying
        case resetting(since: MonotonicInstant)
        case measuring
        case off
    }

    /// A reset takes less (SparkFun's library waits as long at most).
    private static let resetLimit = Duration.milliseconds(100)
    private static let resetStep = Duration.milliseconds(10)
    /// Without a sample for so long the chip is taken for dead; a service may be late, an oscillator is not.
    private static let silenceLimit = Duration.seconds(3)
    /// 6.4 mA.
    private static let firstCurrent: UInt8 = 0x20
    private static let fullScale: Int32 = 0x3FFFF
    /// Three of each channel.
    private static let bytesPerSample = 6

    private let chip: RegisterChip
    private var stage = Stage.identifying
    private var currents: [UInt8] = [firstCurrent, firstCurrent]
    private var writtenCurrents: [UInt8] = [0, 0]
    private var isFIFODoubtful = false
    private var isTemperatureWanted = false
    private var lastReadAt: MonotonicInstant?
    private var lastSampleAt = MonotonicInstant(nanoseconds: 0)
    private var stuck = StuckValueDetector()

    /// Whether channel 0 is green.
    public let hasGreen: Bool
    /// The die's temperature when it was last asked for; nil until it has been measured.
    public private(set) var dieTemperature: Temperature?
    /// The chip's revision, for `doctor`; nil until it has answered.
    public private(set) var revision: UInt8?

    /// A chip on a bus.
    public init(_ model: MAX3010xModel, on bus: any I2CBus) {
        chip = RegisterChip(model.rawValue, at: Self.address, on: bus, longestRead: MAX3010xBits.fifoDepth * Self.bytesPerSample)
        hasGreen = model != .max30102
    }

    /// The part.
    public var part: PartName { chip.part }

    /// 100, of which each four are averaged.
    public let samplesPerSecond = 25.0

    /// Sets the LED current of channel 0 or 1, 0.2 mA a step, after the next read.
    public func setCurrent(register: UInt8, ofChannel channel: Int) {
        if currents.indices.contains(channel) { currents[channel] = register }
    }

    /// Has the die's temperature measured; it is in ``dieTemperature`` one or two services later. Works while measuring only.
    public func requestTemperature() { isTemperatureWanted = true }

    /// Stops the LEDs and the converter.
    public func shutDown() throws(ChipError) {
        stage = .off
        try chip.write(MAX3010xRegister.modeConfiguration, MAX3010xBits.shutDown)
    }

    /// Has the next service set the chip up again.
    public func wake() { if stage == .off { stage = .identifying } }

    /// Takes the next step of the set-up, or delivers what the FIFO holds.
    public func service(at now: MonotonicInstant, into samples: inout [PPGSample]) throws(ChipError) -> ServiceReport {
        switch stage {
        case .off: return ServiceReport(isMeasuring: false)
        case .identifying: return try identify(at: now)
        case .resetting(let since): return try finishReset(since: since, at: now)
        case .measuring: return try deliver(at: now, into: &samples)
        }
    }

    // MARK: Set-up

    private func identify(at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        try chip.read(MAX3010xRegister.revision, count: 2)
        guard Self.identity.accepts(UInt16(chip[1])) else {
            throw chip.error(.wrongIdentity(found: UInt16(chip[1]), expected: UInt16(MAX3010xBits.partID)))
        }
        revision = chip[0]
        try chip.write(MAX3010xRegister.modeConfiguration, MAX3010xBits.reset)
        stage = .resetting(since: now)
        return .settling(until: now + Self.resetStep)
    }

    private func finishReset(since: MonotonicInstant, at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        guard try isReset() else {
            guard now - since <= Self.resetLimit else { throw restart(.notReady) }
            return .settling(until: now + Self.resetStep)
        }
        do throws(ChipError) {
            try configure()
        } catch {
            stage = .identifying
            throw error
        }
        stage = .measuring
        lastReadAt = now
        lastSampleAt = now
        stuck = StuckValueDetector()
        return ServiceReport()
    }

    private func isReset() throws(ChipError) -> Bool {
        try chip.byte(MAX3010xRegister.modeConfiguration) & MAX3010xBits.reset == 0
    }

    /// Everything that a reset has cleared; the mode comes last and starts the measurement.
    private func configure() throws(ChipError) {
        // Reading the statuses clears PWR_RDY, by which a later reset is noticed.
        try chip.read(MAX3010xRegister.interruptStatus1, count: 2)
        try chip.write(MAX3010xRegister.fifoConfiguration, MAX3010xBits.averageOf4 | MAX3010xBits.almostFullAt17)
        try chip.write(
            MAX3010xRegister.converterConfiguration,
            MAX3010xBits.range16384Nanoamperes | MAX3010xBits.rate100 | MAX3010xBits.pulse411Microseconds18Bits)
        try chip.write(MAX3010xRegister.slots12, hasGreen ? MAX3010xLED.green.rawValue | MAX3010xLED.infrared.rawValue << 4 : 0)
        try chip.write(MAX3010xRegister.slots34, 0)
        for channel in currents.indices { try writeCurrent(ofChannel: channel) }
        try emptyFIFO()
        try chip.write(MAX3010xRegister.interruptEnable1, MAX3010xBits.enabledInterrupts1)
        try chip.write(MAX3010xRegister.interruptEnable2, MAX3010xBits.enabledInterrupts2)
        try chip.write(MAX3010xRegister.modeConfiguration, hasGreen ? MAX3010xBits.modeSlots : MAX3010xBits.modeRedInfrared)
    }

    private func writeCurrent(ofChannel channel: Int) throws(ChipError) {
        let pulse: MAX3010xLED = hasGreen ? .green : .red
        let led = channel == 0 ? pulse : .infrared
        try chip.write(MAX3010xRegister.ledCurrents + led.rawValue - 1, currents[channel])
        writtenCurrents[channel] = currents[channel]
    }

    private func emptyFIFO() throws(ChipError) {
        try chip.write(MAX3010xRegister.fifoWritePointer, 0)
        try chip.write(MAX3010xRegister.fifoOverflow, 0)
        try chip.write(MAX3010xRegister.fifoReadPointer, 0)
        isFIFODoubtful = false
    }

    // MARK: Samples

    private struct FillLevel {
        var count: Int
        var loss: ServiceReport.Loss
        var ambientOverflow: Bool
        var isTemperatureReady: Bool
        var hasMore = false

        /// A bus that fetches less at once leaves the rest for the next read.
        mutating func keep(atMost limit: Int) {
            hasMore = count > limit
            count = min(count, limit)
        }
    }

    /// Statuses, enables and pointers in one read of seven bytes. The chip counts what it drops when full; the count ends at 31.
    private func fillLevel(at now: MonotonicInstant) throws(ChipError) -> FillLevel {
        try chip.read(MAX3010xRegister.interruptStatus1, count: 7)
        guard
            chip[0] & MAX3010xBits.powerReady == 0, chip[2] == MAX3010xBits.enabledInterrupts1, chip[3] == MAX3010xBits.enabledInterrupts2
        else { throw restart(.restarted) }
        let waiting = Int((chip[4] &- chip[6]) & 31)
        let dropped = Int(chip[5] & 31)
        // Equal pointers mean empty or full. A_FULL alone does not tell: it may be left from a moment before the last read.
        let couldBeFull = (now - (lastReadAt ?? now)).inSeconds * samplesPerSecond > 27
        let isFull = waiting == 0 && (dropped > 0 || chip[0] & MAX3010xBits.almostFull != 0 && couldBeFull)
        lastReadAt = now
        return FillLevel(
            count: isFull ? MAX3010xBits.fifoDepth : waiting, loss: dropped == 0 ? .none : dropped == 31 ? .unknown : .samples(dropped),
            ambientOverflow: chip[0] & MAX3010xBits.ambientOverflow != 0,
            isTemperatureReady: chip[1] & MAX3010xBits.temperatureReady != 0)
    }

    private func deliver(at now: MonotonicInstant, into samples: inout [PPGSample]) throws(ChipError) -> ServiceReport {
        var fill = try fillLevel(at: now)
        if isFIFODoubtful {
            // A read broke off inside a sample, so that its bytes no longer tell the channels apart.
            try emptyFIFO()
            return ServiceReport(loss: .unknown)
        }
        if fill.count == 0 {
            guard now - lastSampleAt <= Self.silenceLimit else { throw restart(.silent) }
        } else {
            fill.keep(atMost: chip.longestRead / Self.bytesPerSample)
            isFIFODoubtful = true
            try chip.readFIFO(MAX3010xRegister.fifoData, count: fill.count * Self.bytesPerSample)
            isFIFODoubtful = false
            lastSampleAt = now
            append(fill, at: now, to: &samples)
            if stuck.isStuckAfterRead(at: now) { throw restart(.frozen) }
        }
        try applyRequests(fill)
        return ServiceReport(samples: fill.count, loss: fill.loss, again: fill.hasMore ? now : nil)
    }

    private func append(_ fill: FillLevel, at now: MonotonicInstant, to samples: inout [PPGSample]) {
        let step = MAX3010xBits.milliamperesPerStep
        let currents = SIMD3(step * Double(writtenCurrents[0]), step * Double(writtenCurrents[1]), 0)
        for index in 0..<fill.count {
            let first = index * Self.bytesPerSample
            let raw = SIMD3(count(atByte: first), count(atByte: first + 3), 0)
            // A channel that clips stands still and is alive; the gain sees to it.
            if raw[0] == Self.fullScale || raw[1] == Self.fullScale { stuck = StuckValueDetector() } else { stuck.observe(raw, at: now) }
            samples.append(
                PPGSample(
                    at: now, counts: SIMD3(Double(raw[0]), Double(raw[1]), 0), channelCount: 2, ledMilliamperes: currents,
                    ambientOverflow: fill.ambientOverflow))
        }
    }

    /// Three bytes, the high one first, 18 bits (data sheet, table 2: the six above are not used).
    private func count(atByte index: Int) -> Int32 {
        (Int32(chip[index]) << 16 | Int32(chip[index + 1]) << 8 | Int32(chip[index + 2])) & Self.fullScale
    }

    private func applyRequests(_ fill: FillLevel) throws(ChipError) {
        for channel in currents.indices where currents[channel] != writtenCurrents[channel] { try writeCurrent(ofChannel: channel) }
        if fill.isTemperatureReady {
            try chip.read(MAX3010xRegister.temperature, count: 2)
            dieTemperature = .celsius(Double(Int8(bitPattern: chip[0])) + Double(chip[1] & 0x0F) / 16)
        }
        if isTemperatureWanted {
            try chip.write(MAX3010xRegister.temperatureConfiguration, MAX3010xBits.convertTemperature)
            isTemperatureWanted = false
        }
    }

    private func restart(_ fault: ChipFault) -> ChipError {
        stage = .identifying
        return chip.error(fault)
    }
}
