import Calendar
import HealthCore
import Quantities
import ScreenModels

/// The goals of the day at a glance. START opens them one by one.
struct GoalsGlance: GlancePage {
    static let glance = Glance.goals

    func start(in context: PageContext) -> PageAction? { context.book.goals.isEmpty ? nil : .open(.goalCards(GoalCards())) }

    func page(in context: PageContext) -> Page {
        let goals = context.book.goals
        guard !goals.isEmpty else { return .message(.noGoals) }
        return .goals(
            GoalsPage(
                goals: InView(goals.prefix(InView<GoalMark>.capacity).map { context.mark(of: $0) }), count: UInt8(clamping: goals.count),
                pointsToday: context.local.map { local in
                    context.book.awards(on: local.date).reduce(0) { $0 &+ UInt32($1.points) }
                }, points: context.book.awardTotals?.points))
    }
}

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

extension PageContext {
    /// What goals count of today.
    var goalAmounts: GoalAmounts {
        GoalAmounts(steps: today?.steps, walked: today?.walked ?? .zero, ran: today?.ran ?? .zero)
    }

    /// How far a goal has come today.
    func progress(of goal: Goal) -> GoalProgress {
        guard goal.carriesOver, let local else { return GoalProgress(goal, goalAmounts) }
        return GoalProgress(goal, goalAmounts, before: book.goalAmounts(on: local.date.adding(days: -1), DayBoundaries(zone: zone)))
    }

    func mark(of named: NamedGoal) -> GoalMark {
        GoalMark(
            kind: GoalKind(named.goal.type), percent: progress(of: named.goal).percent,
            isAwarded: local.map { book.isAwarded(named.id, on: $0.date) } ?? false)
    }

    /// The goal that is nearest to done; where all are, the last of them, as awarded; nil if none moves.
    var nearestGoal: GoalMark? {
        var nearest: GoalMark?, done: GoalMark?
        for named in book.goals {
            var mark = mark(of: named)
            guard let percent = mark.percent else { continue }
            if percent >= 100 || mark.isAwarded {
                mark.isAwarded = true
                done = mark
            } else if nearest.map({ percent > $0.percent ?? 0 }) ?? true {
                nearest = mark
            }
        }
        return nearest ?? done
    }
}
