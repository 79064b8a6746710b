import Calendar
import Quantities
import RunCore
import ScreenModels

/// What the pages at rest ask of the runs on the card. Answered from the list of runs, never from their logs.
public enum RunQuestion: Hashable, Sendable {
    /// What all runs add up to, and what the week of a day looks like; without a day until the time is known.
    case overview(today: CivilDate?)
    /// On which days of a month there were runs; the month by its first day.
    case month(CivilDate)
    /// The runs of a day.
    case day(CivilDate)
}

/// The answer to a ``RunQuestion``.
public enum RunAnswer: Hashable, Sendable {
    /// What all runs add up to.
    case overview(RunOverview)
    /// The days of a month.
    case month(RunMonth)
    /// The runs of a day.
    case day(RunsOfDay)
    /// The card did not give it.
    case unreadable(RunQuestion)

    /// The answer of a watch without a run.
    public init(withoutRunsFor question: RunQuestion) {
        switch question {
        case .overview(let today): self = .overview(RunOverview(today: today))
        case .month(let first): self = .month(RunMonth(of: first))
        case .day(let day): self = .day(RunsOfDay(day))
        }
    }
}

/// A run of a list, and its name, by which it is opened.
public struct ListedRun: Hashable, Sendable {
    /// Its name.
    public var id: RunID
    /// What a list says of it.
    public var row: HistoryRow
    /// Local time of its start; nil if its time was never known.
    public var start: TimeOfDay?
    /// A run.
    public init(id: RunID, row: HistoryRow, start: TimeOfDay? = nil) { (self.id, self.row, self.start) = (id, row, start) }
}
