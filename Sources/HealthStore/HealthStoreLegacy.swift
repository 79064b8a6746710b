import Calendar
import HealthCore
import Quantities

// The calls of version 0.1 that know whole days, settings and profile instead of changes. This file goes with the last of their callers;
// `HealthStore.origin` goes with it.
extension HealthStore {
    /// The settings; defaults where none were saved.
    public func settings() throws(HealthStoreError) -> Settings { try values().settings }
    /// The profile; defaults where none was saved.
    public func profile() throws(HealthStoreError) -> Profile { try values().profile }

    private func values() throws(HealthStoreError) -> HealthBook {
        let nothing = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: 0)
        return try book(boot: BootID(high: 0, low: 0), window: nothing)
    }

    /// Saves what differs in both, in one transaction.
    public func save(_ settings: Settings, _ profile: Profile) throws(HealthStoreError) {
        try put(try values().changes(to: settings, profile, origin: origin))
    }

    /// Saves the totals of a day over what was stored of it.
    public func save(_ day: DayTotals) throws(HealthStoreError) {
        let old = try table.newest(.quarterHour, HealthID(wholeDay: day.date))
        guard old.flatMap({ DayTotals($0) }) != day else { return }
        try put(day.change(version: HealthChange.version(after: old), origin: origin))
    }

    /// The latest day stored; nil if there is none.
    public func latestDay() throws(HealthStoreError) -> DayTotals? {
        try days("ORDER BY id DESC LIMIT 1", from: .earliest, to: .latest).first
    }
    /// The date of the latest day stored; nil if there is none.
    public var latestDate: CivilDate? { (try? latestDay())?.date }

    /// The days stored in a range, in order.
    public func days(in range: ClosedRange<CivilDate>) throws(HealthStoreError) -> [DayTotals] {
        try days("ORDER BY id", from: range.lowerBound, to: range.upperBound)
    }

    private func days(_ order: String, from: CivilDate, to: CivilDate) throws(HealthStoreError) -> [DayTotals] {
        var days: [DayTotals] = []
        let bounds = [from, to].map { SQLiteValue.blob(HealthID(wholeDay: $0).withBytes { [UInt8]($0) }) }
        try visit("WHERE kind = \(HealthKind.quarterHour.rawValue) AND id BETWEEN ? AND ? AND is_deleted = 0 \(order)", bounds) { change in
            if let day = DayTotals(change) { days.append(day) }
        }
        return days
    }
}
