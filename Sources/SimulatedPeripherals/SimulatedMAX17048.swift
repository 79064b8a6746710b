import Quantities

/// A MAX17048 with the charge of a ``SimulatedBody``'s watch.
public final class SimulatedMAX17048: SimulatedChip {
    /// 0x36.
    public let address: UInt8 = 0x36
    /// See ``SimulatedChip/isImpostor``.
    public var isImpostor = false
    /// Growth of the charge, per cent an hour.
    public var percentPerHour = -4.0

    private let body: SimulatedBody
    private var register: UInt8 = 0

    /// A gauge.
    public init(on body: SimulatedBody) { self.body = body }

    /// Nothing: the gauge's model of the battery needs no sampling here.
    public func advance(to now: MonotonicInstant) {}
    /// Nothing: it knows the charge again at once.
    public func powerCycle(at now: MonotonicInstant) {}

    /// Only the register's address is of interest.
    public func write(_ bytes: UnsafeRawBufferPointer) { if let first = bytes.first { register = first } }

    /// Words, high byte first.
    public func read(into bytes: UnsafeMutableRawBufferPointer) {
        for index in bytes.indices {
            let word = word(at: register & 0xFE)
            bytes[index] = UInt8(truncatingIfNeeded: register & 1 == 0 ? word >> 8 : word)
            register &+= 1
        }
    }

    private func word(at register: UInt8) -> UInt16 {
        switch register {
        case 0x02: UInt16(rounding: (3.3 + 0.0085 * body.batteryPercent) / 78.125e-6)
        case 0x04: UInt16(rounding: body.batteryPercent * 256)
        case 0x08: isImpostor ? 0x0003 : 0x0012
        case 0x16: UInt16(bitPattern: Int16(rounding: percentPerHour / 0.208))
        default: 0
        }
    }
}
