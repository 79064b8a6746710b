import Calendar
import HealthCore
import Quantities
import RunCore

@testable import WatchCore

/// Some days of a watch that awards goals, by dice: steps at any hour, boots and crashes that lose what was not stored, a store that fails
/// for a while, dates that are unknown, false or set back, other zones, goals that are edited, deleted and replaced, awards that a
/// computer brings or takes back, a store that is an older copy and then is given again what the computer has, and a card that answers late.
///
/// The way of the awards is the real one: from readings of a counter to what the watch hands out, and what it reads back.
struct AwardLife {
    /// What can happen in a life, so that a test can see that all of it did.
    enum Happening: CaseIterable {
        case award, carriedOver, midnight, reboot, crash, loss, storeFails, timeUnknown, falseDate, setAhead, setBack, otherZone,
            goalEdited,
            goalDeleted, goalsReplaced, hostAward, takenBack, restored, givenBack, readLate, heardLate, manyAwards
    }

    private(set) var happenings: Set<Happening> = []
    /// What went wrong, in words.
    private(set) var faults: [String] = []
    private(set) var store = AwardStore()
    private(set) var watch: Watch

    private var dice: WatchPropertyTests.Dice
    private var effects = EffectList()
    private var now = MonotonicInstant(seconds: 1000)
    /// UTC as it is.
    private var truth: Int64 = 20_700 * 86_400_000 + 12 * 3_600_000
    /// What the watch takes it for; nil if it knows nothing.
    private var error: Int64?
    private var unsaved: [HealthChange] = []
    private var storeFails = false
    private var host = AwardStore(), copy = AwardStore()
    private var asked: Range<UTCInstant>?
    /// What was read for it, on its way to the watch.
    private var read: HealthBook?
    private var count: UInt64 = 0
    private var boots: UInt64 = 1
    private var day: CivilDate?
    private var goals: UInt8 = 0

    private static let computer = HealthOrigin(high: 9, low: 9)

    init(seed: UInt64, steps: Int) {
        dice = WatchPropertyTests.Dice(seed)
        watch = Self.watch(boot: 1, AwardStore(), at: now, truth)
        learn(0)
        for _ in 0..<steps { step() }
        settle()
    }

    private static func watch(boot: UInt64, _ store: AwardStore, at now: MonotonicInstant, _ guess: Int64) -> Watch {
        var configuration = WatchRig.configuration
        configuration.boot = BootID(high: boot, low: 1)
        configuration.displaySleeps = true
        let utc = UTCInstant(milliseconds: guess)
        let window = utc.advanced(by: .seconds(-4 * 86_400))..<utc.advanced(by: .seconds(3 * 86_400))
        return Watch(configuration, book: store.book(configuration.boot, window), at: now)
    }

    // MARK: - What happens

    private mutating func step() {
        switch dice.roll(32) {
        case 0: reboot(losing: dice.roll(3) == 0)
        case 1: reboot(losing: true, boot: false)
        case 2: learn([-1024 * 7, 1024 * 7, 2, 3, 9][dice.roll(5)] * 86_400_000)
        case 3, 4: learn(0)
        case 5: learn(Int64(dice.roll(80_000)) * 1000)
        case 6: learn(-Int64(dice.roll(200_000)) * 1000)
        case 7: setZone()
        case 8, 9: editGoals()
        case 10: bringAward()
        case 11: takeBack()
        case 12: host.take(store.all)
        case 13: copy = store
        case 14 where dice.roll(3) == 0: restore()
        case 15: storeFails.toggle()
        default: walk()
        }
        if dice.roll(3) > 0 { flush() }
        if dice.roll(4) > 0 { answer() } else if asked != nil { happenings.insert(.readLate) }
        checkTotals()
    }

    private mutating func walk() {
        let minutes = Int64(1 + dice.roll(240)), steps = dice.roll(4) == 0 ? 0 : dice.roll(Int(minutes) * 150)
        pass(.minutes(minutes))
        count += UInt64(steps)
        let isRun = dice.roll(4) == 0
        deliver(.steps(StepReading(count: count, cadence: .stepsPerMinute(isRun ? 165 : 105), pulseRate: .zero)))
        pass(.seconds(61))
        deliver(.tick)
    }

    private mutating func pass(_ duration: Duration) {
        now = now + duration
        truth += duration.inMilliseconds
        let local = watch.local(at: now)?.date
        if let day, let local, local == day.adding(days: 1) { happenings.insert(.midnight) }
        day = local
    }

