import Quantities
import ScreenModels

/// Runs on the watch, newest first: PAGE goes down, START opens one. Back leads where it was opened from.
struct HistoryBrowser: WatchPage {
    /// The menu that it was opened from; nil for the clock.
    let menu: Menu?
    /// The chosen run.
    private(set) var selected: UInt32 = 0
    /// The rows in hand; nil until they come.
    private(set) var answer: HistoryAnswer?
    /// True if the card did not give them.
    private(set) var isUnreadable = false

    /// True if it was opened from the glance of the newest runs.
    let isFromGlance: Bool

    init(from menu: Menu? = nil, fromGlance isFromGlance: Bool = false) { (self.menu, self.isFromGlance) = (menu, isFromGlance) }

    /// Rows have come, or cannot be read.
    mutating func receiveAnswer(_ answer: HistoryAnswer?) {
        isUnreadable = answer == nil
        self.answer = answer ?? self.answer
        // Runs may have gone since the row was chosen.
        if let answer { selected = min(selected, answer.count > 0 ? answer.count - 1 : 0) }
    }

    /// Rows in view.
    private static let rowsInView: UInt32 = 4
    /// How long "no runs yet" is shown.
    private static let emptyStaysFor = Duration.seconds(10)

    private var count: UInt32 { answer?.count ?? 0 }
    private var back: PageAction { .open(menu.map { .menu($0) } ?? (isFromGlance ? .recentRuns(HistoryGlance()) : .atRest)) }
    /// The first of the rows that hold the chosen one.
    private var firstInView: UInt32 { selected - selected % Self.rowsInView }
    /// There is only a word to be read.
    private var isEmpty: Bool { isUnreadable || answer?.count == 0 }

    var opening: PageAction { answer == nil ? .loadHistory(first: 0) : .stay }
    var refreshing: PageAction { .loadHistory(first: firstInView) }
    var staysFor: Duration? { isEmpty ? Self.emptyStaysFor : Self.atRest }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return back }
        guard !isEmpty else {
            // A word is no dead end: START does what it says, and any other press leaves (U-A9).
            guard press.length == .short else { return .stay }
            return press.role == .start && !isUnreadable ? .prepareRun : back
        }
        guard let answer else { return .stay }
        if press == Press(.start, .short) { return answer.run(at: selected).map { .loadRun($0.id) } ?? .stay }
        guard press.isStep(of: .page) else { return .stay }
        selected = selected < answer.count - 1 ? selected + 1 : 0
        let isInView = selected >= answer.first && selected - answer.first < Self.rowsInView
        return isInView ? .stay : refreshing
    }

    func page(in context: PageContext) -> Page {
        if isUnreadable { return .message(.storageFailed) }
        guard let answer else { return .message(.reading) }
        guard answer.count > 0 else { return .message(.noRuns) }
        let rows = (answer.rows.0?.row, answer.rows.1?.row, answer.rows.2?.row, answer.rows.3?.row)
        return .history(HistoryPage(count: answer.count, first: answer.first, selected: selected, rows: rows))
    }

    func labels(in context: PageContext) -> ButtonLabels {
        if isUnreadable { return ButtonLabels(start: .ok, lap: .back, page: .back) }
        if isEmpty { return ButtonLabels(start: .start, lap: .back, page: .back) }
        return ButtonLabels(start: count > 0 ? .select : nil, lap: .back, page: count > 0 ? .down : nil)
    }
}
