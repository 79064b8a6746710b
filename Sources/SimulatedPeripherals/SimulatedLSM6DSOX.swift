import Quantities

/// An LSM6DSOX on a ``SimulatedBody``: accelerometer, tagged FIFO of 512 words, time stamp, pedometer behind its second bank of registers.
public final class SimulatedLSM6DSOX: RegisterModel {
    /// 0x6A, or 0x6B.
    public let address: UInt8
    /// See ``SimulatedChip/isImpostor``.
    public var isImpostor = false

    private static let depth = 512
    /// g. Of one sample.
    private static let noise = 0.002

    var pointer: UInt8 = 0
    private let body: SimulatedBody
    private let clock: ClockError
    private var registers = [UInt8](repeating: 0, count: 128)
    private var embedded = [UInt8](repeating: 0, count: 128)
    private var fifo = [SIMD3<Int16>](repeating: .zero, count: depth)
    private var first = 0
    private var unread = 0
    private var hasOverrun = false
    private var tagCounter: UInt8 = 0
    private var timer: SampleTimer
    private var random: SeededRandom
    private var now = MonotonicInstant(nanoseconds: 0)
    private var timestampStart: MonotonicInstant?
    private var stepsAtReset: UInt64 = 0

    /// A chip on a body.
    public init(on body: SimulatedBody, address: UInt8 = 0x6A, clock: ClockError = .none, seed: UInt64 = 1) {
        self.body = body
        self.address = address
        self.clock = clock
        timer = SampleTimer(error: clock, seed: seed)
        random = SeededRandom(seed: seed &+ 1)
        reset()
    }

    /// See ``SimulatedChip/powerCycle(at:)``.
    public func powerCycle(at now: MonotonicInstant) {
        self.now = now
        reset()
    }

    private func reset() {
        for register in registers.indices {
            registers[register] = 0
            embedded[register] = 0
        }
        registers[0x12] = 0x04
        registers[0x18] = 0xE0
        empty()
        timestampStart = nil
        timer.run(samplesPerSecond: nil, at: now)
    }

    private func empty() {
        first = 0
        unread = 0
        hasOverrun = false
    }

    // MARK: Sampling

    /// See ``SimulatedChip/advance(to:)``.
    public func advance(to now: MonotonicInstant) {
        self.now = max(self.now, now)
        while let instant = timer.due(at: now) { take(at: instant) }
    }

    private func take(at instant: MonotonicInstant) {
        let ranges = [2.0, 16, 4, 8]
        let range = ranges[Int(registers[0x10] >> 2 & 3)]
        // 0.061 mg at ±2 g, and in proportion.
        let unit = 0.061e-3 * range / 2
        var value = SIMD3<Int16>.zero
        let felt = body.acceleration(at: instant)
        for axis in 0..<3 { value[axis] = Int16(rounding: (felt[axis] + Self.noise * random.gaussian()) / unit) }
        let isContinuous = registers[0x0A] & 7 == 6
        guard isContinuous, registers[0x09] & 0x0F != 0 else { return }
        if unread == Self.depth {
            first = (first + 1) % Self.depth
            hasOverrun = true
        } else {
            unread += 1
        }
        fifo[(first + unread - 1) % Self.depth] = value
    }

    private var rate: Double? {
        let rates = [0, 12.5, 26, 52, 104, 208, 416, 833]
        let code = Int(registers[0x10] >> 4)
        return rates.indices.contains(code) && code > 0 ? rates[code] : nil
    }

    // MARK: Registers

    private var isEmbedded: Bool { registers[0x01] & 0x80 != 0 }

    func following(_ register: UInt8) -> UInt8 {
        if register == 0x7E, !isEmbedded { return 0x78 }
        return registers[0x12] & 0x04 != 0 ? (register &+ 1) & 0x7F : register
    }

    func load(_ register: UInt8) -> UInt8 {
        let index = Int(register & 0x7F)
        if isEmbedded, index != 0x01 { return loadEmbedded(index) }
        switch index {
        case 0x0F: return isImpostor ? 0x6B : 0x6C
        case 0x3A: return UInt8(truncatingIfNeeded: unread)
        case 0x3B:
            defer { hasOverrun = false }
            return UInt8(truncatingIfNeeded: unread >> 8 & 3) | (hasOverrun ? 0x48 : 0) | (unread == Self.depth ? 0x20 : 0)
        case 0x40...0x43: return UInt8(truncatingIfNeeded: timestamp >> UInt32(8 * (index - 0x40)))
        case 0x78: return unread > 0 ? 2 << 3 | (tagCounter & 3) << 1 : 0
        case 0x79...0x7E: return loadFIFO(index - 0x79)
        default: return registers[index]
        }
    }

    private var timestamp: UInt32 {
        guard let timestampStart else { return 0 }
        return UInt32(truncatingIfNeeded: Int64(rounding: (now - timestampStart).inSeconds * (1 + clock.rate) / 25e-6))
    }

    private func loadFIFO(_ byte: Int) -> UInt8 {
        let word = unread > 0 ? fifo[first] : .zero
        let value = UInt16(bitPattern: word[byte / 2])
        if byte == 5, unread > 0 {
            first = (first + 1) % Self.depth
            unread -= 1
            tagCounter &+= 1
        }
        return UInt8(truncatingIfNeeded: byte % 2 == 0 ? value : value >> 8)
    }

    private func loadEmbedded(_ index: Int) -> UInt8 {
        let isCounting = embedded[0x04] & 0x08 != 0
        let steps = isCounting ? UInt16(truncatingIfNeeded: body.steps &- stepsAtReset) : 0
        switch index {
        case 0x62: return UInt8(truncatingIfNeeded: steps)
        case 0x63: return UInt8(truncatingIfNeeded: steps >> 8)
        default: return embedded[index]
        }
    }

    func store(_ value: UInt8, at register: UInt8) {
        let index = Int(register & 0x7F)
        if isEmbedded, index != 0x01 {
            if index == 0x64, value & 0x80 != 0 { stepsAtReset = body.steps }
            embedded[index] = index == 0x64 ? value & 0x7F : value
            return
        }
        switch index {
        case 0x12 where value & 0x01 != 0: return reset()
        case 0x0A where value & 7 == 0: empty()
        case 0x19: timestampStart = value & 0x20 != 0 ? timestampStart ?? now : nil
        case 0x42 where value == 0xAA: timestampStart = timestampStart == nil ? nil : now
        default: break
        }
        registers[index] = value
        timer.run(samplesPerSecond: rate, at: now)
    }
}
