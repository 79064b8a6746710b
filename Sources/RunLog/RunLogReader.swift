import Glibc
import RunCore
import SystemCalls

/// Reads a run's log, record by record, in little memory.
///
/// A tail that a power cut tore is left out; everything before it counts. If a place in the middle is damaged, reading goes on where
/// at least two frames follow each other again and continue in time; what was skipped is told in ``extent``. Records of kinds that a
/// later version added are skipped. Reading a log that is being written is safe: it ends at the last whole frame.
public final class RunLogReader {
    /// What was found so far; complete once ``next()`` has returned nil.
    public private(set) var extent = RunLogExtent()
    /// The run's name, from the file's first bytes, else from its file name.
    public let id: RunID

    let salt: UInt32
    /// What to say of a file that has not one whole record.
    var withoutRecords: RunLogError { RunLogError(.read, window.path, .content(preambleDamage ?? .empty)) }
    /// What is wrong with the first 32 bytes; nil if they are whole.
    private let preambleDamage: RunLogContentError?
    private let window: RunLogWindow
    private let close: (() -> Void)?
    private var latest: UInt32?
    private var hasEnded = false

    /// Reads a log in memory. Errors: not a run log, or of a later version.
    public init(bytes: [UInt8]) throws(RunLogError) {
        window = RunLogWindow(bytes: bytes)
        close = nil
        let preamble = try Self.preamble(of: window, named: nil).preamble
        (id, salt, preambleDamage) = (preamble.id, preamble.salt, nil)
        begin()
    }

    /// Opens a file for reading. Errors: it cannot be opened or read, is not a run log, or is of a later version.
    public convenience init(path: String, calls: any FileSystemCalls = LinuxFileSystem.shared) throws(RunLogError) {
        let descriptor: Int32, length: Int64
        do throws(Errno) {
            descriptor = try calls.retrying { () throws(Errno) in
                try calls.open(path, flags: O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode: 0)
            }
        } catch { throw RunLogError(.open, path, .system(error)) }
        do throws(Errno) { length = try calls.length(descriptor) } catch {
            calls.close(descriptor)
            throw RunLogError(.read, path, .system(error))
        }
        try self.init(path: path, descriptor: descriptor, length: length, calls: calls) { calls.close(descriptor) }
    }

    /// Reads an open file; `close` is called when the reader goes, also if this throws.
    init(
        path: String, descriptor: Int32, length: Int64, calls: any FileSystemCalls, close: (() -> Void)?
    ) throws(RunLogError) {
        window = RunLogWindow(path: path, descriptor: descriptor, length: Int(clamping: length), calls: calls)
        let start: (preamble: RunLogPreamble, damage: RunLogContentError?)
        do throws(RunLogError) {
            start = try Self.preamble(of: window, named: DataDirectory.runID(ofPath: path))
        } catch {
            close?()
            throw error
        }
        self.close = close
        (id, salt, preambleDamage) = (start.preamble.id, start.preamble.salt, start.damage)
        begin()
    }

    deinit { close?() }

    private func begin() {
        extent.end = RunLogPreamble.byteCount
        extent.fileLength = window.length
    }

    /// The preamble; a damaged one is made again from the file's name, because it holds nothing else.
    private static func preamble(
        of window: RunLogWindow, named id: RunID?
    ) throws(RunLogError) -> (preamble: RunLogPreamble, damage: RunLogContentError?) {
        let bytes = try window.bytes(at: 0, count: RunLogPreamble.byteCount)
        do throws(RunLogContentError) {
            return (try RunLogPreamble(reading: bytes), nil)
        } catch {
            // A card that lost its first block gives zeros; what follows may be whole.
            let isDamaged = error == .notARunLog || error == .empty
            if isDamaged, let id, bytes.count >= RunLogPreamble.byteCount { return (RunLogPreamble(id: id), error) }
            throw RunLogError(.read, window.path, .content(error))
        }
    }

    /// Calls `body` with each record to the end.
    public func forEach(_ body: (RunRecord) -> Void) throws(RunLogError) {
        while let record = try next() { body(record) }
    }

    /// The next record; nil at the end.
    public func next() throws(RunLogError) -> RunRecord? {
        while !hasEnded {
            guard let frame = try frame(at: extent.end, after: extent.chainedChecksum) else {
                try goOnBeyondDamage()
                continue
            }
            extent.end = frame.end
            extent.chainedChecksum = frame.checksum
            if let record = record(of: frame) { return record }
        }
        return nil
    }

    private func record(of frame: Frame) -> RunRecord? {
        guard let type = RunLogFormat.FrameType(rawValue: frame.type) else {
            extent.unknownRecords += 1
            return nil
        }
        if type == .gap, frame.payload.count >= type.shortestPayload {
            var reader = LittleEndianReader(frame.payload)
            extent.lostRecords += Int(reader.take(UInt32.self))
            return nil
        }
        guard let record = RunRecord(type: type, payload: frame.payload) else {
            extent.unknownRecords += 1
            return nil
        }
        extent.records += 1
        latest = max(latest ?? 0, frame.time ?? 0)
        return record
    }

