import Quantities
import ScreenModels

/// The newest runs at a glance. START opens the list of all.
struct HistoryGlance: GlancePage {
    static let glance = Glance.history

    var needsOverview: Bool { true }

    /// Without a run the word says that START begins one, so it does.
    func start(in context: PageContext) -> PageAction? {
        if context.areRunsUnreadable { return nil }
        return isEmpty(in: context) ? .prepareRun : .open(.history(HistoryBrowser(fromGlance: true)))
    }

    private func isEmpty(in context: PageContext) -> Bool { context.overview?.runs == 0 }

    func page(in context: PageContext) -> Page {
        if context.areRunsUnreadable { return .message(.storageFailed) }
        if isEmpty(in: context) { return .message(.noRuns) }
        var page = RecentRunsPage()
        if let overview = context.overview {
            func row(_ index: Int) -> HistoryRow? { overview.newest.indices.contains(index) ? overview.newest[index].row : nil }
            (page.newest, page.second, page.third) = (row(0), row(1), row(2))
            page.count = overview.runs
        }
        return .recentRuns(page)
    }

    func labels(in context: PageContext) -> ButtonLabels {
        let start: ButtonLabel? = context.areRunsUnreadable ? nil : isEmpty(in: context) ? .start : .select
        return ButtonLabels(start: start, lap: .back, page: .next, pageHeld: .menu)
    }
}
