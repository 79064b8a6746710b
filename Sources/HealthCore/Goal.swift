import Quantities

/// What a goal counts.
public enum GoalType: Hashable, Sendable {
    /// Steps of the day, walking or running.
    case steps
    /// Distance walked.
    case walkingDistance
    /// Distance run.
    case runningDistance
    /// Something that this version does not know: shown, without progress, and never awarded.
    case unknown(String)

    /// The word that iHealth's list of goals has for it.
    public var name: String {
        switch self {
        case .steps: "step"
        case .walkingDistance: "walking_distance"
        case .runningDistance: "running_distance"
        case .unknown(let name): name
        }
    }

    /// The type of such a word.
    public init(name: String) {
        switch name {
        case "step": self = .steps
        case "walking_distance": self = .walkingDistance
        case "running_distance": self = .runningDistance
        default: self = .unknown(name)
        }
    }
}

/// What is awarded when a goal is reached.
public enum Trophy: Hashable, Sendable {
    /// The four of iHealth.
    case bronzeMedal, silverMedal, goldMedal, zombieHand
    /// One that this version has no picture of.
    case unknown(String)

    /// The word that iHealth's list of goals has for it.
    public var name: String {
        switch self {
        case .bronzeMedal: "bronze_medal"
        case .silverMedal: "silver_medal"
        case .goldMedal: "gold_medal"
        case .zombieHand: "zombie_hand"
        case .unknown(let name): name
        }
    }

    /// The trophy of such a word.
    public init(name: String) {
        switch name {
        case "bronze_medal": self = .bronzeMedal
        case "silver_medal": self = .silverMedal
        case "gold_medal": self = .goldMedal
        case "zombie_hand": self = .zombieHand
        default: self = .unknown(name)
        }
    }
}

/// A goal of each day. The object's id is the goal's: `1000`.
public struct Goal: Hashable, Sendable {
    /// What it is called; empty for a built-in goal that the watch names in its own words.
    public var title: LocalizedText
    /// What is to be done.
    public var details: LocalizedText
    /// What it counts.
    public var type: GoalType
    /// How much: steps, or metres. At least 1.
    public var target: UInt32
    /// What is awarded.
    public var trophy: Trophy
    /// How many points.
    public var points: UInt16
    /// True if what is left over counts on the next day (``GoalProgress``).
    public var carriesOver: Bool

    /// A goal; a target of 0 becomes 1.
    public init(
        title: LocalizedText, details: LocalizedText = LocalizedText(), type: GoalType, target: UInt32, trophy: Trophy, points: UInt16,
        carriesOver: Bool = false
    ) {
        (self.title, self.details, self.type, self.trophy, self.points) = (title, details, type, trophy, points)
        self.target = max(1, target)
        self.carriesOver = carriesOver
    }

    /// The longest id of a goal, in bytes, so that its awards' ids have room for the day.
    public static let mostIDBytes = 31
    /// So many goals are held at most, the first by id.
    public static let mostGoals = 32
}

/// A goal and its id.
public struct NamedGoal: Hashable, Sendable {
    /// The object's id.
    public var id: HealthID
    /// The goal.
    public var goal: Goal
    /// A goal.
    public init(id: HealthID, goal: Goal) { (self.id, self.goal) = (id, goal) }

    /// Its place among the built-in goals, if it is one of them as it is built in but for its target, points and carry-over: then the
    /// watch names it in its own words.
    public var builtIn: Int? { goal.title.isEmpty ? BuiltInGoals.all.firstIndex { $0.id == id } : nil }
}

/// The six goals of iHealth, which count for as long as no object of their id says otherwise.
public enum BuiltInGoals {
    /// The goals by id, `1000` to `1005`. They carry no texts: the watch has its own for each language.
    public static let all: [NamedGoal] = [
        goal("1000", .steps, 500, .bronzeMedal, 5), goal("1001", .steps, 1000, .silverMedal, 10),
        goal("1002", .steps, 6000, .goldMedal, 20), goal("1003", .walkingDistance, 1000, .bronzeMedal, 5),
        goal("1004", .runningDistance, 1000, .silverMedal, 5), goal("1005", .runningDistance, 5000, .zombieHand, 43),
    ]

    private static func goal(_ id: String, _ type: GoalType, _ target: UInt32, _ trophy: Trophy, _ points: UInt16) -> NamedGoal {
        NamedGoal(
            id: HealthID(id) ?? HealthID(),
            goal: Goal(title: LocalizedText(), type: type, target: target, trophy: trophy, points: points))
    }
}
