import SystemCalls

/// Linux's files without waiting for the disk and without the zeros that a log grows by: for making many logs at once that nobody will miss.
final class UnflushedFileSystem: FileSystemCalls {
    private let system = LinuxFileSystem.shared

    func open(_ path: String, flags: Int32, mode: UInt32) throws(Errno) -> Int32 { try system.open(path, flags: flags, mode: mode) }
    func close(_ descriptor: Int32) { system.close(descriptor) }
    func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try system.read(descriptor, into: memory, at: offset)
    }
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        // No frame begins with 0; a file reads as zeros where nothing was written.
        if bytes.first == 0 { return bytes.count }
        return try system.write(descriptor, bytes, at: offset)
    }
    func synchronizeData(_ descriptor: Int32) {}
    func synchronize(_ descriptor: Int32) {}
    func truncate(_ descriptor: Int32, to length: Int64) throws(Errno) { try system.truncate(descriptor, to: length) }
    func length(_ descriptor: Int32) throws(Errno) -> Int64 { try system.length(descriptor) }
    func rename(_ path: String, to newPath: String) throws(Errno) { try system.rename(path, to: newPath) }
    func unlink(_ path: String) throws(Errno) { try system.unlink(path) }
    func makeDirectory(_ path: String, mode: UInt32) throws(Errno) { try system.makeDirectory(path, mode: mode) }
}
