import Glibc
import RunCore
import RunLog

/// Encoded records that wait for the card, in order: 1 MiB of memory whose pages are touched only when used, enough for seven hours.
///
/// It is emptied at each flush and then begins at its start again, so in ordinary use it occupies one page. When it is full because
/// the card takes nothing, the oldest seconds give way to the newest; headers, events and ends stay, and a gap record says how many
/// records are missing.
struct FlashBacklog: ~Copyable {
    /// A frame that no log contains: here the run before it ends. Its one byte of payload is the cause.
    static let endMarker: UInt8 = 0xF0

    private let memory: UnsafeMutableRawBufferPointer
    private var head = 0
    private var tail = 0
    /// Records that gave way.
    private(set) var lostRecords = 0

    /// A backlog of so many bytes; smaller ones are for tests.
    init(capacity: Int = 1 << 20) {
        let pages = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        // Without memory for it every record counts as lost, which the counters tell.
        memory = UnsafeMutableRawBufferPointer(start: pages == MAP_FAILED ? nil : pages, count: pages == MAP_FAILED ? 0 : capacity)
    }

    deinit { if let base = memory.baseAddress { munmap(base, memory.count) } }

    /// True if nothing waits.
    var isEmpty: Bool { head == tail }

    /// Adds a record.
    mutating func append(_ record: RunRecord) {
        if let free = room(for: RunRecord.longestUnsealedFrame) { tail += record.writeUnsealed(into: free) } else { lostRecords += 1 }
    }

    /// Adds the end of a run.
    mutating func appendEnd(_ cause: EndCause) {
        guard let free = room(for: 3) else { return }
        (free[0], free[1], free[2]) = (Self.endMarker, 1, cause.rawValue)
        tail += 3
    }

    /// Moves whole frames of one run into `batch`, up to its room or the run's end.
    mutating func moveFrames(into batch: inout FlashBatch) {
        let frames = UnsafeRawBufferPointer(rebasing: memory[head..<tail])
        var taken = 0
        while let end = UnsealedFrames.end(ofFrameAt: taken, in: frames) {
            let frame = UnsafeRawBufferPointer(rebasing: frames[taken..<end])
            guard batch.take(frame) else { break }
            taken = end
        }
        head += taken
        if head == tail { (head, tail) = (0, 0) }
    }

    /// Free memory at the end, made by moving everything to the start or by thinning if need be.
    private mutating func room(for count: Int) -> UnsafeMutableRawBufferPointer? {
        if memory.count - tail < count, head > 0, let base = memory.baseAddress {
            memmove(base, base + head, tail - head)
            (head, tail) = (0, tail - head)
        }
        if memory.count - tail < count { thin() }
        guard memory.count - tail >= count else { return nil }
        return UnsafeMutableRawBufferPointer(rebasing: memory[tail...])
    }

    /// Drops the oldest seconds, an eighth of the memory, and puts gap records in their places.
    private mutating func thin() {
        let wanted = memory.count / 8
        var read = head, write = head, freed = 0, missing: UInt32 = 0
        while let end = UnsealedFrames.end(ofFrameAt: read, in: UnsafeRawBufferPointer(rebasing: memory[..<tail])) {
            let frame = UnsafeRawBufferPointer(rebasing: memory[read..<end])
            if freed < wanted, let records = GapRecord.recordsLost(bydropping: frame) {
                missing &+= records
                freed += frame.count
                lostRecords += GapRecord.isGap(frame) ? 0 : 1
            } else {
                write += GapRecord.write(missing, at: write, in: memory)
                missing = 0
                if let base = memory.baseAddress { memmove(base + write, base + read, end - read) }
                write += end - read
            }
            read = end
        }
        tail = write + GapRecord.write(missing, at: write, in: memory)
    }
}

/// The record that stands where others are missing.
private enum GapRecord {
    /// How many records are missing if this frame is dropped; nil if it must stay.
    static func recordsLost(bydropping frame: UnsafeRawBufferPointer) -> UInt32? {
        if isGap(frame) { return UInt32(littleEndian: frame.loadUnaligned(fromByteOffset: 2, as: UInt32.self)) }
        return UnsealedFrames.holdsOnlySeconds(frame) ? 1 : nil
    }

    static func isGap(_ frame: UnsafeRawBufferPointer) -> Bool { frame[0] == UnsealedFrames.gapType && frame.count == 6 }

    /// Writes a gap and returns its length; nothing if nothing is missing.
    static func write(_ missing: UInt32, at offset: Int, in memory: UnsafeMutableRawBufferPointer) -> Int {
        guard missing > 0 else { return 0 }
        (memory[offset], memory[offset + 1]) = (UnsealedFrames.gapType, 4)
        memory.storeBytes(of: missing.littleEndian, toByteOffset: offset + 2, as: UInt32.self)
        return 6
    }
}

/// Frames of one run on their way to the card. They leave only once the card has acknowledged them.
struct FlashBatch: ~Copyable {
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 8)
    private var count = 0
    /// What ended the run after these frames; nil if it goes on.
    private(set) var end: EndCause?

    init() {}
    deinit { memory.deallocate() }

    /// The frames.
    var frames: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }
    /// True if there is nothing to do.
    var isEmpty: Bool { count == 0 && end == nil }
    /// The name of the run that begins with these frames; nil if they continue one.
    var beginningRun: RunID? { UnsealedFrames.runID(ofHeaderIn: frames) }

    /// Takes a frame; false if it belongs to the next batch.
    mutating func take(_ frame: UnsafeRawBufferPointer) -> Bool {
        guard end == nil else { return false }
        if frame[0] == FlashBacklog.endMarker {
            end = EndCause(rawValue: frame.count > 2 ? frame[2] : 0) ?? .saved
            return true
        }
        let beginsRun = UnsealedFrames.runID(ofHeaderIn: frame) != nil
        guard memory.count - count >= frame.count, count == 0 || !beginsRun else { return false }
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: frame)
        count += frame.count
        return true
    }

    /// The card has the frames.
    mutating func forgetFrames() { count = 0 }
    /// The end is dealt with.
    mutating func forgetEnd() { end = nil }
}
