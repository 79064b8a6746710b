/// CRC-32C (Castagnoli 1993; RFC 3720 appendix B.4), the checksum of every frame of a run's log.
///
/// zlib has another polynomial, so this is ours: eight bytes a step through eight tables ("slicing-by-8", Kounavis and Berry 2005).
public enum CRC32C {
    /// The polynomial 0x1EDC6F41 with its bits reversed.
    private static let polynomial: UInt32 = 0x82F6_3B78

    /// Table k, entry b: what byte b contributes when k more bytes follow it. 8 KiB, made once and never freed.
    nonisolated(unsafe) private static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ polynomial }
            tables[byte] = crc
        }
        for index in 256..<8 * 256 {
            let shorter = tables[index - 256]
            tables[index] = shorter >> 8 ^ tables[Int(shorter & 0xFF)]
        }
        return UnsafePointer(tables)
    }()

    /// The checksum of what `crc` covers followed by `bytes`; start with 0.
    public static func extend(_ crc: UInt32, over bytes: UnsafeRawBufferPointer) -> UInt32 {
        let t = tables
        var crc = ~crc
        var index = 0
        // Indices are made from `UInt` only: conversions between other widths are slow in a debug build, where the tests run.
        while bytes.count &- index >= 8 {
            let w = UInt(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt.self)) ^ UInt(crc)
            let a = t[1792 &+ Int(bitPattern: w & 0xFF)] ^ t[1536 &+ Int(bitPattern: w >> 8 & 0xFF)]
            let b = t[1280 &+ Int(bitPattern: w >> 16 & 0xFF)] ^ t[1024 &+ Int(bitPattern: w >> 24 & 0xFF)]
            let c = t[768 &+ Int(bitPattern: w >> 32 & 0xFF)] ^ t[512 &+ Int(bitPattern: w >> 40 & 0xFF)]
            let d = t[256 &+ Int(bitPattern: w >> 48 & 0xFF)] ^ t[Int(bitPattern: w >> 56)]
            crc = a ^ b ^ c ^ d
            index &+= 8
        }
        while index < bytes.count {
            crc = crc >> 8 ^ t[Int(bitPattern: UInt(crc) ^ UInt(bytes[index])) & 0xFF]
            index &+= 1
        }
        return ~crc
    }
}
