import Calendar
import Quantities

// Goals, drinks and runners of a book; its awards are in `HealthBookAwards.swift`.

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

    /// How many of the runs that the book holds are whose.
    public var runCounts: [RunnerID: Int] {
        let heir = guestsHeir
        return runs.reduce(into: [:]) { counts, change in
            if case .run(let run) = change.value, let owner = run.runner ?? heir { counts[owner, default: 0] += 1 }
        }
    }

    /// The runner who has the runs of guests.
    private var guestsHeir: RunnerID? { runners.first { $0.runner.adoptsGuestRuns }?.id }

    /// Whose a run is: its own runner's, or of a run that was recorded as a guest the one's who adopts those; nil for nobody's.
    public func owner(of run: RunAmounts) -> RunnerID? { run.runner ?? guestsHeir }

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
