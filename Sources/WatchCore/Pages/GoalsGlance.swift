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
