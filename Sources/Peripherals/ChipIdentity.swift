/// Where a chip says what it is, and what it says there.
public struct ChipIdentity: Hashable, Sendable {
    /// The register.
    public let register: UInt8
    /// How many bytes it has, 1 or 2, the high one first.
    public let length: Int
    /// What the driver takes for its chip, without the bits that a revision may change.
    public let values: [UInt16]
    /// The bits that are compared.
    public let mask: UInt16
    private var names: [UInt16: String] = [:]

    /// A register of one byte, in which chips of several makes say who they are.
    init(register: UInt8, makes: [(value: UInt8, name: String)]) {
        self.register = register
        length = 1
        values = makes.map { UInt16($0.value) }
        mask = 0xFF
        for make in makes { names[UInt16(make.value)] = make.name }
    }

    /// A register of one byte.
    init(register: UInt8, _ values: UInt8...) {
        self.register = register
        length = 1
        self.values = values.map { UInt16($0) }
        mask = 0xFF
    }

    /// A register of two bytes.
    init(wordRegister register: UInt8, _ value: UInt16, mask: UInt16) {
        self.register = register
        length = 2
        values = [value]
        self.mask = mask
    }

    /// Which of several makes that is; nil if the driver knows but one, or not this one.
    public func name(of found: UInt16) -> String? { names[found & mask] }

    /// True if that is the chip.
    public func accepts(_ found: UInt16) -> Bool { values.contains(found & mask) }

    /// What the part at an address says, in one combined transfer. Nothing is written to it, so that another part takes no harm.
    public func read(at address: I2CAddress, on bus: any I2CBus) throws(BusError) -> UInt16 {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 + length, alignment: 1)
        defer { bytes.deallocate() }
        bytes[0] = register
        try bus.transfer(
            address, write: UnsafeRawBufferPointer(rebasing: bytes[..<1]), read: UnsafeMutableRawBufferPointer(rebasing: bytes[1...]))
        return bytes[1...].reduce(0) { $0 << 8 | UInt16($1) }
    }
}

/// A part that says what it is.
public protocol IdentifiedPart: AnyObject {
    /// The part.
    var part: PartName { get }
    /// How it is told from others.
    static var identity: ChipIdentity { get }
}
