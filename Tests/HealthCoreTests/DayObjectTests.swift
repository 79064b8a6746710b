import Calendar
import HealthCore
import Quantities
import RunCore
import Testing

/// Goals, awards, drinks and runners: their bytes, and what a book makes of them.
@Suite("Goals, awards, drinks, runners")
struct DayObjectTests {
    static let id = HealthID("x") ?? HealthID(RunID(high: 1, low: 2))
    static let runner = RunnerID(0x0123_4567_89AB_CDEF)
    static let values: [HealthValue] = {
        var run = RunAmounts(type: .trailRun, zone: .utc)
        run.runner = runner
        var measured = run
        measured.bests = RunBests()
        return [
            .goal(BuiltInGoals.all[0].goal),
            .goal(
                Goal(
                    title: LocalizedText([.init(tag: "en", text: "Far"), .init(tag: "zh-Hans", text: "远")]),
                    details: LocalizedText("All of it"), type: .unknown("swim"), target: .max, trophy: .unknown("shell"), points: .max,
                    carriesOver: true)),
            .award(
                GoalAward(
                    goal: id, day: CivilDate(daysSinceEpoch: -3), trophy: .zombieHand, type: .runningDistance, points: 43)),
            .drink(Drink(kind: id, milligrams: 96, place: Coordinate(latitude: -33.5, longitude: 151.25))),
            .drink(Drink(kind: nil, milligrams: 0)), .drinkKind(DrinkKind(name: LocalizedText("Mate"), milligrams: 80.5)),
            .runner(
                Runner(
                    name: "Zoë",
                    profile: Profile(
                        weight: .kilograms(61.5), height: .meters(1.68), birthYear: 1988, sex: .female,
                        maximumHeartRate: .beatsPerMinute(188), restingHeartRate: .beatsPerMinute(52)), adoptsGuestRuns: true)),
            .run(run), .run(measured),
        ]
    }()

    @Test("Their bytes say the same again, and are within the bounds of the store")
    func roundTrip() {
        for value in Self.values {
            #expect(value.isWithinBounds)
            #expect(value.withBytes { HealthValue(bytes: $0) } == value)
        }
    }

    @Test("Bytes that are cut or changed anywhere are kept as they are or say something else, and nothing traps")
    func damage() {
        for value in Self.values {
            let bytes = value.withBytes { [UInt8]($0) }
            for cut in 1..<bytes.count {
                let read = bytes[..<cut].withUnsafeBytes { HealthValue(bytes: $0) }
                #expect(read == .opaque(Array(bytes[..<cut])))
            }
            for place in bytes.indices {
                for bit in 0..<8 {
                    var other = bytes
                    other[place] ^= 1 << bit
                    let read = other.withUnsafeBytes { HealthValue(bytes: $0) }
                    #expect(read != nil)
                }
            }
        }
    }

    @Test("Texts that are too long are out of bounds")
    func bounds() {
        let long = String(repeating: "x", count: 256)
        let many = LocalizedText((0..<17).map { .init(tag: "l\($0)", text: "x") })
        let big = LocalizedText((0..<8).map { .init(tag: "l\($0)", text: String(repeating: "x", count: 127)) })
        for text in [LocalizedText(long), many, big] {
            #expect(!HealthValue.goal(Goal(title: text, type: .steps, target: 1, trophy: .goldMedal, points: 1)).isWithinBounds)
        }
        #expect(!HealthValue.runner(Runner(name: String(repeating: "n", count: 65))).isWithinBounds)
    }

    private static func book(_ changes: [HealthChange]) -> HealthBook {
        var book = HealthBook(boot: BootID(high: 1, low: 1))
        for change in changes { book.apply(change) }
        return book
    }

    private static let origin = HealthOrigin.watch(serial: 7)

    @Test("The built-in goals and drinks count until an object of their id says otherwise")
    func builtIn() {
        var book = Self.book([])
        #expect(book.goals.map(\.id) == BuiltInGoals.all.map(\.id))
        #expect(book.drinkKinds.map(\.kind.milligrams) == [96, 144, 192, 64, 128, 256, 47, 28, 22, 29, 18])
        book.apply(book.deletion(.goal, BuiltInGoals.all[1].id, origin: Self.origin))
        var changed = BuiltInGoals.all[0].goal
        changed.target = 700
        book.apply(book.change(.goal, BuiltInGoals.all[0].id, to: .goal(changed), origin: Self.origin))
        #expect(book.goals.count == 5 && book.goals[0].goal.target == 700 && book.goals[0].builtIn == 0)
        book.apply(book.deletion(.drinkKind, BuiltInDrinks.all[10].id, origin: Self.origin))
        #expect(book.drinkKinds.count == 10)
        for goal in book.goals { book.apply(book.deletion(.goal, goal.id, origin: Self.origin)) }
        #expect(book.goals.isEmpty)
    }

