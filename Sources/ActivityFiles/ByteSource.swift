import Glibc

/// Where bytes come from, a piece at a time.
public protocol ByteSource: AnyObject {
    /// Puts the next bytes into the buffer, which is not empty, and says how many; 0 at the end. After a failure there is no more.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, ActivityFault>
}

/// The bytes of an open file.
public final class FileByteSource: ByteSource {
    /// The file's size when it was opened; 0 for a pipe.
    public let size: Int64
    private let descriptor: Int32
    private let calls: any FileCalls
    private var offset: Int64 = 0

    /// Opens a file.
    public init(path: String, calls: any FileCalls = SystemFileCalls()) throws(ActivityFault) {
        descriptor = calls.open(path, flags: O_RDONLY)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, errno: -descriptor) }
        self.calls = calls
        size = calls.size(descriptor)
    }
    deinit { _ = calls.close(descriptor) }

    /// Reads on.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, ActivityFault> {
        let count = calls.read(descriptor, into: buffer)
        guard count >= 0 else { return .failure(.cannotRead(offset: offset, errno: Int32(truncatingIfNeeded: -count))) }
        offset &+= Int64(count)
        return .success(min(count, buffer.count))
    }
}
