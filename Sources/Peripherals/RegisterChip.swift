/// A chip with registers behind byte-wide addresses: the address is written, then values are read or written from there on.
///
/// It owns the bytes of its transfers, so that none of them allocates. A transfer that was not acknowledged is repeated once: on a Pi, whose
/// adapter mishandles clock stretching, and on a wrist, whose plugs move, single failures are common (fault I1). A time-out is not repeated,
/// since it has already cost the bus's patience, nor is a read that takes bytes out of a FIFO.
final class RegisterChip {
    let part: PartName
    private let bus: any I2CBus
    private let address: I2CAddress
    private let outgoing: UnsafeMutableRawBufferPointer
    private let incoming: UnsafeMutableRawBufferPointer
    private var received = 0

    /// The longest read the driver will ask for, in bytes; a bus may allow less.
    init(_ chip: String, at address: I2CAddress, on bus: any I2CBus, longestRead: Int) {
        part = PartName(chip: chip, address: address, bus: bus.name)
        self.bus = bus
        self.address = address
        outgoing = .allocate(byteCount: 3, alignment: 1)
        incoming = .allocate(byteCount: max(1, min(longestRead, bus.maximumTransfer)), alignment: 1)
    }

    deinit {
        outgoing.deallocate()
        incoming.deallocate()
    }

    /// The most bytes that one read can fetch.
    var longestRead: Int { incoming.count }

    /// Reads from a register on, in one combined transfer. The bytes are then in ``subscript(_:)``, until the next read.
    func read(_ register: UInt8, count: Int) throws(ChipError) { try read(register, count: count, mayRepeat: true) }

    /// Reads from a FIFO, which gives up each byte once.
    func readFIFO(_ register: UInt8, count: Int) throws(ChipError) { try read(register, count: count, mayRepeat: false) }

    private func read(_ register: UInt8, count: Int, mayRepeat: Bool) throws(ChipError) {
        let count = max(0, min(count, incoming.count))
        received = 0
        outgoing[0] = register
        try transfer(writing: 1, reading: count, mayRepeat: mayRepeat)
        received = count
    }

    /// Reads one register.
    func byte(_ register: UInt8) throws(ChipError) -> UInt8 {
        try read(register, count: 1)
        return self[0]
    }

    /// Reads a register of 16 bits, its high byte first.
    func bigEndianWord(_ register: UInt8) throws(ChipError) -> UInt16 {
        try read(register, count: 2)
        return bigEndian(0)
    }

    /// Writes one register.
    func write(_ register: UInt8, _ value: UInt8) throws(ChipError) {
        outgoing[0] = register
        outgoing[1] = value
        try transfer(writing: 2, reading: 0, mayRepeat: true)
    }

    /// A byte of the last read; 0 beyond its end.
    subscript(index: Int) -> UInt8 { index >= 0 && index < received ? incoming[index] : 0 }

    /// Two bytes of the last read, the low one first.
    func littleEndian(_ index: Int) -> UInt16 { UInt16(self[index]) | UInt16(self[index + 1]) << 8 }
    /// Two bytes of the last read, the high one first.
    func bigEndian(_ index: Int) -> UInt16 { UInt16(self[index]) << 8 | UInt16(self[index + 1]) }

    /// An error of this part.
    func error(_ fault: ChipFault) -> ChipError { ChipError(part: part, fault: fault) }

    private func transfer(writing: Int, reading: Int, mayRepeat: Bool) throws(ChipError) {
        do throws(BusError) {
            try bus.transfer(
                address, write: UnsafeRawBufferPointer(rebasing: outgoing[..<writing]),
                read: UnsafeMutableRawBufferPointer(rebasing: incoming[..<reading]))
        } catch {
            guard mayRepeat, error.reason == .notAcknowledged || error.reason == .busy else {
                throw ChipError(part: part, fault: .bus(error))
            }
            try transfer(writing: writing, reading: reading, mayRepeat: false)
        }
    }
}
