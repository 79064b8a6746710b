import Calendar
import Quantities

// Goals, awards, drinks and runners of a book.

/// What a book holds of goals, awards, drinks and runners.
struct DayObjects: Sendable {
    var goals = HeldObjects(most: 2 * Goal.mostGoals, builtIn: BuiltInGoals.all.map(\.id))
    /// The goals that count, made of them when one changes.
    var goalList = BuiltInGoals.all
    var drinkKinds = HeldObjects(most: 2 * DrinkKind.mostKinds, builtIn: BuiltInDrinks.all.map(\.id))
    var runners = HeldObjects(most: 2 * Runner.mostRunners)
    /// Awards of the days around the window.
    var awards: HeldObjects
    /// The first day whose awards are held, where there are more than ``HealthBook/mostAwards``; nil for all.
    var firstAwardDay: Int32?
    /// The newest drinks, those without UTC taken for the newest.
    var drinks: [HealthChange] = []
    /// What the awards add up to that are not held; nil until told.
    var earlierAwards: AwardTotals?
    /// How many changes there were of awards that are not held; how many when it was asked what these add up to, and when it was told.
    var otherAwards: UInt32 = 0, otherAwardsAsked: UInt32 = 0, otherAwardsTold: UInt32 = 0

    /// - Parameter isWhole: true for a book of all there is, which forgets no award.
    init(isWhole: Bool) { awards = HeldObjects(most: isWhole ? .max : HealthBook.mostAwards + 1) }

    var held: [HealthChange] { goals.changes + drinkKinds.changes + runners.changes + awards.changes + drinks }
}

extension HealthBook {
    /// So many drinks are held at most: a week of more coffee than anybody drinks, after which nothing of it is left.
    public static let mostDrinks = 256
    /// So many awards are held at most: all goals on each day of a window and the days beside it.
    static let mostAwards = 8 * Goal.mostGoals

    mutating func applyObject(_ change: HealthChange) -> Bool {
        switch change.kind {
        case .goal: applyGoal(change)
        case .drinkKind: objects.drinkKinds.take(change)
        case .runner: applyRunner(change)
        case .drink: applyDrink(change)
        case .award: applyAward(change)
        default: false
        }
    }

    // MARK: Goals

    /// The goals that count: the built-in ones and those of the store, by id; without the deleted ones and those that cannot be read.
    public var goals: [NamedGoal] { objects.goalList }

    /// True if a goal counts what was left over of the day before.
    public var goalsCarryOver: Bool { objects.goalList.contains { $0.goal.carriesOver } }

    private mutating func applyGoal(_ change: HealthChange) -> Bool {
        guard objects.goals.take(change) else { return false }
        objects.goalList = foldedGoals
        return true
    }

    private var foldedGoals: [NamedGoal] {
        var goals = BuiltInGoals.all.filter { objects.goals[$0.id] == nil }
        for change in objects.goals.changes {
            guard !change.isDeleted, case .goal(let goal) = change.value, change.id.count <= Goal.mostIDBytes else { continue }
            goals.append(NamedGoal(id: change.id, goal: goal))
        }
        goals.sort { $0.id < $1.id }
        return Array(goals.prefix(Goal.mostGoals))
    }

    // MARK: Awards

    private mutating func applyAward(_ change: HealthChange) -> Bool {
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

    // MARK: Drinks

    private mutating func applyDrink(_ change: HealthChange) -> Bool {
        if let index = objects.drinks.firstIndex(where: { $0.id == change.id }) {
            guard change.supersedes(objects.drinks[index]) else { return false }
            objects.drinks[index] = change
            return true
        }
        objects.drinks.append(change)
        if window != nil, objects.drinks.count > Self.mostDrinks,
            let oldest = objects.drinks.indices.min(by: { Self.order(objects.drinks[$0]) < Self.order(objects.drinks[$1]) })
        {
            objects.drinks.remove(at: oldest)
        }
        return true
    }

    /// Tombstones give way first.
    private static func order(_ drink: HealthChange) -> Int64 { drink.isDeleted ? .min : drink.time.start?.milliseconds ?? .max }

    /// The drinks that the book holds, the deleted ones not, in the order in which they came.
    public var drinks: [HealthChange] { objects.drinks.filter { !$0.isDeleted } }

    /// The newest version of a drink; nil if the book does not hold it.
    public func drink(_ id: HealthID) -> HealthChange? { objects.drinks.first { $0.id == id } }

    /// The drinks that can be chosen: the built-in ones in their usual order, then those of the store by id.
    public var drinkKinds: [NamedDrinkKind] {
        var kinds: [NamedDrinkKind] = []
        for builtIn in BuiltInDrinks.all {
            guard let change = objects.drinkKinds[builtIn.id] else {
                kinds.append(builtIn)
                continue
            }
            if case .drinkKind(let kind) = change.value { kinds.append(NamedDrinkKind(id: builtIn.id, kind: kind)) }
        }
        for change in objects.drinkKinds.changes {
            guard case .drinkKind(let kind) = change.value, !BuiltInDrinks.all.contains(where: { $0.id == change.id }) else { continue }
            kinds.append(NamedDrinkKind(id: change.id, kind: kind))
        }
        return Array(kinds.prefix(DrinkKind.mostKinds))
    }

    // MARK: Runners

    private mutating func applyRunner(_ change: HealthChange) -> Bool {
        guard objects.runners.take(change) else { return false }
        foldValues()
        return true
    }

    /// The runners, by name.
    public var runners: [NamedRunner] {
        objects.runners.changes.compactMap { change in
            guard case .runner(let runner) = change.value, let id = RunnerID(change.id) else { return nil }
            return NamedRunner(id: id, runner: runner)
        }.sorted { ($0.runner.name, $0.id) < ($1.runner.name, $1.id) }
    }

    /// The runner who wears the watch, as the settings say; nil for a guest, and for one that is no longer there.
    public var activeRunner: NamedRunner? {
        guard let name = settings.activeRunner, let id = RunnerID(name), case .runner(let runner)? = objects.runners[id.id]?.value else {
            return nil
        }
        return NamedRunner(id: id, runner: runner)
    }

    /// Whose a run is: its own runner's, or of a run that was recorded as a guest the one's who adopts those; nil for nobody's.
    public func owner(of run: RunAmounts) -> RunnerID? { run.runner ?? runners.first { $0.runner.adoptsGuestRuns }?.id }

    // MARK: Changes

    /// The newest version of a goal, an award, a drink, a kind of drink or a runner that the book holds, a tombstone included.
    public func newest(_ kind: HealthKind, _ id: HealthID) -> HealthChange? {
        switch kind {
        case .goal: objects.goals[id]
        case .award: objects.awards[id]
        case .drink: drink(id)
        case .drinkKind: objects.drinkKinds[id]
        case .runner: objects.runners[id]
        case .run: run(id)
        default: nil
        }
    }

    /// The change that makes an object of such a kind say something: its next version.
    public func change(
        _ kind: HealthKind, _ id: HealthID, to value: HealthValue, origin: HealthOrigin, time: HealthTime = .none
    ) -> HealthChange {
        HealthChange(
            kind: kind, id: id, version: HealthChange.version(after: newest(kind, id)), origin: origin, time: time, value: value)
    }

    /// The change that deletes it.
    public func deletion(_ kind: HealthKind, _ id: HealthID, origin: HealthOrigin) -> HealthChange {
        HealthChange(deleting: kind, id: id, version: HealthChange.version(after: newest(kind, id)), origin: origin)
    }
}
