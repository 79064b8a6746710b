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
        var digits: [UInt64] = [0, 0]
        var count = 0
        for (i, byte) in text.utf8.enumerated() {
            if [8, 13, 18, 23].contains(i) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard count < 32, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            digits[count / 16] = digits[count / 16] << 4 | UInt64(digit)
            count += 1
        }
        guard count == 32 else { return nil }
        (high, low) = (digits[0], digits[1])
    }

    /// The usual text in lower case.
    public var description: String {
        let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
        var text = ""
        for (i, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(i) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
