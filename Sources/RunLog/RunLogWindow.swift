import Glibc
import RunCore
import SystemCalls

/// A view of a log's bytes that holds at most 64 KiB of a file in memory, so that a run of a day is read in little.
final class RunLogWindow {
    private static let capacity = 64 << 10
    /// A card loses whole blocks; one that cannot be read is passed over and read as zeros.
    private static let block = 4096

    /// The file's path, for errors; empty for bytes in memory.
    let path: String
    /// Bytes in all.
    private(set) var length: Int
    /// Bytes that the card could not give.
    private(set) var unreadableBytes = 0

    private let file: (calls: any FileSystemCalls, descriptor: Int32)?
    private let memory: UnsafeMutableRawBufferPointer
    private var start = 0
    private var filled = 0

    init(bytes: [UInt8]) {
        (path, file, length, filled) = ("", nil, bytes.count, bytes.count)
        memory = .allocate(byteCount: bytes.count, alignment: 8)
        memory.copyBytes(from: bytes)
    }

    init(path: String, descriptor: Int32, length: Int, calls: any FileSystemCalls) {
        (self.path, self.length, file) = (path, length, (calls, descriptor))
        memory = .allocate(byteCount: Self.capacity, alignment: 8)
    }

    deinit { memory.deallocate() }

    /// Bytes from `offset` on: at least `count`, which is at most a longest frame, unless the file ends before.
    /// They are valid until the next call.
    func bytes(at offset: Int, count: Int) throws(RunLogError) -> UnsafeRawBufferPointer {
        guard offset >= 0, offset < length else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        if offset < start || min(offset + count, length) > start + filled { try load(at: offset) }
        guard offset >= start, offset < start + filled else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: memory[(offset - start)..<filled])
    }

    private func load(at offset: Int) throws(RunLogError) {
        guard let file else { return }
        (start, filled) = (offset, 0)
        let wanted = min(memory.count, length - offset)
        while filled < wanted {
            let rest = UnsafeMutableRawBufferPointer(rebasing: memory[filled..<wanted])
            let at = Int64(offset + filled)
            do throws(Errno) {
                let count = try file.calls.retrying { () throws(Errno) in try file.calls.read(file.descriptor, into: rest, at: at) }
                if count <= 0 {
                    length = offset + filled  // somebody cut the file meanwhile
                    return
                }
                filled += min(count, rest.count)
            } catch {
                guard error == .inputOutput else { throw RunLogError(.read, path, .system(error)) }
                passOverBlock(upTo: wanted)
            }
        }
    }

    /// Reads up to the end of the block that holds the first missing byte, or puts zeros in its place.
    private func passOverBlock(upTo wanted: Int) {
        guard let file else { return }
        let position = start + filled
        let count = min(Self.block - position % Self.block, wanted - filled)
        let part = UnsafeMutableRawBufferPointer(rebasing: memory[filled..<filled + count])
        let read = try? file.calls.read(file.descriptor, into: part, at: Int64(position))
        if read != count {
            part.initializeMemory(as: UInt8.self, repeating: 0)
            unreadableBytes += count
        }
        filled += count
    }
}
