import Calendar

/// Days in a row on which the runner ran.
public struct RunStreak: Hashable, Sendable {
    /// The days in a row up to today, or up to yesterday while there was no run today yet; 0 without.
    public var current = 0
    /// The most days in a row ever.
    public var longest = 0

    /// The streaks of a history. Days after today do not count.
    public init(_ runs: some Sequence<TrainedRun>, today: CivilDate) {
        self.init(days: runs.compactMap(\.figures.day), today: today)
    }

    /// The streaks of the days on which there were runs, in any order and as often as it may be. Days after today do not count.
    public init(days: some Sequence<CivilDate>, today: CivilDate) {
        let days = Set(days).filter { $0 <= today }.sorted()
        var length = 0, last: CivilDate?
        for day in days {
            length = last.map { $0.days(to: day) == 1 } == true ? length + 1 : 1
            longest = max(longest, length)
            last = day
        }
        if let last, last.days(to: today) <= 1 { current = length }
    }
}
