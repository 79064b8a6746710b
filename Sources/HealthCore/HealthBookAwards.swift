import Calendar
import Quantities

// The awards of a book: all of the days that it holds, and what the others add up to.
extension HealthBook {
    /// So many awards are held at most: all goals on each day of a window and the days beside it.
    static let mostAwards = 8 * Goal.mostGoals

    mutating func applyAward(_ change: HealthChange) -> Bool {
        guard let day = GoalAward.dayNumber(of: change.id), holdsAwards(ofDay: day) else {
            objects.otherAwards &+= 1
            return false
        }
        let isNew = objects.awards.take(change)
        forgetOldestAwards()
        return isNew
    }

    /// Of too many awards whole days give way, the oldest first, so that of each day all are held or none.
    private mutating func forgetOldestAwards() {
        guard window != nil, objects.awards.changes.count > Self.mostAwards,
            let oldest = objects.awards.changes.first.flatMap({ GoalAward.dayNumber(of: $0.id) })
        else { return }
        holdAwards(from: oldest < .max ? oldest + 1 : oldest)
        objects.earlierAwards = nil
        objects.otherAwards &+= 1
    }

    private mutating func holdAwards(from day: Int32) {
        objects.firstAwardDay = day
        objects.awards.keep { change in GoalAward.dayNumber(of: change.id).map { $0 >= day } ?? false }
    }

    /// True for the days that begin within the window, or within a day before or after it, in whatever zone.
    private func holdsAwards(ofDay day: Int32) -> Bool { Self.holdsAwards(ofDay: day, window, from: objects.firstAwardDay) }

    private static func holdsAwards(ofDay day: Int32, _ window: Range<UTCInstant>?, from first: Int32?) -> Bool {
        guard let window else { return true }
        if let first, day < first { return false }
        let start = Int64(day) * 86_400_000
        return window.lowerBound.milliseconds.subtractingSaturating(86_400_000) <= start
            && start < window.upperBound.milliseconds.addingSaturating(86_400_000)
    }

    /// True if the book holds every award there is of a local day, so that it can say whether a goal was awarded on it.
    public func knowsAwards(of day: CivilDate) -> Bool { isWindowRead && holdsAwards(ofDay: Int32(clamping: day.daysSinceEpoch)) }

    /// Forgets awards that have left the window; they count as earlier ones from now on. What has come into it counted as such until now,
    /// so what those add up to has to be told anew.
    mutating func moveAwards(isWider: Bool) {
        if isWider { (objects.firstAwardDay, objects.earlierAwards) = (nil, nil) }
        let window = window, first = objects.firstAwardDay
        var left = AwardTotals()
        objects.awards.keep { change in
            if let day = GoalAward.dayNumber(of: change.id), Self.holdsAwards(ofDay: day, window, from: first) { return true }
            if case .award(let award) = change.value { left.add(award) }
            return false
        }
        objects.earlierAwards = objects.earlierAwards.map { $0 + left }
    }

    /// The awards of a local day.
    public func awards(on day: CivilDate) -> [GoalAward] {
        objects.awards.changes.compactMap {
            guard case .award(let award) = $0.value, GoalAward.dayNumber(of: $0.id) == Int32(clamping: day.daysSinceEpoch) else {
                return nil
            }
            return award
        }
    }

    /// True if a goal was awarded on a day, even if that award was taken back since: it is not awarded again. Allocates nothing.
    public func isAwarded(_ goal: HealthID, on day: CivilDate) -> Bool { objects.awards[GoalAward.id(of: goal, on: day)] != nil }

    /// What all awards add up to; nil until ``setEarlierAwards(_:)`` has told those outside the window.
    public var awardTotals: AwardTotals? {
        (window == nil ? AwardTotals() : objects.earlierAwards).map { earlier in
            objects.awards.changes.reduce(into: earlier) { totals, change in if case .award(let award) = change.value { totals.add(award) }
            }
        }
    }

    /// True if ``awardTotals`` has to wait for what the store says of earlier awards, or may be wrong without.
    public var needsEarlierAwards: Bool {
        window != nil && (objects.earlierAwards == nil || objects.otherAwards != objects.otherAwardsTold)
    }

    /// The store is asked for the window. What changes after this is not in its answer.
    public mutating func noteAsked() { objects.otherAwardsAsked = objects.otherAwards }

    /// Tells what the awards outside the window add up to.
    public mutating func setEarlierAwards(_ totals: AwardTotals) {
        objects.earlierAwards = totals
        objects.otherAwardsTold = objects.otherAwards
    }

    /// Takes what a book of the same window, read from the store, was told of earlier awards. Where it holds fewer days this one does, too.
    mutating func mergeEarlierAwards(of other: HealthBook) {
        if let day = other.objects.firstAwardDay, objects.firstAwardDay.map({ $0 < day }) ?? true {
            let before = objects.awards.changes.count
            holdAwards(from: day)
            // What gives way here may be newer than what was read.
            if objects.awards.changes.count < before { objects.otherAwards &+= 1 }
        }
        guard let earlier = other.earlierAwards, objects.firstAwardDay == other.objects.firstAwardDay else { return }
        objects.earlierAwards = earlier
        objects.otherAwardsTold = objects.otherAwardsAsked
    }

    /// What the book was told of earlier awards.
    public var earlierAwards: AwardTotals? { objects.earlierAwards }

    /// True if an award is one of those that a book with this window does not hold.
    public func isEarlierAward(_ id: HealthID) -> Bool { GoalAward.dayNumber(of: id).map { !holdsAwards(ofDay: $0) } ?? true }
}
