import Glibc
import RunCore
import SystemCalls

/// A run's file while it is written: append-only, in zero-filled segments.
///
/// ``commit(_:)`` is all or nothing: records count as written only once the card has acknowledged them. After an error everything since
/// the last success is written again from the same offset, also after a failed flush, because Linux then forgets which pages were dirty.
public final class RunLogFile {
    /// The run's name.
    public let id: RunID
    /// The file's path.
    public let path: String
    /// Bytes of frames (and the 32 at the start) handed to write(2), repeats included; the zero-filling is not counted.
    public private(set) var bytesWritten = 0
    /// Calls of fsync(2) and fdatasync(2).
    public private(set) var flushes = 0

    private let calls: any FileSystemCalls
    private let descriptor: Int32
    private var isOpen = true
    private var chain: FrameChain
    /// Up to here the card has acknowledged everything.
    private var end: Int64
    /// Up to here the file is zeros beyond `end`.
    private var zeroedEnd: Int64
    /// True once the file's name itself is on the card.
    private var isNameDurable: Bool
    private let stage = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 << 10, alignment: 8)

    /// Makes the file of a new run, which must not exist. Nothing is written before the first ``commit(_:)``.
    public init(creating id: RunID, at path: String, calls: any FileSystemCalls = LinuxFileSystem.shared) throws(RunLogError) {
        do throws(Errno) {
            descriptor = try calls.retrying { () throws(Errno) in
                try calls.open(path, flags: O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode: 0o640)
            }
        } catch { throw RunLogError(.create, path, .system(error)) }
        (self.id, self.path, self.calls) = (id, path, calls)
        chain = FrameChain(salt: RunLogPreamble(id: id).salt)
        (end, zeroedEnd, isNameDurable) = (0, 0, false)
    }

    /// Goes on with a file whose end is known.
    init(continuing id: RunID, path: String, descriptor: Int32, chain: FrameChain, end: Int64, length: Int64, calls: any FileSystemCalls) {
        (self.id, self.path, self.calls, self.descriptor, self.chain) = (id, path, calls, descriptor, chain)
        (self.end, zeroedEnd, isNameDurable) = (end, max(length, end), true)
    }

    deinit {
        close()
        stage.deallocate()
    }

    /// Bytes of the run on the card.
    public var length: Int64 { end }

    /// Appends whole unsealed frames (``UnsealedFrames``) and waits until the card has them. Allocates nothing unless a segment is full.
    /// On an error none of them counts; give the same ones again, and more after them.
    public func commit(_ frames: UnsafeRawBufferPointer) throws(RunLogError) {
        let preambleBytes = end == 0 ? RunLogPreamble.byteCount : 0
        let newEnd = end &+ Int64(preambleBytes + UnsealedFrames.sealedSize(of: frames))
        guard newEnd > end else { return }
        try extendZeros(upTo: newEnd)
        var position = end, chain = chain
        if preambleBytes > 0 {
            let preamble = UnsafeMutableRawBufferPointer(rebasing: stage[..<preambleBytes])
            RunLogPreamble(id: id).write(into: preamble)
            try write(UnsafeRawBufferPointer(preamble), at: &position)
        }
        var taken = 0
        while taken < frames.count {
            let sealed = chain.seal(UnsafeRawBufferPointer(rebasing: frames[taken...]), into: stage)
            guard sealed.taken > 0 else { break }
            try write(UnsafeRawBufferPointer(rebasing: stage[..<sealed.written]), at: &position)
            taken += sealed.taken
        }
        try flush(.data)
        try makeNameDurable()
        (end, self.chain) = (position, chain)
    }

    /// Appends one record and waits until the card has it.
    public func commit(_ record: RunRecord) throws(RunLogError) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: RunRecord.longestUnsealedFrame, alignment: 8)
        defer { memory.deallocate() }
        try commit(UnsafeRawBufferPointer(rebasing: memory[..<record.writeUnsealed(into: memory)]))
    }

    /// Cuts the zeros off, waits until the card knows, and closes. The run is safe before and after, also if this fails: the zeros stay,
    /// every reader passes over them, and nothing has to be tried again. A caller says the error and goes on.
    public func finish() throws(RunLogError) {
        guard isOpen else { return }
        defer { close() }
        do throws(Errno) {
            try calls.retrying { () throws(Errno) in try calls.truncate(descriptor, to: end) }
        } catch { throw RunLogError(.truncate, path, .system(error)) }
        try flush(.whole)
    }

    /// Closes without a change: the file can be recovered and continued later.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        calls.close(descriptor)
    }

    /// Closes and removes the file of a run that the runner discarded.
    public func discard() throws(RunLogError) {
        close()
        do throws(Errno) {
            try calls.unlink(path)
            try calls.synchronizeDirectory(DataDirectory.parent(ofPath: path))
        } catch {
            guard error == .notFound else { throw RunLogError(.remove, path, .system(error)) }
        }
    }
}

// MARK: - Steps of a commit

extension RunLogFile {
    private func write(_ bytes: UnsafeRawBufferPointer, at position: inout Int64) throws(RunLogError) {
        bytesWritten += bytes.count
        do throws(Errno) { try calls.writeAll(descriptor, bytes, at: position) } catch {
            throw RunLogError(.write, path, .system(error))
        }
        position &+= Int64(bytes.count)
    }

    /// What must reach the card.
    private enum Flush { case data, whole, name }

    private func flush(_ what: Flush) throws(RunLogError) {
        flushes += 1
        do throws(Errno) {
            switch what {
            case .data: try calls.retrying { () throws(Errno) in try calls.synchronizeData(descriptor) }
            case .whole: try calls.retrying { () throws(Errno) in try calls.synchronize(descriptor) }
            case .name: try calls.synchronizeDirectory(DataDirectory.parent(ofPath: path))
            }
        } catch { throw RunLogError(.flush, path, .system(error)) }
    }

    private func makeNameDurable() throws(RunLogError) {
        guard !isNameDurable else { return }
        try flush(.name)
        isNameDurable = true
    }

    /// Fills whole segments with zeros until the file reaches `needed`. On a card that is almost full a part of a segment will do.
    private func extendZeros(upTo needed: Int64) throws(RunLogError) {
        guard needed > zeroedEnd else { return }
        let segment = Int64(RunLogFormat.segmentBytes)
        let before = zeroedEnd
        var chunk = 64 << 10
        guard let zeros = calloc(1, chunk) else { throw RunLogError(.extend, path, .system(Errno(code: ENOMEM))) }
        defer { free(zeros) }
        let target = (needed &+ segment &- 1) / segment &* segment
        do throws(RunLogError) {
            while zeroedEnd < target {
                let count = min(chunk, Int(target - zeroedEnd))
                do throws(Errno) {
                    try calls.writeAll(descriptor, UnsafeRawBufferPointer(start: zeros, count: count), at: zeroedEnd)
                    zeroedEnd &+= Int64(count)
                } catch {
                    guard error == .noSpace, chunk > 4096 || zeroedEnd >= needed else { throw RunLogError(.extend, path, .system(error)) }
                    if chunk == 4096 { break }
                    chunk = 4096
                }
            }
            try flush(.whole)
        } catch {
            zeroedEnd = before
            throw error
        }
    }
}
