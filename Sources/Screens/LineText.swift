import Quantities

/// A line of text in place: at most 127 bytes of UTF-8 without any memory of its own, so that a frame can be written each second
/// without allocating. What does not fit is left out whole characters at a time, and ``isCut`` says so.
public struct LineText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// Sixteen words of eight bytes.
    private typealias Storage = (
        UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
    )
    /// Greatest number of bytes.
    public static let capacity = 127

    private var storage: Storage = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    /// Bytes used.
    public private(set) var count = 0
    /// True when something was left out.
    public private(set) var isCut = false

    /// An empty line.
    public init() {}
    /// A line with a text.
    public init(_ text: String) { append(text) }
    /// A line with a text.
    public init(stringLiteral value: String) { append(value) }

    /// A line with a text of bounded length.
    public init<Storage>(_ text: FixedText<Storage>) { for index in 0..<Int(text.count) { append(text[index]) } }

    /// True without a character.
    public var isEmpty: Bool { count == 0 }

    /// Adds a text. Literals and other native strings are copied byte by byte.
    public mutating func append(_ text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
        if isDone == nil { for byte in text.utf8 { append(byte) } }
    }
    /// Adds another line.
    public mutating func append(_ other: LineText) { other.withUTF8 { append($0) } }
    /// Adds an ASCII character.
    public mutating func append(_ byte: UInt8) {
        guard count < LineText.capacity else {
            isCut = true
            return
        }
        withUnsafeMutableBytes(of: &storage) { $0[count] = byte }
        count += 1
    }
    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        var length = bytes.count
        if length > LineText.capacity - count {
            isCut = true
            length = LineText.capacity - count
            while length > 0, bytes[length] & 0xC0 == 0x80 { length -= 1 }
        }
        guard length > 0 else { return }
        withUnsafeMutableBytes(of: &storage) { target in
            for i in 0..<length { target[count + i] = bytes[i] }
        }
        count += length
    }

    /// Adds a whole number, with zeros in front up to a number of digits.
    public mutating func append(number: Int64, digits: Int = 1) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var reversed: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var length = 0
        withUnsafeMutableBytes(of: &reversed) { place in
            while length < 20, rest > 0 || length < digits {
                place[length] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
                length += 1
            }
        }
        withUnsafeBytes(of: reversed) { place in
            for i in stride(from: length - 1, through: 0, by: -1) { append(place[i]) }
        }
    }

    /// Reads the bytes in place.
    public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        withUnsafeBytes(of: storage) { bytes in
            let all = bytes.bindMemory(to: UInt8.self)
            return body(UnsafeBufferPointer(rebasing: all[..<count]))
        }
    }

    /// The character that starts at a byte, and where the next one starts. The bytes are valid UTF-8, because only whole strings are added.
    func scalar(at index: Int) -> (value: UInt32, next: Int) {
        withUTF8 { bytes in
            guard index < bytes.count else { return (0, index + 1) }
            let lead = bytes[index]
            let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            guard length > 1, index + length <= bytes.count else { return (UInt32(lead), index + 1) }
            var value = UInt32(lead & (0x7F &>> UInt8(truncatingIfNeeded: length)))
            for i in 1..<length { value = value << 6 | UInt32(bytes[index + i] & 0x3F) }
            return (value, index + length)
        }
    }

    /// This line with the first `%` replaced by another text.
    func filling(_ argument: LineText) -> LineText {
        var filled = LineText()
        withUTF8 { bytes in
            var start = 0
            if let mark = bytes.firstIndex(of: UInt8(ascii: "%")) {
                filled.append(UnsafeBufferPointer(rebasing: bytes[..<mark]))
                filled.append(argument)
                start = mark + 1
            }
            filled.append(UnsafeBufferPointer(rebasing: bytes[start...]))
        }
        return filled
    }

    /// A part of this line, by bytes.
    func part(_ range: Range<Int>) -> LineText {
        var part = LineText()
        withUTF8 { part.append(UnsafeBufferPointer(rebasing: $0[range.clamped(to: 0..<$0.count)])) }
        return part
    }

    /// The text as a string.
    public var description: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }
    /// Equal if the texts are.
    public static func == (a: LineText, b: LineText) -> Bool {
        a.count == b.count && a.withUTF8 { left in b.withUTF8 { left.elementsEqual($0) } }
    }
    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
}
