import Glibc
import RunLog
import SystemCalls
import TestSupport

/// The real file system in a temporary directory, with writing and flushing failing on demand.
final class FlashTestCard: FileSystemCalls, @unchecked Sendable {
    private let folder = TemporaryFolder()
    let directory: DataDirectory
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var failure: Errno?
    private(set) var attempts = 0
    /// A file that cannot be opened for writing.
    var unwritable: String?

    init() throws {
        pthread_mutex_init(mutex, nil)
        directory = DataDirectory(path: folder.path)
        try directory.prepare()
    }
    deinit { mutex.deallocate() }

    /// What every write and flush fails with from now on; nil if they succeed.
    func fail(with errno: Errno?) {
        pthread_mutex_lock(mutex)
        failure = errno
        pthread_mutex_unlock(mutex)
    }
    private func enter() throws(Errno) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        attempts += 1
        if let failure { throw failure }
    }

    /// Puts text where a file was or is to be.
    func put(_ text: String, at path: String) {
        guard let file = fopen(path, "wb") else { return }
        fputs(text, file)
        fclose(file)
    }

    private let linux = LinuxFileSystem.shared
    func open(_ path: String, flags: Int32, mode: UInt32) throws(Errno) -> Int32 {
        if flags & O_CREAT != 0 { try enter() }
        if path == unwritable, flags & O_RDWR != 0 { throw .inputOutput }
        return try linux.open(path, flags: flags, mode: mode)
    }
    func close(_ descriptor: Int32) { linux.close(descriptor) }
    func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try linux.read(descriptor, into: memory, at: offset)
    }
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try enter()
        return try linux.write(descriptor, bytes, at: offset)
    }
    // A real flush is not under test and slow.
    func synchronizeData(_ descriptor: Int32) throws(Errno) { try enter() }
    func synchronize(_ descriptor: Int32) throws(Errno) { try enter() }
    func truncate(_ descriptor: Int32, to length: Int64) throws(Errno) {
        try enter()
        try linux.truncate(descriptor, to: length)
    }
    func length(_ descriptor: Int32) throws(Errno) -> Int64 { try linux.length(descriptor) }
    func rename(_ path: String, to newPath: String) throws(Errno) { try linux.rename(path, to: newPath) }
    func rename(_ path: String, toUnused newPath: String) throws(Errno) { try linux.rename(path, toUnused: newPath) }
    func kind(ofPath path: String, followingLinks: Bool) throws(Errno) -> FileKind {
        try linux.kind(ofPath: path, followingLinks: followingLinks)
    }
    func unlink(_ path: String) throws(Errno) {
        try enter()
        try linux.unlink(path)
    }
    func makeDirectory(_ path: String, mode: UInt32) throws(Errno) { try linux.makeDirectory(path, mode: mode) }
}
