import Calendar
import Quantities

/// A runner's greatest oxygen uptake: the median of the last five runs that have an estimate (``OxygenUptake``).
public struct RunnerOxygenUptake: Hashable, Sendable {
    /// Millilitres a kilogram and minute.
    public var milliliters: Double
    /// How far either way it may be off: half the range of the runs, and not less than 6.5 % of it, the middle of what the rule is off
    /// (5 to 8 %) even where runs agree.
    public var spread: Double
    /// On how many runs it rests, three to five.
    public var runs: Int
    /// The day of the latest of them.
    public var latest: CivilDate

    /// How many runs count.
    public static let mostRuns = 5
    /// With fewer there is no figure.
    public static let leastRuns = 3

    /// The figure of a history on a day; nil where fewer than three runs up to it have an estimate.
    public init?(of runs: some Sequence<TrainedRun>, on today: CivilDate) {
        let estimated = runs.inOrderOfTime().filter { run in
            run.oxygenUptake?.milliliters.isFinite == true && run.figures.day.map { $0 <= today } == true
        }.suffix(Self.mostRuns)
        let values = estimated.compactMap(\.oxygenUptake?.milliliters)
        guard values.count >= Self.leastRuns, let median = median(of: values), let least = values.min(), let most = values.max(),
            let latest = estimated.last?.figures.day
        else { return nil }
        milliliters = median
        spread = max((most - least) / 2, median * 0.065)
        self.runs = values.count
        self.latest = latest
    }
}
