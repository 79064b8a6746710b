import Glibc

/// Cuts a stream of bytes into lines, in one buffer of fixed size. However a stream is split on its way, the lines are the same (fault A7).
final class LineBuffer {
    /// What came of reading.
    enum Outcome: Equatable {
        /// So many bytes were added.
        case bytes(Int)
        /// Nothing is there now.
        case nothing
        /// The other side closed, or the descriptor failed.
        case ended
        /// The buffer is full and holds no whole line: a line longer than any that is meant.
        case overflow
    }

    private let storage: UnsafeMutableBufferPointer<UInt8>
    private var start = 0
    private var scanned = 0
    private var end = 0

    /// A buffer for lines of less than `capacity` bytes, line end included.
    init(capacity: Int) { storage = .allocate(capacity: max(2, capacity)) }
    deinit { storage.deallocate() }

    /// Forgets everything, for a new stream.
    func reset() {
        start = 0
        scanned = 0
        end = 0
    }

    /// Reads once, without blocking if the descriptor is non-blocking. Call it when ``nextLine()`` has nothing more.
    func fill(from descriptor: Int32) -> Outcome {
        if start > 0, let base = storage.baseAddress {
            memmove(base, base + start, end - start)
            end -= start
            scanned -= start
            start = 0
        }
        guard end < storage.count, let base = storage.baseAddress else { return .overflow }
        while true {
            let count = read(descriptor, base + end, storage.count - end)
            if count > 0 {
                end += count
                return .bytes(count)
            }
            if count == 0 { return .ended }
            if errno == EAGAIN { return .nothing }
            if errno != EINTR { return .ended }
        }
    }

    /// The next whole line without its line end (`\n` or `\r\n`), followed by a NUL, valid until the next ``fill(from:)``; nil if
    /// there is none yet.
    func nextLine() -> UnsafeMutableBufferPointer<UInt8>? {
        while scanned < end {
            guard storage[scanned] == UInt8(ascii: "\n") else {
                scanned += 1
                continue
            }
            var lineEnd = scanned
            if lineEnd > start, storage[lineEnd - 1] == UInt8(ascii: "\r") { lineEnd -= 1 }
            storage[lineEnd] = 0
            let line = UnsafeMutableBufferPointer(rebasing: storage[start..<lineEnd])
            scanned += 1
            start = scanned
            return line
        }
        return nil
    }
}
