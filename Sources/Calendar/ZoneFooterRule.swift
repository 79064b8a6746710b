import Quantities

/// The rule in the last line of a TZif file, in the notation of POSIX's TZ variable: it holds after the last transition, for ever.
struct ZoneFooterRule: Hashable, Sendable {
    var standard: ZoneOffset
    var daylight: Daylight?

    /// Daylight saving time and when it begins and ends each year.
    struct Daylight: Hashable, Sendable {
        var offset: ZoneOffset
        var start: YearlyChange
        var end: YearlyChange
    }

    /// A moment of each year by the local clock that holds until then.
    struct YearlyChange: Hashable, Sendable {
        var day: DayRule
        /// Seconds from 00:00 of that day; RFC 8536 3.3.1 allows a week either way.
        var secondsFromMidnight: Int64
    }

    /// The ways in which POSIX names a day of the year.
    enum DayRule: Hashable, Sendable {
        /// `Jn`: 1...365, the 29th of February never counted.
        case leaplessDay(Int)
        /// `n`: 0...365, the 29th of February counted.
        case zeroBasedDay(Int)
        /// `Mm.w.d`: the w-th (5 = last) given weekday (0 = Sunday) of a month.
        case weekday(month: Int, week: Int, daysAfterSunday: Int)
    }

    /// The stretch around a Unix second.
    func span(containing second: Int64) -> TimeZoneRules.Span {
        guard let daylight else { return TimeZoneRules.Span(offset: standard, end: nil) }
        let days = second.flooredQuotient(by: secondsPerDay)
        let year = GregorianDays.parts(ofNumber: Int(days)).year
        var latest = Int64.min
        var span = TimeZoneRules.Span(offset: standard, end: nil)
        // A change may lie a week outside its year, so the neighbours count too. Where an end and a start coincide, daylight saving
        // goes on without a break (RFC 8536 3.3.1): hence the end first and `>=`.
        for year in (year - 1)...(year + 1) {
            let end = daylight.end.second(ofYear: year, before: daylight.offset)
            let start = daylight.start.second(ofYear: year, before: standard)
            for (change, offset) in [(end, standard), (start, daylight.offset)] {
                if change > second {
                    span.end = min(span.end ?? change, change)
                } else if change >= latest {
                    latest = change
                    span.offset = offset
                }
            }
        }
        return span
    }
}

extension ZoneFooterRule.YearlyChange {
    /// The Unix second of the change in a year, where `offset` holds until then.
    func second(ofYear year: Int, before offset: ZoneOffset) -> Int64 {
        Int64(day.dayNumber(inYear: year)) * secondsPerDay + secondsFromMidnight - Int64(offset.seconds)
    }
}

extension ZoneFooterRule.DayRule {
    /// Days since 1970-01-01 of the day in a year.
    func dayNumber(inYear year: Int) -> Int {
        let newYear = GregorianDays.number(year: year, month: 1, day: 1)
        switch self {
        case .leaplessDay(let day):
            return newYear + day - 1 + (day >= 60 && GregorianDays.isLeap(year: year) ? 1 : 0)
        case .zeroBasedDay(let day):
            return newYear + day
        case .weekday(let month, let week, let daysAfterSunday):
            let first = GregorianDays.number(year: year, month: month, day: 1)
            // 1970-01-01 was a Thursday, four days after a Sunday.
            let firstAfterSunday = ((first + 4) % 7 + 7) % 7
            let firstMatch = (daysAfterSunday - firstAfterSunday + 7) % 7
            let day = firstMatch + (week - 1) * 7
            let days = GregorianDays.isLeap(year: year) && month == 2 ? 29 : CivilDate.daysInMonth(month, ofYear: 2001)
            return first + (day < days ? day : day - 7)
        }
    }
}

extension ZoneFooterRule {
    /// Reads the rule's notation, such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil when it is not well formed.
    init?(posix text: ArraySlice<UInt8>) {
        var cursor = PosixCursor(bytes: text)
        guard cursor.name(), let west = cursor.offset() else { return nil }
        standard = ZoneOffset(seconds: -west)
        if cursor.bytes.isEmpty { return }
        guard cursor.name() else { return nil }
        var offset = ZoneOffset(seconds: standard.seconds + 3600)
        if cursor.bytes.first != UInt8(ascii: ",") {
            guard let west = cursor.offset() else { return nil }
            offset = ZoneOffset(seconds: -west)
        }
        guard let start = cursor.change(), let end = cursor.change(), cursor.bytes.isEmpty else { return nil }
        daylight = Daylight(offset: offset, start: start, end: end)
    }
}

