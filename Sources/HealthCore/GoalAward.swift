import Calendar
import Quantities

/// A goal that was reached on a day. Its id is made of the day and the goal, so that it is awarded once, whoever awards it and however
/// often: two watches, a watch that was restored, a clock that was set back.
public struct GoalAward: Hashable, Sendable {
    /// The goal's id.
    public var goal: HealthID
    /// The local day, in days since 1970-01-01.
    public var day: Int32
    /// What was awarded.
    public var trophy: Trophy
    /// What the goal counted: trophies are drawn by both.
    public var type: GoalType
    /// How many points, as the goal had them then.
    public var points: UInt16

    /// An award.
    public init(goal: HealthID, day: CivilDate, trophy: Trophy, type: GoalType, points: UInt16) {
        (self.goal, self.trophy, self.type, self.points) = (goal, trophy, type, points)
        self.day = Int32(clamping: day.daysSinceEpoch)
    }

    init(goal: HealthID, dayNumber: Int32, trophy: Trophy, type: GoalType, points: UInt16) {
        (self.goal, self.day, self.trophy, self.type, self.points) = (goal, dayNumber, trophy, type, points)
    }

    /// The local day.
    public var date: CivilDate { CivilDate(daysSinceEpoch: Int(day)) }

    /// What the ids of a day's awards begin with: `award` and the day. They are in the order of the days.
    public static func idPrefix(ofDay day: Int64) -> HealthID {
        var id = HealthID()
        for byte in "award".utf8 { id.append(byte) }
        id.append(UInt32(bitPattern: Int32(clamping: day)) ^ 1 << 31)
        return id
    }

    /// The object's id: ``idPrefix(ofDay:)`` and the goal's id. Allocates nothing.
    public static func id(of goal: HealthID, on day: CivilDate) -> HealthID {
        var id = idPrefix(ofDay: Int64(day.daysSinceEpoch))
        for index in 0..<goal.count { id.append(goal[index]) }
        return id
    }

    /// The day of an award's id, in days since 1970-01-01; nil if it is none.
    public static func dayNumber(of id: HealthID) -> Int32? {
        guard id.count > 9, id.number(at: 0, bytes: 5) == 0x61_7761_7264 else { return nil }
        return Int32(bitPattern: UInt32(truncatingIfNeeded: id.number(at: 5, bytes: 4)) ^ 1 << 31)
    }

    /// The change that keeps it.
    public func change(origin: HealthOrigin, time: HealthTime) -> HealthChange {
        HealthChange(kind: .award, id: Self.id(of: goal, on: date), origin: origin, time: time, value: .award(self))
    }
}

/// What awards add up to.
public struct AwardTotals: Hashable, Sendable {
    /// All points.
    public var points: UInt64 = 0
    /// How many of each of the shelf's trophies, by ``ShelfPlace``.
    public private(set) var trophies = SIMD8<UInt32>()

    /// None.
    public init() {}

    /// Adds an award.
    public mutating func add(_ award: GoalAward) {
        points &+= UInt64(award.points)
        trophies[ShelfPlace(award.trophy, award.type).rawValue] &+= 1
    }

    /// How many of a place.
    public subscript(place: ShelfPlace) -> UInt32 { trophies[place.rawValue] }

    /// Both together.
    public static func + (a: AwardTotals, b: AwardTotals) -> AwardTotals {
        var sum = a
        sum.points &+= b.points
        sum.trophies &+= b.trophies
        return sum
    }
}

/// A place on the trophy shelf: the six pictures of iHealth, and one for whatever else there is.
public enum ShelfPlace: Int, CaseIterable, Sendable {
    /// Medals for steps.
    case bronzeSteps, silverSteps, goldSteps
    /// For a distance walked.
    case bronzeWalk
    /// For a distance run.
    case silverRun, zombieRun
    /// Any other trophy.
    case other

    /// Where a trophy stands.
    public init(_ trophy: Trophy, _ type: GoalType) {
        self =
            switch (trophy, type) {
            case (.bronzeMedal, .steps): .bronzeSteps
            case (.silverMedal, .steps): .silverSteps
            case (.goldMedal, .steps): .goldSteps
            case (.bronzeMedal, .walkingDistance): .bronzeWalk
            case (.silverMedal, .runningDistance): .silverRun
            case (.zombieHand, .runningDistance): .zombieRun
            default: .other
            }
    }
}
