import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

@Suite("Goals on the watch")
struct GoalTests {
    private static let morning: Int64 = 1_790_035_200_000 + 7 * 3_600_000  // 07:00 on day 20,718

    private static func rig() -> WatchRig {
        var rig = WatchRig()
        WatchDayTests.learn(&rig, morning)
        WatchDayTests.read(&rig, 0)
        rig.wait(.seconds(20))
        return rig
    }

    private static func awards(_ rig: WatchRig) -> [GoalAward] {
        rig.effects.compactMap { if case .change(let change) = $0, case .award(let award) = change.value { award } else { nil } }
    }

    @Test("A goal is awarded when it is reached, with a buzz and a message, and not again that day")
    func reached() {
        var rig = Self.rig()
        let count = WatchDayTests.walking(&rig, from: 0, minutes: 4)
        #expect(Self.awards(rig).isEmpty)
        _ = WatchDayTests.walking(&rig, from: count, minutes: 2)
        #expect(Self.awards(rig).map(\.goal) == [BuiltInGoals.all[0].id])
        #expect(rig.buzzes.contains(.award))
        _ = WatchDayTests.walking(&rig, from: count + 200, minutes: 60)
        #expect(Set(Self.awards(rig).map(\.goal)).count == Self.awards(rig).count)
        #expect(rig.watch.book.awardTotals?.points == Self.awards(rig).reduce(0) { $0 + UInt64($1.points) })
    }

    @Test("Several goals at once are one message, about what is worth most, and an award each")
    func several() {
        var rig = Self.rig()
        rig.wait(.minutes(60))
        WatchDayTests.read(&rig, 7000)
        #expect(Self.awards(rig).count == 4)
        guard case .goalReached(.builtIn(2), .gold, 20, let others) = rig.message() else {
            return #expect(Bool(false), "\(rig.message().map { "\($0)" } ?? "no message")")
        }
        #expect(others == 3)
    }

    @Test("Nothing is awarded before the day is known, nor by a book that could not be read; the day is then")
    func unknownDay() {
        var rig = WatchRig()
        WatchDayTests.read(&rig, 0)
        _ = WatchDayTests.walking(&rig, from: 0, minutes: 30)
        #expect(Self.awards(rig).isEmpty)
        WatchDayTests.learn(&rig, Self.morning)
        rig.wait(.seconds(61))
        #expect(!Self.awards(rig).isEmpty)
        var unreadable = WatchRig(boot: BootID(high: 1, low: 1), book: HealthBook(boot: BootID(high: 1, low: 1), isReadable: false))
        WatchDayTests.learn(&unreadable, Self.morning)
        WatchDayTests.read(&unreadable, 0)
        _ = WatchDayTests.walking(&unreadable, from: 0, minutes: 30)
        #expect(Self.awards(unreadable).isEmpty)
    }

    @Test("The clock has the goal that is nearest to done, and a mark when all are")
    func nearest() {
        var rig = Self.rig()
        rig.wait(.minutes(60))
        WatchDayTests.read(&rig, 450)
        rig.wait(.seconds(61))
        #expect(rig.clockPage()?.nearestGoal == GoalMark(kind: .steps, percent: 90, isAwarded: false))
        for goal in rig.watch.book.goals.dropFirst() {
            rig.deliver(.change(HealthChange(deleting: .goal, id: goal.id, version: 9, origin: .watch(serial: 1))))
        }
        WatchDayTests.read(&rig, 600)
        rig.wait(.seconds(61))
        #expect(rig.clockPage()?.nearestGoal == GoalMark(kind: .steps, percent: 120, isAwarded: true))
        rig.deliver(.change(HealthChange(deleting: .goal, id: BuiltInGoals.all[0].id, version: 9, origin: .watch(serial: 1))))
        let none = rig.clockPage()
        #expect(none != nil && none?.nearestGoal == nil)
    }

