import Quantities

/// The optical heart-rate sensors MAX30101, MAX30102 and MAX30105.
///
/// * set-up, step by step, and the FIFO in one combined transfer: ``service(at:into:)``
/// * what was lost in an overflow, from the chip's counter: ``ServiceReport/loss``
/// * LED currents and range for an automatic gain: ``setCurrent(register:ofChannel:)``, ``setRange(_:)``
/// * is there a green LED: ``GreenLED/ifFound``
/// * temperature of the die: ``requestTemperature()``, ``dieTemperature``
/// * modes, and 0.7 µA when not needed: ``change(to:)``, ``shutDown()``, ``wake()``
///
/// Samples have two channels: 0 is the pulse LED (green, else red), 1 is infrared. In ``MAX3010xMode/wearCheck`` there is infrared only.
/// The FIFO keeps its oldest 32 samples; lost ones belong after those delivered.
public final class MAX3010x: PulseSensor, IdentifiedPart {
    /// The only address (data sheet: 0xAE to write, 0xAF to read).
    public static let address = I2CAddress(fixed: 0x57)
    /// See ``IdentifiedPart``.
    public static let identity = ChipIdentity(register: MAX3010xRegister.partID, MAX3010xBits.partID)

    /// Whether to use a green LED.
    public enum GreenLED: Hashable, Sendable {
        /// There is none.
        case no
        /// There is one.
        case yes
        /// Light it for half a second at each set-up and see: boards are sold under wrong names.
        case ifFound
    }

    private enum Stage: Hashable {
        case identifying
        case resetting(since: MonotonicInstant)
        case probing(until: MonotonicInstant, lit: Bool)
        case measuring
        case off
    }

    /// A reset takes less (SparkFun's library waits as long at most).
    private static let resetLimit = Duration.milliseconds(100)
    private static let resetStep = Duration.milliseconds(10)
    /// Without a sample for so long the chip is taken for dead; a service may be late, an oscillator is not.
    private static let silenceLimit = Duration.seconds(3)
    private static let probeTime = Duration.milliseconds(500)
    /// 12.8 mA.
    private static let probeCurrent: UInt8 = 0x40
    /// The green LED counts as found when the light rises by more than so many times the noise in the dark, and by so many counts.
    /// Both from reasoning, not from a chip: unverified.
    private static let probeNoiseFactor = 5.0
    private static let probeLeastRise = 200.0
    /// 1.6 mA.
    private static let wearCheckCurrent: UInt8 = 0x08
    /// 6.4 mA.
    private static let firstCurrent: UInt8 = 0x20
    private static let fullScale: Int32 = 0x3FFFF

    private let chip: RegisterChip
    private let green: GreenLED
    private var stage = Stage.identifying
    private var currents: [UInt8] = [firstCurrent, firstCurrent]
    private var writtenCurrents: [UInt8] = [0, 0]
    private var range = MAX3010xRange.nanoamperes16384
    private var writtenRange = MAX3010xRange.nanoamperes16384
    private var isFIFODoubtful = false
    private var isTemperatureWanted = false
    private var lastReadAt: MonotonicInstant?
    private var lastSampleAt = MonotonicInstant(nanoseconds: 0)
    private var stuck = StuckValueDetector()
    private var dark = RunningMoments()
    private var lit = RunningMoments()

    /// What is measured.
    public private(set) var mode = MAX3010xMode.exercise
    /// Whether the green LED is in use; known from the first sample on.
    public private(set) var hasGreen: Bool
    /// The die's temperature when it was last asked for; nil until it has been measured.
    public private(set) var dieTemperature: Temperature?
    /// The chip's revision, for `doctor`; nil until it has answered.
    public private(set) var revision: UInt8?

    /// A chip on a bus. `green` is, if left out, what the model has.
    public init(_ model: MAX3010xModel, on bus: any I2CBus, green: GreenLED? = nil) {
        chip = RegisterChip(model.rawValue, at: Self.address, on: bus, longestRead: MAX3010xBits.fifoDepth * 6)
        self.green = green ?? (model == .max30102 ? .no : .yes)
        hasGreen = self.green == .yes
    }

    /// The part.
    public var part: PartName { chip.part }

