import CZlib

/// Packs what it is given into a gzip archive (RFC 1952) and hands that on, so that a file of any length is packed as it is made.
///
/// The archive has neither a date nor a name in its header, so that the same content gives the same bytes. The first bytes of a file that
/// change at the end (``ActivityByteSink/overwriteStart(_:)``) lie in a block of their own that is stored as it is (RFC 1951, 3.2.4), where
/// they can be put in place.
final class GzipByteSink: ActivityByteSink {
    private let sink: any ActivityByteSink
    /// zlib keeps a pointer back to the stream, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isOpen: Bool
    private var start: [UInt8] = []
    private let startLength: Int
    /// Of the content behind the start.
    private var checksum = crc32(0, nil, 0)
    private var length = 0
    private var packed: [UInt8] = []

    /// Magic, deflate, no flags, no date, no hints, a system that is not told.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    /// - Parameter startLength: the first bytes that change at the end, at most 65,535; 0 for none. They come in one chunk, at first.
    init(_ sink: any ActivityByteSink, startLength: Int) {
        self.sink = sink
        self.startLength = startLength
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isOpen = harrier_deflate_init_raw(stream) == Z_OK
    }

    deinit {
        if isOpen { deflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    func append(_ chunk: [UInt8]) throws(ActivityWriteError) {
        guard isOpen else { throw .packing }
        if length == 0, start.isEmpty {
            try sink.append(Self.header)
            if startLength > 0 {
                guard chunk.count == startLength else { throw .packing }
                start = chunk
                return try sink.append(Self.storedBlock(chunk))
            }
        }
        checksum = chunk.withUnsafeBytes { raw in
            crc32(checksum, raw.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(truncatingIfNeeded: raw.count))
        }
        length += chunk.count
        try pack(chunk, Z_NO_FLUSH)
    }

    func overwriteStart(_ header: [UInt8]) throws(ActivityWriteError) {
        guard header.count == start.count else { throw .packing }
        start = header
        try sink.overwriteStart(Self.header + Self.storedBlock(header))
    }

    /// Ends the archive. Nothing can be added afterwards.
    func finish() throws(ActivityWriteError) {
        guard isOpen else { throw .packing }
        if length == 0, start.isEmpty { try sink.append(Self.header) }
        try pack([], Z_FINISH)
        deflateEnd(stream)
        isOpen = false
        let whole = start.withUnsafeBytes { raw in
            let first = crc32(0, raw.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(truncatingIfNeeded: raw.count))
            return crc32_combine(raw.isEmpty ? 0 : first, checksum, length)
        }
        var trailer: [UInt8] = []
        for word in [UInt32(truncatingIfNeeded: whole), UInt32(truncatingIfNeeded: start.count + length)] {
            for shift in stride(from: UInt32(0), through: 24, by: 8) { trailer.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        try sink.append(trailer)
    }

    /// Not the last block, stored: five bits of nothing, the length, its complement, the bytes.
    private static func storedBlock(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(truncatingIfNeeded: bytes.count)
        func twoBytes(_ word: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)] }
        return [0] + twoBytes(length) + twoBytes(~length) + bytes
    }

    private func pack(_ chunk: [UInt8], _ flush: Int32) throws(ActivityWriteError) {
        var chunk = chunk
        var taken = 0
        while true {
            packed.append(contentsOf: repeatElement(0, count: (32 << 10) - packed.count))
            let room = packed.count
            let status = chunk.withUnsafeMutableBufferPointer { input in
                packed.withUnsafeMutableBufferPointer { output in
                    stream.pointee.next_in = input.baseAddress.map { $0 + taken }
                    stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count - taken)
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(truncatingIfNeeded: room)
                    return deflate(stream, flush)
                }
            }
            // Z_BUF_ERROR says that there is nothing to do.
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw .packing }
            taken = chunk.count - Int(stream.pointee.avail_in)
            let produced = room - Int(stream.pointee.avail_out)
            if produced > 0 { try sink.append(Array(packed[..<produced])) }
            if status == Z_STREAM_END || (flush == Z_NO_FLUSH && taken == chunk.count && produced < room) { return }
            guard produced > 0 || taken < chunk.count else { throw .packing }
        }
    }
}
