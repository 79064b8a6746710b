import Calendar
import CommandLineTable
import Quantities

/// A moment as it is typed: `07:30` for today, `2026-12-01T07:30` for another day, both in the local zone.
struct TimeArgument: Hashable, Sendable {
    /// The day; nil for today.
    let date: CivilDate?
    /// The time of day.
    let time: CivilTime

    /// Reads a text; nil if it is none.
    init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= 2 else { return nil }
        if parts.count == 2 {
            guard let date = CivilDate(String(parts[0])) else { return nil }
            self.date = date
        } else {
            date = nil
        }
        let digits = Array(last.utf8)
        guard digits.count == 5, digits[2] == UInt8(ascii: ":"), [0, 1, 3, 4].allSatisfy({ (0x30...0x39).contains(digits[$0]) }) else {
            return nil
        }
        func number(_ index: Int) -> Int { Int(digits[index] - 0x30) * 10 + Int(digits[index + 1] - 0x30) }
        guard let time = CivilTime(hour: number(0), minute: number(3)) else { return nil }
        self.time = time
    }

    /// The first instant at which a clock in the zone shows it.
    func instant(now: UTCInstant, in zone: TimeZoneRules) -> UTCInstant {
        zone.firstInstant(showing: CivilDateTime(date: date ?? zone.local(now).date, time: time))
    }

    /// An option that takes one.
    static func option(_ name: String, help: String) -> Option<TimeArgument?> {
        .value(
            name, valueName: "TIME", expected: "a time such as 07:30 or 2026-12-01T07:30", help: help, show: \.text,
            read: { TimeArgument($0) })
    }

    private var text: String { (date.map { "\($0)T" } ?? "") + Self.clock(time) }

    /// Hours and minutes.
    static func clock(_ time: CivilTime) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(time.hour)):\(two(time.minute))"
    }

    /// A moment for a table: `2026-12-01 07:30`.
    static func local(_ instant: UTCInstant, in zone: TimeZoneRules) -> String {
        let local = zone.local(instant)
        return "\(local.date) \(clock(local.time))"
    }
}
