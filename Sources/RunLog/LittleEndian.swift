/// Writes whole numbers, least significant byte first, into memory that the caller owns. What does not fit is left out and told.
struct LittleEndianWriter {
    private let memory: UnsafeMutableRawBufferPointer
    /// Bytes written.
    private(set) var count = 0
    /// True once something did not fit.
    private(set) var overflowed = false

    init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        let size = MemoryLayout<Number>.size
        guard memory.count - count >= size else { return overflowed = true }
        withUnsafeBytes(of: number.littleEndian) { bytes in
            UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + size]).copyMemory(from: bytes)
        }
        count += size
    }

    /// A name of 128 bits goes most significant byte first, as its text is read.
    mutating func put(high: UInt64, low: UInt64) {
        put(high.byteSwapped)
        put(low.byteSwapped)
    }
}

/// Reads whole numbers, least significant byte first. Beyond the end it reads zeros and tells.
struct LittleEndianReader {
    private let memory: UnsafeRawBufferPointer
    private var position = 0
    /// True once something was read beyond the end.
    private(set) var overran = false

    init(_ memory: UnsafeRawBufferPointer) { self.memory = memory }

    /// Bytes not yet read.
    var remaining: Int { memory.count - position }

    mutating func take<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        let size = MemoryLayout<Number>.size
        guard remaining >= size else {
            overran = true
            return 0
        }
        defer { position += size }
        return Number(littleEndian: memory.loadUnaligned(fromByteOffset: position, as: Number.self))
    }

    /// A name of 128 bits, most significant byte first.
    mutating func takeName() -> (high: UInt64, low: UInt64) {
        let high = take(UInt64.self).byteSwapped
        return (high, take(UInt64.self).byteSwapped)
    }
}
