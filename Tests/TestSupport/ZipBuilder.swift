/// Makes zip archives byte by byte, sound ones and such as no program makes (APPNOTE.TXT 6.3.10).
public struct ZipBuilder {
    /// What stands in the archive of one file.
    public struct Entry {
        /// The name, as bytes.
        public var name: [UInt8]
        /// What stands in the archive.
        public var packed: [UInt8]
        /// How it is packed: 0 stored, 8 deflated.
        public var method: UInt16 = 0
        /// General purpose bits; bit 0 says that it is encrypted.
        public var flags: UInt16 = 0
        /// The checksum of the content.
        public var checksum: UInt32
        /// The length of the content.
        public var length: UInt32
        /// The entry whose bytes this one claims for itself, in place of its own.
        public var bytesOf: Int?

        /// A stored file.
        public init(_ name: String, _ content: [UInt8]) {
            self.name = Array(name.utf8)
            packed = content
            checksum = ZipBuilder.checksum(content)
            length = UInt32(truncatingIfNeeded: content.count)
        }
    }

    /// The files.
    public var entries: [Entry] = []

    /// An empty archive.
    public init() {}

    /// An archive of stored files.
    public init(_ files: [(String, [UInt8])]) { entries = files.map { Entry($0.0, $0.1) } }

    /// The archive.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = [], offsets: [Int] = []
        for entry in entries {
            if let other = entry.bytesOf, offsets.indices.contains(other) {
                offsets.append(offsets[other])
                continue
            }
            offsets.append(bytes.count)
            bytes += Self.number(0x0403_4B50, 4) + head(entry) + entry.name + entry.packed
        }
        let start = bytes.count
        for (entry, offset) in zip(entries, offsets) {
            bytes += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + head(entry)
            bytes += [UInt8](repeating: 0, count: 10) + Self.number(UInt64(offset), 4) + entry.name
        }
        let length = bytes.count - start, count = UInt64(entries.count)
        if count >= 0xFFFF {
            let record = bytes.count
            bytes += Self.number(0x0606_4B50, 4) + Self.number(44, 8) + Self.number(45, 2) + Self.number(45, 2)
            bytes += [UInt8](repeating: 0, count: 8) + Self.number(count, 8) + Self.number(count, 8)
            bytes += Self.number(UInt64(length), 8) + Self.number(UInt64(start), 8)
            bytes += Self.number(0x0706_4B50, 4) + Self.number(0, 4) + Self.number(UInt64(record), 8) + Self.number(1, 4)
        }
        let shown = min(count, 0xFFFF)
        bytes += Self.number(0x0605_4B50, 4) + [0, 0, 0, 0] + Self.number(shown, 2) + Self.number(shown, 2)
        bytes += count >= 0xFFFF ? [UInt8](repeating: 0xFF, count: 8) : Self.number(UInt64(length), 4) + Self.number(UInt64(start), 4)
        return bytes + [0, 0]
    }

    /// What the header before a file and the one in the directory share, from the version on.
    private func head(_ entry: Entry) -> [UInt8] {
        var head = Self.number(20, 2) + Self.number(UInt64(entry.flags), 2)
        head += Self.number(UInt64(entry.method), 2) + [0, 0, 0x21, 0x58]
        head += Self.number(UInt64(entry.checksum), 4) + Self.number(UInt64(entry.packed.count), 4)
        head += Self.number(UInt64(entry.length), 4) + Self.number(UInt64(entry.name.count), 2)
        return head + [0, 0]
    }

    /// A number with its least significant byte first.
    static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }

    /// CRC-32 as zip has it.
    public static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
}
