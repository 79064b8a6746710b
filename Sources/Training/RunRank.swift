import Calendar
import Quantities
import RunCore

/// A run's place among others by distance, the longest first.
public struct RunPlace: Hashable, Sendable {
    /// From 1; runs of the same distance share the better place.
    public var place: Int
    /// Among how many runs.
    public var count: Int

    /// A place.
    public init(place: Int, count: Int) { (self.place, self.count) = (place, count) }
}

/// A run's place among all runs, and among those of its day, its ISO week and its month.
///
/// Distances are compared in whole metres, as Running Life does. Imported runs count like recorded ones.
public struct RunRank: Hashable, Sendable {
    /// Among all.
    public var all: RunPlace
    /// Among those that began on the same local day; nil if the run's start was never known.
    public var day: RunPlace?
    /// Among those of the same ISO week.
    public var week: RunPlace?
    /// Among those of the same month.
    public var month: RunPlace?

    /// The rank of a run in a history; nil if it is not in it.
    public init?(of id: RunID, among runs: some Collection<TrainedRun>) {
        guard let run = runs.first(where: { $0.figures.id == id }) else { return nil }
        let meters = Self.wholeMeters(run)
        func place(_ isMeant: (CivilDate?) -> Bool) -> RunPlace {
            var place = RunPlace(place: 1, count: 0)
            for other in runs where isMeant(other.figures.day) {
                place.count += 1
                if Self.wholeMeters(other) > meters { place.place += 1 }
            }
            return place
        }
        all = place { _ in true }
        guard let day = run.figures.day else { return }
        self.day = place { $0 == day }
        week = place { $0.map { ISOWeek(containing: $0) } == ISOWeek(containing: day) }
        month = place { $0?.startOfMonth == day.startOfMonth }
    }

    private static func wholeMeters(_ run: TrainedRun) -> Int64 { ShownNumber.meters(of: run.figures.distance) ?? 0 }
}
