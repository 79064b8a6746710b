import Quantities

/// What a drink is called.
public enum DrinkName: Hashable, Sendable {
    /// One of the eleven that are built in, from 0: the watch has words for it.
    case builtIn(UInt8)
    /// As a computer called it.
    case text(ShortText)
    /// Nobody gave it a name.
    case unnamed
}

/// How much is much.
public enum CaffeineMark: UInt8, CaseIterable, Sendable {
    /// Below 200 mg, or three cups.
    case low
    /// Below 400 mg, or five cups.
    case medium
    /// From there on.
    case high
}

/// Caffeine at a glance.
public struct CaffeinePage: Hashable, Sendable {
    /// In the body now, mg; nil while the time is not known.
    public var milligrams: Double?
    /// How much that is.
    public var mark: CaffeineMark
    /// What was drunk since midnight, in small coffees; nil while the time is not known.
    public var cups: Double?
    /// How much that is.
    public var cupsMark: CaffeineMark
    /// How full the gauge is that ends at 500 mg, 0...100.
    public var fill: UInt8
    /// When it falls below the level of bedtime; nil if it is below, or not known.
    public var belowAt: TimeOfDay?
    /// That level, mg.
    public var level: UInt16
    /// A page.
    public init(
        milligrams: Double?, mark: CaffeineMark, cups: Double?, cupsMark: CaffeineMark, fill: UInt8, belowAt: TimeOfDay?, level: UInt16
    ) {
        (self.milligrams, self.mark, self.cups, self.cupsMark) = (milligrams, mark, cups, cupsMark)
        (self.fill, self.belowAt, self.level) = (fill, belowAt, level)
    }
}

/// Drinks to choose from, or those of the day.
public struct DrinkListPage: Hashable, Sendable {
    /// A row.
    public enum Row: Hashable, Sendable {
        /// A drink that can be logged, with its caffeine in mg.
        case kind(DrinkName, milligrams: Double)
        /// A drink that was had.
        case drunk(TimeOfDay?, DrinkName, milligrams: Double)
        /// Leads to the drinks of the day.
        case today
        /// Leads to the forecast.
        case forecast
    }
    /// How many rows there are, the first in view, and the chosen one.
    public var count: UInt8, first: UInt8, selected: UInt8
    /// The rows in view.
    public var rows: InView<Row>
    /// How many rows are given at most.
    public static let capacity = 5
    /// A list.
    public init(count: UInt8, first: UInt8, selected: UInt8, rows: InView<Row>) {
        (self.count, self.first, self.selected, self.rows) = (count, first, selected, rows)
    }
}

/// A drink whose time is being chosen, or whether it is deleted.
public struct DrinkPage: Hashable, Sendable {
    /// What it is called.
    public var name: DrinkName
    /// Caffeine, mg.
    public var milligrams: Double
    /// When it was had; nil while the time is not known.
    public var time: TimeOfDay?
    /// True while it asks whether to delete it.
    public var asksToDelete: Bool
    /// A drink.
    public init(name: DrinkName, milligrams: Double, time: TimeOfDay?, asksToDelete: Bool) {
        (self.name, self.milligrams, self.time, self.asksToDelete) = (name, milligrams, time, asksToDelete)
    }
}

/// Caffeine over the next 24 hours, if nothing more is drunk.
public struct CaffeineCurvePage: Hashable, Sendable {
    /// How much there is at 64 instants from now on, the last 24 h later, in tenths of mg.
    public var values: SIMD64<UInt16>
    /// Where bedtime is among the values, 0...63; nil without one.
    public var bedtime: UInt8?
    /// How much there is then, mg.
    public var atBedtime: Double?
    /// A curve.
    public init(values: SIMD64<UInt16>, bedtime: UInt8?, atBedtime: Double?) {
        (self.values, self.bedtime, self.atBedtime) = (values, bedtime, atBedtime)
    }
}

/// What there is to be said of much caffeine: for information.
public enum CaffeineNews: UInt8, CaseIterable, Sendable {
    /// One drink has more than 200 mg, or 3 mg a kilogram of the runner.
    case dose
    /// The day has more than 400 mg.
    case day
    /// There will be more than 50 mg at bedtime.
    case bedtime
}