    private mutating func learn(_ error: Int64) {
        if let before = self.error {
            if error < before { happenings.insert(.setBack) }
            if error > before { happenings.insert(.setAhead) }
        }
        if abs(error) > 86_400_000 { happenings.insert(.falseDate) }
        for _ in 0..<2 {
            deliver(.utc(UTCOffset(from: now, to: UTCInstant(milliseconds: truth + error))))
            pass(.seconds(6))
        }
        self.error = error
        deliver(.tick)
    }

    private mutating func setZone() {
        happenings.insert(.otherZone)
        let name = ZoneOffset.fixedZoneName(minutes: Int16(dice.roll(104)) * 15 - 720)
        guard let id = HealthID("zone_name") else { return }
        bring(watch.book.change(.setting, id, to: .text(name), origin: Self.computer))
    }

    /// Nothing of the memory is left but what is stored.
    private mutating func reboot(losing: Bool, boot: Bool = true) {
        if losing {
            if !unsaved.isEmpty { happenings.insert(.loss) }
        } else {
            deliver(.shutDown)
            storeFails = false
            flush()
        }
        unsaved = []
        (asked, read) = (nil, nil)
        happenings.insert(boot ? .reboot : .crash)
        if boot {
            boots += 1
            (now, count) = (MonotonicInstant(seconds: Double(10 + dice.roll(100))), 0)
        }
        truth += Int64(dice.roll(600)) * 60_000
        now = boot ? now : now + .seconds(60)
        error = nil
        watch = Self.watch(boot: boots, store, at: now, truth + Int64([0, 0, -30, 400][dice.roll(4)]) * 86_400_000)
        if dice.roll(3) == 0 {
            happenings.insert(.timeUnknown)
            deliver(.steps(StepReading(count: count, cadence: nil, pulseRate: .zero)))
            walk()
        }
        learn(0)
        deliver(.steps(StepReading(count: count, cadence: nil, pulseRate: .zero)))
    }

    private mutating func restore() {
        store = copy
        reboot(losing: true)
        happenings.insert(.restored)
        guard dice.roll(2) == 0 else { return }
        for change in host.all { bring(change) }
        happenings.insert(.givenBack)
    }

    // MARK: - The computer

    private mutating func editGoals() {
        let goals = watch.book.goals
        switch dice.roll(4) {
        case 0:
            guard !goals.isEmpty else { return }
            happenings.insert(.goalDeleted)
            bring(watch.book.deletion(.goal, goals[dice.roll(goals.count)].id, origin: Self.computer))
        case 1:
            happenings.insert(.goalsReplaced)
            for goal in goals { bring(watch.book.deletion(.goal, goal.id, origin: Self.computer)) }
            for _ in 0..<(1 + dice.roll(4)) { addGoal() }
        case 2: addGoal()
        default:
            guard !goals.isEmpty else { return }
            happenings.insert(.goalEdited)
            var named = goals[dice.roll(goals.count)]
            named.goal.target = UInt32(1 + dice.roll(9_000))
            named.goal.points = UInt16(dice.roll(100))
            named.goal.carriesOver = dice.roll(3) == 0
            bring(watch.book.change(.goal, named.id, to: .goal(named.goal), origin: Self.computer))
        }
        if watch.book.goalsCarryOver { happenings.insert(.carriedOver) }
    }

    private mutating func addGoal() {
        goals &+= 1
        guard let id = HealthID("new \(goals % 12)") else { return }
        let types: [GoalType] = [.steps, .walkingDistance, .runningDistance, .unknown("swim")]
        let goal = Goal(
            title: LocalizedText("?"), type: types[dice.roll(4)], target: UInt32(dice.roll(6_000)), trophy: .goldMedal,
            points: UInt16(dice.roll(50)), carriesOver: dice.roll(4) == 0)
        bring(watch.book.change(.goal, id, to: .goal(goal), origin: Self.computer))
    }

    /// Another watch has awarded a goal, on a day near or far.
    private mutating func bringAward() {
        happenings.insert(.hostAward)
        let near = CivilDate(daysSinceEpoch: Int(truth / 86_400_000) + dice.roll(12) - 6), goal = BuiltInGoals.all[dice.roll(6)]
        let isMany = dice.roll(12) == 0
        if isMany { happenings.insert(.manyAwards) }
        for number in 0..<(isMany ? 150 + dice.roll(300) : 1) {
            guard let id = isMany ? HealthID("many \(number)") : goal.id else { continue }
            let award = GoalAward(goal: id, day: near, trophy: goal.goal.trophy, type: goal.goal.type, points: UInt16(dice.roll(90)))
            bring(award.change(origin: .watch(serial: 99), time: .none))
        }
    }

    private mutating func takeBack() {
        let awards = store.all.filter { $0.kind == .award && !$0.isDeleted }
        guard !awards.isEmpty else { return }
        happenings.insert(.takenBack)
        let award = awards[dice.roll(awards.count)]
        bring(HealthChange(deleting: .award, id: award.id, version: award.version + 1, origin: Self.computer))
    }

