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
        guard (try? calls.kind(descriptor)) == .regular else { return nil }
        return try? calls.readFirst(descriptor, most: most)
    }
}
