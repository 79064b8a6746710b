import Glibc
import Quantities

// The kernel's boot id: a random UUID that it draws at each boot.
extension BootID: CustomStringConvertible {
    /// Reads a UUID in its usual spelling, `0bc4ddf6-efc4-487f-a478-a9fd4030aca5`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        var digits = 0
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (index, byte) in text.utf8.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard index < 36, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
            digits += 1
        }
        guard digits == 32 else { return nil }
        self.init(high: high, low: low)
    }

    /// This boot's; nil if the kernel does not tell.
    public static func current(path: String = "/proc/sys/kernel/random/boot_id") -> BootID? {
        guard let text = SystemFile.line(path) else { return nil }
        return BootID(text)
    }

    /// The UUID's sixteen bytes in order.
    public var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) } }
    }

    /// The usual spelling.
    public var description: String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { text += "-" }
            text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return text
    }
}