    @Test("While goals are shown, steps that move them draw the screen anew, at most each ten seconds")
    func redrawn() {
        var rig = Self.rig()
        rig.press(.page)
        #expect(Seen(rig) == .goals)
        rig.wait(.seconds(11))
        rig.forget()
        for second in 1...20 {
            rig.wait(.seconds(1))
            WatchDayTests.read(&rig, UInt64(second))
        }
        let drawn = rig.effects.count { if case .redraw = $0 { true } else { false } }
        #expect((1...3).contains(drawn), "\(drawn)")
        rig.wait(.seconds(20))
        rig.forget()
        for _ in 1...30 {
            rig.wait(.seconds(1))
            WatchDayTests.read(&rig, 20)
        }
        #expect(rig.effects.count { if case .redraw = $0 { true } else { false } } <= 1, "a count that stands still")
    }

    @Test("The message of an award takes no press")
    func message() {
        var rig = Self.rig()
        _ = WatchDayTests.walking(&rig, from: 0, minutes: 5)
        guard case .goalReached = rig.message() else { return #expect(Bool(false), "no message") }
        rig.press(.start)
        #expect(rig.phase == .preparing)
    }

    /// Goal, amounts of the day and of the day before, per cent.
    static let progress: [(Goal, GoalAmounts, GoalAmounts, Int64?, UInt32?)] = [
        (steps(6000), amounts(500), none, 500, 8), (steps(500), amounts(499), none, 499, 99), (steps(500), amounts(1200), none, 1200, 240),
        (run(5000), GoalAmounts(ran: .meters(2000)), none, 2_000_000, 40),
        (walk(1000), GoalAmounts(walked: .meters(999.9996)), none, 1_000_000, 100),
        (walk(1000), GoalAmounts(ran: .meters(5000)), none, 0, 0), (steps(500), none, none, nil, nil),
        (Goal(title: LocalizedText("?"), type: .unknown("swim"), target: 5, trophy: .cup, points: 1), amounts(9), none, nil, nil),
        (steps(.max), amounts(.max), none, Int64(UInt32.max), 100),
        // Carried over: what was missing yesterday, what was too much, and never the whole goal.
        (carried(6000), amounts(500), amounts(4000), 4500, 75), (carried(6000), amounts(0), amounts(9000), 3000, 50),
        (carried(6000), amounts(0), amounts(60_000), 5999, 99), (carried(6000), amounts(10), none, 10, 0),
        (carried(1), amounts(0), amounts(60_000), 0, 0),
    ]
    private static let none = GoalAmounts()
    private static func amounts(_ steps: UInt32) -> GoalAmounts { GoalAmounts(steps: steps) }
    private static func steps(_ target: UInt32) -> Goal { goal(.steps, target) }
    private static func run(_ target: UInt32) -> Goal { goal(.runningDistance, target) }
    private static func walk(_ target: UInt32) -> Goal { goal(.walkingDistance, target) }
    private static func carried(_ target: UInt32) -> Goal {
        Goal(title: LocalizedText(), type: .steps, target: target, trophy: .goldMedal, points: 1, carriesOver: true)
    }
    private static func goal(_ type: GoalType, _ target: UInt32) -> Goal {
        Goal(title: LocalizedText(), type: type, target: target, trophy: .goldMedal, points: 1)
    }

    @Test("Progress by whole numbers, as iHealth reckons it, and what is carried over", arguments: progress)
    func rules(_ goal: Goal, _ day: GoalAmounts, _ before: GoalAmounts, _ current: Int64?, _ percent: UInt32?) {
        let progress = GoalProgress(goal, day, before: before)
        #expect(progress.current == current && progress.percent == percent)
        #expect(progress.isReached == (percent.map { $0 >= 100 } ?? false))
    }

    @Test("The glance, the cards one by one, the trophies, and back", arguments: [true, false])
    func pages(_ hasLap: Bool) throws {
        var rig = Place.clock.rig(hasLap: hasLap)
        rig.press(.page)
        #expect(Seen(rig) == .goals)
        rig.press(.start)
        for number in 1...6 {
            #expect(Seen(rig) == .goal(UInt8(number)))
            rig.press(.page)
            rig.wait(.milliseconds(400))
        }
        #expect(Seen(rig) == .trophies)
        if hasLap { rig.press(.lap) } else { rig.double(.page) }
        #expect(Seen(rig) == .goals)
        rig.wait(.minutes(3))
        #expect(Seen(rig) == .clock)
    }
}

extension Trophy {
    fileprivate static var cup: Trophy { .unknown("cup") }
}
