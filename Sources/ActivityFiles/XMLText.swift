import Glibc
import Quantities

/// The characters between two tags, kept as bytes in a reused buffer. Longer than any number or name: cut.
struct XMLText {
    private var bytes: [UInt8] = []
    private static let capacity = 256

    init() { bytes.reserveCapacity(Self.capacity + 1) }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
    mutating func append(_ more: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: more.prefix(Self.capacity - bytes.count)) }

    /// True if there is anything but white space.
    var isFilled: Bool { bytes.contains { !Self.isSpace($0) } }
    /// The text without white space around it; nil if nothing is left.
    var string: String? {
        let trimmed = trimmed
        return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
    }
    /// The number in it.
    var number: Double? { trimmed.withUnsafeBufferPointer { XMLText.number($0) } }
    /// The time in it.
    var time: UTCInstant? { TimeText.instant(trimmed) }

    private var trimmed: ArraySlice<UInt8> {
        guard let first = bytes.firstIndex(where: { !Self.isSpace($0) }), let last = bytes.lastIndex(where: { !Self.isSpace($0) }) else {
            return []
        }
        return bytes[first...last]
    }
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// A finite decimal number that fills the text: no `NaN`, no hexadecimal, no decimal comma.
    static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard !text.isEmpty, text.count <= 48 else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
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

/// The attributes of a start tag as expat gives them: names and values in turn, ended by nil.
struct XMLAttributes {
    let pointer: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// The value of an attribute.
    subscript(name: StaticString) -> UnsafePointer<CChar>? {
        guard var next = pointer else { return nil }
        while let key = next.pointee, let value = next[1] {
            if strcmp(key, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0 { return value }
            next += 2
        }
        return nil
    }
    /// The value as text.
    func string(_ name: StaticString) -> String? { self[name].map { String(cString: $0) } }
    /// The value as a finite number.
    func number(_ name: StaticString) -> Double? { bytes(name).flatMap { XMLText.number($0) } }
    /// The value as a time.
    func time(_ name: StaticString) -> UTCInstant? { bytes(name).flatMap { TimeText.instant($0) } }

    private func bytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let value = self[name] else { return nil }
        return UnsafeBufferPointer(start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: strlen(value))
    }
}
