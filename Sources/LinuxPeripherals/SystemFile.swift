import Glibc

/// The small text files through which the kernel tells about itself (`/proc`, `/sys`).
enum SystemFile {
    /// The first line, without its end, of at most 255 bytes; nil if the file is missing, unreadable or empty.
    static func line(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 255) { buffer in
            var count = read(descriptor, buffer.baseAddress, buffer.count)
            while count < 0, errno == EINTR { count = read(descriptor, buffer.baseAddress, buffer.count) }
            guard count > 0 else { return nil }
            return String(decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }
}
