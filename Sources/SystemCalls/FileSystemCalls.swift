import CHarrierLinux
import Glibc

/// The system calls that the store makes, so that tests can count them and fail any of them at any moment.
///
/// Each is one call and no more: callers retry `EINTR` and short writes themselves, because that is what is to be tested.
public protocol FileSystemCalls: AnyObject, Sendable {
    /// open(2).
    func open(_ path: String, flags: Int32, mode: UInt32) throws(Errno) -> Int32
    /// close(2). Linux gives the descriptor back whatever it answers, so there is nothing to report.
    func close(_ descriptor: Int32)
    /// pread(2): the number of bytes read, 0 at the end.
    func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int
    /// pwrite(2): the number of bytes written, which may be fewer than asked.
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) -> Int
    /// fdatasync(2).
    func synchronizeData(_ descriptor: Int32) throws(Errno)
    /// fsync(2).
    func synchronize(_ descriptor: Int32) throws(Errno)
    /// ftruncate(2).
    func truncate(_ descriptor: Int32, to length: Int64) throws(Errno)
    /// The length by fstat(2).
    func length(_ descriptor: Int32) throws(Errno) -> Int64
    /// rename(2).
    func rename(_ path: String, to newPath: String) throws(Errno)
    /// unlink(2).
    func unlink(_ path: String) throws(Errno)
    /// mkdir(2).
    func makeDirectory(_ path: String, mode: UInt32) throws(Errno)
    /// read(2) at the descriptor's own place, for what has no offsets: the number of bytes read, 0 at the end.
    func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) throws(Errno) -> Int
    /// write(2) at the descriptor's own place: the number of bytes written, which may be fewer than asked.
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int
    /// What stands under a name: lstat(2), or stat(2) where links are followed.
    func kind(ofPath path: String, followingLinks: Bool) throws(Errno) -> FileKind
    /// What a descriptor is open on: fstat(2).
    func kind(_ descriptor: Int32) throws(Errno) -> FileKind
    /// renameat2(2) with `RENAME_NOREPLACE`: fails with `EEXIST` where the new name is taken, with `EINVAL` where the file system
    /// cannot promise that.
    func rename(_ path: String, toUnused newPath: String) throws(Errno)
}

/// What a file is.
public enum FileKind: Hashable, Sendable {
    /// Bytes on a disk.
    case regular
    /// A directory.
    case directory
    /// A symbolic link.
    case link
    /// A device, a pipe or a socket: something that takes bytes and cannot be replaced.
    case special
}

/// The calls that only files besides the run logs need: a double that has none of them says so (`ENOSYS`).
extension FileSystemCalls {
    /// `ENOSYS`.
    public func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) throws(Errno) -> Int { throw .notImplemented }
    /// `ENOSYS`.
    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int { throw .notImplemented }
    /// `ENOSYS`.
    public func kind(ofPath path: String, followingLinks: Bool) throws(Errno) -> FileKind { throw .notImplemented }
    /// `ENOSYS`.
    public func kind(_ descriptor: Int32) throws(Errno) -> FileKind { throw .notImplemented }
    /// `ENOSYS`.
    public func rename(_ path: String, toUnused newPath: String) throws(Errno) { throw .notImplemented }
}

extension FileSystemCalls {
    /// Repeats a call that a signal interrupted.
    public func retrying<Result>(_ call: () throws(Errno) -> Result) throws(Errno) -> Result {
        while true {
            do throws(Errno) { return try call() } catch {
                if error != .interrupted { throw error }
            }
        }
    }

