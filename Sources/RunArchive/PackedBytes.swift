/// Writes numbers and texts one after the other in few bytes: whole numbers in groups of seven bits, the least significant first (LEB128),
/// signed ones with their sign in the lowest bit, others with all their bits.
struct PackedWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func put(_ number: Int64) { put(UInt64(bitPattern: number << 1 ^ number >> 63)) }
    mutating func put(_ number: Int) { put(Int64(number)) }
    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func put(_ number: Double) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> shift)) }
    }

    mutating func put(_ text: String) {
        put(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Whole milliseconds take few bytes; anything else is kept too.
    mutating func put(_ duration: Duration) {
        let milliseconds = duration.inMilliseconds, isWhole = Duration.milliseconds(milliseconds) == duration
        put(isWhole)
        if isWhole { return put(milliseconds) }
        put(duration.components.seconds)
        put(duration.components.attoseconds)
    }

    /// A value that may be absent.
    mutating func put<Value>(_ value: Value?, _ body: (inout PackedWriter, Value) -> Void) {
        put(value != nil)
        if let value { body(&self, value) }
    }
}

/// Reads what ``PackedWriter`` wrote. Beyond the end it reads zeros, and what cannot be is told by ``isDamaged``.
struct PackedReader {
    private let memory: UnsafeRawBufferPointer
    private var position = 0
    /// True once something did not fit.
    private(set) var isDamaged = false

    init(_ memory: UnsafeRawBufferPointer) { self.memory = memory }

    /// True if all was read and nothing did not fit.
    var isDone: Bool { !isDamaged && position == memory.count }

    mutating func byte() -> UInt8 {
        guard position < memory.count else {
            isDamaged = true
            return 0
        }
        defer { position += 1 }
        return memory[position]
    }

    mutating func unsigned() -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        isDamaged = true
        return 0
    }

    mutating func signed() -> Int64 {
        let bits = unsigned()
        return Int64(bitPattern: bits >> 1 ^ (0 &- (bits & 1)))
    }

    /// A whole number of a narrower kind.
    mutating func narrow<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        guard let number = Number.isSigned ? Number(exactly: signed()) : Number(exactly: unsigned()) else {
            isDamaged = true
            return 0
        }
        return number
    }

    mutating func flag() -> Bool { byte() != 0 }

    mutating func real() -> Double {
        guard memory.count - position >= 8 else {
            isDamaged = true
            return 0
        }
        defer { position += 8 }
        return Double(bitPattern: UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
    }

    mutating func text() -> String {
        guard let count = Int(exactly: unsigned()), count <= memory.count - position else {
            isDamaged = true
            return ""
        }
        defer { position += count }
        return String(decoding: memory[position..<position + count], as: UTF8.self)
    }

    mutating func duration() -> Duration {
        if flag() { return .milliseconds(signed()) }
        let seconds = signed()
        return Duration(secondsComponent: seconds, attosecondsComponent: signed())
    }

    /// A value that may be absent.
    mutating func optional<Value>(_ body: (inout PackedReader) -> Value) -> Value? { flag() ? body(&self) : nil }
}