extension ZoneFooterRule {
    /// What the C library takes for a summer time that comes without a rule, or with one that it cannot read: that of the United States.
    private static let usualRule = Array(",M3.2.0,M11.1.0".utf8)

    /// Reads the value of a TZ variable as the C library does, which takes more than the standard allows: a summer time without a rule, and
    /// whatever stands behind what can be read. Nil when it does not begin with a name and an offset.
    init?(variable text: [UInt8]) {
        var cursor = PosixCursor(bytes: text[...])
        guard cursor.name(), let west = cursor.offset() else { return nil }
        standard = ZoneOffset(seconds: -west)
        guard cursor.name() else { return }
        let offset = cursor.offset().map { ZoneOffset(seconds: -$0) } ?? ZoneOffset(seconds: standard.seconds + 3600)
        var usual = PosixCursor(bytes: Self.usualRule[...])
        if let start = cursor.change(), let end = cursor.change() {
            daylight = Daylight(offset: offset, start: start, end: end)
        } else if let start = usual.change(), let end = usual.change() {
            daylight = Daylight(offset: offset, start: start, end: end)
        }
    }
}

/// Reads the pieces of a POSIX zone rule from the front of a text.
private struct PosixCursor {
    var bytes: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = bytes.first, UInt32(first) == character.value else { return false }
        bytes.removeFirst()
        return true
    }

    /// Three or more letters, or anything of letters, digits and signs in angle brackets. What it says is not kept.
    mutating func name() -> Bool {
        var length = 0
        if take("<") {
            while let first = bytes.first, first != UInt8(ascii: ">") {
                guard isLetter(first) || isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { return false }
                bytes.removeFirst()
                length += 1
            }
            return take(">") && length >= 3
        }
        while let first = bytes.first, isLetter(first) {
            bytes.removeFirst()
            length += 1
        }
        return length >= 3
    }

    mutating func number(upTo limit: Int) -> Int? {
        guard let first = bytes.first, isDigit(first) else { return nil }
        var value = 0
        while let next = bytes.first, isDigit(next) {
            bytes.removeFirst()
            value = value * 10 + Int(next) - Int(UInt8(ascii: "0"))
            guard value <= limit else { return nil }
        }
        return value
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func time(upToHours limit: Int) -> Int? {
        let sign = take("-") ? -1 : 1
        if sign > 0 { _ = take("+") }
        guard let hours = number(upTo: limit) else { return nil }
        var seconds = hours * 3600
        if take(":") {
            guard let minutes = number(upTo: 59) else { return nil }
            seconds += minutes * 60
            if take(":") {
                guard let rest = number(upTo: 59) else { return nil }
                seconds += rest
            }
        }
        return sign * seconds
    }

    /// Seconds west of Greenwich, as POSIX counts them.
    mutating func offset() -> Int32? { time(upToHours: 24).flatMap(Int32.init(exactly:)) }

    /// `,day[/time]`; the time is 02:00 when it is left out.
    mutating func change() -> ZoneFooterRule.YearlyChange? {
        guard take(","), let day = day() else { return nil }
        guard take("/") else { return ZoneFooterRule.YearlyChange(day: day, secondsFromMidnight: 2 * 3600) }
        guard let seconds = time(upToHours: 167) else { return nil }
        return ZoneFooterRule.YearlyChange(day: day, secondsFromMidnight: Int64(seconds))
    }

    private mutating func day() -> ZoneFooterRule.DayRule? {
        if take("J") {
            guard let day = number(upTo: 365), day >= 1 else { return nil }
            return .leaplessDay(day)
        }
        guard take("M") else { return number(upTo: 365).map { .zeroBasedDay($0) } }
        guard let month = number(upTo: 12), month >= 1, take("."), let week = number(upTo: 5), week >= 1, take("."),
            let weekday = number(upTo: 6)
        else { return nil }
        return .weekday(month: month, week: week, daysAfterSunday: weekday)
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}
