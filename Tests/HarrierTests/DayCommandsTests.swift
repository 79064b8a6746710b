import Calendar
import HealthCore
import HealthStore
import Quantities
import RunLog
import TestSupport
import Testing

@testable import harrier

@Suite("Times as they are typed") struct TimeArgumentTests {
    /// A text and the instant that it stands for in the eleventh hour of 2026-12-01 at +01:00; nil if it is none.
    static let times: [(text: String, instant: String?)] = [
        ("07:30", "2026-12-01T06:30:00Z"), ("00:00", "2026-11-30T23:00:00Z"), ("2026-02-28T23:59", "2026-02-28T22:59:00Z"),
        ("24:00", nil), ("7:30", nil), ("07:60", nil), ("07:30:00", nil), ("", nil), ("T07:30", nil), ("2026-02-30T07:30", nil),
        ("2026-12-01T", nil), ("2026-12-01", nil), ("2026-12-01T07:30T", nil), ("+7:30", nil), ("07：30", nil),
    ]

    @Test("Hours and minutes are of today, a day before them says another, and nothing else is a time", arguments: times)
    func read(text: String, instant: String?) throws {
        let now = try #require(UTCInstant(iso8601: "2026-12-01T10:20:00Z"))
        let found = TimeArgument(text)?.instant(now: now, in: TimeZoneRules(fixed: ZoneOffset(seconds: 3600)))
        #expect(found?.iso8601 == instant)
    }
}

/// The real program on a folder of its own, as somebody at a shell uses it.
@Suite("Commands about the day", .enabled(if: StandardStreamTests.program != nil, "harrier was not built beside the tests"))
struct DayCommandsTests {
    private static func run(_ line: String) throws -> CommandTests.Ending {
        let folder = TemporaryFolder()
        return try CommandTests.run(line, in: folder)
    }

    static let lines: [(line: String, status: Int32, words: String)] = [
        ("\"$0\" goals", 0, "1005  Zombie run    0.000 km    5.000 km  0  zombie hand       43"),
        ("\"$0\" goals add Ten --type step --goal 10000 --points 50 --carry-over on", 0, "1006  Ten (carries over)   0 steps  10000 steps"),
        ("\"$0\" goals add Ten --goal 10", 2, "say what counts and how much: --type"),
        ("\"$0\" goals add Ten --type swim --goal 1", 2, "one of step"),
        ("\"$0\" goals edit 1002 --goal 0", 2, "expected a whole number from 1"),
        ("\"$0\" goals edit 1002", 2, "say what is to be changed"),
        ("\"$0\" goals edit 1", 1, "there is no goal 1: `harrier goals list` shows their ids"),
        ("\"$0\" goals remove 1000 >/dev/null; \"$0\" goals add --id 1000 New --type step --goal 9", 0, "1000  New"),
        ("\"$0\" goals add --id 1000 New --type step --goal 9", 1, "there is a goal 1000 already"),
        ("\"$0\" goals import nothing.json", 1, "nothing.json cannot be opened"), ("mkdir d; \"$0\" goals import d", 1, "d cannot be read"),
        ("echo '{ \"items\": 1 }' > g.json; \"$0\" goals import g.json", 1, "g.json:1: items: expected a list; nothing was changed"),
        ("for i in 1003 1004 1005; do \"$0\" goals remove $i >/dev/null; done; \"$0\" goals reset", 0, "1005  Zombie run"),
        ("\"$0\" goals --json > g.json; \"$0\" goals import g.json", 0, "1002  Many steps"),
        ("\"$0\" drinks", 0, "Nothing was drunk"), ("\"$0\" drinks add gin", 1, "there is no drink \"gin\""),
        ("\"$0\" drinks add 'BLACK TEA' --mg 60.5", 0, "Black tea  60.5"),
        ("\"$0\" drinks add green-tea --at 25:00", 2, "expected a time such as 07:30 or 2026-12-01T07:30"),
        ("\"$0\" drinks add green-tea --at 2999-01-01T07:30", 2, "lies ahead"),
        (
            "\"$0\" drinks add green-tea --at 2020-01-01T07:30 >/dev/null; \"$0\" drinks --last 366; \"$0\" drinks edit 1 --mg 5 --json", 0,
            "Nothing was drunk"
        ),
        ("\"$0\" drinks add green-tea >/dev/null; \"$0\" drinks edit 1 --kind chocolate", 0, "Chocolate  18"),
        ("\"$0\" drinks add green-tea >/dev/null; \"$0\" drinks edit 1", 2, "say what is to be changed"),
        ("\"$0\" drinks add green-tea >/dev/null; \"$0\" drinks remove 1", 0, "Nothing was drunk"),
        ("\"$0\" drinks remove 1", 1, "there is no drink 1"),
        ("\"$0\" drinks kinds add 'Club mate' 100 >/dev/null; \"$0\" drinks add club-mate", 0, "Club mate  100"),
        ("\"$0\" drinks kinds add Kaffee 2001", 2, "expected a number from 0 to 2000"),
        ("\"$0\" drinks kinds add 'small COFFEE' 90", 1, "there is a drink small-coffee already"),
        ("\"$0\" drinks kinds edit small-coffee --mg 90", 0, "Small coffee      90"),
        ("\"$0\" drinks kinds remove chocolate >/dev/null; \"$0\" drinks add chocolate", 1, "there is no drink \"chocolate\""),
        ("\"$0\" runners", 0, "There are no runners"), ("\"$0\" runners add Ada --weight 58", 0, "has the runs of guests"),
        ("\"$0\" runners add Ada --leave-guest-runs", 0, "A guest wears the watch."), ("\"$0\" runners add guest", 2, "is not `guest`"),
        ("\"$0\" runners add Ada >/dev/null; \"$0\" runners add Ada", 1, "there is a runner Ada already"),
        ("\"$0\" runners add Ada >/dev/null; \"$0\" runners use Ada", 0, "wears the watch, has the runs of guests"),
        (
            "\"$0\" runners add Ada >/dev/null; \"$0\" runners use Ada >/dev/null; \"$0\" runners remove Ada >/dev/null; \"$0\" runners add Bob",
            0, "A guest wears the watch."
        ),
        ("\"$0\" runners add Ada --weight 20", 2, "expected a number from 30 to 299"),
        ("\"$0\" runners use Bob", 1, "there is no runner Bob"),
        ("\"$0\" awards", 0, "No goal has been reached yet"), ("\"$0\" share today", 0, "My day with my Harrier watch: 0 steps."),
        ("\"$0\" caffeine", 0, "0 mg in the body (low) at "), ("\"$0\" caffeine --at noon", 2, "expected a time such as 07:30"),
        ("\"$0\" drinks add small-coffee >/dev/null; \"$0\" caffeine", 0, "1.0 cups on this day (low)."),
        ("\"$0\" drinks add quad-espresso >/dev/null; \"$0\" caffeine --forecast | wc -l", 0, "290"),
        ("\"$0\" caffeine --forecast --json | grep -c '\"time\"'", 0, "290"),
        // A card that is full: no file may grow beyond 4 KiB.
        (
            "\"$0\" goals remove 1005; ( trap '' XFSZ; ulimit -f 4; \"$0\" goals edit 1002 --goal 8000 ); \"$0\" goals | grep -c 6000", 0,
            "nothing was changed"
        ),
    ]

