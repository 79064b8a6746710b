/// What an object of the slow half is. A number of a later version is kept and merged like the others, and means nothing here.
public struct HealthKind: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number that is stored; never given to another kind.
    public let rawValue: UInt8
    /// Wraps a stored number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Orders by number.
    public static func < (a: HealthKind, b: HealthKind) -> Bool { a.rawValue < b.rawValue }

    /// What a quarter of an hour of UTC added up to; or, from old stores, a whole day.
    public static let quarterHour = HealthKind(rawValue: 1)
    /// A run, as lists and days need it.
    public static let run = HealthKind(rawValue: 2)
    /// A drink with caffeine.
    public static let drink = HealthKind(rawValue: 3)
    /// A drink that can be chosen.
    public static let drinkKind = HealthKind(rawValue: 4)
    /// A goal.
    public static let goal = HealthKind(rawValue: 5)
    /// A goal that was reached.
    public static let award = HealthKind(rawValue: 6)
    /// A heart rate at rest, as measured.
    public static let restingHeartRate = HealthKind(rawValue: 7)
    /// One value of the profile; its id is the name.
    public static let profileValue = HealthKind(rawValue: 8)
    /// One setting; its id is the name.
    public static let setting = HealthKind(rawValue: 9)
    /// A workout.
    public static let workout = HealthKind(rawValue: 10)
    /// A runner.
    public static let runner = HealthKind(rawValue: 11)
}
