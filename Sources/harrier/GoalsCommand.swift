import Calendar
import CommandLineTable
import HealthCore
import JSONText
import Quantities
import SystemCalls

/// `harrier goals`: the goals of each day, how far today's have come, and other goals in their place.
enum GoalsCommand {
    private static let title = Argument<String>.one("TITLE", help: "what it is called")
    private static let id = Argument<String>.one("ID", help: "its id in `harrier goals list`")
    private static let file = Argument<String>.one("FILE", completion: .files, help: "a list of goals in JSON")

    private static let types = ["step", "walking_distance", "running_distance"]
    private static let trophies = ["bronze_medal", "silver_medal", "gold_medal", "zombie_hand"]
    private static let newID = Option.text("id", valueName: "ID", help: "the id; without it the next number that is free")
    private static let newTitle = Option.text("title", valueName: "TEXT", help: "what it is called")
    private static let details = Option.text("description", valueName: "TEXT", help: "what is to be done")
    private static let type = Option<String?>.value(
        "type", valueName: "TYPE", expected: "one of \(types.joined(separator: ", "))", completion: .words(types),
        help: "what it counts", show: { $0 }, read: { types.contains($0) ? $0 : nil })
    private static let target = Option.integer(
        "goal", in: 1...Int(UInt32.max), help: "how much: steps, or metres")
    private static let trophy = Option<String?>.value(
        "trophy", valueName: "TROPHY", expected: "one of \(trophies.joined(separator: ", "))", completion: .words(trophies),
        help: "what is awarded", show: { $0 }, read: { trophies.contains($0) ? $0 : nil })
    private static let points = Option.integer("points", in: 0...Int(UInt16.max), help: "how many points are awarded")
    enum CarryOver: String, CaseIterable, Sendable { case on, off }
    private static let carryOver = Option<CarryOver?>.choice(
        "carry-over", valueName: "on|off", help: "whether what is left over counts on the next day")

    private static let describing: [OptionSpecification] = [
        details.specification, type.specification, target.specification, trophy.specification, points.specification,
        carryOver.specification, HarrierCommands.json.specification,
    ]

    static let command = Command(
        "goals", summary: "Show how far today's goals have come, and change the list of goals.",
        discussion: """
            Six goals are built in. What is added or edited here is on the watch at once where one runs on the data folder, and with its next \
            start else. Steps and distances are those that the watch has stored, which may be a quarter of an hour ago. A file of goals has \
            `items` with `id`, `title`, `description`, `type` (\(types.joined(separator: ", "))), `goal` (steps or metres) and `reward` with \
            `trophy` (\(trophies.joined(separator: ", "))) and `points`; a title or description is a text or an object with a text for each \
            language. It takes the place of the whole list, or is refused whole.
            """,
        options: [HarrierCommands.json.specification],
        subcommands: [
            Command("list", summary: "List the goals with today's progress."),
            Command(
                "add", summary: "Add a goal.", arguments: [title.specification], options: [newID.specification] + describing,
                examples: [
                    .init("harrier goals add \"Ten thousand\" --type step --goal 10000 --trophy gold_medal --points 50", "a hard one")
                ]),
            Command(
                "edit", summary: "Change a goal.", arguments: [id.specification], options: [newTitle.specification] + describing,
                examples: [.init("harrier goals edit 1002 --goal 8000", "more steps")]),
            Command("remove", summary: "Remove a goal, a built-in one too.", arguments: [id.specification]),
            Command(
                "import", summary: "Take the goals of a file in place of the whole list.", arguments: [file.specification],
                examples: [.init("harrier goals import goals.json", "as iHealth's server gives them")]),
            Command("reset", summary: "Go back to the six built-in goals."),
        ], standsFor: "list")

    static func run(_ invocation: Invocation) throws {
        switch invocation.path.last {
        case "add": try add(invocation)
        case "edit": try edit(invocation)
        case "remove": try remove(invocation)
        case "import": try importFile(invocation)
        case "reset":
            let desk = try ChangeDesk(invocation)
            try desk.put(GoalList.reset(desk.book, desk.origin, desk.time))
            show(desk, invocation)
        default: show(try ChangeDesk(invocation), invocation)
        }
    }

    private static func show(_ desk: ChangeDesk, _ invocation: Invocation) {
        let report = GoalsReport(desk.book, at: desk.now, in: PlayCommands.localZone())
        if invocation[HarrierCommands.json] { Console.print(report.json) } else { Console.print(report.text) }
    }

