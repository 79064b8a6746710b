import CommandLineTable
import HealthCore
import JSONText
import Quantities

/// `harrier runners`: who wears the watch.
enum RunnersCommand {
    private static let name = Argument<String>.one("NAME", help: "the runner's name")
    private static let runner = Argument<String>.one("ID", help: "the runner's name, or id in `harrier runners list`")
    private static let wearer = Argument<String>.one(
        "ID", completion: .suggestions(["guest"]), help: "the runner's name or id; `guest` for nobody in particular")
    private static let newName = Option.text("name", valueName: "TEXT", help: "the runner's name")
    private static let weight = Option.number("weight", in: 30...299, valueName: "KG", help: "weight, kg")
    private static let height = Option.number("height", in: 60...309, valueName: "CM", help: "height, cm")
    private static let birthYear = Option.integer("birth-year", in: 1900...2100, valueName: "YEAR", help: "the year of birth")
    enum Sex: String, CaseIterable, Sendable { case female, male }
    private static let sex = Option<Sex?>.choice("sex", valueName: "female|male", help: "for the rules of energy")
    private static let maximum = Option.number("max-heart-rate", in: 100...230, valueName: "BPM", help: "the greatest heart rate")
    private static let resting = Option.number("resting-heart-rate", in: 30...110, valueName: "BPM", help: "the heart rate at rest")
    private static let leaves = Option.flag(
        "leave-guest-runs", help: "runs that were recorded before stay nobody's; else they become the first runner's")
    private static let body: [OptionSpecification] = [
        weight.specification, height.specification, birthYear.specification, sex.specification, maximum.specification,
        resting.specification, HarrierCommands.json.specification,
    ]

    static let command = Command(
        "runners", summary: "Show the runners of a watch, add and change them, and say who wears it.",
        discussion: """
            The runs of a watch are the runner's who wears it; without a runner they are a guest's. Runs of guests belong to the first runner \
            that is made, unless they are left; `adopt` gives them to another.
            """,
        options: [HarrierCommands.json.specification],
        subcommands: [
            Command("list", summary: "List the runners."),
            Command(
                "add", summary: "Add a runner.", arguments: [name.specification], options: body + [leaves.specification],
                examples: [
                    .init(
                        "harrier runners add Ada --weight 58 --height 171 --birth-year 1990",
                        "with what her energy and heart rate zones need")
                ]),
            Command("edit", summary: "Change a runner.", arguments: [runner.specification], options: [newName.specification] + body),
            Command("remove", summary: "Remove a runner; the runs stay.", arguments: [runner.specification]),
            Command("use", summary: "Say who wears the watch.", arguments: [wearer.specification]),
            Command("adopt", summary: "Give the runs of guests to a runner.", arguments: [wearer.specification]),
        ], standsFor: "list")

    static func run(_ invocation: Invocation) throws {
        let desk = try ChangeDesk(invocation)
        switch invocation.path.last {
        case "add": try add(desk, invocation)
        case "edit":
            let named = try find(invocation[runner], desk)
            var runner = named.runner
            if let name = invocation[newName] { runner.name = try checked(name, desk, but: named.id) }
            apply(invocation, to: &runner.profile)
            guard runner != named.runner else { throw UsageFailure("say what is to be changed: --name TEXT, --weight KG, …") }
            try desk.put([change(named.id, runner, desk)])
        case "remove":
            let named = try find(invocation[runner], desk)
            var changes = [desk.book.deletion(.runner, named.id.id, origin: desk.origin)]
            if desk.book.activeRunner?.id == named.id { changes += wearing(nil, desk) }
            try desk.put(changes)
        case "use":
            let named = try invocation[wearer] == "guest" ? nil : find(invocation[wearer], desk)
            try desk.put(wearing(named?.id, desk))
        case "adopt": try adopt(desk, invocation)
        default: break
        }
        let report = RunnersReport(try desk.wholeBook())
        if invocation[HarrierCommands.json] { Console.print(report.json) } else { Console.print(report.text) }
    }

    private static func add(_ desk: ChangeDesk, _ invocation: Invocation) throws {
        let name = try checked(invocation[name], desk, but: nil)
        guard desk.book.runners.count < Runner.mostRunners else {
            throw CommandFailure("there are \(Runner.mostRunners) runners already: `harrier runners remove` makes room")
        }
        guard let id = RunnerID(max(1, Entropy.draw().0)) else { return }
        var runner = Runner(name: name)
        runner.adoptsGuestRuns = desk.book.runners.isEmpty && !invocation[leaves]
        apply(invocation, to: &runner.profile)
        try desk.put([change(id, runner, desk)])
    }

    private static func adopt(_ desk: ChangeDesk, _ invocation: Invocation) throws {
        let heir = try invocation[wearer] == "guest" ? nil : find(invocation[wearer], desk)
        try desk.put(
            desk.book.runners.compactMap { named in
                var runner = named.runner
                runner.adoptsGuestRuns = named.id == heir?.id
                return runner == named.runner ? nil : change(named.id, runner, desk)
            })
    }

