import CZlib
import SystemCalls

/// Keeps a file as it came, packed by gzip unless it is already: what nothing of ours can hold is not lost.
public enum KeptOriginal {
    /// Puts bytes into a file of their own, whole or not at all. Where the source fails, what came before is all that there is to be kept.
    public static func keep(
        _ source: any ByteSource, at path: String, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(WholeFileError) {
        let file = try WholeFile(path, permissions: 0o640, calls: calls)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var count = next(of: source, into: &buffer, from: 0)
        // The first two bytes tell whether it is packed; a source may give fewer than are asked for, but none only at its end.
        if count == 1 { count += next(of: source, into: &buffer, from: 1) }
        let isPacked = count >= 2 && buffer[0] == 0x1F && buffer[1] == 0x8B
        let packing = isPacked ? nil : GzipPacking()
        while true {
            if let packing {
                try packing.pack(buffer, count: count) { (bytes) throws(WholeFileError) in try file.append(bytes) }
            } else {
                try buffer.withPrefix(count) { (bytes) throws(WholeFileError) in try file.append(bytes) }
            }
            if count == 0 { break }
            count = next(of: source, into: &buffer, from: 0)
        }
        try file.commit()
    }

    private static func next(of source: any ByteSource, into buffer: inout [UInt8], from start: Int) -> Int {
        let result = buffer.withUnsafeMutableBytes { source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
        return (try? result.get()) ?? 0
    }
}

extension [UInt8] {
    /// Lends the first bytes. A closure of `withUnsafeBytes` throws no typed error in Swift 6.0.
    fileprivate func withPrefix(
        _ count: Int, _ body: (UnsafeRawBufferPointer) throws(WholeFileError) -> Void
    ) throws(WholeFileError) {
        let result: Result<Void, WholeFileError> = withUnsafeBytes { raw in
            do throws(WholeFileError) { return .success(try body(UnsafeRawBufferPointer(rebasing: raw.prefix(count)))) } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}

/// Packs bytes by gzip. No time and no name stands in the archive.
private final class GzipPacking {
    /// zlib keeps a pointer back to the stream, so it must never move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isOpen = false
    private var output = [UInt8](repeating: 0, count: 32 << 10)

    /// Nil without the memory for it.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isOpen = harrier_deflate_init_gzip(stream) == Z_OK
        if !isOpen { return nil }
    }

    deinit {
        if isOpen { deflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Packs the first `count` bytes, none to end the archive, and hands on what comes out.
    func pack(
        _ input: [UInt8], count: Int, _ handOn: (UnsafeRawBufferPointer) throws(WholeFileError) -> Void
    ) throws(WholeFileError) {
        var taken = 0
        while true {
            let (status, used, made) = step(input, taken..<count, count == 0 ? Z_FINISH : Z_NO_FLUSH)
            taken += used
            try output.withPrefix(made, handOn)
            // A buffer that was not filled means that there is no more to come out for now.
            if status != Z_OK || (made < output.count && taken >= count) { return }
        }
    }

    private func step(_ input: [UInt8], _ range: Range<Int>, _ flush: Int32) -> (status: Int32, used: Int, made: Int) {
        input.withUnsafeBufferPointer { bytes in
            output.withUnsafeMutableBufferPointer { room in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress.map { $0 + range.lowerBound })
                stream.pointee.avail_in = UInt32(truncatingIfNeeded: range.count)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(truncatingIfNeeded: room.count)
                let status = deflate(stream, flush)
                return (status, range.count - Int(stream.pointee.avail_in), room.count - Int(stream.pointee.avail_out))
            }
        }
    }
}
