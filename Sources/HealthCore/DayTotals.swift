import Calendar
import Quantities

/// What a local day added up to.
public struct DayTotals: Hashable, Sendable {
    /// The local date.
    public var date: CivilDate
    /// Steps of the day, in runs and between them.
    public var steps: UInt32
    /// Distance of the runs that began on the day.
    public var distance: Distance
    /// How many runs began on the day.
    public var runs: UInt16
    /// Distance walked on the day: while a walk was recorded as that measured it, else by steps.
    public var walked = Distance.zero
    /// Distance run on the day, likewise.
    public var ran = Distance.zero
    /// A day; zeros unless told.
    public init(date: CivilDate, steps: UInt32 = 0, distance: Distance = .zero, runs: UInt16 = 0) {
        self.date = date
        self.steps = steps
        self.distance = distance
        self.runs = runs
    }
}

extension DayTotals {
    /// The change that keeps a whole day, as version 1 of the store knew days.
    public func change(version: UInt32, origin: HealthOrigin) -> HealthChange {
        let start = UTCInstant(milliseconds: Int64(date.daysSinceEpoch) * 86_400_000)
        return HealthChange(
            kind: .quarterHour, id: HealthID(wholeDay: date), version: version, origin: origin,
            time: .utc(start: start, end: start.advanced(by: .seconds(86_400)), zone: .utc),
            value: .day(
                WholeDayAmounts(steps: steps, distanceMillimeters: Int64(rounding: distance.meters * 1000), runs: runs)))
    }

    /// The day of such a change; nil if it is none.
    public init?(_ change: HealthChange) {
        guard case .day(let amounts) = change.value, case .utc(let start, _, let zone) = change.time else { return nil }
        self.init(
            date: CivilDateTime(start, offset: zone).date, steps: amounts.steps,
            distance: .meters(Double(amounts.distanceMillimeters) / 1000), runs: amounts.runs)
    }
}
