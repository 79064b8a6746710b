import Quantities
import RunCore
import ScreenModels

/// A finished run, in the views that PAGE goes through: its figures, its laps, its full kilometres or miles. START goes on in a list that is
/// longer than the panel, else it leaves. PAGE held on the figures of a run of a list asks whether to delete it, and asks once more.
struct SummaryBrowser: WatchPage {
    /// The run.
    let run: StoredRun
    /// Which view.
    private(set) var view = SummaryPage.View.result
    /// The first lap or split in view.
    private(set) var first = 0
    /// The list that it was opened from, to which leaving leads back; nil for a run that has just been saved.
    var origin: RunList?
    /// The name of a run of a list.
    let id: RunID?
    /// How often it is still asked whether to delete the run: 2, 1, and 0 where nothing is asked.
    private(set) var questionsLeft = 0
    /// The record that it has beaten, once that is known.
    var record: BrokenRecord?

    init(_ run: StoredRun, id: RunID? = nil, from origin: RunList? = nil) {
        (self.run, self.id, self.origin) = (run, id, origin)
    }

    /// The list beneath may have changed.
    var refreshing: PageAction { origin?.page.refreshing ?? .stay }

    private static let rowsInView = Int(LapRows.capacity)

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if questionsLeft > 0 { return answerQuestion(press, in: context) }
        if press == Press(.page, .second), mayBeDeleted {
            questionsLeft = 2
        } else if press == Press(.page, .short) {
            view = nextView(in: context)
            first = 0
        } else if press == Press(.start, .short), isLong {
            first = first + Self.rowsInView < count ? first + Self.rowsInView : 0
        } else if context.isBack(press) || press == Press(.start, .short) {
            return origin.map { .open($0.page) } ?? .command(.leave)
        }
        return .stay
    }

    /// Only a run of a list: what has just been saved may still be on its way to the card.
    private var mayBeDeleted: Bool { view == .result && id != nil && origin != nil }

    /// START says yes; PAGE and back say no, and nothing has happened.
    private mutating func answerQuestion(_ press: Press, in context: PageContext) -> PageAction {
        if press == Press(.start, .short) {
            questionsLeft -= 1
            guard questionsLeft == 0, let id, let origin else { return .stay }
            return .removeRun(id, thenOpen: origin.page)
        }
        if press == Press(.page, .short) || context.isBack(press) { questionsLeft = 0 }
        return .stay
    }

    /// A run that is shorter than a kilometre has no splits to show, one without a position no track.
    private func nextView(in context: PageContext) -> SummaryPage.View {
        var next = view
        repeat { next = SummaryPage.View(rawValue: next.rawValue + 1) ?? .result } while !isShown(next, in: context)
        return next
    }

    private func isShown(_ view: SummaryPage.View, in context: PageContext) -> Bool {
        switch view {
        case .result, .laps, .body, .course: true
        case .splits: run.figures.splits > 0
        case .track: track(in: context).count > 1
        }
    }

    private func track(in context: PageContext) -> TrackSketch { origin == nil ? context.track : run.track }

    /// Rows of the list in view; of an old run those that were read.
    private var count: Int {
        let most = origin == nil ? Int.max : StoredRun.mostRows
        switch view {
        case .laps: return min(Int(run.figures.laps), most)
        case .splits: return min(Int(run.figures.splits), most)
        case .result, .body, .course, .track: return 0
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
        if questionsLeft > 0 { return .message(.deleteRun(isAskedAgain: questionsLeft == 1, distance: run.figures.distance)) }
        var page = SummaryPage(
            view: view, kind: run.kind, date: run.date, start: run.start, figures: run.figures, rows: rows(in: context))
        page.record = record
        if view == .track { page.track = track(in: context) }
        return .summary(page)
    }

    func labels(in context: PageContext) -> ButtonLabels {
        guard questionsLeft == 0 else {
            return context.hasLapButton ? ButtonLabels(start: .yes, lap: .no) : ButtonLabels(start: .yes, page: .no)
        }
        return ButtonLabels(start: isLong ? .down : .ok, lap: .back, page: .next, pageHeld: mayBeDeleted ? .delete : nil)
    }
}
