import Calendar
import CommandLineTable
import HealthCore
import JSONText
import Quantities

/// `harrier caffeine`: how much caffeine is in the body, and how it goes on.
enum CaffeineCommand {
    private static let at = TimeArgument.option("at", help: "at another time than now")
    private static let forecast = Option.flag("forecast", help: "how it goes on for a day, each five minutes")

    static let command = Command(
        "caffeine", summary: "Tell how much caffeine is in the body, and when it is gone.",
        discussion: """
            Each drink of `harrier drinks` halves with the half-life that is set (`harrier settings get caffeine-half-life`); cups are what \
            was drunk since midnight in coffees of 96 mg. It is information, not advice: bodies differ much.
            """, options: [at.specification, forecast.specification, HarrierCommands.json.specification],
        examples: [.init("harrier caffeine --at 22:30", "at bedtime"), .init("harrier caffeine --forecast", "the day ahead")])

    static func run(_ invocation: Invocation) throws {
        let desk = try ChangeDesk(invocation), zone = PlayCommands.localZone()
        let instant = invocation[at]?.instant(now: desk.now, in: zone) ?? desk.now
        let report = CaffeineReport(desk.book, at: instant, in: zone)
        if invocation[HarrierCommands.json] { return Console.print(report.json(withForecast: invocation[forecast])) }
        Console.print(invocation[forecast] ? report.forecastText : report.text)
    }
}

/// Caffeine in words, and as JSON.
struct CaffeineReport {
    private let level: CaffeineLevel
    private let instant: UTCInstant
    private let zone: TimeZoneRules
    private let boundaries: DayBoundaries
    /// The next bedtime; nil if none is set.
    let bedtime: UTCInstant?

    init(_ book: HealthBook, at instant: UTCInstant, in zone: TimeZoneRules) {
        (level, boundaries) = (CaffeineLevel(book), DayBoundaries(zone: zone))
        (self.instant, self.zone) = (instant, zone)
        bedtime = book.settings.bedtime.map { minutes in
            let time = CivilTime(secondsSinceMidnight: Int(minutes) * 60), today = zone.local(instant).date
            let tonight = zone.firstInstant(showing: CivilDateTime(date: today, time: time))
            return tonight > instant
                ? tonight : zone.firstInstant(showing: CivilDateTime(date: today.adding(days: 1), time: time))
        }
    }

    private var milligrams: Double { level.milligrams(at: instant) }
    private var cups: Double { level.cups(onDayOf: instant, boundaries) }
    private var fall: UTCInstant? { level.fall(to: CaffeineLevel.bedtimeMilligrams, after: instant) }

    private static func word(_ number: Double, _ marks: (medium: Double, high: Double)) -> String {
        number < marks.medium ? "low" : number < marks.high ? "medium" : "high"
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int64(rounding: number * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static let gaugeCells = 25

    /// A gauge to 500 mg.
    private var gauge: String {
        let share = min(milligrams / CaffeineLevel.gauge, 1), full = Int(rounding: share * Double(Self.gaugeCells))
        return "0 [" + String(repeating: "#", count: full) + String(repeating: "-", count: Self.gaugeCells - full) + "] 500"
    }

    var text: String {
        var lines = [
            "\(DrinkWords.milligrams(milligrams)) mg in the body (\(Self.word(milligrams, CaffeineLevel.marks))) at "
                + "\(TimeArgument.local(instant, in: zone)).", gauge,
            "\(Self.tenths(cups)) cups on this day (\(Self.word(cups, CaffeineLevel.cupMarks))).",
        ]
        let limit = DrinkWords.milligrams(CaffeineLevel.bedtimeMilligrams)
        lines.append(
            fall.map { "\(limit) mg and less from \(TimeArgument.local($0, in: zone)) on." } ?? "No more than \(limit) mg already.")
        if let bedtime {
            lines.append(
                "\(DrinkWords.milligrams(level.milligrams(at: bedtime))) mg at bedtime, \(TimeArgument.local(bedtime, in: zone)).")
        }
        return lines.joined(separator: "\n")
    }

    var forecastText: String {
        var table = Table(["when", "mg", "cups"])
        for point in CaffeineLevel.forecast(from: instant) {
            table.add([
                TimeArgument.local(point, in: zone), Self.tenths(level.milligrams(at: point)),
                Self.tenths(level.cups(onDayOf: point, boundaries)),
            ])
        }
        return table.text
    }

    func json(withForecast: Bool) -> JSONObject {
        var object = JSONObject()
        object["time"] = .string(instant.iso8601)
        object["caffeine_mg"] = .number(milligrams)
        object["level"] = .string(Self.word(milligrams, CaffeineLevel.marks))
        object["gauge_percent"] = .integer(Int64(rounding: (min(milligrams / CaffeineLevel.gauge, 1) * 100).rounded(.down)))
        object["cups"] = .number(cups)
        object["cups_level"] = .string(Self.word(cups, CaffeineLevel.cupMarks))
        object["falls_to_50_mg"] = fall.map { .string($0.iso8601) } ?? .null
        object["bedtime"] = bedtime.map { .string($0.iso8601) } ?? .null
        object["bedtime_mg"] = bedtime.map { .number(level.milligrams(at: $0)) } ?? .null
        guard withForecast else { return object }
        object["forecast"] = .array(
            CaffeineLevel.forecast(from: instant).map { point in
                .object(
                    JSONObject([
                        "time": .string(point.iso8601), "caffeine_mg": .number(level.milligrams(at: point)),
                        "cups": .number(level.cups(onDayOf: point, boundaries)),
                    ]))
            })
        return object
    }
}
