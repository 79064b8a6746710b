import Quantities

// Dates and times as text, in the one form that files, databases and JSON share (ISO 8601, profile RFC 3339).

extension CivilDate: CustomStringConvertible {
    /// The date as `2024-02-29`.
    public var description: String {
        let (year, month, day) = parts
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    /// Reads exactly the form that ``description`` writes; nil for anything else.
    public init?(_ text: some StringProtocol) {
        var cursor = DigitCursor(text)
        guard let date = cursor.date(), cursor.isAtEnd else { return nil }
        self = date
    }
}

extension CivilTime: CustomStringConvertible {
    /// The time as `07:05:09`.
    public var description: String { "\(padded(hour, to: 2)):\(padded(minute, to: 2)):\(padded(second, to: 2))" }
}

extension UTCInstant {
    /// The instant as `2024-02-29T07:05:09Z`, with milliseconds only when they are not zero; always `Z` (fault D4).
    public var iso8601: String {
        let shown = CivilDateTime(self, offset: .utc)
        let fraction = Int(milliseconds.flooredRemainder(by: 1000))
        return "\(shown.date)T\(shown.time)\(fraction == 0 ? "" : ".\(padded(fraction, to: 3))")Z"
    }

    /// Reads `2024-02-29T07:05:09`, a fraction of the second of any length (cut to the millisecond), then `Z` or an offset such as
    /// `+02:00`; nil for anything else, and for a time without an offset, which is no instant (faults D5, D6).
    /// A leap second reads as the last second of its minute.
    public init?(iso8601 text: some StringProtocol) {
        var cursor = DigitCursor(text)
        guard let date = cursor.date(), cursor.take("T") || cursor.take("t") || cursor.take(" ") else { return nil }
        guard let hour = cursor.number(digits: 2), cursor.take(":"), let minute = cursor.number(digits: 2), cursor.take(":"),
            let second = cursor.number(digits: 2), let time = CivilTime(hour: hour, minute: minute, second: second == 60 ? 59 : second)
        else { return nil }
        guard let fraction = cursor.milliseconds(), let offset = cursor.offset(), cursor.isAtEnd else { return nil }
        let whole = CivilDateTime(date: date, time: time).instant(offset: offset)
        self.init(milliseconds: whole.milliseconds + Int64(fraction))
    }
}

private func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// Reads fixed-width numbers and separators from the front of a text.
private struct DigitCursor {
    private var bytes: ArraySlice<UInt8>

    init(_ text: some StringProtocol) { bytes = ArraySlice(text.utf8) }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = bytes.first, UInt32(first) == character.value else { return false }
        bytes.removeFirst()
        return true
    }

    mutating func digit() -> Int? {
        guard let first = bytes.first, (0x30...0x39).contains(first) else { return nil }
        bytes.removeFirst()
        return Int(first) - 0x30
    }

    mutating func number(digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func date() -> CivilDate? {
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"), let day = number(digits: 2) else {
            return nil
        }
        return CivilDate(year: year, month: month, day: day)
    }

    /// The fraction after a point, in milliseconds; 0 when there is no point, nil when a point has no digit after it.
    mutating func milliseconds() -> Int? {
        guard take(".") || take(",") else { return 0 }
        guard let tenths = digit() else { return nil }
        let value = tenths * 100 + (digit() ?? 0) * 10 + (digit() ?? 0)
        while digit() != nil {}
        return value
    }

    mutating func offset() -> ZoneOffset? {
        if take("Z") || take("z") { return .utc }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(digits: 2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = number(digits: 2), minutes < 60 else { return nil }
        return ZoneOffset(seconds: Int32(sign * (hours * 3600 + minutes * 60)))
    }
}
