import Glibc
import SystemCalls

/// Small files of the data folder that anyone may have changed.
enum BoundedFile {
    /// The first bytes of a regular file, at most `most`; nil if it cannot be read. A pipe or a link in its place is not waited for.
    static func read(_ path: String, most: Int, calls: any FileSystemCalls) -> [UInt8]? {
        guard
            let descriptor = try? calls.retrying({ () throws(Errno) in
                try calls.open(path, flags: O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode: 0)
            })
        else { return nil }
        defer { calls.close(descriptor) }
        guard (try? calls.kind(descriptor)) == .regular, let length = try? calls.length(descriptor) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(clamping: min(Int64(most), max(0, length)))), filled = 0
        while filled < bytes.count {
            let count = try? bytes.withUnsafeMutableBytes { memory throws(Errno) in
                try calls.retrying { () throws(Errno) in
                    try calls.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: memory[filled...]), at: Int64(filled))
                }
            }
            guard let count else { return nil }
            guard count > 0 else { break }
            filled += min(count, bytes.count - filled)
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }
}
