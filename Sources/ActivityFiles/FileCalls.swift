import Glibc

/// The system calls that reading and writing files needs: one protocol, so that tests can make the n-th of them fail.
///
/// Results are those of the calls, except that a failure is the negative error number. Calls interrupted by a signal are repeated.
public protocol FileCalls: Sendable {
    /// `open`: a descriptor.
    func open(_ path: String, flags: Int32) -> Int32
    /// `read`: the bytes read, 0 at the end.
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// `write`: the bytes written, perhaps fewer than given.
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// `pwrite` at an offset.
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int
    /// `fsync`.
    func synchronize(_ descriptor: Int32) -> Int32
    /// `close`. The descriptor is gone whatever the result.
    func close(_ descriptor: Int32) -> Int32
    /// `rename`.
    func rename(_ path: String, to newPath: String) -> Int32
    /// `unlink`.
    func remove(_ path: String) -> Int32
    /// `fstat`: the size in bytes, 0 for anything but a regular file.
    func size(_ descriptor: Int32) -> Int64
}

/// The operating system's own calls.
public struct SystemFileCalls: FileCalls {
    /// The calls; there is nothing to set.
    public init() {}

    /// Opens with `O_CLOEXEC`; a file that is made may be read by everyone and written by its owner.
    public func open(_ path: String, flags: Int32) -> Int32 {
        Int32(truncatingIfNeeded: repeating { Int(Glibc.open(path, flags | O_CLOEXEC, 0o644)) })
    }
    /// Reads once.
    public func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        repeating { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    }
    /// Writes once.
    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        repeating { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    }
    /// Writes once, at an offset.
    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        repeating { pwrite(descriptor, bytes.baseAddress, bytes.count, offset) }
    }
    /// Waits until the file is on the disk.
    public func synchronize(_ descriptor: Int32) -> Int32 {
        Int32(truncatingIfNeeded: repeating { Int(fsync(descriptor)) })
    }
    /// Closes; not repeated, because the descriptor is free even when a signal interrupts the call.
    public func close(_ descriptor: Int32) -> Int32 { Glibc.close(descriptor) < 0 ? -errno : 0 }
    /// Renames, replacing what has the name.
    public func rename(_ path: String, to newPath: String) -> Int32 { Glibc.rename(path, newPath) < 0 ? -errno : 0 }
    /// Removes a name.
    public func remove(_ path: String) -> Int32 { unlink(path) < 0 ? -errno : 0 }
    /// Asks for the size.
    public func size(_ descriptor: Int32) -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return Int64(status.st_size)
    }

    private func repeating(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { return -Int(errno) }
        }
    }
}