    // MARK: - Changing

    private static func add(_ invocation: Invocation) throws {
        let words = invocation[title]
        guard let type = invocation[type], let target = invocation[target] else {
            throw UsageFailure("say what counts and how much: --type \(types.joined(separator: "|")) --goal N")
        }
        let desk = try ChangeDesk(invocation), id: HealthID
        if let named = invocation[newID] {
            guard let given = HealthID(named), given.count <= Goal.mostIDBytes, GoalText.isPlain(named) else {
                throw UsageFailure("an id has 1 to \(Goal.mostIDBytes) bytes")
            }
            id = given
        } else {
            id = GoalList.freeID(desk.book)
        }
        guard !desk.book.goals.contains(where: { $0.id == id }) else {
            throw CommandFailure("there is a goal \(id.text ?? "") already: `harrier goals edit` changes it")
        }
        guard desk.book.goals.count < Goal.mostGoals else {
            throw CommandFailure("there are \(Goal.mostGoals) goals already: `harrier goals remove` makes room")
        }
        var goal = Goal(
            title: LocalizedText(words), type: GoalType(name: type), target: UInt32(clamping: target), trophy: .bronzeMedal, points: 0)
        try apply(invocation, title: words, to: &goal)
        try put([desk.book.change(.goal, id, to: .goal(goal), origin: desk.origin, time: desk.time)], desk, invocation)
    }

    private static func edit(_ invocation: Invocation) throws {
        let desk = try ChangeDesk(invocation), named = try find(invocation[id], desk)
        var goal = named.goal
        try apply(invocation, title: invocation[newTitle], to: &goal)
        guard goal != named.goal else { throw UsageFailure("say what is to be changed: --goal N, --points N, --title TEXT, …") }
        try put([desk.book.change(.goal, named.id, to: .goal(goal), origin: desk.origin, time: desk.time)], desk, invocation)
    }

    private static func apply(_ invocation: Invocation, title: String?, to goal: inout Goal) throws {
        if let title {
            guard GoalText.isPlain(title) else { throw UsageFailure("a title has no control characters") }
            goal.title = LocalizedText(title)
        }
        if let details = invocation[details] {
            guard GoalText.isPlain(details) else { throw UsageFailure("a description has no control characters") }
            goal.details = LocalizedText(details)
        }
        if let type = invocation[type] { goal.type = GoalType(name: type) }
        if let target = invocation[target] { goal.target = UInt32(clamping: target) }
        if let trophy = invocation[trophy] { goal.trophy = Trophy(name: trophy) }
        if let points = invocation[points] { goal.points = UInt16(clamping: points) }
        if let carries = invocation[carryOver] { goal.carriesOver = carries == .on }
        guard HealthValue.goal(goal).isWithinBounds else { throw UsageFailure("a title and a description have 255 bytes each at most") }
    }

    private static func remove(_ invocation: Invocation) throws {
        let desk = try ChangeDesk(invocation), goal = try find(invocation[id], desk)
        try put([desk.book.deletion(.goal, goal.id, origin: desk.origin)], desk, invocation)
    }

    private static func importFile(_ invocation: Invocation) throws {
        let path = invocation[file]
        let bytes = try NamedFile.read(path, atMost: GoalFile.mostBytes)
        let goals = try GoalFile.read(bytes, file: path)
        let desk = try ChangeDesk(invocation)
        try put(GoalList.replace(desk.book, by: goals, desk.origin, desk.time), desk, invocation)
    }

    private static func put(_ changes: [HealthChange], _ desk: ChangeDesk, _ invocation: Invocation) throws {
        try desk.put(changes)
        show(desk, invocation)
    }

    private static func find(_ word: String, _ desk: ChangeDesk) throws -> NamedGoal {
        guard let goal = desk.book.goals.first(where: { $0.id.text == word }) else {
            throw CommandFailure("there is no goal \(word): `harrier goals list` shows their ids")
        }
        return goal
    }
}

