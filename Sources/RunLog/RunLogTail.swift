import Glibc
import RunCore
import SystemCalls

/// What the last bytes of a log say without the rest of it, so that of thousands of logs only those that were left open need be read.
public enum RunLogTail {
    /// Frames that may follow the end of a run: the dates that it was told later.
    private static let longest = 256

    /// True if the log ends with the end of its run: whole frames, each vouching for the next, up to the last byte of the file. False for
    /// one that was left open, for one that was closed without being cut, and in any doubt.
    public static func isEnded(path: String, calls: any FileSystemCalls = LinuxFileSystem.shared) -> Bool {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: RunLogPreamble.byteCount + longest, alignment: 8)
        defer { memory.deallocate() }
        do throws(Errno) {
            let descriptor = try calls.retrying { () throws(Errno) in try calls.open(path, flags: O_RDONLY | O_CLOEXEC, mode: 0) }
            defer { calls.close(descriptor) }
            let length = try calls.length(descriptor)
            let count = Int(min(Int64(longest), length - Int64(RunLogPreamble.byteCount)))
            guard count > 0 else { return false }
            let head = UnsafeMutableRawBufferPointer(rebasing: memory[..<RunLogPreamble.byteCount])
            let tail = UnsafeMutableRawBufferPointer(rebasing: memory[RunLogPreamble.byteCount..<RunLogPreamble.byteCount + count])
            guard try calls.retrying({ () throws(Errno) in try calls.read(descriptor, into: head, at: 0) }) == head.count,
                try calls.retrying({ () throws(Errno) in try calls.read(descriptor, into: tail, at: length - Int64(count)) }) == count
            else { return false }
            let salt = UInt32(littleEndian: head.loadUnaligned(fromByteOffset: RunLogPreamble.byteCount - 4, as: UInt32.self))
            return endsRun(UnsafeRawBufferPointer(tail), salt: salt)
        } catch { return false }
    }

    /// Tries each place at which a frame may begin: the four bytes before it are the checksum of the frame before.
    private static func endsRun(_ tail: UnsafeRawBufferPointer, salt: UInt32) -> Bool {
        for start in stride(from: 4, to: tail.count, by: 1) {
            let previous = UInt32(littleEndian: tail.loadUnaligned(fromByteOffset: start - 4, as: UInt32.self))
            if framesEndRun(UnsafeRawBufferPointer(rebasing: tail[start...]), FrameChain(salt: salt, previous: previous)) { return true }
        }
        return false
    }

    private static func framesEndRun(_ bytes: UnsafeRawBufferPointer, _ chain: FrameChain) -> Bool {
        var chain = chain, position = 0, isEnded = false
        while position < bytes.count {
            guard bytes.count - position >= RunLogFormat.frameOverhead else { return false }
            let end = position + RunLogFormat.frameHead + Int(bytes[position + 1])
            guard end + 4 <= bytes.count else { return false }
            let checksum = chain.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
            guard checksum == UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt32.self)) else { return false }
            let payload = UnsafeRawBufferPointer(rebasing: bytes[(position + RunLogFormat.frameHead)..<end])
            if let type = RunLogFormat.FrameType(rawValue: bytes[position]),
                case .event(let event)? = RunRecord(type: type, payload: payload),
                case .end = event.kind
            {
                isEnded = true
            }
            chain.previous = checksum
            position = end + 4
        }
        return isEnded
    }
}