    @Test("A goal is awarded once a day, whoever awards it, and taking an award back does not bring it again")
    func awards() {
        let day = CivilDate(daysSinceEpoch: 20_000), goal = BuiltInGoals.all[5]
        let award = GoalAward(goal: goal.id, day: day, trophy: goal.goal.trophy, type: goal.goal.type, points: 43)
        let ours = award.change(origin: .watch(serial: 1), time: .none), theirs = award.change(origin: .watch(serial: 2), time: .none)
        var book = Self.book([ours, theirs, ours])
        #expect(book.awards(on: day).count == 1 && book.awardTotals?.points == 43)
        #expect(book.awardTotals?[.zombieRun] == 1)
        #expect(book.isAwarded(goal.id, on: day) && !book.isAwarded(goal.id, on: day.adding(days: 1)))
        book.apply(book.deletion(.award, ours.id, origin: Self.origin))
        #expect(book.isAwarded(goal.id, on: day) && book.awardTotals?.points == 0)
    }

    @Test("A book with a window adds up the same points as one without, wherever the window moves")
    func points() {
        let changes = (0..<40).map { day in
            GoalAward(
                goal: BuiltInGoals.all[0].id, day: CivilDate(daysSinceEpoch: 20_000 + day), trophy: .bronzeMedal, type: .steps,
                points: UInt16(day + 1)
            ).change(origin: Self.origin, time: .none)
        }
        let all = Self.book(changes).awardTotals
        func window(_ day: Int) -> Range<UTCInstant> {
            UTCInstant(milliseconds: Int64(20_000 + day) * 86_400_000)..<UTCInstant(milliseconds: Int64(20_003 + day) * 86_400_000)
        }
        var book = HealthBook(boot: BootID(high: 1, low: 1), window: window(0))
        #expect(book.needsEarlierAwards && book.awardTotals == nil)
        book.setEarlierAwards(AwardTotals())
        for (index, change) in changes.enumerated() {
            if index > 1 {
                // What comes into the window may have been awarded by a clock that was ahead: it is read, and until then no sum is known.
                let hasMoved = book.move(to: window(index - 1))
                let isKnown = book.knowsAwards(of: CivilDate(daysSinceEpoch: 20_000 + index)), sum = book.awardTotals
                #expect(hasMoved && !isKnown && sum == nil)
                book.merge(Self.read(changes.prefix(index), window(index - 1)))
            }
            book.apply(change)
            let isKnown = book.knowsAwards(of: CivilDate(daysSinceEpoch: 20_000 + index)), needsMore = book.needsEarlierAwards
            #expect(isKnown && !needsMore)
        }
        #expect(book.awardTotals == all)
        book.apply(changes[0])
        let needsMore = book.needsEarlierAwards
        #expect(needsMore)
    }

    /// A book of a window as a store gives it, with what the other awards add up to.
    private static func read(_ changes: some Sequence<HealthChange>, _ window: Range<UTCInstant>) -> HealthBook {
        var book = HealthBook(boot: BootID(high: 1, low: 1), window: window)
        for change in changes { book.apply(change) }
        book.setEarlierAwards(
            changes.reduce(into: AwardTotals()) { totals, change in
                if book.isEarlierAward(change.id), case .award(let award) = change.value { totals.add(award) }
            })
        return book
    }

