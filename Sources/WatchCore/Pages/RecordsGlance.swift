import Quantities
import ScreenModels

/// What all runs add up to, at a glance. START opens the totals and the records.
struct RecordsGlance: GlancePage {
    static let glance = Glance.records

    var needsOverview: Bool { true }

    func start(in context: PageContext) -> PageAction? {
        context.overview.map { $0.runs > 0 } == true ? .open(.recordList(RecordList())) : nil
    }

    func page(in context: PageContext) -> Page {
        if context.areRunsUnreadable { return .message(.storageFailed) }
        var page = TotalsPage()
        if let overview = context.overview {
            page.distance = overview.distance
            page.energy = overview.energy
            page.runs = overview.runs
            page.averagePace = overview.averagePace
        }
        return .totals(page)
    }
}
