import Quantities
import RunCore
import ScreenModels

/// A finished run, in the views that PAGE goes through: its figures, its laps, its full kilometres or miles. START goes on in a list that is
/// longer than the panel, else it leaves.
struct SummaryBrowser: WatchPage {
    /// The run.
    let run: StoredRun
    /// Which view.
    private(set) var view = SummaryPage.View.result
    /// The first lap or split in view.
    private(set) var first = 0
    /// The list that it was opened from, to which leaving leads back; nil for a run that has just been saved.
    var origin: HistoryBrowser?
    /// The record that it has beaten, once that is known.
    var record: BrokenRecord?

    init(_ run: StoredRun, from origin: HistoryBrowser? = nil) {
        self.run = run
        self.origin = origin
    }

    private static let rowsInView = Int(LapRows.capacity)

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if press == Press(.page, .short) {
            view = nextView
            first = 0
        } else if press == Press(.start, .short), isLong {
            first = first + Self.rowsInView < count ? first + Self.rowsInView : 0
        } else if context.isBack(press) || press == Press(.start, .short) {
            return origin.map { .open(.history($0)) } ?? .command(.leave)
        }
        return .stay
    }

    /// A run that is shorter than a kilometre has no splits to show.
    private var nextView: SummaryPage.View {
        let next = SummaryPage.View(rawValue: view.rawValue + 1) ?? .result
        return next == .splits && run.figures.splits == 0 ? .body : next
    }

    /// Rows of the list in view; of an old run those that were read.
    private var count: Int {
        let most = origin == nil ? Int.max : StoredRun.mostRows
        switch view {
        case .laps: return min(Int(run.figures.laps), most)
        case .splits: return min(Int(run.figures.splits), most)
        case .result, .body, .course: return 0
        }
    }

    private var isLong: Bool { count > Self.rowsInView }

    private func rows(in context: PageContext) -> LapRows {
        var rows = LapRows(first: UInt16(clamping: first), count: UInt16(clamping: count))
        for row in 0..<Self.rowsInView where first + row < count { rows[row] = figures(first + row, in: context) }
        return rows
    }

    /// A lap or a split: of a run that was just saved from its own fold, of an old one from what was read.
    private func figures(_ index: Int, in context: PageContext) -> LapFigures? {
        guard origin == nil, let totals = context.session.totals else {
            let list = view == .laps ? run.laps : run.splits
            return list.indices.contains(index) ? list[index] : nil
        }
        if view == .laps { return totals.lap(at: index).map { LapFigures($0) } }
        return LapFigures(split: index, of: totals, inMiles: context.settings.usesMiles)
    }

    func page(in context: PageContext) -> Page {
        var page = SummaryPage(
            view: view, kind: run.kind, date: run.date, start: run.start, figures: run.figures, rows: rows(in: context))
        page.record = record
        return .summary(page)
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: isLong ? .down : .ok, lap: .back, page: .next) }
}
