import Quantities

/// What a goal counts.
public enum GoalKind: UInt8, CaseIterable, Sendable {
    /// Steps.
    case steps
    /// Distance walked.
    case walking
    /// Distance run.
    case running
    /// Something that this watch does not know.
    case unknown
}

/// What is awarded.
public enum TrophyKind: UInt8, CaseIterable, Sendable {
    /// Medals of three ranks.
    case bronze, silver, gold
    /// A hand that reaches out of the ground.
    case zombieHand
    /// One without a picture.
    case unknown
}

/// What a goal is called.
public enum GoalName: Hashable, Sendable {
    /// One of the six that are built in, from 0: the watch has words for it.
    case builtIn(UInt8)
    /// As a computer called it.
    case text(ShortText)
}

/// One goal of the day at a glance.
public struct GoalMark: Hashable, Sendable {
    /// What it counts.
    public var kind: GoalKind
    /// Per cent, cut, and more than 100 where there is more; nil where nothing can be said.
    public var percent: UInt32?
    /// True once it was awarded today.
    public var isAwarded: Bool
    /// A goal.
    public init(kind: GoalKind, percent: UInt32?, isAwarded: Bool) {
        (self.kind, self.percent, self.isAwarded) = (kind, percent, isAwarded)
    }
}

/// The goals of the day at a glance.
public struct GoalsPage: Hashable, Sendable {
    /// The first six.
    public var goals: InView<GoalMark>
    /// How many there are.
    public var count: UInt8
    /// Points of today; nil until the day is known.
    public var pointsToday: UInt32?
    /// Points in all; nil until they have been read.
    public var points: UInt64?
    /// A page.
    public init(goals: InView<GoalMark>, count: UInt8, pointsToday: UInt32?, points: UInt64?) {
        (self.goals, self.count, self.pointsToday, self.points) = (goals, count, pointsToday, points)
    }
}

/// How much of what a goal counts.
public enum GoalAmount: Hashable, Sendable {
    /// Steps.
    case steps(UInt32)
    /// A distance.
    case distance(Distance)
    /// A plain number, of what this watch does not know.
    case number(UInt32)
}

/// One goal.
public struct GoalCardPage: Hashable, Sendable {
    /// Which one, from 1, and of how many.
    public var number: UInt8, count: UInt8
    /// What it is called.
    public var name: GoalName
    /// What is to be done, as a computer said it; empty where the watch has words of its own.
    public var details: LongText
    /// What it counts, its percent, whether it was awarded.
    public var mark: GoalMark
    /// How far it has come; nil where nothing can be said.
    public var current: GoalAmount?
    /// The goal.
    public var target: GoalAmount
    /// What is awarded.
    public var trophy: TrophyKind
    /// How many points.
    public var points: UInt16
    /// A card.
    public init(
        number: UInt8, count: UInt8, name: GoalName, details: LongText, mark: GoalMark, current: GoalAmount?, target: GoalAmount,
        trophy: TrophyKind, points: UInt16
    ) {
        (self.number, self.count, self.name, self.details, self.mark) = (number, count, name, details, mark)
        (self.current, self.target, self.trophy, self.points) = (current, target, trophy, points)
    }
}

/// The trophies that were ever awarded.
public struct TrophyShelfPage: Hashable, Sendable {
    /// How many of the six with a picture of their own: bronze, silver and gold for steps, bronze for a walk, silver and the hand for a run.
    public var counts: InView<UInt32>
    /// How many others.
    public var others: UInt32
    /// Points in all; nil, like the counts, until they have been read.
    public var points: UInt64?
    /// A shelf.
    public init(counts: InView<UInt32>, others: UInt32, points: UInt64?) {
        (self.counts, self.others, self.points) = (counts, others, points)
    }
}
