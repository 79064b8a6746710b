import Calendar
import Glibc
import Quantities

/// How much caffeine is in the body. The rules are those of Apple's Coffee Tracker, but for two of its slips: a drink is nothing before it was
/// drunk, and counts until less than ``leastMilligrams`` of it are left, not for a day.
///
/// Each drink halves with the half-life that is set; nothing is said of how fast it is taken up.
public struct CaffeineLevel: Sendable {
    /// Caffeine of an equivalent cup, mg: a small coffee.
    public static let cup = 96.0
    /// A full gauge, mg.
    public static let gauge = 500.0
    /// From here on the level is medium, and high, mg; the second is what EFSA 2015 calls safe for a day.
    public static let marks = (medium: 200.0, high: 400.0)
    /// From here on the cups of a day are many, and too many.
    public static let cupMarks = (medium: 3.0, high: 5.0)
    /// More than this at bedtime may keep awake, mg: half of what EFSA 2015 names.
    public static let bedtimeMilligrams = 50.0
    /// What is left of a drink is nothing below this, mg.
    public static let leastMilligrams = 0.1

    private let doses: [(time: UTCInstant, milligrams: Double)]
    private let halfLife: Duration

    /// The drinks of a book, with the half-life of its settings. Drinks without a date are not known to be in the body.
    public init(_ book: HealthBook) {
        self.init(
            book.drinks.compactMap { change in
                guard case .drink(let drink) = change.value, let start = change.time.start else { return nil }
                return (start, drink.milligrams)
            }, halfLife: .seconds(Int64(book.settings.caffeineHalfLife) * 60))
    }

    /// Drinks, in any order.
    public init(_ doses: [(time: UTCInstant, milligrams: Double)], halfLife: Duration) {
        self.doses = doses.sorted { ($0.time, $0.milligrams) < ($1.time, $1.milligrams) }
        self.halfLife = max(halfLife, .seconds(60))
    }

    /// In the body at an instant, mg.
    public func milligrams(at instant: UTCInstant) -> Double {
        var sum = 0.0
        for dose in doses where dose.time <= instant {
            let left = dose.milligrams * exp2(-(dose.time.duration(to: instant) / halfLife))
            if left >= Self.leastMilligrams { sum += left }
        }
        return sum
    }

    /// What was drunk from local midnight to an instant, mg.
    public func milligramsDrunk(onDayOf instant: UTCInstant, _ boundaries: DayBoundaries) -> Double {
        let start = boundaries.start(of: boundaries.day(of: instant))
        return doses.reduce(0) { $1.time >= start && $1.time <= instant ? $0 + $1.milligrams : $0 }
    }

    /// The same in equivalent cups.
    public func cups(onDayOf instant: UTCInstant, _ boundaries: DayBoundaries) -> Double {
        milligramsDrunk(onDayOf: instant, boundaries) / Self.cup
    }

    /// From when on there is no more than so much in the body, if nothing more is drunk than is known; nil if that is so already.
    public func fall(to limit: Double, after instant: UTCInstant) -> UTCInstant? {
        let limit = max(limit, Self.leastMilligrams)
        var end: UTCInstant?
        // Backwards from drink to drink: after the last of them at which it is more, it only falls.
        for start in doses.map(\.time).filter({ $0 > instant }).reversed() + [instant] {
            let level = milligrams(at: start)
            if level > limit {
                let fall = start.advanced(by: halfLife * log2(level / limit))
                return end.map { min($0, fall) } ?? fall
            }
            end = start
        }
        return nil
    }

    /// So many steps a forecast has, and how long each is.
    public static let forecastSteps = 288, forecastStep = Duration.seconds(300)

    /// The instants of a forecast of a day: the first and one each five minutes, 289.
    public static func forecast(from instant: UTCInstant) -> [UTCInstant] {
        (0...forecastSteps).map { instant.advanced(by: forecastStep * $0) }
    }
}
