// Glyphs stand in the program's read-only text as hexadecimal digits.
extension StaticString {
    /// The number that some digits from a place on make; 1 to 8 of them, within the text.
    @inline(__always) func hexadecimal(at start: Int, count: Int) -> UInt32 {
        let text = utf8Start + start
        var value: UInt32 = 0
        for i in 0..<count {
            // '0'...'9' are 0x30...0x39, 'A'...'F' are 0x41...0x46.
            let digit = UInt32(text[i])
            value = value << 4 | (digit & 0xF &+ digit >> 6 &* 9)
        }
        return value
    }
}
