import HealthCore
import JSONReading

/// A list of goals as a file: `items` with `id`, `title`, `description`, `type`, `goal` and `reward` of `trophy` and `points`, as iHealth's
/// server gives it. A title or description is a text, or an object with a text for each language.
///
/// A file is taken whole or not at all: whatever is malformed is said with its line. Fields that are not known are passed over; types and
/// trophies that are not known are kept.
struct GoalFile {
    /// What is wrong with a file, and where.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let file: String
        let line: Int
        let problem: String
        var description: String { "\(file):\(line): \(problem); nothing was changed" }
    }

    /// No list is longer in bytes.
    static let mostBytes = 1 << 20

    private let bytes: [UInt8]
    private let file: String

    /// The goals of a file in its order, no id twice.
    static func read(_ bytes: [UInt8], file: String) throws(Fault) -> [NamedGoal] { try GoalFile(bytes: bytes, file: file).read() }

    private func fault(_ path: JSONPath, _ problem: String) -> Fault {
        let name = path.text
        return Fault(file: file, line: JSONLineFinder.line(of: path, in: bytes), problem: name.isEmpty ? problem : "\(name): \(problem)")
    }

    private func read() throws(Fault) -> [NamedGoal] {
        guard bytes.count <= Self.mostBytes else { throw Fault(file: file, line: 1, problem: "it is longer than \(Self.mostBytes) bytes") }
        let document: JSONDocument
        do throws(JSONSyntaxError) { document = try JSONDocument.parse(bytes) } catch {
            throw Fault(file: file, line: error.line, problem: error.problem)
        }
        let top = JSONPath(), path = top.appending(.key("items"))
        guard case .array(let items) = try member("items", of: document, at: top) else { throw fault(path, "expected a list") }
        guard items.count <= Goal.mostGoals else { throw fault(path, "there are \(items.count) goals; \(Goal.mostGoals) at most") }
        var goals: [NamedGoal] = []
        for (index, item) in items.enumerated() {
            let place = path.appending(.index(index)), goal = try self.goal(item, at: place)
            if goals.contains(where: { $0.id == goal.id }) {
                throw fault(place.appending(.key("id")), "the id \(goal.id.text ?? "") is there twice")
            }
            goals.append(goal)
        }
        return goals
    }

    private func goal(_ item: JSONDocument, at path: JSONPath) throws(Fault) -> NamedGoal {
        let idPath = path.appending(.key("id"))
        guard let id = HealthID(try text("id", of: item, at: path)), id.count <= Goal.mostIDBytes else {
            throw fault(idPath, "an id has 1 to \(Goal.mostIDBytes) bytes")
        }
        let title = try localized("title", of: item, at: path)
        let details = try localized("description", of: item, at: path, mayBeEmpty: true)
        let type = GoalType(name: try text("type", of: item, at: path))
        let target = try number("goal", of: item, at: path, in: 1...Int64(UInt32.max))
        let reward = try member("reward", of: item, at: path), rewardPath = path.appending(.key("reward"))
        let trophy = Trophy(name: try text("trophy", of: reward, at: rewardPath))
        let points = try number("points", of: reward, at: rewardPath, in: 0...Int64(UInt16.max))
        var goal = Goal(
            title: title, details: details, type: type, target: UInt32(clamping: target), trophy: trophy, points: UInt16(clamping: points))
        goal.carriesOver = try carriesOver(item, at: path)
        guard HealthValue.goal(goal).isWithinBounds else { throw fault(path, "its texts are too long for a watch") }
        return NamedGoal(id: id, goal: goal)
    }

    private func member(_ key: String, of value: JSONDocument, at path: JSONPath) throws(Fault) -> JSONDocument {
        guard case .object(let members) = value else { throw fault(path, "expected an object, found \(value.kindName)") }
        guard let member = members.first(where: { $0.key == key }) else { throw fault(path, "the field \"\(key)\" is missing") }
        return member.value
    }

    private func text(_ key: String, of value: JSONDocument, at path: JSONPath) throws(Fault) -> String {
        let member = try member(key, of: value, at: path), place = path.appending(.key(key))
        guard case .string(let text) = member else { throw fault(place, "expected a text, found \(member.kindName)") }
        return try checked(text, at: place)
    }

    private func checked(_ text: String, at path: JSONPath) throws(Fault) -> String {
        guard GoalText.isPlain(text) else { throw fault(path, "the text is empty or has control characters") }
        return text
    }

    private func number(
        _ key: String, of value: JSONDocument, at path: JSONPath, in range: ClosedRange<Int64>
    ) throws(Fault) -> Int64 {
        let member = try member(key, of: value, at: path), place = path.appending(.key(key))
        guard case .integer(let number) = member else { throw fault(place, "expected a whole number, found \(member.kindName)") }
        guard range.contains(number) else {
            throw fault(place, "\(number) is out of range: \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A field of Harrier's own, which others need not have.
    private func carriesOver(_ item: JSONDocument, at path: JSONPath) throws(Fault) -> Bool {
        guard case .object(let members) = item, let member = members.first(where: { $0.key == "carries_over" }) else { return false }
        guard case .bool(let carries) = member.value else {
            throw fault(path.appending(.key("carries_over")), "expected true or false, found \(member.value.kindName)")
        }
        return carries
    }

    private func localized(
        _ key: String, of value: JSONDocument, at path: JSONPath, mayBeEmpty: Bool = false
    ) throws(Fault) -> LocalizedText {
        let member = try member(key, of: value, at: path), place = path.appending(.key(key))
        switch member {
        case .string("") where mayBeEmpty: return LocalizedText()
        case .string(let text): return LocalizedText(try checked(text, at: place))
        case .object(let texts):
            var entries: [LocalizedText.Entry] = []
            for text in texts {
                let place = place.appending(.key(text.key))
                guard case .string(let words) = text.value else { throw fault(place, "expected a text, found \(text.value.kindName)") }
                entries.append(LocalizedText.Entry(tag: try checked(text.key, at: place), text: try checked(words, at: place)))
            }
            guard !entries.isEmpty else { throw fault(place, "there is no text in it") }
            return LocalizedText(entries)
        default: throw fault(place, "expected a text, or an object with a text for each language, found \(member.kindName)")
        }
    }
}

/// Words of goals, for people at a computer.
enum GoalText {
    /// True for a text that is not empty and does nothing to a terminal.
    static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }
    }

    private static let builtIn = ["First steps", "On the move", "Many steps", "A short walk", "Quick run", "Zombie run"]

    /// What a goal is called.
    static func title(_ goal: NamedGoal) -> String {
        if let index = goal.builtIn, builtIn.indices.contains(index) { return builtIn[index] }
        return goal.goal.title.text(for: "en") ?? goal.id.text ?? "?"
    }

    /// How much: `1000 steps`, `1.500 km`.
    static func amount(_ number: Int64, _ type: GoalType) -> String {
        switch type {
        case .steps: "\(number) steps"
        case .walkingDistance, .runningDistance: kilometers(number) + " km"
        case .unknown: "\(number)"
        }
    }

    /// Millimetres as kilometres with three decimals, cut.
    static func kilometers(_ millimeters: Int64) -> String {
        let meters = max(0, millimeters / 1000)
        let rest = "\(meters % 1000)"
        return "\(meters / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// A target in the unit that ``amount(_:_:)`` takes.
    static func target(_ goal: Goal) -> Int64 {
        switch goal.type {
        case .walkingDistance, .runningDistance: Int64(goal.target) * 1000
        case .steps, .unknown: Int64(goal.target)
        }
    }

    /// A trophy's word: `gold medal`.
    static func trophy(_ trophy: Trophy) -> String { String(trophy.name.map { $0 == "_" ? " " : $0 }) }
}
