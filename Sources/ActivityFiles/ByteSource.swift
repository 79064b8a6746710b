import Glibc
import SystemCalls

/// Where bytes come from, a piece at a time.
public protocol ByteSource: AnyObject {
    /// Puts the next bytes into the buffer, which is not empty, and says how many; 0 at the end. After a failure there is no more.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, ActivityFault>
}

/// The bytes of an open file.
public final class FileByteSource: ByteSource {
    /// The file's size when it was opened; 0 for a pipe.
    public let size: Int64
    /// True for a file that can be read again.
    let isRegular: Bool
    private let descriptor: Int32
    private let calls: any FileSystemCalls
    private var offset: Int64 = 0

    /// Opens a file.
    public init(path: String, calls: any FileSystemCalls = LinuxFileSystem.shared) throws(ActivityFault) {
        let opened: Int32
        do throws(Errno) {
            opened = try calls.retrying { () throws(Errno) in try calls.open(path, flags: O_RDONLY | O_CLOEXEC, mode: 0) }
        } catch { throw .cannotOpen(path: path, errno: error.code) }
        descriptor = opened
        self.calls = calls
        do throws(Errno) { (size, isRegular) = try Self.size(opened, calls) } catch {
            calls.close(opened)
            throw .cannotOpen(path: path, errno: error.code)
        }
    }

    private static func size(_ descriptor: Int32, _ calls: any FileSystemCalls) throws(Errno) -> (Int64, Bool) {
        let kind = try calls.retrying { () throws(Errno) in try calls.kind(descriptor) }
        return kind == .regular ? (try calls.retrying { () throws(Errno) in try calls.length(descriptor) }, true) : (0, false)
    }

    deinit { calls.close(descriptor) }

    /// Reads on.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, ActivityFault> {
        do throws(Errno) {
            let count = try calls.retrying { () throws(Errno) in try calls.read(descriptor, into: buffer) }
            offset &+= Int64(count)
            return .success(min(max(0, count), buffer.count))
        } catch { return .failure(.cannotRead(offset: offset, errno: error.code)) }
    }
}
