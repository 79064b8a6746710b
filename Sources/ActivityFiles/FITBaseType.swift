/// The base types of FIT fields, by the number that stands in a definition message (FIT protocol, table "Base Types").
public enum FITBaseType: UInt8, Hashable, Sendable, CaseIterable {
    /// One byte that stands for a name; invalid 0xFF.
    case `enum` = 0x00
    /// Invalid 0x7F.
    case sint8 = 0x01
    /// Invalid 0xFF.
    case uint8 = 0x02
    /// UTF-8 with a terminating zero.
    case string = 0x07
    /// One byte; invalid 0.
    case uint8z = 0x0A
    /// Bytes without meaning of their own.
    case byte = 0x0D
    /// Invalid 0x7FFF.
    case sint16 = 0x83
    /// Invalid 0xFFFF.
    case uint16 = 0x84
    /// Invalid 0x7FFFFFFF.
    case sint32 = 0x85
    /// Invalid 0xFFFFFFFF.
    case uint32 = 0x86
    /// Invalid with all bits set, which is not a number.
    case float32 = 0x88
    /// Invalid with all bits set, which is not a number.
    case float64 = 0x89
    /// Two bytes; invalid 0.
    case uint16z = 0x8B
    /// Four bytes; invalid 0.
    case uint32z = 0x8C
    /// Invalid 0x7FFFFFFFFFFFFFFF.
    case sint64 = 0x8E
    /// Invalid with all bits set.
    case uint64 = 0x8F
    /// Eight bytes; invalid 0.
    case uint64z = 0x90

    /// Bytes of one value.
    public var width: Int {
        switch self {
        case .enum, .sint8, .uint8, .string, .uint8z, .byte: 1
        case .sint16, .uint16, .uint16z: 2
        case .sint32, .uint32, .uint32z, .float32: 4
        case .sint64, .uint64, .uint64z, .float64: 8
        }
    }

    /// The integers that may be written: all that the width holds except the one that means "invalid". Empty for types that are
    /// not integers of up to 32 bits.
    var writableIntegers: ClosedRange<Int64> {
        switch self {
        case .enum, .uint8, .byte: 0...0xFE
        case .sint8: -0x80...0x7E
        case .uint8z: 1...0xFF
        case .sint16: -0x8000...0x7FFE
        case .uint16: 0...0xFFFE
        case .uint16z: 1...0xFFFF
        case .sint32: -0x8000_0000...0x7FFF_FFFE
        case .uint32: 0...0xFFFF_FFFE
        case .uint32z: 1...0xFFFF_FFFF
        case .string, .float32, .float64, .sint64, .uint64, .uint64z: 0...0
        }
    }
}