    /// 25, 100 or 12.5, by mode.
    public var samplesPerSecond: Double {
        switch mode {
        case .exercise: 25
        case .snapshot: 100
        case .wearCheck: 12.5
        }
    }

    /// Measures something else from the next service on.
    public func change(to mode: MAX3010xMode) {
        guard mode != self.mode else { return }
        self.mode = mode
        if stage != .off { stage = .identifying }
    }

    /// Sets the LED current of channel 0 or 1, 0.2 mA a step, after the next read.
    public func setCurrent(register: UInt8, ofChannel channel: Int) {
        if currents.indices.contains(channel) { currents[channel] = register }
    }

    /// Sets the converter's range, after the next read.
    public func setRange(_ range: MAX3010xRange) { self.range = range }

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
        case .probing(let until, let lit): return try probe(until: until, lit: lit, at: now)
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
            if green == .ifFound, mode != .wearCheck { return try beginProbe(lit: false, at: now) }
            try configure()
        } catch {
            stage = .identifying
            throw error
        }
        begin(.measuring, at: now)
        return ServiceReport()
    }

    private func isReset() throws(ChipError) -> Bool {
        try chip.byte(MAX3010xRegister.modeConfiguration) & MAX3010xBits.reset == 0
    }

    private func begin(_ next: Stage, at now: MonotonicInstant) {
        stage = next
        isFIFODoubtful = false
        lastReadAt = now
        lastSampleAt = now
        stuck = StuckValueDetector()
    }

    private func configure() throws(ChipError) {
        let infrared = MAX3010xLED.infrared.rawValue
        if mode == .wearCheck {
            try write(slots: infrared, mode: MAX3010xBits.modeSlots)
        } else if hasGreen {
            try write(slots: MAX3010xLED.green.rawValue | infrared << 4, mode: MAX3010xBits.modeSlots)
        } else {
            try write(slots: 0, mode: MAX3010xBits.modeRedInfrared)
        }
    }

    /// Everything that a reset has cleared; the mode comes last and starts the measurement.
    private func write(slots: UInt8, mode bits: UInt8) throws(ChipError) {
        // Reading the statuses clears PWR_RDY, by which a later reset is noticed.
        try chip.read(MAX3010xRegister.interruptStatus1, count: 2)
        let averaging = mode == .snapshot ? 0 : MAX3010xBits.averageOf4
        try chip.write(MAX3010xRegister.fifoConfiguration, averaging | MAX3010xBits.almostFullAt17)
        try writeRange()
        try chip.write(MAX3010xRegister.slots12, slots)
        try chip.write(MAX3010xRegister.slots34, 0)
        for channel in currents.indices { try writeCurrent(ofChannel: channel) }
        try emptyFIFO()
        try chip.write(MAX3010xRegister.interruptEnable1, MAX3010xBits.enabledInterrupts1)
        try chip.write(MAX3010xRegister.interruptEnable2, MAX3010xBits.enabledInterrupts2)
        try chip.write(MAX3010xRegister.modeConfiguration, bits)
    }

    private func writeRange() throws(ChipError) {
        let rate = mode == .wearCheck ? MAX3010xBits.rate50 : MAX3010xBits.rate100
        try chip.write(MAX3010xRegister.converterConfiguration, range.rawValue << 5 | rate | MAX3010xBits.pulse411Microseconds18Bits)
        writtenRange = range
    }

    private func writeCurrent(ofChannel channel: Int) throws(ChipError) {
        let pulse: MAX3010xLED = hasGreen ? .green : .red
        let led = channel == 0 ? pulse : .infrared
        let current = mode == .wearCheck ? (channel == 0 ? 0 : Self.wearCheckCurrent) : currents[channel]
        try chip.write(MAX3010xRegister.ledCurrents + led.rawValue - 1, current)
        writtenCurrents[channel] = current
    }

    private func emptyFIFO() throws(ChipError) {
        try chip.write(MAX3010xRegister.fifoWritePointer, 0)
        try chip.write(MAX3010xRegister.fifoOverflow, 0)
        try chip.write(MAX3010xRegister.fifoReadPointer, 0)
        isFIFODoubtful = false
    }

    // MARK: Is there a green LED?

    private func beginProbe(lit isLit: Bool, at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        if !isLit {
            dark = RunningMoments()
            lit = RunningMoments()
            hasGreen = true
            let wanted = currents[0]
            currents[0] = 0
            defer { currents[0] = wanted }
            try write(slots: MAX3010xLED.green.rawValue, mode: MAX3010xBits.modeSlots)
        } else {
            try chip.write(MAX3010xRegister.ledCurrents + MAX3010xLED.green.rawValue - 1, Self.probeCurrent)
            try emptyFIFO()
        }
        begin(.probing(until: now + Self.probeTime, lit: isLit), at: now)
        return .settling(until: now + Self.probeTime)
    }

    private func probe(until: MonotonicInstant, lit isLit: Bool, at now: MonotonicInstant) throws(ChipError) -> ServiceReport {
        guard now >= until else { return .settling(until: until) }
        do throws(ChipError) {
            var fill = try fillLevel(at: now)
            guard fill.count > 2 else { throw chip.error(.silent) }
            fill.keep(atMost: chip.longestRead / 3)
            try chip.readFIFO(MAX3010xRegister.fifoData, count: fill.count * 3)
            // The first sample may still be of the LED's former current.
            for index in 1..<fill.count {
                if isLit { lit.add(Double(count(atByte: index * 3))) } else { dark.add(Double(count(atByte: index * 3))) }
            }
            if !isLit { return try beginProbe(lit: true, at: now) }
            hasGreen = lit.mean - dark.mean > max(Self.probeNoiseFactor * dark.deviation, Self.probeLeastRise)
            try chip.write(MAX3010xRegister.ledCurrents + MAX3010xLED.green.rawValue - 1, 0)
            try configure()
        } catch {
            stage = .identifying
            throw error
        }
        begin(.measuring, at: now)
        return ServiceReport()
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
            let channels = mode == .wearCheck ? 1 : 2
            fill.keep(atMost: chip.longestRead / (channels * 3))
            isFIFODoubtful = true
            try chip.readFIFO(MAX3010xRegister.fifoData, count: fill.count * channels * 3)
            isFIFODoubtful = false
            lastSampleAt = now
            append(fill, channels: channels, at: now, to: &samples)
            if stuck.isStuckAfterRead(at: now) { throw restart(.frozen) }
        }
        try applyRequests(fill)
        return ServiceReport(samples: fill.count, loss: fill.loss, again: fill.hasMore ? now : nil)
    }

    private func append(_ fill: FillLevel, channels: Int, at now: MonotonicInstant, to samples: inout [PPGSample]) {
        let step = MAX3010xBits.milliamperesPerStep
        let currents =
            channels == 1
            ? SIMD3(step * Double(writtenCurrents[1]), 0, 0)
            : SIMD3(step * Double(writtenCurrents[0]), step * Double(writtenCurrents[1]), 0)
        for index in 0..<fill.count {
            let first = index * channels * 3
            let raw = SIMD3(count(atByte: first), channels == 1 ? 0 : count(atByte: first + 3), 0)
            // A channel that clips stands still and is alive; the gain sees to it.
            if raw[0] == Self.fullScale || raw[1] == Self.fullScale { stuck = StuckValueDetector() } else { stuck.observe(raw, at: now) }
            samples.append(
                PPGSample(
                    at: now, counts: SIMD3(Double(raw[0]), Double(raw[1]), 0), channelCount: channels, ledMilliamperes: currents,
                    ambientOverflow: fill.ambientOverflow))
        }
    }

    /// Three bytes, the high one first, 18 bits (data sheet, table 2: the six above are not used).
    private func count(atByte index: Int) -> Int32 {
        (Int32(chip[index]) << 16 | Int32(chip[index + 1]) << 8 | Int32(chip[index + 2])) & Self.fullScale
    }

    private func applyRequests(_ fill: FillLevel) throws(ChipError) {
        if mode != .wearCheck {
            for channel in currents.indices where currents[channel] != writtenCurrents[channel] { try writeCurrent(ofChannel: channel) }
        }
        if range != writtenRange { try writeRange() }
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
