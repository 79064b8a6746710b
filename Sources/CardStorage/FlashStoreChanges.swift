import HealthCore
import HealthStore
import RunCore

/// What waits for the health store. Room is made once, so that taking a run's entry at its end allocates nothing.
struct FlashStoreChanges {
    private static let room = 8

    private(set) var settings: (Settings, Profile)?
    private(set) var days: [DayTotals] = []
    private(set) var runs: [RunIndexEntry] = []

    init() {
        days.reserveCapacity(Self.room)
        runs.reserveCapacity(Self.room)
    }

    var isEmpty: Bool { settings == nil && days.isEmpty && runs.isEmpty }

    mutating func set(_ settings: Settings, _ profile: Profile) { self.settings = (settings, profile) }

    /// A later value of the same day replaces the one that waits. When eight days wait the oldest gives way.
    mutating func add(_ day: DayTotals) {
        if let index = days.firstIndex(where: { $0.date == day.date }) {
            days[index] = day
        } else {
            if days.count == Self.room { days.removeFirst() }
            days.append(day)
        }
    }

    /// When eight runs wait the oldest gives way: the index is made again from the logs at the next start.
    mutating func add(_ run: RunIndexEntry) {
        if runs.count == Self.room { runs.removeFirst() }
        runs.append(run)
    }

    /// Takes everything over from `others`, which is newer, and leaves it empty.
    mutating func take(from others: inout FlashStoreChanges) {
        if let settings = others.settings { self.settings = settings }
        for day in others.days { add(day) }
        for run in others.runs { add(run) }
        others.settings = nil
        others.days.removeAll(keepingCapacity: true)
        others.runs.removeAll(keepingCapacity: true)
    }

    /// Saves what waits and forgets it piece by piece, so that after an error only the rest is tried again. The runs wait until their
    /// logs are on the card. A day that is new makes a backup of the whole store.
    mutating func apply(to store: HealthStore, includingRuns: Bool) throws(HealthStoreError) {
        if let (settings, profile) = settings {
            try store.save(settings, profile)
            self.settings = nil
        }
        while let day = days.first {
            let isNew = store.latestDate != day.date
            try store.save(day)
            days.removeFirst()
            if isNew { try store.backUp() }
        }
        while includingRuns, let run = runs.first {
            try store.save(run)
            runs.removeFirst()
        }
    }
}
