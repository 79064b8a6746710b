import Quantities

/// The accelerometer of an MPU-6050 on a ``SimulatedBody``, with its FIFO of 1024 bytes that loses its oldest when full, or of a chip that is
/// sold for one.
public final class SimulatedMPU6050: RegisterModel {
    /// 0x68, or 0x69.
    public let address: UInt8
    /// See ``SimulatedChip/isImpostor``.
    public var isImpostor = false

    /// Which chip is on the board.
    public struct Make: Hashable, Sendable {
        /// What WHO_AM_I says.
        public var identity: UInt8
        /// Bytes of the FIFO.
        public var fifoBytes: Int
        /// The accelerometer has a low pass of its own, and the chip is awake after a reset, as an MPU-6500 is.
        public var isLater: Bool
        /// A chip.
        public init(identity: UInt8, fifoBytes: Int, isLater: Bool) {
            (self.identity, self.fifoBytes, self.isLater) = (identity, max(1, fifoBytes), isLater)
        }
        /// An MPU-6050.
        public static let original = Make(identity: 0x68, fifoBytes: 1024, isLater: false)
    }

    /// g. Of one sample, with the low pass and, of a later chip, without it.
    private static let noise = 0.004, unfilteredNoise = 0.05

    var pointer: UInt8 = 0
    private let body: SimulatedBody
    private var registers = [UInt8](repeating: 0, count: 256)
    private let make: Make
    private var fifo: [UInt8]
    private var first = 0
    private var unread = 0
    private var countLatch: UInt16 = 0
    private var timer: SampleTimer
    private var random: SeededRandom
    private var now = MonotonicInstant(nanoseconds: 0)

    /// A chip on a body.
    public init(on body: SimulatedBody, address: UInt8 = 0x68, make: Make = .original, clock: ClockError = .none, seed: UInt64 = 1) {
        self.body = body
        self.address = address
        self.make = make
        fifo = [UInt8](repeating: 0, count: make.fifoBytes)
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
        for register in registers.indices { registers[register] = 0 }
        registers[0x6B] = make.isLater ? 0x01 : 0x40
        empty()
        timer.run(samplesPerSecond: nil, at: now)
    }

    private func empty() {
        first = 0
        unread = 0
    }

    /// See ``SimulatedChip/advance(to:)``.
    public func advance(to now: MonotonicInstant) {
        self.now = max(self.now, now)
        while let instant = timer.due(at: now) { take(at: instant) }
    }

    private func take(at instant: MonotonicInstant) {
        guard registers[0x6A] & 0x40 != 0, registers[0x23] & 0x08 != 0 else { return }
        let unit = Double(2 << Int(registers[0x1C] >> 3 & 3)) / 32_768
        let felt = body.acceleration(at: instant)
        let noise = make.isLater && registers[0x1D] & 0x0F != 4 ? Self.unfilteredNoise : Self.noise
        for axis in 0..<3 {
            let value = UInt16(bitPattern: Int16(rounding: (felt[axis] + noise * random.gaussian()) / unit))
            append(UInt8(value >> 8))
            append(UInt8(truncatingIfNeeded: value))
        }
    }

    private func append(_ byte: UInt8) {
        if unread == make.fifoBytes {
            first = (first + 1) % make.fifoBytes
            registers[0x3A] |= 0x10
        } else {
            unread += 1
        }
        fifo[(first + unread - 1) % make.fifoBytes] = byte
    }

    func following(_ register: UInt8) -> UInt8 { register == 0x74 ? register : register &+ 1 }

    func load(_ register: UInt8) -> UInt8 {
        switch register {
        case 0x3A:
            defer { registers[0x3A] = 0 }
            return registers[0x3A]
        case 0x72:
            countLatch = UInt16(unread)
            return UInt8(countLatch >> 8)
        case 0x73: return UInt8(truncatingIfNeeded: countLatch)
        case 0x74: return nextByte()
        case 0x75: return isImpostor ? 0x47 : make.identity
        default: return registers[Int(register)]
        }
    }

    /// An empty FIFO repeats its last byte (register map, register 116).
    private func nextByte() -> UInt8 {
        guard unread > 0 else { return fifo[(first + make.fifoBytes - 1) % make.fifoBytes] }
        defer {
            first = (first + 1) % make.fifoBytes
            unread -= 1
        }
        return fifo[first]
    }

    func store(_ value: UInt8, at register: UInt8) {
        if register == 0x6B, value & 0x80 != 0 { return reset() }
        if register == 0x6A, value & 0x04 != 0 { empty() }
        registers[Int(register)] = register == 0x6A ? value & ~0x04 : value
        let isAwake = registers[0x6B] & 0x40 == 0
        let hasFilter = registers[0x1A] & 7 != 0 && registers[0x1A] & 7 != 7
        timer.run(samplesPerSecond: isAwake ? (hasFilter ? 1000 : 8000) / (1 + Double(registers[0x19])) : nil, at: now)
    }
}
