/// A window that moves over bytes in memory or from a source. Everything in it is reached by a checked index.
struct ByteWindow: ~Copyable {
    /// The bytes at hand; those from ``start`` up to ``end`` are unread.
    private(set) var bytes: [UInt8]
    private(set) var start = 0
    private(set) var end: Int
    /// Where the first unread byte stands in the whole.
    private(set) var offset: Int64 = 0
    /// Why the source ended early.
    private(set) var failure: ActivityFault?
    private var source: (any ByteSource)?

    private static let capacity = 64 << 10

    /// Bytes that are all in memory.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count
    }
    /// Bytes that are fetched when needed.
    init(_ source: any ByteSource) {
        bytes = [UInt8](repeating: 0, count: Self.capacity)
        end = 0
        self.source = source
    }

    /// Unread bytes at hand.
    @inline(__always) var count: Int { end &- start }

    /// Makes at least so many unread bytes available; false if the source ends before. `wanted` is bounded by the callers.
    @inline(__always) mutating func fill(_ wanted: Int) -> Bool { count >= wanted || refill(wanted) }

    private mutating func refill(_ wanted: Int) -> Bool {
        guard source != nil else { return false }
        if start > 0 {
            bytes.withUnsafeMutableBytes { raw in
                raw.copyMemory(from: UnsafeRawBufferPointer(rebasing: raw[start..<end]))
            }
            end -= start
            start = 0
        }
        if bytes.count < wanted { bytes.append(contentsOf: repeatElement(0, count: wanted - bytes.count)) }
        while end < wanted, let source {
            let result = bytes.withUnsafeMutableBytes { source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[end...])) }
            switch result {
            case .success(let count) where count > 0: end += min(count, bytes.count - end)
            case .success: self.source = nil
            case .failure(let fault):
                failure = fault
                self.source = nil
            }
        }
        return end >= wanted
    }

    /// Steps over unread bytes, at most those at hand.
    @inline(__always) mutating func advance(_ distance: Int) {
        let step = min(distance, count)
        start &+= step
        offset &+= Int64(step)
    }

    /// Puts another byte in the place of an unread one.
    mutating func replaceByte(at index: Int, with byte: UInt8) { if start..<end ~= index { bytes[index] = byte } }

    /// All bytes that are left, if they are no more than a limit.
    mutating func rest(_ limit: Int) -> [UInt8]? {
        guard source != nil else { return count <= limit ? Array(bytes[start..<end]) : nil }
        var rest: [UInt8] = []
        // Memory that is not written to is not taken.
        rest.reserveCapacity(limit)
        while fill(1) {
            guard rest.count + count <= limit else { return nil }
            rest += bytes[start..<end]
            advance(count)
        }
        return rest
    }
}
