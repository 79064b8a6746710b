import Glibc
import SystemCalls

/// Keeps a file as it came, packed by gzip unless it is already: what nothing of ours can hold is not lost.
public enum KeptOriginal {
    /// Puts bytes into a file of their own, whole or not at all. Where the source fails, what came before is all that there is to be kept.
    public static func keep(
        _ source: any ByteSource, at path: String, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(WholeFileError) {
        let file = try WholeFile(path, permissions: 0o640, calls: calls)
        do throws(ActivityWriteError) { try copy(source, to: FileByteSink(file)) } catch {
            if case .file(let error) = error { throw error }
            throw WholeFileError(path, .system(.writing, Errno(code: ENOMEM)))
        }
        try file.commit()
    }

    private static func copy(_ source: any ByteSource, to file: FileByteSink) throws(ActivityWriteError) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var count = next(of: source, into: &buffer, from: 0)
        // The first two bytes tell whether it is packed; a source may give fewer than are asked for, but none only at its end.
        if count == 1 { count += next(of: source, into: &buffer, from: 1) }
        let isPacked = count >= 2 && buffer[0] == 0x1F && buffer[1] == 0x8B
        let packing = isPacked ? nil : GzipByteSink(file, startLength: 0)
        let sink: any ActivityByteSink = packing ?? file
        while count > 0 {
            try sink.append(Array(buffer[..<count]))
            count = next(of: source, into: &buffer, from: 0)
        }
        try packing?.finish()
    }

    private static func next(of source: any ByteSource, into buffer: inout [UInt8], from start: Int) -> Int {
        let result = buffer.withUnsafeMutableBytes { source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
        return (try? result.get()) ?? 0
    }
}
