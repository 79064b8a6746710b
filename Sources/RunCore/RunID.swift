/// The name of a run for ever: a random UUID (version 4), so that it depends on no clock (fault D9).
public struct RunID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes, most significant first.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// Makes a UUID of 128 random bits; the version and variant bits of RFC 9562 are put in.
    public init(randomHigh: UInt64, randomLow: UInt64) {
        high = randomHigh & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        low = randomLow & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// Wraps the bytes of an existing name.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the usual text, 8-4-4-4-12 hexadecimal digits in either case; nil if it is anything else.
    public init?(_ text: some StringProtocol) {
        var (high, low) = (UInt64(0), UInt64(0))
        var position = 0
        for byte in text.utf8 {
            switch position {
            case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
            case 0..<18:
                guard let digit = Self.digit(byte) else { return nil }
                high = high << 4 | digit
            case 19..<36:
                guard let digit = Self.digit(byte) else { return nil }
                low = low << 4 | digit
            default: return nil
            }
            position += 1
        }
        guard position == 36 else { return nil }
        (self.high, self.low) = (high, low)
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// The usual text in lower case.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { text in
            var position = 0
            for word in [high, low] {
                for shift in stride(from: 60, through: 0, by: -4) {
                    if position == 8 || position == 13 || position == 18 || position == 23 {
                        text[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    let digit = UInt8(word >> UInt64(shift) & 15)
                    text[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                    position += 1
                }
            }
            return position
        }
    }
}
