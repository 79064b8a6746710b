import Calendar
import HealthCore
import Quantities
import ScreenModels

// Goals: what was reached is awarded, once a goal and a local day.
extension Watch {
    /// Amounts move each second; whether they reach a goal is asked no oftener than this.
    private static let goalCheckInterval = Duration.seconds(10)

    /// Awards what has been reached. Nothing is awarded while the day is unknown, nor by a book that stands in for what could not be read,
    /// nor before it has read what was awarded that day.
    /// Allocates nothing unless something was reached.
    mutating func awardGoals(at now: MonotonicInstant, into effects: inout EffectList) {
        goalsChecked = now
        haveAmountsMoved = false
        guard book.isReadable, let local = local(at: now), book.knowsAwards(of: local.date) else { return }
        let today = goalAmounts(at: now),
            before = book.goalsCarryOver ? book.goalAmounts(on: local.date.adding(days: -1), boundaries) : GoalAmounts()
        var first: NamedGoal?, others: UInt8 = 0
        for named in book.goals {
            // An award can be one more than the book holds of its days; then it cannot say any more.
            guard book.knowsAwards(of: local.date), !book.isAwarded(named.id, on: local.date),
                GoalProgress(named.goal, today, before: before).isReached
            else { continue }
            let award = GoalAward(
                goal: named.id, day: local.date, trophy: named.goal.trophy, type: named.goal.type, points: named.goal.points)
            store(award.change(origin: origin, time: time(at: now)), into: &effects)
            // What is worth most is told.
            if let other = first { others = min(others, .max - 1) + 1; if other.goal.points >= named.goal.points { continue } }
            first = named
        }
        guard let first else { return }
        buzz(.award, into: &effects)
        showMessage(
            .goalReached(GoalName(first, language: languageTag), TrophyKind(first.goal.trophy), points: first.goal.points, others: others),
            for: .seconds(6), at: now)
    }

    /// Asks for awards when something has moved.
    mutating func followGoals(at now: MonotonicInstant, into effects: inout EffectList) {
        guard haveAmountsMoved, goalsChecked.duration(to: now) >= Self.goalCheckInterval else { return }
        awardGoals(at: now, into: &effects)
        if light != .off, page.showsDay { needsRedraw = true }
    }

    var boundaries: DayBoundaries { DayBoundaries(zone: configuration.zone) }
    /// The tag of the screens' language, by which texts of a computer are chosen.
    var languageTag: String { configuration.languageTag(settings.language) }

    func goalAmounts(at now: MonotonicInstant) -> GoalAmounts {
        let day = today(at: now)
        return GoalAmounts(steps: day.steps, walked: day.walked, ran: day.ran)
    }
}

extension GoalName {
    init(_ named: NamedGoal, language: String) {
        if let place = named.builtIn {
            self = .builtIn(UInt8(clamping: place))
        } else {
            self = .text(ShortText(named.goal.title.text(for: language) ?? named.id.text ?? ""))
        }
    }
}

extension GoalKind {
    /// The screens' word for what a goal counts.
    public init(_ type: GoalType) {
        switch type {
        case .steps: self = .steps
        case .walkingDistance: self = .walking
        case .runningDistance: self = .running
        case .unknown: self = .unknown
        }
    }
}

extension TrophyKind {
    init(_ trophy: Trophy) {
        switch trophy {
        case .bronzeMedal: self = .bronze
        case .silverMedal: self = .silver
        case .goldMedal: self = .gold
        case .zombieHand: self = .zombieHand
        case .unknown: self = .unknown
        }
    }
}

extension GoalAmount {
    /// An amount in the unit of ``GoalProgress``.
    init(_ amount: Int64, of type: GoalType) {
        switch type {
        case .steps: self = .steps(UInt32(clamping: amount))
        case .walkingDistance, .runningDistance: self = .distance(.meters(Double(amount) / 1000))
        case .unknown: self = .number(UInt32(clamping: amount))
        }
    }
}
