import Quantities
import ScreenModels

/// Runs on the watch, newest first: PAGE goes down, START opens one.
struct HistoryBrowser: WatchPage {
    /// The chosen run.
    private(set) var selected: UInt32 = 0
    /// The rows in hand; nil until they come.
    private(set) var answer: HistoryAnswer?
    /// True if the card did not give them.
    private(set) var isUnreadable = false

    /// Rows have come, or cannot be read.
    mutating func receiveAnswer(_ answer: HistoryAnswer?) {
        isUnreadable = answer == nil
        self.answer = answer ?? self.answer
    }

    /// Rows in view.
    private static let rowsInView: UInt32 = 4

    private var count: UInt32 { answer?.count ?? 0 }

    var opening: PageAction { answer == nil ? .loadHistory(first: 0) : .stay }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return .open(.atRest) }
        guard let answer, answer.count > 0 else { return .stay }
        if press == Press(.start, .short) { return .loadRun(index: selected) }
        guard press.isStep else { return .stay }
        selected = selected < answer.count - 1 ? selected + 1 : 0
        let isInView = selected >= answer.first && selected - answer.first < Self.rowsInView
        return isInView ? .stay : .loadHistory(first: selected - selected % Self.rowsInView)
    }

    func page(in context: PageContext) -> Page {
        if isUnreadable { return .message(.storageFailed) }
        guard let answer else { return .message(.reading) }
        guard answer.count > 0 else { return .message(.noRuns) }
        return .history(HistoryPage(count: answer.count, first: answer.first, selected: selected, rows: answer.rows))
    }

    func labels(in context: PageContext) -> ButtonLabels {
        ButtonLabels(start: count > 0 ? .select : nil, lap: .back, page: count > 1 ? .down : nil)
    }
}
