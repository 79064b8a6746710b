import Calendar
import Quantities

/// Times as XML writes them (`xsd:dateTime`, ISO 8601): `2026-05-01T06:30:00Z`, with a fraction, with an offset such as `+02:00`, without
/// seconds, with a blank before the zone or `UTC` for it, with months, days and hours of one digit. A time that names no zone is taken as UTC, which GPX and TCX prescribe (faults D4, D6).
/// More is taken here than `UTCInstant(iso8601:)` takes, because files of others leave out seconds and zones.
enum TimeText {
    /// The instant; nil if the text is no such time or the date does not exist.
    static func instant(_ text: UnsafeBufferPointer<UInt8>) -> UTCInstant? {
        var scanner = Scanner(text: UnsafeBufferPointer(rebasing: text.prefix(48)))
        guard let year = scanner.digits(4), scanner.skip(0x2D), let month = scanner.oneOrTwoDigits(), scanner.skip(0x2D),
            let day = scanner.oneOrTwoDigits(), scanner.skip(0x54) || scanner.skip(0x74) || scanner.skip(0x20),
            let hour = scanner.oneOrTwoDigits(), scanner.skip(0x3A), let minute = scanner.digits(2)
        else { return nil }
        var second: Int64 = 0
        var milliseconds: Int64 = 0
        if scanner.skip(0x3A) {
            guard let digits = scanner.digits(2) else { return nil }
            second = digits
            if scanner.skip(0x2E) || scanner.skip(0x2C) { milliseconds = scanner.fraction() }
        }
        guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
        guard let date = CivilDate(year: Int(year), month: Int(month), day: Int(day)), hour <= 24, minute < 60, second <= 60 else {
            return nil
        }
        let seconds = ((Int64(date.daysSinceEpoch) * 24 + hour) * 60 + minute - offset) * 60 + second
        return UTCInstant(milliseconds: seconds * 1000 + milliseconds)
    }

    /// The time that some bytes begin with, up to the next tag, and its length; nil if it is none.
    @inline(__always) static func leading(_ bytes: UnsafeBufferPointer<UInt8>) -> (time: UTCInstant, length: Int)? {
        var length = 0
        while length < bytes.count, bytes[length] != 0x3C {
            guard length < 40 else { return nil }
            length &+= 1
        }
        return instant(UnsafeBufferPointer(rebasing: bytes[..<length])).map { ($0, length) }
    }

    private struct Scanner {
        let text: UnsafeBufferPointer<UInt8>
        var next = 0

        var isAtEnd: Bool { next == text.count }

        @inline(__always) mutating func skip(_ byte: UInt8) -> Bool {
            guard next < text.count, text[next] == byte else { return false }
            next &+= 1
            return true
        }
        mutating func skip(_ word: StaticString) -> Bool {
            let end = next &+ word.utf8CodeUnitCount
            guard end <= text.count, word.withUTF8Buffer({ text[next..<end].elementsEqual($0) }) else { return false }
            next = end
            return true
        }
        @inline(__always) mutating func digit() -> Int64? {
            guard next < text.count, case 0x30...0x39 = text[next] else { return nil }
            next &+= 1
            return Int64(text[next &- 1]) &- 0x30
        }
        @inline(__always) mutating func digits(_ count: Int) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                value = value &* 10 &+ digit
            }
            return value
        }
        @inline(__always) mutating func oneOrTwoDigits() -> Int64? {
            guard let first = digit() else { return nil }
            return digit().map { first &* 10 &+ $0 } ?? first
        }
        /// Digits after the point, in milliseconds, further ones dropped.
        mutating func fraction() -> Int64 {
            var value: Int64 = 0
            var weight: Int64 = 100
            while let digit = digit() {
                value += digit * weight
                weight /= 10
            }
            return value
        }
        /// Minutes east of Greenwich.
        mutating func zone() -> Int64? {
            while skip(0x20) {}
            if isAtEnd || skip(0x5A) || skip(0x7A) || skip("UTC") || skip("GMT") { return 0 }
            let isWest = skip(0x2D)
            guard isWest || skip(0x2B), let hours = digits(2) else { return nil }
            _ = skip(0x3A)
            let minutes = isAtEnd ? 0 : digits(2)
            guard let minutes, hours <= 24, minutes < 60 else { return nil }
            return (isWest ? -1 : 1) * (hours * 60 + minutes)
        }
    }
}
