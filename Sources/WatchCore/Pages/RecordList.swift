import Quantities
import ScreenModels

/// Totals and records: PAGE goes down. START on the totals turns kilometres into kilocalories and back, on a record it opens the run that
/// holds it.
struct RecordList: WatchPage {
    /// The chosen row: 0 for the totals, then the records.
    private(set) var selected = 0
    /// True where the totals are told as energy.
    private(set) var showsEnergy = false

    var needsOverview: Bool { true }
    var staysFor: Duration? { Self.atRest }

    private func count(in context: PageContext) -> Int { 1 + (context.overview?.records.count ?? 0) }
    /// A record may have gone with its run since the row was chosen.
    private func row(in context: PageContext) -> Int { min(selected, count(in: context) - 1) }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return .open(.records(RecordsGlance())) }
        guard let overview = context.overview else { return .stay }
        selected = row(in: context)
        if press.isStep(of: .page) {
            selected = selected + 1 < count(in: context) ? selected + 1 : 0
        } else if press == Press(.start, .short) {
            guard selected > 0 else {
                showsEnergy.toggle()
                return .stay
            }
            return .loadRun(overview.records[selected - 1].run)
        }
        return .stay
    }

    func page(in context: PageContext) -> Page {
        guard let overview = context.overview else { return .message(context.areRunsUnreadable ? .storageFailed : .reading) }
        let count = count(in: context), row = row(in: context), first = max(0, row - RecordListPage.capacity + 1)
        var page = RecordListPage(count: UInt8(clamping: count), first: UInt8(clamping: first), selected: UInt8(clamping: row))
        for place in 0..<RecordListPage.capacity where first + place < count {
            if first + place == 0 {
                page[place] = showsEnergy ? .energy(overview.energy) : .distance(overview.distance)
            } else {
                let held = overview.records[first + place - 1]
                page[place] = .record(held.record, isIndoor: held.isIndoor)
            }
        }
        return .recordList(page)
    }

    func labels(in context: PageContext) -> ButtonLabels {
        guard context.overview != nil else { return ButtonLabels(lap: .back) }
        return ButtonLabels(start: row(in: context) == 0 ? .change : .select, lap: .back, page: .down)
    }
}