    private func goOnBeyondDamage() throws(RunLogError) {
        let damage = extent.end
        if let found = try nextChain(from: damage + 1) {
            extent.holes.append(damage..<found.offset)
            extent.end = found.offset
            extent.chainedChecksum = found.previous
        } else {
            hasEnded = true
        }
        extent.fileLength = window.length
        extent.unreadableBytes = window.unreadableBytes
    }
}

// MARK: - Frames

extension RunLogReader {
    /// A frame whose checksum is right; its payload is valid until the next read.
    private struct Frame {
        var type: UInt8
        var payload: UnsafeRawBufferPointer
        var checksum: UInt32
        var end: Int

        /// The run time that a sample, an event or smoothed heart rates begin with.
        var time: UInt32? {
            guard (2...4).contains(type), payload.count >= 4 else { return nil }
            return UInt32(littleEndian: payload.loadUnaligned(as: UInt32.self))
        }
    }

    /// How many frames are looked at before a place is given up: events dated back lie close together, and a hostile file gains nothing.
    private static let longestLookAhead = 32

    /// The frame at an offset if it continues the chain; nil at the end of the data or if it is damaged.
    private func frame(at offset: Int, after previous: UInt32) throws(RunLogError) -> Frame? {
        let bytes = try window.bytes(at: offset, count: RunLogFormat.longestFrame)
        guard bytes.count >= RunLogFormat.frameOverhead, bytes[0] != 0 else { return nil }
        let checked = RunLogFormat.frameHead + Int(bytes[1])
        guard bytes.count >= checked + 4 else { return nil }
        let stored = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: checked, as: UInt32.self))
        let chain = FrameChain(salt: salt, previous: previous)
        guard chain.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[..<checked])) == stored else { return nil }
        let payload = UnsafeRawBufferPointer(rebasing: bytes[RunLogFormat.frameHead..<checked])
        return Frame(type: bytes[0], payload: payload, checksum: stored, end: offset + checked + 4)
    }

    /// Where frames follow each other again, and the checksum that the first of them continues. Also notes the last byte that is not 0.
    private func nextChain(from first: Int) throws(RunLogError) -> (offset: Int, previous: UInt32)? {
        extent.staleEnd = nil
        var offset = first - 1
        while offset < window.length {
            let bytes = try window.bytes(at: offset, count: RunLogFormat.longestFrame)
            guard !bytes.isEmpty else { return nil }
            var index = 0
            while true {
                index = bytes.firstNonZero(from: index)
                guard index < bytes.count else { break }
                extent.staleEnd = offset + index + 1
                if offset + index >= first, Self.mayBeginFrame(bytes, at: index) { break }
                index += 1
            }
            offset += index
            if index < bytes.count {
                if let previous = try previousChecksum(at: offset), try continues(at: offset, after: previous) { return (offset, previous) }
                offset += 1
            }
        }
        return nil
    }

    /// A cheap look before checksums are computed: a known type that carries a time, with a length that fits.
    private static func mayBeginFrame(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        guard (2...4).contains(bytes[index]), let type = RunLogFormat.FrameType(rawValue: bytes[index]) else { return false }
        return index + 1 >= bytes.count || Int(bytes[index + 1]) >= type.shortestPayload
    }

    private func previousChecksum(at offset: Int) throws(RunLogError) -> UInt32? {
        guard offset >= RunLogPreamble.byteCount + RunLogFormat.frameOverhead else { return nil }
        let bytes = try window.bytes(at: offset - 4, count: 4)
        return bytes.count < 4 ? nil : UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    }

    /// True if at least two frames chain here and a sample or an event among them is later than all before the damage,
    /// which frames left over from before an earlier cut are not.
    private func continues(at first: Int, after checksum: UInt32) throws(RunLogError) -> Bool {
        var offset = first, previous = checksum, count = 0, isLater = latest == nil
        while count < Self.longestLookAhead, let frame = try frame(at: offset, after: previous) {
            let type = RunLogFormat.FrameType(rawValue: frame.type)
            if let latest, let time = frame.time, type == .sample || type == .event {
                if time > latest { isLater = true } else if type == .sample { return isLater && count >= 2 }
            }
            count += 1
            if count >= 2, isLater { return true }
            (offset, previous) = (frame.end, frame.checksum)
        }
        return false
    }
}

extension UnsafeRawBufferPointer {
    /// The index of the first byte from `index` on that is not 0; `count` if there is none.
    fileprivate func firstNonZero(from index: Int) -> Int {
        var index = index
        while count - index >= 8, loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0 { index += 8 }
        while index < count, self[index] == 0 { index += 1 }
        return index
    }
}
