import Calendar
import Quantities

/// What of a day goals count.
public struct GoalAmounts: Hashable, Sendable {
    /// Steps; nil without a step counter.
    public var steps: UInt32?
    /// Distance walked.
    public var walked: Distance
    /// Distance run.
    public var ran: Distance
    /// Amounts; nothing unless told.
    public init(steps: UInt32? = nil, walked: Distance = .zero, ran: Distance = .zero) {
        (self.steps, self.walked, self.ran) = (steps, walked, ran)
    }
    /// Those of a day.
    public init(_ day: DayTotals) { self.init(steps: day.steps, walked: day.walked, ran: day.ran) }

    /// How much of what a goal counts, in steps or millimetres; nil for what is not known or cannot be counted.
    func amount(_ type: GoalType) -> Int64? {
        switch type {
        case .steps: steps.map { Int64($0) }
        case .walkingDistance: Self.millimeters(walked)
        case .runningDistance: Self.millimeters(ran)
        case .unknown: nil
        }
    }

    private static func millimeters(_ distance: Distance) -> Int64 { max(0, Int64(rounding: distance.meters * 1000)) }
}

/// How far a goal has come on a day. The rules are iHealth's: whole numbers, cut and not rounded, and more than 100 % where there is more.
///
/// Carry-over ("cumulative on the next day", which users of such goals ask for): what was done the day before counts on. All of it if it was
/// less than the goal, else what was above it, but never so much that the goal is reached without a step.
public struct GoalProgress: Hashable, Sendable {
    /// Steps, or millimetres, carried over ones included; nil where nothing can be said.
    public var current: Int64?
    /// The goal in the same unit.
    public var target: Int64
    /// Per cent, cut; nil where nothing can be said.
    public var percent: UInt32?
    /// True if the goal is reached.
    public var isReached: Bool

    /// The progress of a goal with the amounts of a day and of the day before. Allocates nothing.
    public init(_ goal: Goal, _ day: GoalAmounts, before: GoalAmounts = GoalAmounts()) {
        let isDistance = goal.type == .walkingDistance || goal.type == .runningDistance
        let target = Int64(goal.target) * (isDistance ? 1000 : 1)
        self.target = target
        guard var amount = day.amount(goal.type) else {
            (current, percent, isReached) = (nil, nil, false)
            return
        }
        if goal.carriesOver {
            let earlier = before.amount(goal.type) ?? 0
            amount = amount.addingSaturating(min(earlier < target ? earlier : earlier - target, target - 1))
        }
        let (product, overflow) = amount.multipliedReportingOverflow(by: 100)
        current = amount
        percent = overflow ? .max : UInt32(clamping: product / target)
        isReached = amount >= target
    }
}

extension HealthBook {
    /// What goals count of a local day, from what is stored.
    public func goalAmounts(on day: CivilDate, _ boundaries: DayBoundaries) -> GoalAmounts { GoalAmounts(self.day(day, boundaries)) }
}
