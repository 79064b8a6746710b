import Quantities

/// What a calendar and a clock on a wall show together. It becomes a point in time only with an offset from UTC or the rules of a zone.
public struct CivilDateTime: Hashable, Comparable, Sendable {
    /// The date on the calendar.
    public var date: CivilDate
    /// The time on the clock.
    public var time: CivilTime

    /// A date and a time of it.
    public init(date: CivilDate, time: CivilTime) {
        self.date = date
        self.time = time
    }

    /// What is shown at an instant where local time is `offset` ahead of UTC; the fraction of the second is dropped.
    /// Instants outside the years of ``CivilDate`` show its first or last date.
    public init(_ instant: UTCInstant, offset: ZoneOffset) {
        let local = instant.wholeSeconds.addingSaturating(Int64(offset.seconds))
        date = CivilDate(daysSinceEpoch: Int(local.flooredQuotient(by: secondsPerDay)))
        time = CivilTime(secondsSinceMidnight: Int(local.flooredRemainder(by: secondsPerDay)))
    }

    /// The instant at which this is shown where local time is `offset` ahead of UTC.
    public func instant(offset: ZoneOffset) -> UTCInstant {
        UTCInstant(milliseconds: (secondsAsIfUTC - Int64(offset.seconds)) * 1000)
    }

    /// Seconds since 1970 of this face read as UTC.
    var secondsAsIfUTC: Int64 { Int64(date.daysSinceEpoch) * secondsPerDay + Int64(time.secondsSinceMidnight) }

    /// Orders as the calendar and clock read; in the hour that a clock repeats this is not the order of time.
    public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool { (a.date, a.time) < (b.date, b.time) }
}

/// A civil day's face: 24 hours, whatever the zone does.
let secondsPerDay: Int64 = 86_400
