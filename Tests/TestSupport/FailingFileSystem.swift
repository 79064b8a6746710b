import SystemCalls

/// The real file system, except that chosen calls fail, or take only a part.
public final class FailingFileSystem: FileSystemCalls, @unchecked Sendable {
    /// The calls that can be made to fail.
    public enum Call: CaseIterable, Sendable {
        /// open(2).
        case open
        /// read(2) and pread(2).
        case read
        /// write(2) and pwrite(2).
        case write
        /// fsync(2) and fdatasync(2).
        case synchronize
        /// fstat(2) and lstat(2).
        case look
        /// rename(2) of either kind.
        case rename
        /// unlink(2).
        case unlink
    }

    /// How many calls of each kind there were.
    public private(set) var counts: [Call: Int] = [:]
    /// Writes and reads take at most so many bytes.
    public var shortest = Int.max
    /// Every call is interrupted by a signal first.
    public var isInterrupting = false
    /// Fails a call by its kind and its number, from 0 on.
    private let failure: @Sendable (Call, Int) -> Errno?
    private let system = LinuxFileSystem.shared
    private var wasInterrupted = false

    /// Everything works unless `failure` says otherwise.
    public init(_ failure: @escaping @Sendable (Call, Int) -> Errno? = { _, _ in nil }) { self.failure = failure }

    /// The n-th call of a kind fails, and those after it too unless it is to fail once.
    public convenience init(_ call: Call, _ n: Int, _ errno: Errno, once: Bool = true) {
        self.init { $0 == call && (once ? $1 == n : $1 >= n) ? errno : nil }
    }

    private func enter(_ call: Call) throws(Errno) {
        if isInterrupting {
            wasInterrupted.toggle()
            if wasInterrupted { throw .interrupted }
        }
        let number = counts[call, default: 0]
        counts[call] = number + 1
        if let errno = failure(call, number) { throw errno }
    }

    /// open(2).
    public func open(_ path: String, flags: Int32, mode: UInt32) throws(Errno) -> Int32 {
        try enter(.open)
        return try system.open(path, flags: flags, mode: mode)
    }
    /// close(2).
    public func close(_ descriptor: Int32) { system.close(descriptor) }
    /// Reads, at most as much as ``shortest`` allows.
    public func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try enter(.read)
        return try system.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: memory.prefix(shortest)), at: offset)
    }
    /// Reads, at most as much as ``shortest`` allows.
    public func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        try enter(.read)
        return try system.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: memory.prefix(shortest)))
    }
    /// Writes, at most as much as ``shortest`` allows.
    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try enter(.write)
        return try system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(shortest)), at: offset)
    }
    /// Writes, at most as much as ``shortest`` allows.
    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
        try enter(.write)
        return try system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(shortest)))
    }
    /// fdatasync(2).
    public func synchronizeData(_ descriptor: Int32) throws(Errno) {
        try enter(.synchronize)
        try system.synchronizeData(descriptor)
    }
    /// fsync(2).
    public func synchronize(_ descriptor: Int32) throws(Errno) {
        try enter(.synchronize)
        try system.synchronize(descriptor)
    }
    /// ftruncate(2), which does not fail here.
    public func truncate(_ descriptor: Int32, to length: Int64) throws(Errno) { try system.truncate(descriptor, to: length) }
    /// The length, which does not fail here.
    public func length(_ descriptor: Int32) throws(Errno) -> Int64 { try system.length(descriptor) }
    /// rename(2) or renameat2(2).
    public func rename(_ path: String, to newPath: String) throws(Errno) {
        try enter(.rename)
        try system.rename(path, to: newPath)
    }
    /// rename(2) or renameat2(2).
    public func rename(_ path: String, toUnused newPath: String) throws(Errno) {
        try enter(.rename)
        try system.rename(path, toUnused: newPath)
    }
    /// unlink(2).
    public func unlink(_ path: String) throws(Errno) {
        try enter(.unlink)
        try system.unlink(path)
    }
    /// mkdir(2), which does not fail here.
    public func makeDirectory(_ path: String, mode: UInt32) throws(Errno) { try system.makeDirectory(path, mode: mode) }
    /// What a file is.
    public func kind(ofPath path: String, followingLinks: Bool) throws(Errno) -> FileKind {
        try enter(.look)
        return try system.kind(ofPath: path, followingLinks: followingLinks)
    }
    /// What a file is.
    public func kind(_ descriptor: Int32) throws(Errno) -> FileKind {
        try enter(.look)
        return try system.kind(descriptor)
    }
}
