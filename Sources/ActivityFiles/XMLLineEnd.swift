/// Where lines end, as expat counts them (XML 1.0, 2.11): behind a line feed, and behind a carriage return that no line feed follows.
enum XMLLineEnd {
    /// True if a line ends with a byte. A carriage return that nothing follows ends none.
    @inline(__always) static func isOne(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        switch bytes[index] {
        case 0x0A: true
        case 0x0D: index &+ 1 < bytes.count && bytes[index &+ 1] != 0x0A
        default: false
        }
    }

    /// How many lines end in some bytes.
    static func count(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        bytes.indices.reduce(0) { isOne(bytes, at: $1) ? $0 + 1 : $0 }
    }

    /// How many lines end in a part of some bytes.
    static func count(in bytes: ArraySlice<UInt8>) -> Int { bytes.withUnsafeBufferPointer { count(in: $0) } }
}