    @Test("Of more awards than a book holds whole days give way, the oldest first, in any order; a day that is not held awards nothing")
    func manyAwards() {
        let days = 20_000..<20_005
        var changes: [HealthChange] = []
        for day in days {
            for number in 0..<(day == 20_001 ? 200 : 60) {
                guard let goal = HealthID("goal \(number)") else { continue }
                let award = GoalAward(
                    goal: goal, day: CivilDate(daysSinceEpoch: day), trophy: .goldMedal, type: .steps, points: UInt16(number))
                changes.append(award.change(origin: Self.origin, time: .none))
            }
        }
        let window = UTCInstant(milliseconds: 20_001 * 86_400_000)..<UTCInstant(milliseconds: 20_004 * 86_400_000)
        let all = Self.book(changes).awardTotals
        var dice = Dice(seed: 5)
        for _ in 0..<20 {
            dice.shuffle(&changes)
            let book = Self.read(changes, window)
            let known = days.filter { book.knowsAwards(of: CivilDate(daysSinceEpoch: $0)) }, sum = book.awardTotals
            #expect(known == [20_002, 20_003, 20_004])
            #expect(sum == all)
            // One that had seen a part before comes to the same.
            var other = Self.read(changes.prefix(Int(dice.next() % 300)), window)
            other.noteAsked()
            other.merge(book)
            let others = other.awardTotals
            #expect(others == all)
        }
        let today = changes.filter { GoalAward.dayNumber(of: $0.id) == 20_001 }
        var full = Self.read(today + today.map { Self.next($0, day: 20_001) }, window)
        let isKnown = full.knowsAwards(of: CivilDate(daysSinceEpoch: 20_001))
        #expect(!isKnown)
        full.apply(today[0])
        let sum = full.awardTotals, needsMore = full.needsEarlierAwards
        #expect(sum?.points == 2 * 19_900 && needsMore)
    }

    /// The same award of another goal.
    private static func next(_ change: HealthChange, day: Int) -> HealthChange {
        guard case .award(var award) = change.value, let goal = HealthID("other \(award.points)") else { return change }
        award.goal = goal
        return award.change(origin: origin, time: .none)
    }

    @Test("The active runner's body is the profile; changing it changes that runner and leaves the guest's")
    func runners() throws {
        let zoe = try #require(RunnerID(5)), tall = Profile(weight: .kilograms(80), height: .meters(1.9))
        var book = Self.book([])
        book.apply(
            book.change(.runner, zoe.id, to: .runner(Runner(name: "Zoë", profile: tall, adoptsGuestRuns: true)), origin: Self.origin))
        #expect(book.profile == Profile() && book.activeRunner == nil)
        #expect(book.owner(of: RunAmounts(type: .run, zone: .utc)) == zoe)
        var settings = book.settings
        settings.activeRunner = zoe.text
        for change in book.changes(to: settings, book.profile, origin: Self.origin) { book.apply(change) }
        #expect(book.profile == tall && book.activeRunner?.id == zoe)
        var heavier = tall
        heavier.weight = .kilograms(82)
        for change in book.changes(to: book.settings, heavier, origin: Self.origin) { book.apply(change) }
        #expect(book.profile == heavier)
        settings.activeRunner = nil
        for change in book.changes(to: settings, book.profile, origin: Self.origin) { book.apply(change) }
        #expect(book.profile == Profile())
    }

    @Test("Of many drinks the newest are held, and an edit or a deletion comes to the one that it is of")
    func drinks() {
        var book = HealthBook(
            boot: BootID(high: 1, low: 1), window: UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: 86_400_000))
        func drink(_ number: Int64) -> HealthChange {
            let at = UTCInstant(milliseconds: number * 60_000)
            return HealthChange(
                kind: .drink, id: Drink.id(serial: 1, milliseconds: number, boot: 0), origin: Self.origin,
                time: .utc(start: at, end: at, zone: .utc), value: .drink(Drink(kind: nil, milligrams: 50)))
        }
        for number in (0..<400).reversed() { book.apply(drink(Int64(number))) }
        #expect(book.drinks.count == HealthBook.mostDrinks)
        #expect(book.drinks.allSatisfy { ($0.time.start?.milliseconds ?? 0) >= 144 * 60_000 })
        book.apply(book.deletion(.drink, drink(399).id, origin: Self.origin))
        #expect(book.drinks.count == HealthBook.mostDrinks - 1 && book.drink(drink(399).id)?.isDeleted == true)
    }

    @Test("Lists that a computer replaces again and again push no living goal out, and bring no built-in one back")
    func replaced() throws {
        var book = Self.book([])
        for goal in BuiltInGoals.all { book.apply(book.deletion(.goal, goal.id, origin: Self.origin)) }
        for round in 0..<8 {
            for goal in book.goals { book.apply(book.deletion(.goal, goal.id, origin: Self.origin)) }
            for number in 0..<20 {
                // Ids that fall from round to round, so that those of now are the least and the greatest in turn.
                let id = try #require(HealthID("\(round % 2 == 0 ? round : 9 - round)-\(number)"))
                let goal = Goal(title: LocalizedText("g"), type: .steps, target: 100, trophy: .goldMedal, points: 1)
                book.apply(book.change(.goal, id, to: .goal(goal), origin: Self.origin))
            }
            #expect(book.goals.count == 20, "round \(round)")
        }
    }
}
