import Quantities

/// Where one day ends and the next begins: by a zone, and by the time of day at which the runner's day starts.
///
/// Day totals, goals and calendars all ask here, so that a step can belong to one day only. Days follow one another without gap or
/// overlap whatever the zone does: the day that a zone skips is empty, an hour that comes twice lies in one day.
public struct DayBoundaries: Hashable, Sendable {
    /// The zone whose clock counts.
    public var zone: TimeZoneRules
    /// When a day begins on that clock; what happens before it still belongs to the day before.
    public var dayStart: CivilTime

    /// Days of a zone, from midnight unless said otherwise.
    public init(zone: TimeZoneRules, dayStart: CivilTime = .midnight) {
        self.zone = zone
        self.dayStart = dayStart
    }

    /// The first instant of a day: the first at which the clock shows its start or anything later, also where midnight does not exist.
    public func start(of date: CivilDate) -> UTCInstant {
        zone.firstInstant(showing: CivilDateTime(date: date, time: dayStart))
    }

    /// The day an instant belongs to.
    public func day(of instant: UTCInstant) -> CivilDate {
        let local = zone.local(instant)
        var day = local.time < dayStart ? local.date.adding(days: -1) : local.date
        // Clocks that go back over the boundary show the old date again; the new day has begun all the same.
        while day < .latest, start(of: day.adding(days: 1)) <= instant { day = day.adding(days: 1) }
        return day
    }

    /// From the first instant of a day up to, not including, the first instant of the next. Not always 24 h, and empty for a day
    /// that the zone skipped.
    public func interval(of date: CivilDate) -> Range<UTCInstant> {
        let start = start(of: date)
        return start..<max(start, self.start(of: date.adding(days: 1)))
    }
}
