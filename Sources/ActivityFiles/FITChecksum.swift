/// The CRC-16 of FIT: polynomial x¹⁶ + x¹⁵ + x² + 1 (0x8005), bits reflected, start 0, no final inversion ("CRC-16/ARC").
///
/// With these parameters the checksum of any bytes followed by their own checksum is 0. A 14-byte header that carries its checksum
/// therefore leaves 0 behind, and the checksum of a whole file is that of its messages alone: the header can be filled in last.
struct FITChecksum: Hashable, Sendable {
    private(set) var value: UInt16 = 0

    /// Takes in more bytes.
    mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = Self.next(value, byte) }
    }
    /// Takes in more bytes, eight table steps unrolled by the optimizer.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var crc = value
        Self.table.withUnsafeBufferPointer { table in
            // The index is one byte and the table has 256 entries.
            for byte in bytes { crc = (crc >> 8) ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
        }
        value = crc
    }

    private static func next(_ crc: UInt16, _ byte: UInt8) -> UInt16 {
        (crc >> 8) ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
    }
    private static let table: [UInt16] = (0..<256).map { index in
        var crc = UInt16(index)
        for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0xA001 }
        return crc
    }
}
