import Glibc
import Quantities

/// A MAX30101 (or, without its green LED, a MAX30102) on a ``SimulatedBody``: registers, modes, FIFO of 32 with its counter of lost samples,
/// converter with its range and its clipping.
public final class SimulatedMAX30101: RegisterModel {
    /// 0x57.
    public let address: UInt8 = 0x57
    /// See ``SimulatedChip/isImpostor``.
    public var isImpostor = false
    /// Counts that come back for a milliampere of red, infrared and green light at the least sensitive range.
    public var countsPerMilliampere = SIMD3(9_000.0, 14_000, 12_000)

    private static let fullScale = 262_143.0
    /// Counts without any light, and their noise.
    private static let darkLevel = 150.0, noise = 12.0
    /// s. Until the die's temperature is there.
    private static let conversionTime = Duration.milliseconds(29)

    var pointer: UInt8 = 0
    private let body: SimulatedBody
    private let hasGreen: Bool
    private var registers = [UInt8](repeating: 0, count: 256)
    private var fifo = [UInt8](repeating: 0, count: 32 * 12)
    private var writePointer = 0
    private var readPointer = 0
    private var unread = 0
    private var lost = 0
    private var byteInSample = 0
    private var timer: SampleTimer
    private var random: SeededRandom
    private var now = MonotonicInstant(nanoseconds: 0)
    private var temperatureDue: MonotonicInstant?

    /// A chip on a body.
    public init(on body: SimulatedBody, hasGreen: Bool = true, clock: ClockError = .none, seed: UInt64 = 1) {
        self.body = body
        self.hasGreen = hasGreen
        timer = SampleTimer(error: clock, seed: seed)
        random = SeededRandom(seed: seed &+ 1)
        reset()
    }

    /// See ``SimulatedChip/powerCycle(at:)``.
    public func powerCycle(at now: MonotonicInstant) {
        self.now = now
        reset()
        registers[0x00] = 0x01
    }

    private func reset() {
        for register in registers.indices { registers[register] = 0 }
        writePointer = 0
        readPointer = 0
        unread = 0
        lost = 0
        byteInSample = 0
        temperatureDue = nil
        timer.run(samplesPerSecond: nil, at: now)
    }

    // MARK: Sampling

    /// LEDs that light in a sample, 1 red, 2 infrared, 3 green; at most four.
    private var slots: (Int, Int, Int, Int) {
        switch registers[0x09] & 7 {
        case 2: return (1, 0, 0, 0)
        case 3: return (1, 2, 0, 0)
        case 7:
            let first = registers[0x11], second = registers[0x12]
            return (Int(first & 3), Int(first >> 4 & 3), Int(second & 3), Int(second >> 4 & 3))
        default: return (0, 0, 0, 0)
        }
    }

    private var sampleLength: Int {
        let slots = slots
        return 3 * ((slots.0 > 0 ? 1 : 0) + (slots.1 > 0 ? 1 : 0) + (slots.2 > 0 ? 1 : 0) + (slots.3 > 0 ? 1 : 0))
    }

    private var outputRate: Double? {
        guard registers[0x09] & 0x80 == 0, sampleLength > 0 else { return nil }
        let rates = [50.0, 100, 200, 400, 800, 1000, 1600, 3200]
        let averages = [1.0, 2, 4, 8, 16, 32, 32, 32]
        return rates[Int(registers[0x0A] >> 2 & 7)] / averages[Int(registers[0x08] >> 5)]
    }

    /// See ``SimulatedChip/advance(to:)``.
    public func advance(to now: MonotonicInstant) {
        self.now = max(self.now, now)
        while let instant = timer.due(at: now) { take(at: instant) }
        if let due = temperatureDue, due <= now, registers[0x09] & 0x80 == 0 {
            temperatureDue = nil
            registers[0x1F] = 31
            registers[0x20] = 8
            registers[0x21] = 0
            if registers[0x03] & 0x02 != 0 { registers[0x01] |= 0x02 }
        }
    }

    private func take(at instant: MonotonicInstant) {
        registers[0x00] |= 0x40
        if body.isInSun, registers[0x02] & 0x20 != 0 { registers[0x00] |= 0x20 }
        if unread == 32, registers[0x08] & 0x10 == 0 {
            lost = min(31, lost + 1)
            return
        }
        let slots = slots
        let light = body.light(at: instant)
        var place = writePointer * 12
        for led in [slots.0, slots.1, slots.2, slots.3] where led > 0 {
            let count = UInt32(rounding: count(of: led, light: light))
            fifo[place] = UInt8(truncatingIfNeeded: count >> 16)
            fifo[place + 1] = UInt8(truncatingIfNeeded: count >> 8)
            fifo[place + 2] = UInt8(truncatingIfNeeded: count)
            place += 3
        }
        writePointer = (writePointer + 1) & 31
        if unread == 32 { readPointer = (readPointer + 1) & 31 } else { unread += 1 }
        if unread >= 32 - Int(registers[0x08] & 0x0F) { registers[0x00] |= 0x80 }
    }

    private func count(of led: Int, light: Double) -> Double {
        let current = 0.2 * Double(registers[0x0B + led])
        let isFitted = led != 3 || hasGreen
        let reflected = isFitted ? countsPerMilliampere[led - 1] * current * (body.isWorn ? light : 0.05) : 0
        let sensitivity = Double(1 << (3 - Int(registers[0x0A] >> 5 & 3)))
        let value = (Self.darkLevel + reflected) * sensitivity + Self.noise * random.gaussian()
        return max(0, min(Self.fullScale, value))
    }

    // MARK: Registers

    func following(_ register: UInt8) -> UInt8 { register == 0x07 ? register : register &+ 1 }

    func load(_ register: UInt8) -> UInt8 {
        switch register {
        case 0x00, 0x01:
            defer { registers[Int(register)] = 0 }
            return registers[Int(register)]
        case 0x04: return UInt8(writePointer)
        case 0x05: return UInt8(lost)
        case 0x06: return UInt8(readPointer)
        case 0x07: return nextByte()
        case 0xFE: return 0x03
        case 0xFF: return isImpostor ? 0x11 : 0x15
        default: return registers[Int(register)]
        }
    }

    private func nextByte() -> UInt8 {
        let length = sampleLength
        guard length > 0, unread > 0 || byteInSample > 0 else { return 0 }
        if byteInSample == 0 {
            // The pointer moves on with a sample's first byte (data sheet, page 15).
            readPointer = (readPointer + 1) & 31
            unread -= 1
            lost = 0
        }
        let value = fifo[((readPointer + 31) & 31) * 12 + byteInSample]
        byteInSample = (byteInSample + 1) % length
        return value
    }

    func store(_ value: UInt8, at register: UInt8) {
        switch register {
        case 0x04:
            writePointer = Int(value & 31)
            countUnread()
        case 0x05: lost = Int(value & 31)
        case 0x06:
            readPointer = Int(value & 31)
            countUnread()
        case 0x09 where value & 0x40 != 0:
            reset()
        case 0x21:
            registers[0x21] = value & 1
            temperatureDue = value & 1 != 0 ? now + Self.conversionTime : nil
        case 0x00, 0x01, 0x07, 0xFE, 0xFF: return
        default:
            registers[Int(register)] = value
            timer.run(samplesPerSecond: outputRate, at: now)
        }
    }

    private func countUnread() {
        unread = (writePointer - readPointer) & 31
        byteInSample = 0
    }
}
