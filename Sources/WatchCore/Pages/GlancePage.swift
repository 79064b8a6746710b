import HealthCore
import Quantities
import ScreenModels

/// What can be looked at from the clock with PAGE, in this order.
enum Glance: UInt8, CaseIterable, Sendable {
    case goals, caffeine, week, records, history, computer
}

/// A page of the ring round the clock: PAGE goes on to the next one, START opens what it stands for, back leads to the clock, PAGE held to the menu.
///
/// A glance says which it is, what START opens and what it shows; the rest stands here. It shows values of the ``PageContext`` and holds
/// next to nothing itself.
protocol GlancePage: WatchPage {
    /// Which one.
    static var glance: Glance { get }
    /// What START opens; nil where there is nothing to open.
    func start(in context: PageContext) -> PageAction?
}

extension GlancePage {
    /// Nobody looks at it any more: the clock takes its place.
    var staysFor: Duration? { .minutes(2) }
    var showsDay: Bool { true }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        switch (press.role, press.length) {
        case (.start, .short): start(in: context) ?? .stay
        case (.page, .short): .open(.next(after: Self.glance, in: context))
        case (.page, .long): .open(.menu(Menu(.main)))
        default: context.isBack(press) ? .open(.atRest) : .stay
        }
    }

    func labels(in context: PageContext) -> ButtonLabels {
        ButtonLabels(start: start(in: context) == nil ? nil : .select, lap: .back, page: .next, pageHeld: .menu)
    }
}

extension CurrentPage {
    /// The glance that PAGE goes to from the clock, or from a glance; the clock after the last.
    static func next(after glance: Glance? = nil, in context: PageContext) -> CurrentPage {
        let later = Glance.allCases.drop { candidate in glance.map { candidate.rawValue <= $0.rawValue } ?? false }
        for candidate in later where context.shows(candidate) { if let page = opening(candidate) { return page } }
        return .atRest
    }

    /// The page of a glance.
    private static func opening(_ glance: Glance) -> CurrentPage? {
        switch glance {
        case .goals: .goals(GoalsGlance())
        case .caffeine: .caffeine(CaffeineGlance())
        case .week: .week(WeekGlance())
        case .records: .records(RecordsGlance())
        case .history: .recentRuns(HistoryGlance())
        case .computer: .computer(ComputerGlance())
        }
    }
}