/// Changes of a whole list of goals.
enum GoalList {
    /// A list in place of the one that counts: other goals are deleted, built-in ones too, and what is the same stays as it is.
    static func replace(_ book: HealthBook, by goals: [NamedGoal], _ origin: HealthOrigin, _ time: HealthTime) -> [HealthChange] {
        let gone = book.goals.filter { old in !goals.contains { $0.id == old.id } }
        let new = goals.filter { !book.goals.contains($0) }
        return gone.map { book.deletion(.goal, $0.id, origin: origin) }
            + new.map { book.change(.goal, $0.id, to: .goal($0.goal), origin: origin, time: time) }
    }

    /// The built-in list again.
    static func reset(_ book: HealthBook, _ origin: HealthOrigin, _ time: HealthTime) -> [HealthChange] {
        replace(book, by: BuiltInGoals.all, origin, time)
    }

    /// The next number that no goal has or had.
    static func freeID(_ book: HealthBook) -> HealthID {
        var number = 1000
        while let id = HealthID("\(number)"), book.newest(.goal, id) != nil || BuiltInGoals.all.contains(where: { $0.id == id }) {
            number += 1
        }
        return HealthID("\(number)") ?? BuiltInGoals.all[0].id
    }
}

/// Goals and their progress in words, and as JSON.
struct GoalsReport {
    let goals: [(goal: NamedGoal, progress: GoalProgress)]
    let date: CivilDate
    let amounts: GoalAmounts
    /// The points of the day.
    let points: UInt64
    /// All points ever.
    let pointsInAll: UInt64?
    let reached: Int

    init(_ book: HealthBook, at now: UTCInstant, in zone: TimeZoneRules) {
        let boundaries = DayBoundaries(zone: zone)
        date = boundaries.day(of: now)
        let today = book.goalAmounts(on: date, boundaries), before = book.goalAmounts(on: date.adding(days: -1), boundaries)
        amounts = today
        goals = book.goals.map { ($0, GoalProgress($0.goal, today, before: before)) }
        points = book.awards(on: date).reduce(0) { $0 &+ UInt64($1.points) }
        pointsInAll = book.awardTotals?.points
        reached = goals.count { $0.progress.isReached }
    }

    var text: String {
        guard !goals.isEmpty else { return "There are no goals. `harrier goals reset` brings the built-in ones back." }
        var table = Table(["id", "goal", "so far", "of", "%", "trophy", "points"], left: [0, 1, 5])
        for (named, progress) in goals {
            let goal = named.goal
            table.add([
                named.id.text ?? "?", GoalText.title(named) + (goal.carriesOver ? " (carries over)" : ""),
                progress.current.map { GoalText.amount($0, goal.type) } ?? "--", GoalText.amount(GoalText.target(goal), goal.type),
                progress.percent.map { "\($0)" } ?? "--", GoalText.trophy(goal.trophy), "\(goal.points)",
            ])
        }
        return table.text + "\n\nPoints today: \(points). In all: \(pointsInAll.map { "\($0)" } ?? "--")."
    }

    var json: JSONObject {
        let items = goals.map { named, progress -> JSONValue in
            let goal = named.goal
            var item = JSONObject()
            item["id"] = .string(named.id.text ?? "")
            item["title"] = goal.title.isEmpty ? .string(GoalText.title(named)) : Self.json(goal.title)
            item["description"] = Self.json(goal.details)
            item["type"] = .string(goal.type.name)
            item["goal"] = .integer(Int64(goal.target))
            item["reward"] = .object(
                JSONObject(["trophy": .string(goal.trophy.name), "points": .integer(Int64(goal.points))]))
            item["carries_over"] = .bool(goal.carriesOver)
            let isDistance = goal.type == .walkingDistance || goal.type == .runningDistance
            item["current"] = progress.current.map { isDistance ? .number(Double($0) / 1000) : .integer($0) } ?? .null
            item["percent"] = progress.percent.map { .integer(Int64($0)) } ?? .null
            item["is_reached"] = .bool(progress.isReached)
            return .object(item)
        }
        return JSONObject([
            "date": .string("\(date)"), "items": .array(items), "points_today": .integer(Int64(clamping: points)),
            "points_in_all": pointsInAll.map { .integer(Int64(clamping: $0)) } ?? .null,
        ])
    }

    private static func json(_ text: LocalizedText) -> JSONValue {
        if text.entries.count == 1, let entry = text.entries.first, entry.tag.isEmpty { return .string(entry.text) }
        var object = JSONObject()
        for entry in text.entries { object[entry.tag] = .string(entry.text) }
        return text.isEmpty ? .string("") : .object(object)
    }
}
