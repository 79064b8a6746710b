/// Whether bytes are one well-formed JSON object (RFC 8259), nothing before or after it.
///
/// libgps does not check: of `"lat":46.` cut off by a lost byte, `"lat":-` or `"lat":1.5x` it makes a number, and of two objects in a line
/// one report. A line that is not JSON is not a report (faults A7, A6).
///
/// But for a number that is none: gpsd has written `nan` and `-inf` for what it did not know, and a report is not lost for one member
/// (fault K19). Such a word becomes `nan`, which libgps takes for unknown; of `-nan` it would make 0.
struct JSONSyntax {
    /// Deepest nesting accepted; gpsd's own reports have 3.
    static let deepest = 16

    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var index = 0

    /// Checks a line, and writes `nan` in the place of other words for it.
    static func isObject(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        var reader = JSONSyntax(bytes: bytes)
        return reader.peek == UInt8(ascii: "{") && reader.value(depth: 0) && reader.index == bytes.count
    }

    private init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { index += 1 }
    }

    private mutating func value(depth: Int) -> Bool {
        guard depth < Self.deepest else { return false }
        skipBlanks()
        let isValue: Bool
        switch peek {
        case UInt8(ascii: "{"): isValue = members(depth: depth, close: UInt8(ascii: "}"), named: true)
        case UInt8(ascii: "["): isValue = members(depth: depth, close: UInt8(ascii: "]"), named: false)
        case UInt8(ascii: "\""): isValue = string()
        case UInt8(ascii: "t"): isValue = word("true")
        case UInt8(ascii: "f"): isValue = word("false")
        case UInt8(ascii: "n") where isNull: isValue = word("null")
        default: isValue = noNumber() || number()
        }
        skipBlanks()
        return isValue
    }

    private var isNull: Bool { index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "u") }

    private mutating func members(depth: Int, close: UInt8, named: Bool) -> Bool {
        index += 1
        skipBlanks()
        if take(close) { return true }
        while true {
            if named {
                skipBlanks()
                guard string() else { return false }
                skipBlanks()
                guard take(UInt8(ascii: ":")) else { return false }
            }
            guard value(depth: depth + 1) else { return false }
            if take(close) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    private mutating func string() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while let byte = peek {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard peek != nil else { return false }
                index += 1
            case 0..<0x20: return false
            default: break
            }
        }
        return false
    }

    private mutating func word(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { letters in
            for letter in letters { guard take(letter) else { return false } }
            return true
        }
    }

    /// A word that says that a number is none, in any case of letters; false if there is no such word, and nothing has happened.
    private mutating func noNumber() -> Bool {
        let start = index
        if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
        guard anyCase("infinity") || anyCase("inf") || anyCase("nan") else {
            index = start
            return false
        }
        for i in start..<index { bytes[i] = UInt8(ascii: " ") }
        bytes[index - 3] = UInt8(ascii: "n")
        bytes[index - 2] = UInt8(ascii: "a")
        bytes[index - 1] = UInt8(ascii: "n")
        return true
    }

    private mutating func anyCase(_ word: StaticString) -> Bool {
        let start = index
        let isWord = word.withUTF8Buffer { letters in
            for letter in letters {
                guard let byte = peek, byte | 0x20 == letter else { return false }
                index += 1
            }
            return true
        }
        if !isWord { index = start }
        return isWord
    }

    private mutating func number() -> Bool {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { guard digits() else { return false } }
        if take(UInt8(ascii: ".")) { guard digits() else { return false } }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { return false }
        }
        return true
    }

    private mutating func digits() -> Bool {
        let first = index
        while let byte = peek, byte >= 0x30, byte <= 0x39 { index += 1 }
        return index > first
    }
}
