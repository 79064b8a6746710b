import Quantities

/// What an object says. Numbers of quarter hours and runs lie in place; texts and lists are rare, boxed by Swift and bounded.
public enum HealthValue: Hashable, Sendable {
    /// Nothing: a tombstone.
    case none
    /// A quarter of an hour.
    case quarterHour(QuarterHourAmounts)
    /// A whole local day of an old store, which knew no quarter hours.
    case day(WholeDayAmounts)
    /// A run.
    case run(RunAmounts)
    /// A goal of each day.
    case goal(Goal)
    /// A goal that was reached.
    case award(GoalAward)
    /// A drink that somebody had.
    case drink(Drink)
    /// A drink that can be chosen.
    case drinkKind(DrinkKind)
    /// Somebody who wears the watch.
    case runner(Runner)
    /// A whole number: a setting, a choice, yes (1) or no (0).
    case integer(Int64)
    /// A number.
    case real(Double)
    /// A text of at most 256 bytes.
    case text(String)
    /// At most 64 numbers.
    case numbers([Double])
    /// Bytes of a later version, kept as they are; the first says what they are. At most 1,024.
    case opaque([UInt8])
}

/// What happened in a quarter of an hour. What was not measured is nil.
public struct QuarterHourAmounts: Hashable, Sendable {
    /// Steps.
    public var steps: UInt32
    /// Distance walked, mm.
    public var walkedMillimeters: UInt32?
    /// Distance run, mm.
    public var ranMillimeters: UInt32?
    /// Energy, tenths of a kilocalorie.
    public var energyTenths: UInt32?
    /// Seconds in motion, 0...900.
    public var activeSeconds: UInt16?
    /// Where the quarter hour began on the clock of the boot that counted, ms: a later correction of UTC needs it.
    public var monotonicStartMilliseconds: Int64?

    init(_ amounts: CountedAmounts, monotonicStartMilliseconds: Int64?) {
        self.init(steps: amounts.steps, monotonicStartMilliseconds: monotonicStartMilliseconds)
        walkedMillimeters = amounts.walked > 0 ? amounts.walked : nil
        ranMillimeters = amounts.ran > 0 ? amounts.ran : nil
    }

    /// Amounts.
    public init(steps: UInt32, monotonicStartMilliseconds: Int64? = nil) {
        self.steps = steps
        self.monotonicStartMilliseconds = monotonicStartMilliseconds
    }
}

/// What version 1 of the store kept of a day.
public struct WholeDayAmounts: Hashable, Sendable {
    /// Steps.
    public var steps: UInt32
    /// Distance of the day's runs, mm.
    public var distanceMillimeters: Int64
    /// How many runs.
    public var runs: UInt16

    /// Amounts.
    public init(steps: UInt32, distanceMillimeters: Int64, runs: UInt16) {
        self.steps = steps
        self.distanceMillimeters = distanceMillimeters
        self.runs = runs
    }
}
