import Calendar
import CommandLineTable
import HealthCore
import JSONText
import Quantities

/// `harrier awards`: the goals that were reached, day by day, and what they add up to.
enum AwardsCommand {
    private static let days = Option.integer("last", in: 1...36_600, valueName: "DAYS", help: "only so many days up to today")

    static let command = Command(
        "awards", summary: "Show points and trophies, day by day and in all.",
        discussion: "A goal is awarded once a day. Awards stay as they were when a goal is changed or removed.",
        options: [days.specification, HarrierCommands.json.specification],
        subcommands: [Command("list", summary: "List the days with awards, the latest first, and the trophies.")], standsFor: "list")

    static func run(_ invocation: Invocation) throws {
        let desk = try ChangeDesk(invocation), today = PlayCommands.localZone().local(desk.now).date
        let report = AwardsReport(
            try desk.awards(), goals: desk.book.goals, from: invocation[days].map { today.adding(days: 1 - $0) } ?? .earliest)
        if invocation[HarrierCommands.json] { Console.print(report.json) } else { Console.print(report.text) }
    }
}

/// Awards in words, and as JSON. Points and trophies in all are those of all days, whichever are listed.
struct AwardsReport {
    private let days: [(date: CivilDate, awards: [GoalAward])]
    private let totals: AwardTotals
    private let goals: [NamedGoal]
    private let isEmpty: Bool

    init(_ awards: [GoalAward], goals: [NamedGoal], from first: CivilDate) {
        totals = awards.reduce(into: AwardTotals()) { $0.add($1) }
        days = Dictionary(grouping: awards.filter { $0.date >= first }, by: \.date).sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
        isEmpty = awards.isEmpty
        self.goals = goals
    }

    private static func points(_ awards: [GoalAward]) -> UInt64 { awards.reduce(0) { $0 &+ UInt64($1.points) } }

    /// A goal that is gone is named by its id.
    private func title(_ award: GoalAward) -> String {
        goals.first { $0.id == award.goal }.map { GoalText.title($0) } ?? award.goal.text.flatMap { GoalText.isPlain($0) ? $0 : nil } ?? "?"
    }

    private static func name(_ place: ShelfPlace) -> String {
        switch place {
        case .bronzeSteps: "bronze medals, steps"
        case .silverSteps: "silver medals, steps"
        case .goldSteps: "gold medals, steps"
        case .bronzeWalk: "bronze medals, walking"
        case .silverRun: "silver medals, running"
        case .zombieRun: "zombie hands, running"
        case .other: "other trophies"
        }
    }

    private static func key(_ place: ShelfPlace) -> String {
        switch place {
        case .bronzeSteps: "bronze_steps"
        case .silverSteps: "silver_steps"
        case .goldSteps: "gold_steps"
        case .bronzeWalk: "bronze_walking"
        case .silverRun: "silver_running"
        case .zombieRun: "zombie_running"
        case .other: "other"
        }
    }

    var text: String {
        guard !isEmpty else { return "No goal has been reached yet. `harrier goals` shows how far today's have come." }
        var table = Table(["day", "points", "goals reached"], left: [0, 2])
        for (date, awards) in days { table.add(["\(date)", "\(Self.points(awards))", awards.map { title($0) }.joined(separator: ", ")]) }
        var shelf = Table(["trophies", "n"])
        for place in ShelfPlace.allCases where place != .other || totals[place] > 0 { shelf.add([Self.name(place), "\(totals[place])"]) }
        return (days.isEmpty ? "No goal was reached in these days." : table.text) + "\n\n" + shelf.text
            + "\n\nPoints in all: \(totals.points)."
    }

    var json: JSONObject {
        let listed = days.map { date, awards -> JSONValue in
            var day = JSONObject()
            day["date"] = .string("\(date)")
            day["points"] = .integer(Int64(clamping: Self.points(awards)))
            day["awards"] = .array(
                awards.map { award in
                    .object(
                        JSONObject([
                            "goal": .string(award.goal.text ?? ""), "title": .string(title(award)), "type": .string(award.type.name),
                            "trophy": .string(award.trophy.name), "points": .integer(Int64(award.points)),
                        ]))
                })
            return .object(day)
        }
        var shelf = JSONObject()
        for place in ShelfPlace.allCases { shelf[Self.key(place)] = .integer(Int64(totals[place])) }
        return JSONObject([
            "days": .array(listed), "trophies": .object(shelf), "points_in_all": .integer(Int64(clamping: totals.points)),
        ])
    }
}
