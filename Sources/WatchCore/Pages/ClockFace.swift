import Quantities
import ScreenModels

/// The watch at rest: clock and day. START gets a run ready, PAGE walks round the glances, LAP opens the history, PAGE held the menu.
struct ClockFace: WatchPage {
    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        switch (press.role, press.length) {
        case (.start, .short): .prepareRun
        case (.page, .short): .open(.next(in: context))
        case (.page, .long): .open(.menu(Menu(.main)))
        default: context.isBack(press) ? .open(.history(HistoryBrowser())) : .stay
        }
    }

    var showsDay: Bool { true }

    func page(in context: PageContext) -> Page {
        var page = ClockPage(
            time: context.time, date: context.local.map { DayOfYear($0.date) }, steps: context.today?.steps,
            distance: context.today?.distance ?? .zero, withoutTimeFor: context.withoutTimeFor)
        if context.settings.glances.contains(.goals) { page.nearestGoal = context.nearestGoal }
        return .clock(page)
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .start, lap: .runs, page: .next, pageHeld: .menu) }
}