    /// What a computer brings is on the card before the watch hears of it.
    private mutating func bring(_ change: HealthChange) {
        store.take([change])
        host.take([change])
        deliver(.change(change), isFromHost: true)
    }

    // MARK: - The card

    private mutating func deliver(_ event: Event, isFromHost: Bool = false) {
        watch.handle(event, at: now, into: &effects)
        for effect in effects {
            switch effect {
            case .change(let change):
                if change.kind == .award, change.origin == watch.origin, !isFromHost { noteAward(change) }
                unsaved.append(change)
            case .loadBook(let window): asked = window
            default: break
            }
        }
        effects.removeAll(keepingCapacity: true)
    }

    private mutating func noteAward(_ change: HealthChange) {
        happenings.insert(.award)
        if let there = store.newest(change) ?? unsaved.last(where: { $0.kind == .award && $0.id == change.id }) {
            faults.append("\(change.id) was awarded, and is there already: version \(there.version)")
        }
        if watch.local(at: now) == nil { faults.append("\(change.id) was awarded on no day") }
    }

    private mutating func flush() {
        if storeFails { return _ = happenings.insert(.storeFails) }
        store.take(unsaved)
        unsaved = []
    }

    /// The card is read, and the watch hears of it then or later.
    private mutating func answer() {
        if let window = asked, read == nil {
            // The writer is done within a second of a change, if the card takes any.
            store.take(unsaved)
            unsaved = []
            asked = nil
            read = store.book(watch.book.boot, window)
            guard dice.roll(2) == 0 else { return _ = happenings.insert(.heardLate) }
        }
        guard let book = read else { return }
        read = nil
        deliver(.book(book))
    }

    // MARK: - What has to be so

    private mutating func checkTotals() {
        guard asked == nil, read == nil, !watch.book.needsEarlierAwards, let totals = watch.book.awardTotals else { return }
        let truth = store.totals(with: unsaved)
        if totals != truth { faults.append("the watch says \(totals.points) points, all awards have \(truth.points)") }
    }

    /// In the end all is known and stored, and what was reached is awarded.
    private mutating func settle() {
        storeFails = false
        learn(0)
        for _ in 0..<8 {
            flush()
            answer()
            pass(.seconds(61))
            deliver(.tick)
        }
        // The last minute may have been a midnight.
        for _ in 0..<4 { answer() }
        flush()
        checkTotals()
        let truth = store.totals(with: [])
        if watch.book.awardTotals != truth { faults.append("points are not known in the end") }
        if store.book(watch.book.boot, nil).awardTotals != truth { faults.append("the whole book has other points than the store") }
        guard let local = watch.local(at: now), watch.book.knowsAwards(of: local.date) else { return }
        let amounts = watch.goalAmounts(at: now), before = watch.book.goalAmounts(on: local.date.adding(days: -1), watch.boundaries)
        for named in watch.book.goals where GoalProgress(named.goal, amounts, before: before).isReached {
            if !watch.book.isAwarded(named.id, on: local.date) { faults.append("\(named.id) is reached and not awarded") }
        }
    }
}

/// A store in memory: the newest version of each object, by the one merge rule.
struct AwardStore {
    private struct Name: Hashable {
        var kind: HealthKind
        var id: HealthID
    }
    private var objects: [Name: HealthChange] = [:]

    /// All, in an order that is the same each time.
    var all: [HealthChange] { objects.values.sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) } }

    mutating func take(_ changes: [HealthChange]) {
        for change in changes {
            let name = Name(kind: change.kind, id: change.id)
            if change.supersedes(objects[name]) { objects[name] = change }
        }
    }

    func newest(_ change: HealthChange) -> HealthChange? { objects[Name(kind: change.kind, id: change.id)] }

    /// What is read of it; with no window the whole.
    func book(_ boot: BootID, _ window: Range<UTCInstant>?) -> HealthBook {
        var book = HealthBook(boot: boot, window: window)
        for change in objects.values { book.apply(change) }
        var earlier = AwardTotals()
        for change in objects.values where change.kind == .award && book.isEarlierAward(change.id) {
            if case .award(let award) = change.value { earlier.add(award) }
        }
        if window != nil { book.setEarlierAwards(earlier) }
        return book
    }

    /// What all awards add up to, with some that are not stored yet.
    func totals(with unsaved: [HealthChange]) -> AwardTotals {
        var store = self
        store.take(unsaved.filter { $0.kind == .award })
        return store.objects.reduce(into: AwardTotals()) { totals, object in
            if object.key.kind == .award, case .award(let award) = object.value.value { totals.add(award) }
        }
    }
}
