import Quantities

/// A BMP390 on a ``SimulatedBody``: its registers, a factory calibration, and raw values that the calibration turns into the air's pressure.
public final class SimulatedBMP390: RegisterModel {
    /// 0x77, or 0x76.
    public let address: UInt8
    /// See ``SimulatedChip/isImpostor``.
    public var isImpostor = false
    /// °C. How warm the chip is.
    public var temperature = 27.0

    /// hPa. Of one measurement.
    private static let noise = 0.005
    /// 21 bytes from register 0x31 on, of no chip in particular.
    private static let calibration: [UInt8] = [
        0x70, 0x6B, 0x10, 0x49, 0xF9, 0x88, 0x13, 0x3C, 0xF6, 0x23, 0x00, 0x00, 0x64, 0x30, 0x75, 0xF3, 0xF6, 0x10, 0x27, 0x12, 0xC4,
    ]

    var pointer: UInt8 = 0
    private let body: SimulatedBody
    private var registers = [UInt8](repeating: 0, count: 128)
    private var timer: SampleTimer
    private var random: SeededRandom
    private var now = MonotonicInstant(nanoseconds: 0)

    /// A chip on a body.
    public init(on body: SimulatedBody, address: UInt8 = 0x77, clock: ClockError = .none, seed: UInt64 = 1) {
        self.body = body
        self.address = address
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
        registers[0x03] = 0x10
        registers[0x06] = 0x80
        registers[0x09] = 0x80
        registers[0x10] = 0x01
        registers[0x1C] = 0x02
        for (index, byte) in Self.calibration.enumerated() { registers[0x31 + index] = byte }
        timer.run(samplesPerSecond: nil, at: now)
    }

    /// See ``SimulatedChip/advance(to:)``.
    public func advance(to now: MonotonicInstant) {
        self.now = max(self.now, now)
        while let instant = timer.due(at: now) {
            let pressure = body.pressure(at: instant).hectopascals + Self.noise * random.gaussian()
            keep(Self.raw(celsius: temperature), at: 0x07)
            keep(Self.raw(hectopascals: pressure, celsius: temperature), at: 0x04)
            registers[0x03] |= 0x60
        }
    }

    private func keep(_ raw: UInt32, at register: Int) {
        for byte in 0..<3 { registers[register + byte] = UInt8(truncatingIfNeeded: raw >> UInt32(8 * byte)) }
    }

    // MARK: The calibration, the other way round

    private static func word(_ index: Int) -> UInt16 { UInt16(calibration[index]) | UInt16(calibration[index + 1]) << 8 }
    private static func small(_ index: Int) -> Double { Double(Int8(bitPattern: calibration[index])) }

    private static func raw(celsius: Double) -> UInt32 {
        search { raw in
            let d = raw - Double(word(0)) * 256
            return d * Double(word(2)) / 0x1p30 + d * d * small(4) / 0x1p48 < celsius
        }
    }

    private static func raw(hectopascals: Double, celsius t: Double) -> UInt32 {
        let p1 = Double(Int16(bitPattern: word(5))) - 16384, p2 = Double(Int16(bitPattern: word(7))) - 16384
        let zero = Double(word(11)) * 8 + Double(word(13)) / 64 * t + small(15) / 256 * t * t + small(16) / 32768 * t * t * t
        let one = p1 / 0x1p20 + p2 / 0x1p29 * t + small(9) / 0x1p32 * t * t + small(10) / 0x1p37 * t * t * t
        let two = Double(Int16(bitPattern: word(17))) / 0x1p48 + small(19) / 0x1p48 * t
        let three = small(20) / 0x1p65
        // Pressure falls as the raw value grows.
        return search { raw in zero + raw * (one + raw * (two + raw * three)) > hectopascals * 100 }
    }

    /// The greatest raw value for which something holds that holds from 0 on up to a point.
    private static func search(_ holds: (Double) -> Bool) -> UInt32 {
        var low: UInt32 = 0, high: UInt32 = 0xFF_FFFF
        while low < high {
            let middle = (low + high + 1) / 2
            if holds(Double(middle)) { low = middle } else { high = middle - 1 }
        }
        return low
    }

    // MARK: Registers

    func following(_ register: UInt8) -> UInt8 { register == 0x14 ? register : (register &+ 1) & 0x7F }

    func load(_ register: UInt8) -> UInt8 {
        let index = Int(register & 0x7F)
        if index == 0 { return isImpostor ? 0x58 : 0x60 }
        let value = registers[index]
        switch index {
        case 0x04...0x06: registers[0x03] &= ~0x20
        case 0x07...0x09: registers[0x03] &= ~0x40
        case 0x10: registers[0x10] = 0
        default: break
        }
        return value
    }

    func store(_ value: UInt8, at register: UInt8) {
        let index = Int(register & 0x7F)
        if index == 0x7E {
            if value == 0xB6 { reset() }
            return
        }
        guard 0x15...0x1F ~= index else { return }
        registers[index] = value
        let isMeasuring = registers[0x1B] & 0x33 == 0x33
        // 5 ms, doubled by each step of the register; 37 ms or so is what ×16 takes at least.
        let period = 0.005 * Double(UInt32(1) << UInt32(min(registers[0x1D] & 0x1F, 17)))
        timer.run(samplesPerSecond: isMeasuring ? 1 / period : nil, at: now)
    }
}
