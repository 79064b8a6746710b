import Glibc
import SystemCalls

/// The right to write into a data directory, held by one process while this object lives. The kernel takes it back when the process
/// dies, however it dies, so no stale lock can keep the watch from starting.
public final class DataDirectoryLock {
    /// Why the lock was not given.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another process holds it; its number if it could be read.
        case heldBy(process: Int32?, path: String)
        /// The lock file cannot be opened.
        case system(Errno, path: String)

        /// A sentence for the runner.
        public var description: String {
            switch self {
            case .heldBy(let process?, let path): "\(path) is in use by process \(process): stop that one first"
            case .heldBy(nil, let path): "\(path) is in use by another process: stop that one first"
            case .system(let errno, let path): "\(path) could not be locked (\(errno)): check that the directory exists and is writable"
            }
        }
    }

    private let descriptor: Int32

    /// Takes the lock or says who has it; never waits.
    public init(_ directory: DataDirectory) throws(Failure) {
        let path = directory.lock
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard descriptor >= 0 else { throw .system(.current, path: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = Errno.current
            defer { close(descriptor) }
            guard error.code == EWOULDBLOCK else { throw .system(error, path: path) }
            throw .heldBy(process: Self.processWritten(in: descriptor), path: path)
        }
        self.descriptor = descriptor
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    }

    deinit { close(descriptor) }

    private static func processWritten(in descriptor: Int32) -> Int32? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &text, text.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: text[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
