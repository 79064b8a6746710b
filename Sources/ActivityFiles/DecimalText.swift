import Glibc

/// Decimal numbers in text, right to the last bit of a `Double`.
enum DecimalText {
    /// A finite decimal number that fills the text: no `NaN`, no hexadecimal, no decimal comma.
    @inline(__always) static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard !text.isEmpty, text.count <= 48 else { return nil }
        return plain(text) ?? general(text)
    }

    /// The plain number that some bytes begin with, and its length; nil if there is none, or only by the C library.
    @inline(__always) static func leading(_ bytes: UnsafeBufferPointer<UInt8>) -> (value: Double, length: Int)? {
        var length = 0
        var digits: UInt64 = 0, decimals = 0, hasPoint = false
        if bytes.count > 0, bytes[0] == 0x2D { length = 1 }
        let first = length
        while length < bytes.count {
            let digit = bytes[length] &- 0x30
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                if hasPoint { decimals &+= 1 }
            } else if digit == 0xFE, !hasPoint {
                hasPoint = true
            } else {
                break
            }
            length &+= 1
        }
        // Eighteen digits and a point at most: more is looked at as a whole.
        let count = length &- first
        guard count > (hasPoint ? 1 : 0) else { return nil }
        guard count <= 19, digits <= 1 << 53 else {
            return number(UnsafeBufferPointer(rebasing: bytes[..<length])).map { ($0, length) }
        }
        let value = Double(digits) / powers[decimals]
        return (first == 1 ? -value : value, length)
    }

    /// Powers of ten that a `Double` holds exactly.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// A number without an exponent, as nearly all are, by whole numbers; nil for any other, and where that is not safe.
    private static func plain(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        let isNegative = text[0] == 0x2D
        var index = isNegative ? 1 : 0
        var digits: UInt64 = 0, significant = 0, decimals = 0, hasPoint = false, hasDigit = false, isCut = false
        while index < text.count {
            let byte = text[index]
            index &+= 1
            if byte >= 0x30, byte <= 0x39 {
                hasDigit = true
                // Digits past the nineteenth do not fit; only those after the point can be left out.
                if significant == 19 {
                    guard hasPoint else { return nil }
                    if byte != 0x30 { isCut = true }
                    continue
                }
                digits = digits &* 10 &+ UInt64(byte &- 0x30)
                if digits > 0 { significant &+= 1 }
                if hasPoint { decimals &+= 1 }
            } else if byte == 0x2E, !hasPoint {
                hasPoint = true
            } else {
                return nil
            }
        }
        guard hasDigit, decimals < powers.count else { return nil }
        let value: Double
        if digits <= 1 << 53, !isCut {
            // Both are exact, and so a single rounding is all that happens (Clinger 1990, "How to Read Floating Point Numbers Accurately").
            value = Double(digits) / powers[decimals]
        } else {
            guard let close = quotient(digits, powers[decimals]) else { return nil }
            value = close
        }
        return isNegative ? -value : value
    }

    /// A number of up to 64 bits by a power of ten: the quotient, corrected by what rounding took off it. Nil where it lies so near the
    /// middle between two neighbours that the error, digits left out among it, could decide between them.
    private static func quotient(_ digits: UInt64, _ power: Double) -> Double? {
        let high = Double(digits & ~0x7FF), low = Double(digits & 0x7FF)
        let first = high / power
        let correction = (high.addingProduct(-first, power) + low) / power
        let value = first + correction
        let rest = abs(correction - (value - first)), half = value.ulp / 2
        // Nineteen digits leave out less than 2⁻⁵⁹ of the number, which is 2⁻⁵ of half a unit in the last place.
        return rest > half * (1 - 0x1p-5) || value.significand == 1 ? nil : value
    }

    /// Any number, through the C library.
    private static func general(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
            for (index, byte) in text.enumerated() {
                switch byte {
                case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: copy[index] = CChar(bitPattern: byte)
                default: return nil
                }
            }
            copy[text.count] = 0
            guard let start = copy.baseAddress else { return nil }
            var end: UnsafeMutablePointer<CChar>?
            let value = strtod(start, &end)
            return end == start + text.count && value.isFinite ? value : nil
        }
    }
}
