/// A time of day as a wall clock shows it, to the second.
public struct CivilTime: Hashable, Comparable, Sendable {
    /// Seconds on the clock's face since 00:00, 0...86,399. On a day with a zone change this is not the time that has passed.
    public let secondsSinceMidnight: Int

    /// 00:00:00.
    public static let midnight = CivilTime(unchecked: 0)

    private init(unchecked seconds: Int) { secondsSinceMidnight = seconds }

    /// The time with these parts; nil when no clock shows it.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        secondsSinceMidnight = hour * 3600 + minute * 60 + second
    }

    /// The time so many seconds after 00:00, held in 0...86,399.
    public init(secondsSinceMidnight: Int) { self.init(unchecked: min(max(secondsSinceMidnight, 0), 86_399)) }

    /// The hour, 0...23.
    public var hour: Int { secondsSinceMidnight / 3600 }
    /// The minute, 0...59.
    public var minute: Int { secondsSinceMidnight / 60 % 60 }
    /// The second, 0...59.
    public var second: Int { secondsSinceMidnight % 60 }

    /// Orders by time.
    public static func < (a: CivilTime, b: CivilTime) -> Bool { a.secondsSinceMidnight < b.secondsSinceMidnight }
}
