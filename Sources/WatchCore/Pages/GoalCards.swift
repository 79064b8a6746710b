import HealthCore
import Quantities
import ScreenModels

/// The goals one by one, and behind the last the trophies: PAGE goes on, back leads to the glance.
struct GoalCards: WatchPage {
    /// Which goal; the number of goals for the shelf.
    private(set) var index = 0

    var staysFor: Duration? { Self.atRest }
    var showsDay: Bool { true }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isBack(press) { return .open(.goals(GoalsGlance())) }
        if press.isStep(of: .page) { index = index < context.book.goals.count ? index + 1 : 0 }
        return .stay
    }

    func page(in context: PageContext) -> Page {
        let goals = context.book.goals
        guard goals.indices.contains(index) else { return .trophyShelf(shelf(in: context)) }
        let named = goals[index], goal = named.goal, progress = context.progress(of: goal)
        return .goalCard(
            GoalCardPage(
                number: UInt8(clamping: index + 1), count: UInt8(clamping: goals.count),
                name: GoalName(named, language: context.languageTag),
                details: LongText(goal.details.text(for: context.languageTag) ?? ""), mark: context.mark(of: named),
                current: progress.current.map { GoalAmount($0, of: goal.type) }, target: GoalAmount(progress.target, of: goal.type),
                trophy: TrophyKind(goal.trophy), points: goal.points))
    }

    private func shelf(in context: PageContext) -> TrophyShelfPage {
        let totals = context.book.awardTotals
        let places: [ShelfPlace] = [.bronzeSteps, .silverSteps, .goldSteps, .bronzeWalk, .silverRun, .zombieRun]
        return TrophyShelfPage(
            counts: totals.map { totals in InView(places.map { totals[$0] }) } ?? InView(), others: totals?[.other] ?? 0,
            points: totals?.points)
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(lap: .back, page: .next) }
}