    private static func change(_ id: RunnerID, _ runner: Runner, _ desk: ChangeDesk) -> HealthChange {
        desk.book.change(.runner, id.id, to: .runner(runner), origin: desk.origin, time: desk.time)
    }

    private static func wearing(_ id: RunnerID?, _ desk: ChangeDesk) -> [HealthChange] {
        var settings = desk.book.settings
        settings.activeRunner = id?.text
        return desk.book.changes(to: settings, desk.book.profile, origin: desk.origin, time: desk.time)
    }

    private static func checked(_ name: String, _ desk: ChangeDesk, but id: RunnerID?) throws -> String {
        guard GoalText.isPlain(name), name.utf8.count <= Runner.mostNameBytes, name != "guest" else {
            throw UsageFailure("a name has 1 to \(Runner.mostNameBytes) bytes, no control characters, and is not `guest`")
        }
        guard !desk.book.runners.contains(where: { $0.runner.name == name && $0.id != id }) else {
            throw CommandFailure("there is a runner \(name) already")
        }
        return name
    }

    private static func apply(_ invocation: Invocation, to profile: inout Profile) {
        if let weight = invocation[weight] { profile.weight = .kilograms(weight) }
        if let height = invocation[height] { profile.height = .meters(height / 100) }
        if let year = invocation[birthYear] { profile.birthYear = Int16(clamping: year) }
        if let sex = invocation[sex] { profile.sex = sex == .female ? .female : .male }
        if let rate = invocation[maximum] { profile.maximumHeartRate = .beatsPerMinute(rate) }
        if let rate = invocation[resting] { profile.restingHeartRate = .beatsPerMinute(rate) }
    }

    private static func find(_ word: String, _ desk: ChangeDesk) throws -> NamedRunner {
        let runners = desk.book.runners
        if let named = runners.first(where: { $0.id.text == word || $0.runner.name == word }) { return named }
        let begun = runners.filter { word.utf8.count >= 4 && $0.id.text.hasPrefix(word) }
        guard begun.count == 1, let named = begun.first else {
            throw CommandFailure("there is no runner \(word): `harrier runners list` shows them")
        }
        return named
    }
}

/// Runners in words, and as JSON.
struct RunnersReport {
    private let runners: [NamedRunner]
    private let active: RunnerID?

    /// How many runs are whose, those of guests with whoever has them.
    private let runs: [RunnerID: Int]

    init(_ book: HealthBook) {
        (runners, active) = (book.runners, book.activeRunner?.id)
        runs = book.runCounts
    }

    private static func number(_ value: Double?) -> String { value.map { "\(Int64(rounding: $0))" } ?? "--" }

    var text: String {
        guard !runners.isEmpty else {
            return "There are no runners: whoever wears the watch is a guest. `harrier runners add NAME` adds one."
        }
        var table = Table(["id", "name", "kg", "cm", "born", "max", "rest", "runs", ""], left: [0, 1, 8])
        for named in runners {
            let profile = named.runner.profile
            let notes = [named.id == active ? "wears the watch" : "", named.runner.adoptsGuestRuns ? "has the runs of guests" : ""]
            table.add([
                String(named.id.text.prefix(8)), named.runner.name, Self.number(profile.weight.kilograms),
                Self.number(profile.height.meters * 100), profile.birthYear.map { "\($0)" } ?? "--",
                Self.number(profile.maximumHeartRate?.beatsPerMinute), Self.number(profile.restingHeartRate?.beatsPerMinute),
                "\(runs[named.id] ?? 0)", notes.filter { !$0.isEmpty }.joined(separator: ", "),
            ])
        }
        return table.text + (active == nil ? "\n\nA guest wears the watch." : "")
    }

    var json: JSONObject {
        JSONObject([
            "runners": .array(
                runners.map { named in
                    let profile = named.runner.profile
                    var object = JSONObject()
                    object["id"] = .string(named.id.text)
                    object["name"] = .string(named.runner.name)
                    object["is_wearing"] = .bool(named.id == active)
                    object["adopts_guest_runs"] = .bool(named.runner.adoptsGuestRuns)
                    object["runs"] = .integer(Int64(runs[named.id] ?? 0))
                    object["weight_kg"] = .number(profile.weight.kilograms)
                    object["height_m"] = .number(profile.height.meters)
                    object["birth_year"] = profile.birthYear.map { .integer(Int64($0)) } ?? .null
                    object["sex"] = profile.sex.map { .string($0 == .female ? "female" : "male") } ?? .null
                    object["max_heart_rate_bpm"] = profile.maximumHeartRate.map { .number($0.beatsPerMinute) } ?? .null
                    object["resting_heart_rate_bpm"] = profile.restingHeartRate.map { .number($0.beatsPerMinute) } ?? .null
                    return .object(object)
                })
        ])
    }
}
