/// Writes FIT messages one after another: gives each layout a local type, redefines the oldest when sixteen are in use, and keeps the
/// size and the checksum. Nothing is allocated per message once the layouts have been seen.
struct FITEncoder: ~Copyable {
    /// FIT protocol 2.0, which Garmin's own encoder writes.
    static let protocolVersion: UInt8 = 0x20
    /// Profile 21.218, whose field numbers are used.
    static let profileVersion: UInt16 = 21_218
    static let headerSize = 14

    private let sink: any ActivityByteSink
    private var buffer: [UInt8] = []
    private var checksum = FITChecksum()
    private var dataSize: UInt32 = 0
    private var layouts: [[UInt8]] = []
    private var current = 0
    private var oldest = 0

    private static let chunkSize = 60 << 10

    /// Begins a file.
    init(_ sink: any ActivityByteSink) throws(ActivityWriteError) {
        self.sink = sink
        buffer.reserveCapacity(Self.chunkSize + 4096)
        layouts.reserveCapacity(16)
        // The header's place. It has its final content only when the size is known; see FITChecksum for why the checksum can wait.
        try sink.append([UInt8](repeating: 0, count: Self.headerSize))
    }

    /// Writes a message, after its definition where the layout is new.
    mutating func write(_ message: FITMessage) throws(ActivityWriteError) {
        let localType = localType(message.layout)
        buffer.append(localType)
        buffer.append(contentsOf: message.content)
        if buffer.count >= Self.chunkSize { try flush() }
    }

    private mutating func localType(_ layout: [UInt8]) -> UInt8 {
        if current < layouts.count, layouts[current] == layout { return UInt8(truncatingIfNeeded: current) }
        if let known = layouts.firstIndex(of: layout) {
            current = known
        } else if layouts.count < 16 {
            current = layouts.count
            layouts.append(layout)
            define(layout)
        } else {
            current = oldest
            oldest = (oldest + 1) % 16
            layouts[current] = layout
            define(layout)
        }
        return UInt8(truncatingIfNeeded: current)
    }

    private mutating func define(_ layout: [UInt8]) {
        let developers = Int(layout[2])
        let fields = 3..<max(3, layout.count - developers * 3)
        buffer.append(0x40 | (developers > 0 ? 0x20 : 0) | UInt8(truncatingIfNeeded: current))
        // Reserved, then little-endian.
        buffer.append(0)
        buffer.append(0)
        buffer.append(contentsOf: layout[..<2])
        buffer.append(UInt8(truncatingIfNeeded: fields.count / 3))
        buffer.append(contentsOf: layout[fields])
        guard developers > 0 else { return }
        buffer.append(layout[2])
        buffer.append(contentsOf: layout[fields.upperBound...])
    }

    private mutating func flush() throws(ActivityWriteError) {
        buffer.withUnsafeBytes { checksum.update($0) }
        dataSize += UInt32(truncatingIfNeeded: buffer.count)
        try sink.append(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes the checksum and the header. Returns the size of the whole file in bytes.
    consuming func finish() throws(ActivityWriteError) -> Int {
        try flush()
        try sink.append([UInt8(truncatingIfNeeded: checksum.value), UInt8(truncatingIfNeeded: checksum.value >> 8)])
        try sink.overwriteStart(Self.header(dataSize: dataSize))
        return Self.headerSize + Int(dataSize) + 2
    }

    /// The fourteen bytes at the start of a FIT file.
    static func header(dataSize: UInt32) -> [UInt8] {
        var header: [UInt8] = [UInt8(headerSize), protocolVersion]
        header += [UInt8(truncatingIfNeeded: profileVersion), UInt8(truncatingIfNeeded: profileVersion >> 8)]
        for shift in stride(from: UInt32(0), through: 24, by: 8) { header.append(UInt8(truncatingIfNeeded: dataSize >> shift)) }
        header += [0x2E, 0x46, 0x49, 0x54]
        var checksum = FITChecksum()
        checksum.update(header)
        return header + [UInt8(truncatingIfNeeded: checksum.value), UInt8(truncatingIfNeeded: checksum.value >> 8)]
    }
}
