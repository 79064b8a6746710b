@testable import ActivityFiles

/// Puts FIT files together byte by byte, right ones and wrong ones.
struct FITBytes {
    var messages: [UInt8] = []

    /// A definition: fields as number, size, type.
    mutating func define(
        _ localType: UInt8, _ number: UInt16, isBigEndian: Bool = false, fields: [[UInt8]], developerFields: [[UInt8]] = []
    ) {
        messages.append(0x40 | (developerFields.isEmpty ? 0 : 0x20) | localType)
        let low = UInt8(number & 0xFF)
        let high = UInt8(number >> 8)
        messages += isBigEndian ? [0, 1, high, low] : [0, 0, low, high]
        messages.append(UInt8(fields.count))
        messages += fields.flatMap { $0 }
        if !developerFields.isEmpty {
            messages.append(UInt8(developerFields.count))
            messages += developerFields.flatMap { $0 }
        }
    }
    /// A data message with an ordinary header.
    mutating func data(_ localType: UInt8, _ content: [UInt8]) { messages += [localType] + content }
    /// A data message with a compressed time stamp.
    mutating func compressed(_ localType: UInt8, seconds: UInt8, _ content: [UInt8]) {
        messages += [0x80 | localType << 5 | seconds] + content
    }

    /// The file: header, messages, checksum.
    func file(headerSize: UInt8 = 14, dataSize: UInt32? = nil) -> [UInt8] {
        var header = FITEncoder.header(dataSize: dataSize ?? UInt32(messages.count))
        header[0] = headerSize
        if headerSize == 12 { header.removeLast(2) }
        if headerSize == 14 {
            var own = FITChecksum()
            own.update(header[..<12])
            header.replaceSubrange(12..., with: [UInt8(own.value & 0xFF), UInt8(own.value >> 8)])
        }
        var checksum = FITChecksum()
        checksum.update(header + messages)
        return header + messages + [UInt8(checksum.value & 0xFF), UInt8(checksum.value >> 8)]
    }

    static func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    static func big(_ value: UInt32) -> [UInt8] { little(value).reversed() }

    /// A run of messages as the encoder writes them.
    static func encoded(_ messages: [FITMessage]) throws -> [UInt8] {
        let sink = MemoryByteSink()
        var encoder = try FITEncoder(sink)
        for message in messages { try encoder.write(message) }
        _ = try encoder.finish()
        return sink.bytes
    }
}

/// A small generator with a seed (Steele, Lea and Flood 2014, SplitMix64), so that damage is the same each time.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A source that gives its bytes in pieces of a set size.
final class DrippingSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let piece: Int
    init(_ bytes: [UInt8], piece: Int) {
        rest = bytes[...]
        self.piece = piece
    }
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, ActivityFault> {
        let next = rest.prefix(min(piece, buffer.count))
        buffer.copyBytes(from: next)
        rest = rest.dropFirst(next.count)
        return .success(next.count)
    }
}
