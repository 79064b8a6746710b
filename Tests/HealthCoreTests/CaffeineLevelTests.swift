import Calendar
import Quantities
import Testing

@testable import HealthCore

@Suite("Caffeine in the body") struct CaffeineLevelTests {
    private static let noon = UTCInstant(milliseconds: 1_796_126_400_000)
    private static func level(_ doses: [(Double, Double)], halfLife: Duration = .seconds(5 * 3600)) -> CaffeineLevel {
        CaffeineLevel(doses.map { (noon.advanced(by: .seconds($0.0 * 3600)), $0.1) }, halfLife: halfLife)
    }

    /// A dose, hours after it, and what is left of it: the seed's reference values.
    static let remainders: [(milligrams: Double, hours: Double, left: Double)] = [
        (96, 0, 96), (96, 5, 48), (96, 10, 24), (96, 24, 3.446), (192, 3, 126.67), (256, 1, 222.86), (96, -0.001, 0), (96, 60, 0),
    ]

    @Test("A drink halves in five hours, is nothing before it was drunk, and counts until less than 0.1 mg are left", arguments: remainders)
    func left(milligrams: Double, hours: Double, left: Double) {
        let found = Self.level([(0, milligrams)]).milligrams(at: Self.noon.advanced(by: .seconds(hours * 3600)))
        #expect(abs(found - left) < 0.006, "\(found)")
    }

    @Test(
        "The level falls to a limit when it is said to, whatever is drunk later, and stays under it", arguments: [10.0, 50, 96, 150, 400])
    func fall(limit: Double) {
        for doses in [[(0.0, 96.0)], [(-1, 200), (2, 20)], [(0, 60), (6, 5)], [(0, 300), (4, 300)], [(0, 20)], []] {
            let level = Self.level(doses)
            func isOver(_ minute: Int) -> Bool { level.milligrams(at: Self.noon.advanced(by: .seconds(minute * 60))) > limit }
            let last = (0..<4000).last { isOver($0) }
            let found = level.fall(to: limit, after: Self.noon).map { Self.noon.duration(to: $0).inMilliseconds / 60_000 }
            #expect((last == nil) == (found == nil))
            if let last, let found { #expect(abs(found - Int64(last)) <= 1, "\(doses)") }
        }
    }

    @Test("Cups are what was drunk since midnight in coffees of 96 mg, also past midnight in a forecast of 289 points")
    func cups() {
        let level = Self.level([(-13, 500), (-11, 128), (0, 64), (1, 96)]), boundaries = DayBoundaries(zone: .utc)
        #expect(abs(level.cups(onDayOf: Self.noon, boundaries) - 2) < 1e-9)
        let points = CaffeineLevel.forecast(from: Self.noon)
        #expect(points.count == 289 && points[1] == Self.noon.advanced(by: .seconds(300)))
        #expect(points.last == Self.noon.advanced(by: .seconds(86_400)))
        #expect(level.cups(onDayOf: points[143], boundaries) == 3 && level.cups(onDayOf: points[144], boundaries) == 0)
    }

    @Test("A book's dated drinks count with the half-life that is set; the deleted ones and those without a date do not")
    func book() throws {
        var book = HealthBook(boot: BootID(high: 1, low: 1)), settings = Settings()
        settings.caffeineHalfLife = 180
        for change in book.changes(to: settings, Profile(), origin: .migration) { book.apply(change) }
        func drink(_ name: String, _ time: HealthTime) throws -> HealthChange {
            HealthChange(
                kind: .drink, id: try #require(HealthID(name)), origin: .migration, time: time,
                value: .drink(Drink(kind: nil, milligrams: 100)))
        }
        let at = HealthTime.utc(start: Self.noon, end: Self.noon, zone: .utc), second = MonotonicInstant(seconds: 1)
        book.apply(try drink("a", at))
        book.apply(try drink("b", at))
        book.apply(try drink("c", .boot(book.boot, start: second, end: second)))
        book.apply(book.deletion(.drink, try #require(HealthID("b")), origin: .migration))
        #expect(CaffeineLevel(book).milligrams(at: Self.noon.advanced(by: .seconds(3 * 3600))) == 50)
    }
}
