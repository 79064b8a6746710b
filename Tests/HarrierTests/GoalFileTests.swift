import HealthCore
import Testing

@testable import harrier

@Suite("Lists of goals as files") struct GoalFileTests {
    private static func read(_ text: String) -> Result<[NamedGoal], GoalFile.Fault> {
        do throws(GoalFile.Fault) { return .success(try GoalFile.read(Array(text.utf8), file: "g.json")) } catch { return .failure(error) }
    }

    private static func item(
        id: String = #""7""#, title: String = #""Walk""#, description: String = #""Walk a day""#, type: String = #""step""#,
        goal: String = "500", reward: String = #"{ "trophy": "bronze_medal", "points": 5 }"#, more: String = ""
    ) -> String {
        #"{ "id": \#(id), "title": \#(title), "description": \#(description), "type": \#(type), "goal": \#(goal), "reward": \#(reward)\#(more) }"#
    }

    private static func list(_ items: [String]) -> String { "{ \"items\": [\n" + items.joined(separator: ",\n") + "\n] }" }

    @Test(
        "A list as iHealth's server gives it is read whole: texts by language, unknown types and trophies kept, unknown fields passed over")
    func whole() throws {
        let text = Self.list([
            Self.item(), Self.item(id: #""8""#, title: #"{ "en": "Swim", "de": "Schwimmen" }"#, description: #""""#, type: #""swim""#),
            Self.item(id: #""9""#, type: #""running_distance""#, goal: "4294967295", reward: #"{ "trophy": "cup", "points": 0, "x": [] }"#),
            Self.item(id: #""a""#, more: #", "carries_over": true, "picture": null"#),
        ])
        let goals = try Self.read(text).get()
        #expect(goals.map(\.id.text) == ["7", "8", "9", "a"])
        #expect(
            goals[0].goal
                == Goal(
                    title: LocalizedText("Walk"), details: LocalizedText("Walk a day"), type: .steps, target: 500, trophy: .bronzeMedal,
                    points: 5))
        #expect(goals[1].goal.title.text(for: "de-AT") == "Schwimmen" && goals[1].goal.type == .unknown("swim"))
        #expect(goals[1].goal.details.isEmpty && goals[2].goal.trophy == .unknown("cup") && goals[2].goal.target == .max)
        #expect(goals[3].goal.carriesOver && !goals[0].goal.carriesOver)
        #expect(try Self.read(#"{ "items": [], "nextPageToken": "not used" }"#).get().isEmpty)
    }

    /// A file and what is said of it, after its name.
    static let faults: [(text: String, fault: String)] = [
        ("", "1: the file is empty"), ("[]", "1: expected an object, found a list"), ("{}", "1: the field \"items\" is missing"),
        ("{ \"items\":\n\n{} }", "1: items: expected a list"),
        (list([item(), "{}"]), "3: items[1]: the field \"id\" is missing"),
        (list([item(), item()]), "3: items[1].id: the id 7 is there twice"),
        (list([item(goal: "0")]), "2: items[0].goal: 0 is out of range: 1 to 4294967295"),
        (list([item(goal: "-5")]), "2: items[0].goal: -5 is out of range: 1 to 4294967295"),
        (list([item(goal: "4294967296")]), "2: items[0].goal: 4294967296 is out of range: 1 to 4294967295"),
        (list([item(goal: "1.5")]), "2: items[0].goal: expected a whole number, found a number with a fraction"),
        (list([item(goal: "\"5\"")]), "2: items[0].goal: expected a whole number, found a text"),
        (list([item(id: "7")]), "2: items[0].id: expected a text, found a whole number"),
        (list([item(id: "\"\"")]), "2: items[0].id: the text is empty or has control characters"),
        (list([item(id: "\"" + String(repeating: "x", count: 32) + "\"")]), "2: items[0].id: an id has 1 to 31 bytes"),
        (list([item(title: "\"\"")]), "2: items[0].title: the text is empty or has control characters"),
        (list([item(title: "\"\\u001b[2J\"")]), "2: items[0].title: the text is empty or has control characters"),
        (list([item(title: "[]")]), "2: items[0].title: expected a text, or an object with a text for each language, found a list"),
        (list([item(title: "{}")]), "2: items[0].title: there is no text in it"),
        (list([item(title: "{ \"en\": 1 }")]), "2: items[0].title.en: expected a text, found a whole number"),
        (list([item(reward: "5")]), "2: items[0].reward: expected an object, found a whole number"),
        (list([item(reward: "{ \"trophy\": \"a\" }")]), "2: items[0].reward: the field \"points\" is missing"),
        (list([item(reward: "{ \"trophy\": \"a\", \"points\": 65536 }")]), "2: items[0].reward.points: 65536 is out of range: 0 to 65535"),
        (list([item(more: ", \"carries_over\": 1")]), "2: items[0].carries_over: expected true or false, found a whole number"),
        (list([item(title: "\"" + String(repeating: "x", count: 256) + "\"")]), "2: items[0]: its texts are too long for a watch"),
        (list((0..<33).map { item(id: "\"\($0)\"") }), "1: items: there are 33 goals; 32 at most"),
    ]

    @Test("A malformed list is refused whole, with the line and the reason", arguments: faults)
    func malformed(text: String, fault: String) {
        guard case .failure(let found) = Self.read(text) else { return #expect(Bool(false), "it was taken") }
        #expect("\(found)" == "g.json:\(fault); nothing was changed")
    }

    @Test("A key twice and text that is no JSON are refused with the line")
    func notJSON() {
        for text in ["{ \"items\": [],\n \"items\": [] }", "{ \"items\": [\n,] }", "{ \"items\":\n nope }"] {
            guard case .failure(let fault) = Self.read(text) else { return #expect(Bool(false), "\(text) was taken") }
            #expect(fault.line == 2, "\(fault)")
        }
    }

    @Test(
        "A list takes the place of another: what is gone is deleted, built-in goals too, what is the same stays, and reset brings all back")
    func replacing() throws {
        let origin = HealthOrigin(high: 1, low: 1)
        var book = HealthBook(boot: .init(high: 1, low: 1))
        let goals = try Self.read(Self.list([Self.item(), Self.item(id: #""1000""#)])).get()
        let changes = GoalList.replace(book, by: goals, origin, .none)
        #expect(changes.count == 7 && changes.count { $0.isDeleted } == 5)
        for change in changes { book.apply(change) }
        #expect(book.goals == goals.sorted { $0.id < $1.id })
        #expect(GoalList.replace(book, by: goals, origin, .none).isEmpty)
        #expect(GoalList.freeID(book).text == "1006")
        for change in GoalList.reset(book, origin, .none) { book.apply(change) }
        #expect(book.goals == BuiltInGoals.all)
    }
}
