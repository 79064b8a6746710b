import Quantities
import RunCore
import ScreenModels

/// A finished run, in the views that PAGE goes through.
struct SummaryBrowser: WatchPage {
    /// The run.
    let run: StoredRun
    /// Which view.
    private(set) var view = SummaryPage.View.result
    /// The list that it was opened from, to which leaving leads back; nil for a run that has just been saved.
    var origin: HistoryBrowser?

    init(_ run: StoredRun, from origin: HistoryBrowser? = nil) {
        self.run = run
        self.origin = origin
    }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if press == Press(.page, .short) {
            view = SummaryPage.View(rawValue: view.rawValue + 1) ?? .result
        } else if context.isBack(press) || press == Press(.start, .short) {
            return origin.map { .open(.history($0)) } ?? .command(.leave)
        }
        return .stay
    }

    func page(in context: PageContext) -> Page {
        .summary(SummaryPage(view: view, kind: run.kind, date: run.date, start: run.start, figures: run.figures))
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .ok, lap: .back, page: .next) }
}
