import Calendar
import Quantities

/// The text of a file in the making: bytes that are gathered in one piece of memory and handed on when it is nearly full.
///
/// Numbers are written by whole-number arithmetic and nothing is allocated for them, so that a million points take less than a second.
struct TextBytes: ~Copyable {
    private let sink: any ActivityByteSink
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity = 64 << 10
    private var count = 0
    /// Bytes that were handed on.
    private var handedOn = 0
    /// The minute whose text stands in ``clock``, counted from 1970.
    private var minute = Int64.min
    /// The text of a minute up to the colon before the seconds, such as `2026-05-01T06:30:`.
    private let clock: UnsafeMutablePointer<UInt8>

    private static let clockLength = 17
    /// Bytes from which on the text is handed on, between two points.
    private static let chunk = 56 << 10

    init(_ sink: any ActivityByteSink) {
        self.sink = sink
        memory = .allocate(capacity: capacity)
        clock = .allocate(capacity: Self.clockLength)
        clock.initialize(repeating: 0x30, count: Self.clockLength)
    }

    deinit {
        memory.deallocate()
        clock.deallocate()
    }

    /// Makes room for so many more bytes.
    @inline(__always) private mutating func reserve(_ more: Int) {
        if capacity &- count < more { grow(more) }
    }

    private mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: memory, count: count)
        memory.deallocate()
        (memory, capacity) = (moved, larger)
    }

    /// Hands on what was gathered, once it is enough. Called after each point.
    @inline(__always) mutating func flushIfFull() throws(ActivityWriteError) {
        if count >= Self.chunk { try flush() }
    }

    private mutating func flush() throws(ActivityWriteError) {
        var start = 0
        while start < count {
            let length = min(count - start, 64 << 10)
            try sink.append(Array(UnsafeBufferPointer(start: memory + start, count: length)))
            start += length
        }
        handedOn += count
        count = 0
    }

    /// Hands on the rest. Returns the bytes of the whole text.
    mutating func finish() throws(ActivityWriteError) -> Int {
        try flush()
        return handedOn
    }
}

// MARK: - Pieces of text

extension TextBytes {
    /// Adds one byte.
    @inline(__always) mutating func append(byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count &+= 1
    }

    /// Adds a text that stands in the program.
    @inline(__always) mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        (memory + count).update(from: text.utf8Start, count: length)
        count &+= length
    }

    /// Adds a text that needs no escaping, such as a UUID.
    mutating func append(plain text: String) { for byte in text.utf8 { append(byte: byte) } }

    /// Adds a text of anybody as the content of an element or an attribute: marks are escaped, and what XML cannot hold, line ends and
    /// other control characters are left out (XML 1.0, 2.2).
    mutating func append(xml text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: append("&amp;")
            case 0x3C: append("&lt;")
            case 0x3E: append("&gt;")
            case 0x22: append("&quot;")
            case 0x27: append("&apos;")
            case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: break
            default: append(scalar)
            }
        }
    }

    /// Adds a text of anybody as a string of JSON, in its quotes (RFC 8259, 7).
    mutating func append(json text: String) {
        append(byte: UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: append("\\\"")
            case 0x5C: append("\\\\")
            case 0..<0x20, 0x7F...0x9F: break
            default: append(scalar)
            }
        }
        append(byte: UInt8(ascii: "\""))
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte: byte) }
    }
}

// MARK: - Numbers

extension TextBytes {
    /// Adds a whole number.
    @inline(__always) mutating func append(_ value: Int64) {
        if value < 0 { append(byte: UInt8(ascii: "-")) }
        append(magnitude: value.magnitude)
    }

    @inline(__always) private mutating func append(magnitude: UInt64) {
        var digits = 1
        var limit: UInt64 = 10
        while magnitude >= limit, digits < 19 {
            digits &+= 1
            limit = limit &* 10
        }
        if magnitude >= limit { digits = 20 }
        reserve(digits)
        write(magnitude, digits: digits, at: count)
        count &+= digits
    }

    /// Writes the last digits of a number, zeros before it.
    @inline(__always) private mutating func write(_ value: UInt64, digits: Int, at start: Int) {
        var rest = value
        var place = start &+ digits
        while place > start {
            place &-= 1
            let quotient = rest / 10
            memory[place] = 0x30 | UInt8(truncatingIfNeeded: rest &- quotient &* 10)
            rest = quotient
        }
    }

    /// Adds a number of 10^−places with all its decimals.
    @inline(__always) mutating func append(_ scaled: Int64, places: Int) {
        if scaled < 0 { append(byte: UInt8(ascii: "-")) }
        let scale = Self.powersOfTen(places), magnitude = scaled.magnitude, whole = magnitude / scale
        append(magnitude: whole)
        guard places > 0 else { return }
        reserve(places &+ 1)
        memory[count] = UInt8(ascii: ".")
        write(magnitude &- whole &* scale, digits: places, at: count &+ 1)
        count &+= places &+ 1
    }

    /// Adds a number of 10^−places without zeros at its end: 4.25, 4.2, 4.
    @inline(__always) mutating func append(_ scaled: Int64, upTo places: Int) {
        var scaled = scaled, places = places
        while places > 0 {
            let quotient = scaled / 10
            guard quotient &* 10 == scaled else { break }
            scaled = quotient
            places &-= 1
        }
        append(scaled, places: places)
    }

    @inline(__always) private static func powersOfTen(_ places: Int) -> UInt64 {
        switch places {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 7: 10_000_000
        default: (0..<max(0, min(places, 18))).reduce(into: 1) { power, _ in power &*= 10 }
        }
    }

    /// Adds an instant as `2026-05-01T06:30:00Z`, with milliseconds only where there are some.
    @inline(__always) mutating func append(_ instant: UTCInstant) {
        let minute = instant.milliseconds.flooredQuotient(by: 60_000)
        if minute != self.minute { setClock(minute) }
        let left = UInt64(truncatingIfNeeded: instant.milliseconds &- minute &* 60_000)
        let second = left / 1000, fraction = left &- second &* 1000
        reserve(Self.clockLength + 7)
        (memory + count).update(from: clock, count: Self.clockLength)
        count &+= Self.clockLength
        write(second, digits: 2, at: count)
        count &+= 2
        if fraction > 0 {
            memory[count] = UInt8(ascii: ".")
            write(fraction, digits: 3, at: count &+ 1)
            count &+= 4
        }
        memory[count] = UInt8(ascii: "Z")
        count &+= 1
    }

    private mutating func setClock(_ minute: Int64) {
        self.minute = minute
        let text = UTCInstant(milliseconds: minute.multipliedReportingOverflow(by: 60_000).partialValue).iso8601
        for (place, byte) in text.utf8.prefix(Self.clockLength).enumerated() { clock[place] = byte }
    }
}
