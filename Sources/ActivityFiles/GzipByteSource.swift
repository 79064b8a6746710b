import CZlib

/// What a gzip archive holds, unpacked a piece at a time, with a limit on how much.
final class GzipByteSource: ByteSource {
    private let archive: ArchiveBytes
    private let limits: ActivityLimits
    /// zlib keeps a pointer back to the stream, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isOpen: Bool
    private var isBetweenMembers = false
    private var input = [UInt8](repeating: 0, count: 32 << 10)
    private var inputStart = 0
    private var inputEnd = 0
    private var packed: Int64 = 0
    private var unpacked: Int64 = 0

    /// The archive's bytes: those already fetched, then the rest of a source.
    private final class ArchiveBytes {
        var window: ByteWindow
        init(_ window: consuming ByteWindow) { self.window = window }
    }

    /// Unpacks what a window holds and its source gives.
    init(_ window: consuming ByteWindow, limits: ActivityLimits) {
        archive = ArchiveBytes(window)
        self.limits = limits
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isOpen = harrier_inflate_init_gzip(stream) == Z_OK
    }
    deinit {
        if isOpen { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, ActivityFault> {
        guard isOpen else { return .success(0) }
        while true {
            if inputStart == inputEnd { fetch() }
            // Between members an end is the end of the archive; inside one it is a cut, which inflate reports as Z_BUF_ERROR.
            if isBetweenMembers {
                guard inputEnd > inputStart, inflateReset(stream) == Z_OK else { return finish(nil) }
            }
            let (status, produced) = inflateOnce(into: buffer)
            unpacked &+= Int64(produced)
            let allowed = min(limits.unpackedBytes, max(1 << 20, packed.multipliedReportingOverflow(by: limits.unpackingRatio).0))
            if unpacked > allowed { return finish(.tooLarge(limit: allowed)) }
            switch status {
            case Z_OK: isBetweenMembers = false
            case Z_STREAM_END: isBetweenMembers = true
            // Bytes after a member that are no member are padding, as tape archivers leave it.
            case Z_DATA_ERROR where isBetweenMembers: return finish(nil)
            default: return finish(archive.window.failure ?? .damagedGzip(offset: unpacked))
            }
            if produced > 0 { return .success(produced) }
        }
    }

    /// Ends the stream: quietly, or with a fault.
    private func finish(_ fault: ActivityFault?) -> Result<Int, ActivityFault> {
        if isOpen { inflateEnd(stream) }
        isOpen = false
        return fault.map { .failure($0) } ?? .success(0)
    }

    private func fetch() {
        inputStart = 0
        inputEnd = 0
        guard archive.window.fill(1) else { return }
        let count = min(archive.window.count, input.count)
        let start = archive.window.start
        for index in 0..<count { input[index] = archive.window.bytes[start + index] }
        archive.window.advance(count)
        inputEnd = count
        packed &+= Int64(count)
    }

    private func inflateOnce(into buffer: UnsafeMutableRawBufferPointer) -> (status: Int32, produced: Int) {
        let available = inputEnd - inputStart
        let room = min(buffer.count, 1 << 20)
        let status = input.withUnsafeMutableBufferPointer { bytes in
            stream.pointee.next_in = bytes.baseAddress.map { $0 + inputStart }
            stream.pointee.avail_in = UInt32(truncatingIfNeeded: available)
            stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(truncatingIfNeeded: room)
            return inflate(stream, Z_NO_FLUSH)
        }
        inputStart += available - Int(stream.pointee.avail_in)
        return (status, room - Int(stream.pointee.avail_out))
    }
}