    /// Writes all bytes at an offset, through interruptions and short writes. A write of nothing counts as `EIO`.
    public func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let at = offset &+ Int64(done)
            let count = try retrying { () throws(Errno) in try write(descriptor, rest, at: at) }
            guard count > 0 else { throw .inputOutput }
            done += min(count, rest.count)
        }
    }

    /// Writes all bytes at the descriptor's own place, through interruptions and short writes. A write of nothing counts as `EIO`.
    public func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = try retrying { () throws(Errno) in try write(descriptor, rest) }
            guard count > 0 else { throw .inputOutput }
            done += min(count, rest.count)
        }
    }

    /// The first bytes of a file, at most so many, through interruptions and short reads.
    public func readFirst(_ descriptor: Int32, most: Int) throws(Errno) -> [UInt8] {
        let size = try retrying { () throws(Errno) in try length(descriptor) }
        var bytes = [UInt8](repeating: 0, count: min(most, Int(clamping: max(0, size)))), filled = 0
        while filled < bytes.count {
            // A closure of `withUnsafeMutableBytes` throws no typed error in Swift 6.0.
            let result: Result<Int, Errno> = bytes.withUnsafeMutableBytes { memory in
                let rest = UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
                do throws(Errno) {
                    return .success(try retrying { () throws(Errno) in try read(descriptor, into: rest, at: Int64(filled)) })
                } catch { return .failure(error) }
            }
            let count = try result.get()
            guard count > 0 else { break }
            filled += min(count, bytes.count - filled)
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Makes a change of a directory (a new, renamed or removed file) durable.
    public func synchronizeDirectory(_ path: String) throws(Errno) {
        let descriptor = try retrying { () throws(Errno) in try open(path, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC, mode: 0) }
        defer { close(descriptor) }
        try retrying { () throws(Errno) in try synchronize(descriptor) }
    }
}

/// Linux's own calls.
public final class LinuxFileSystem: FileSystemCalls {
    /// The one there is: it has no state.
    public static let shared = LinuxFileSystem()
    private init() {}

    /// open(2).
    public func open(_ path: String, flags: Int32, mode: UInt32) throws(Errno) -> Int32 {
        let descriptor = Glibc.open(path, flags, mode)
        guard descriptor >= 0 else { throw .current }
        return descriptor
    }
    /// close(2).
    public func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
    /// pread(2).
    public func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        let count = pread(descriptor, memory.baseAddress, memory.count, off_t(offset))
        guard count >= 0 else { throw .current }
        return count
    }
    /// pwrite(2).
    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        let count = pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        guard count >= 0 else { throw .current }
        return count
    }
    /// fdatasync(2).
    public func synchronizeData(_ descriptor: Int32) throws(Errno) { try check(fdatasync(descriptor)) }
    /// fsync(2).
    public func synchronize(_ descriptor: Int32) throws(Errno) { try check(fsync(descriptor)) }
    /// ftruncate(2).
    public func truncate(_ descriptor: Int32, to length: Int64) throws(Errno) { try check(ftruncate(descriptor, off_t(length))) }
    /// The length by fstat(2).
    public func length(_ descriptor: Int32) throws(Errno) -> Int64 {
        var status = stat()
        try check(fstat(descriptor, &status))
        return Int64(status.st_size)
    }
    /// rename(2).
    public func rename(_ path: String, to newPath: String) throws(Errno) { try check(Glibc.rename(path, newPath)) }
    /// unlink(2).
    public func unlink(_ path: String) throws(Errno) { try check(Glibc.unlink(path)) }
    /// mkdir(2).
    public func makeDirectory(_ path: String, mode: UInt32) throws(Errno) { try check(mkdir(path, mode)) }
    /// read(2).
    public func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
        guard count >= 0 else { throw .current }
        return count
    }
    /// write(2).
    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
        let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        guard count >= 0 else { throw .current }
        return count
    }
    /// lstat(2) or stat(2).
    public func kind(ofPath path: String, followingLinks: Bool) throws(Errno) -> FileKind {
        var status = stat()
        try check(followingLinks ? stat(path, &status) : lstat(path, &status))
        return FileKind(mode: status.st_mode)
    }
    /// fstat(2).
    public func kind(_ descriptor: Int32) throws(Errno) -> FileKind {
        var status = stat()
        try check(fstat(descriptor, &status))
        return FileKind(mode: status.st_mode)
    }
    /// renameat2(2).
    public func rename(_ path: String, toUnused newPath: String) throws(Errno) {
        let result = harrier_rename_to_unused(path, newPath)
        guard result == 0 else { throw Errno(code: -result) }
    }

    private func check(_ result: Int32) throws(Errno) {
        if result < 0 { throw .current }
    }
}

extension FileKind {
    fileprivate init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .link
        default: self = .special
        }
    }
}
