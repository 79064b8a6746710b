import Glibc
import Quantities

/// The characters between two tags, without the white space before them, in a buffer of its own. Longer than any number or name: cut.
/// Whoever makes one frees it.
struct XMLText {
    private static let capacity = 256
    private let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
    private var count = 0

    /// Gives the buffer back; nothing may be asked of the text any more.
    func free() { bytes.deallocate() }

    @inline(__always) mutating func removeAll() { count = 0 }

    @inline(__always) mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        var skipped = 0
        if count == 0 { while skipped < more.count, Self.isSpace(more[skipped]) { skipped &+= 1 } }
        let added = min(more.count &- skipped, Self.capacity &- count)
        guard added > 0 else { return }
        for index in 0..<added { bytes[count &+ index] = more[skipped &+ index] }
        count &+= added
    }

    /// True if there is anything but white space.
    var isFilled: Bool { count > 0 }
    /// The text without white space around it; nil if nothing is left.
    var string: String? { count == 0 ? nil : String(decoding: trimmed, as: UTF8.self) }
    /// The number in it.
    @inline(__always) var number: Double? { DecimalText.number(trimmed) }
    /// The time in it.
    @inline(__always) var time: UTCInstant? { TimeText.instant(trimmed) }

    @inline(__always) private var trimmed: UnsafeBufferPointer<UInt8> {
        var end = count
        while end > 0, Self.isSpace(bytes[end &- 1]) { end &-= 1 }
        return UnsafeBufferPointer(rebasing: bytes[..<end])
    }
    @inline(__always) private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}

/// The attributes of a start tag as expat gives them: names and values in turn, ended by nil.
struct XMLAttributes {
    let pointer: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// The value of an attribute.
    @inline(__always) subscript(name: StaticString) -> UnsafePointer<CChar>? {
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
    @inline(__always) func number(_ name: StaticString) -> Double? { bytes(name).flatMap { DecimalText.number($0) } }
    /// The value as a time.
    func time(_ name: StaticString) -> UTCInstant? { bytes(name).flatMap { TimeText.instant($0) } }

    @inline(__always) private func bytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let value = self[name] else { return nil }
        return UnsafeBufferPointer(start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: strlen(value))
    }
}
