import Quantities
import RunCore
import WatchCore

/// The runs on the watch, as the history shows them. Questions are answered when the card has answered; the loop does not wait for it.
public protocol RunHistory: AnyObject {
    /// Asks for four rows from an index, newest first.
    func loadRows(from first: UInt32)
    /// Asks for a run.
    func loadRun(_ id: RunID, inMiles: Bool)
    /// Asks what the pages at rest show of the runs.
    func ask(_ question: RunQuestion)
    /// Asks for what is stored of a stretch of days.
    func loadBook(_ window: Range<UTCInstant>)
    /// Asks what a run that is on the card is worth among the others. Other questions come first.
    func loadRecords(of run: RunID)
    /// Readable while there are answers; nil if they come within the question.
    var newsDescriptor: Int32? { get }
    /// Puts down what answers there are, and says why something could not be read.
    func moveAnswers(to queue: EventQueue, at now: MonotonicInstant, say: (String) -> Void)
}

extension HistoryAnswer {
    /// No runs.
    public static let empty = HistoryAnswer(count: 0, first: 0, rows: (nil, nil, nil, nil))
}
