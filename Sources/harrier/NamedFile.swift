import Glibc
import SystemCalls

/// A small file that was named on the command line.
enum NamedFile {
    /// All of its bytes. A pipe is read to its end.
    static func read(_ path: String, atMost most: Int) throws(CommandFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw CommandFailure("\(path) cannot be opened (\(Errno.current))") }
        defer { close(descriptor) }
        var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw CommandFailure("\(path) cannot be read (\(Errno.current))") }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= most else { throw CommandFailure("\(path) is too large: \(most) bytes at most") }
        }
    }
}
