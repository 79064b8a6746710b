import Glibc

/// The end of a zip archive's directory, read before libzip does, which makes room for every entry at once.
enum ZipDirectoryEnd {
    /// Bytes of the record, and the longest comment behind it (APPNOTE.TXT, 4.3.16).
    private static let recordBytes = 22, longestComment = 0xFFFF
    /// Bytes of the pointer to the record of large archives, which stands before the record (4.3.15).
    private static let locatorBytes = 20

    /// The most entries that any record says; 0 if there is none. Several may stand there, and nobody knows which one another reader takes.
    static func mostEntries(_ descriptor: Int32, size: Int64) -> UInt64 {
        let start = max(0, size - Int64(recordBytes + longestComment + locatorBytes))
        let tail = bytes(descriptor, at: start, count: Int(clamping: min(size - start, 1 << 17)))
        var most: UInt64 = 0
        for place in stride(from: 0, through: max(0, tail.count - recordBytes), by: 1) where begins(tail, at: place, 5, 6) {
            let entries = number(tail, at: place + 10, bytes: 2)
            most = max(most, entries)
            let locator = place - locatorBytes
            guard locator >= 0, begins(tail, at: locator, 6, 7) else { continue }
            let record = bytes(descriptor, at: Int64(clamping: number(tail, at: locator + 8, bytes: 8)), count: 56)
            if begins(record, at: 0, 6, 6) { most = max(most, number(record, at: 32, bytes: 8)) }
        }
        return most
    }

    private static func bytes(_ descriptor: Int32, at offset: Int64, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count)), filled = 0
        while filled < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled, Int(clamping: offset) &+ filled)
            }
            guard got > 0 else { break }
            filled += got
        }
        return Array(bytes.prefix(filled))
    }

    private static func begins(_ bytes: [UInt8], at place: Int, _ third: UInt8, _ fourth: UInt8) -> Bool {
        guard place >= 0, place + 4 <= bytes.count else { return false }
        return bytes[place] == 0x50 && bytes[place + 1] == 0x4B && bytes[place + 2] == third && bytes[place + 3] == fourth
    }

    /// A number with its least significant byte first; 0 beyond the end.
    private static func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> UInt64 {
        guard place >= 0, place + count <= bytes.count else { return 0 }
        return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
