import Calendar
import Quantities
import RunCore
import Testing

@testable import HealthCore
@testable import HealthStore

/// Awards of some days, as two watches make them and computers bring and take them back.
struct RandomAwards {
    static let day: Int64 = 86_400_000
    static let first = 20_000
    private var dice: StoreDice

    init(seed: UInt64) { dice = StoreDice(seed: seed) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

    mutating func make(_ count: Int) -> [HealthChange] {
        (0..<count).map { _ in
            let goal = BuiltInGoals.all[number(0...5)]
            let award = GoalAward(
                goal: goal.id, day: CivilDate(daysSinceEpoch: Self.first + number(0...40)), trophy: goal.goal.trophy, type: goal.goal.type,
                points: UInt16(number(1...3) * Int(goal.goal.points)))
            let start = UTCInstant(milliseconds: Int64(award.day) * Self.day + Int64(number(0...86_399_999)))
            var change = award.change(
                origin: .watch(serial: UInt32(number(1...2))), time: .utc(start: start, end: start, zone: .utc))
            change.version = UInt32(number(1...2))
            if number(0...9) == 0 { change = HealthChange(deleting: .award, id: change.id, version: 2, origin: change.origin) }
            return change
        }
    }

    mutating func window() -> Range<UTCInstant> {
        let from = Int64(Self.first + number(-3...42)) * Self.day + Int64(number(-12...12)) * 3_600_000
        return UTCInstant(milliseconds: from)..<UTCInstant(milliseconds: from + 3 * Self.day)
    }
}

@Suite struct AwardStoreTests {
    private static let seeds: Range<UInt64> = 0..<40

    /// What is awarded, in the plainest words: the newest version of each id that is not taken back.
    private static func totals(_ changes: some Sequence<HealthChange>) -> AwardTotals {
        var newest: [HealthID: HealthChange] = [:]
        for change in changes where change.supersedes(newest[change.id]) { newest[change.id] = change }
        return newest.values.reduce(into: AwardTotals()) { totals, change in
            if case .award(let award) = change.value { totals.add(award) }
        }
    }

    private static func check(_ store: HealthStore, _ truth: AwardTotals, _ dice: inout RandomAwards) throws {
        let whole = try store.wholeBook(), listed = try store.awards()
        #expect(whole.awardTotals == truth)
        #expect(listed.reduce(into: AwardTotals()) { $0.add($1) } == truth)
        #expect(Set(listed.map { GoalAward.id(of: $0.goal, on: $0.date) }).count == listed.count, "twice on a day")
        for _ in 0..<6 {
            let window = dice.window()
            var book = try store.book(boot: Stored.boot, window: window)
            let unknown = book.awardTotals
            #expect(unknown == nil)
            book.setEarlierAwards(try store.earlierAwards(than: book))
            let sum = book.awardTotals
            #expect(sum == truth)
            let day = CivilDateTime(window.lowerBound.advanced(by: .seconds(86_400)), offset: .utc).date
            let isKnown = book.knowsAwards(of: day)
            #expect(isKnown)
            for goal in BuiltInGoals.all { #expect(book.isAwarded(goal.id, on: day) == whole.isAwarded(goal.id, on: day)) }
        }
    }

    @Test("Points are the sum of the awards: of the store, the whole book and a book of any window", arguments: seeds)
    func sums(_ seed: UInt64) throws {
        var dice = RandomAwards(seed: seed)
        let changes = dice.make(150), files = TemporaryStore(), store = try HealthStore(path: files.path)
        try store.put(changes)
        try Self.check(store, Self.totals(changes), &dice)
    }

    @Test("An older copy that goes on by itself and is given a computer's awards has each award once", arguments: seeds)
    func restored(_ seed: UInt64) throws {
        var dice = RandomAwards(seed: seed)
        let before = dice.make(40), lost = dice.make(40), since = dice.make(40)
        let files = TemporaryStore(), hostFiles = TemporaryStore()
        let host = try HealthStore(path: hostFiles.path), copy = try HealthStore(path: files.path)
        try host.put(before + lost)
        // What was awarded after the copy was made is awarded again, by the same rule, and some of it by another watch.
        try copy.put(before + since + lost.prefix(10))
        let theirs = try host.all(7).map(\.change)
        for change in theirs.reversed() { try copy.put(change) }
        try Self.check(copy, Self.totals(before + lost + since), &dice)
        let ours = try copy.all(9).map(\.change)
        try host.put(ours)
        try Self.check(host, Self.totals(before + lost + since), &dice)
    }

    @Test("More awards than a book holds: points are known all the same")
    func many() throws {
        let files = TemporaryStore(), store = try HealthStore(path: files.path)
        var changes: [HealthChange] = []
        for day in 20_000..<20_004 {
            for number in 0..<120 {
                guard let goal = HealthID("goal \(number)") else { continue }
                let award = GoalAward(
                    goal: goal, day: CivilDate(daysSinceEpoch: day), trophy: .goldMedal, type: .steps, points: UInt16(number))
                changes.append(award.change(origin: .watch(serial: 1), time: .none))
            }
        }
        try store.put(changes)
        let from = UTCInstant(milliseconds: 20_001 * RandomAwards.day)
        var book = try store.book(boot: Stored.boot, window: from..<from.advanced(by: .seconds(3 * 86_400)))
        book.setEarlierAwards(try store.earlierAwards(than: book))
        let sum = book.awardTotals, whole = try store.wholeBook().awardTotals
        #expect(sum?.points == 4 * 119 * 60 && whole?.points == 4 * 119 * 60)
    }
}