    @Test("Goals, drinks, runners and awards from a shell: what is done is shown, what is wrong is said", arguments: lines)
    func line(line: String, status: Int32, words: String) throws {
        let ending = try Self.run(line)
        #expect(ending.status == status, "\(ending.text)")
        #expect(ending.text.contains(words), "\(ending.text)")
    }

    @Test(
        "A watch that is running has a goal that was changed from a shell",
        .enabled(if: ServingDaemon.program != nil, "harrierd was not built"))
    func watched() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/data")
        let daemon = try ServingDaemon(directory, beside: folder)
        let ending = try CommandTests.run("\"$0\" goals edit 1002 --goal 8000 && \"$0\" drinks add small-coffee", in: folder)
        #expect(ending.status == 0 && ending.text.contains("Small coffee  96"), "\(ending.text)")
        withExtendedLifetime(daemon) {}
        let store = try HealthStore(path: directory.healthStore, access: .readOnly)
        guard case .goal(let goal)? = try store.newest(.goal, BuiltInGoals.all[2].id)?.value else { return #expect(Bool(false)) }
        #expect(goal.target == 8000)
    }

    @Test("Awards are listed by day with their points, and all of them counted, whichever days are listed")
    func awards() throws {
        let first = try #require(CivilDate("2026-11-28"))
        let awards = [
            GoalAward(goal: BuiltInGoals.all[0].id, day: first, trophy: .bronzeMedal, type: .steps, points: 5),
            GoalAward(goal: BuiltInGoals.all[2].id, day: first, trophy: .goldMedal, type: .steps, points: 20),
            GoalAward(goal: BuiltInGoals.all[5].id, day: first.adding(days: 2), trophy: .zombieHand, type: .runningDistance, points: 43),
        ]
        let report = AwardsReport(awards, goals: BuiltInGoals.all, from: first.adding(days: 1))
        #expect(report.text.contains("2026-11-30      43  Zombie run") && !report.text.contains("2026-11-28"))
        #expect(
            report.text.split(separator: "\n").contains { $0.hasPrefix("gold medals, steps ") && $0.hasSuffix(" 1") }
                && report.text.hasSuffix("Points in all: 68."))
        let all = AwardsReport(awards, goals: [], from: first).text
        #expect(all.contains("2026-11-28      25  1000, 1002"))
        // They come from the store as they were put there.
        let folder = TemporaryFolder(), desk = try ChangeDesk(path: folder.path)
        try desk.put(awards.map { $0.change(origin: desk.origin, time: desk.time) })
        #expect(try desk.awards() == awards)
    }
}
