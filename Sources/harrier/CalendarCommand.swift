import Calendar
import CommandLineTable
import JSONText
import Quantities
import RunCore
import Training

/// `harrier calendar`: a month as on a wall, its runs as bars, and the streak.
enum CalendarCommand {
    static let month = Argument<String?>.optional("YYYY-MM", help: "the month, such as 2026-09; without it this one")

    static let command = Command(
        "calendar", summary: "Show a month: the days of its runs, and bars of how far they went.",
        discussion: "A run stands on the day on which it began where it was run.", arguments: [month.specification],
        options: [
            RunHistory.weekStart.specification, ListCommand.origin.specification, HarrierCommands.units.specification,
            HarrierCommands.json.specification,
        ],
        examples: [.init("harrier calendar 2026-09", "a month"), .init("harrier calendar --week-starts sunday", "weeks from Sunday on")])

    static func run(_ invocation: Invocation) throws {
        let asked = try invocation[month].map { try firstDay(of: $0) }
        let history = try RunHistory(invocation)
        let report = CalendarReport(
            history.runs, month: asked ?? history.today, today: history.today, weekBegins: invocation[RunHistory.weekStart].weekday,
            in: history.unit)
        if invocation[HarrierCommands.json] { return Console.print(report.json) }
        Console.print(report.text)
        if history.runs.isEmpty { Console.print(history.nothing) }
    }

    /// The first day of a month that is written as `2026-09`.
    static func firstDay(of month: String) throws(UsageFailure) -> CivilDate {
        guard let day = CivilDate(month + "-01") else { throw UsageFailure("`\(month)` is no month: write it as 2026-09") }
        return day
    }
}

/// A month of a history in words, and as JSON.
struct CalendarReport {
    private let grid: MonthGrid
    private let byDay: [CivilDate: RunTally]
    private let ids: [CivilDate: [RunID]]
    private let tally: RunTally
    private let streak: RunStreak
    private let today: CivilDate
    private let unit: DistanceUnit

    init(_ runs: [TrainedRun], month: CivilDate, today: CivilDate, weekBegins: Weekday, in unit: DistanceUnit) {
        grid = MonthGrid(containing: month, weekBegins: weekBegins)
        let runsByDay = runs.byDay(), days = grid.days
        byDay = runsByDay.mapValues { RunTally($0) }
        ids = runsByDay.mapValues { $0.map(\.figures.id) }
        tally = RunTally(days.flatMap { runsByDay[$0] ?? [] })
        streak = RunStreak(runs, today: today)
        self.today = today
        self.unit = unit
    }

    private static let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let cell = 8
    private var monthName: String {
        let name = Self.names.indices.contains(grid.month - 1) ? Self.names[grid.month - 1] : ""
        return "\(name) \(grid.year)"
    }

    var text: String {
        var lines = [centred(monthName, in: 7 * Self.cell), weekdayLine]
        for week in grid.weeks {
            lines.append(line(week.map { $0.map(dayText) ?? "" }))
            if week.contains(where: { $0.map { byDay[$0] != nil } ?? false }) {
                lines.append(line(week.map { $0.map(distanceText) ?? "" }))
            }
        }
        if tally.runs > 0 { lines += ["", bars] }
        if tally.runs > 0 { lines += ["", HistoryText.line(tally, in: unit)] } else { lines.append("") }
        if streak.longest > 0 { lines.append("Days in a row with a run: \(streak.current) now, \(streak.longest) at most.") }
        return lines.joined(separator: "\n")
    }

    private var weekdayLine: String {
        line((0..<7).map { Self.weekdays[(grid.weekBegins.daysAfterMonday + $0) % 7] + " " })
    }
    /// The number of a day: `>` before today, `*` after one with a run.
    private func dayText(_ day: CivilDate) -> String { (day == today ? ">" : "") + "\(day.day)" + (byDay[day] == nil ? " " : "*") }
    private func distanceText(_ day: CivilDate) -> String { byDay[day].map { RunReport.amount($0.distance, in: unit) + " " } ?? "" }

    private func line(_ cells: [String]) -> String {
        var line = cells.map { String(repeating: " ", count: max(0, Self.cell - $0.count)) + $0 }.joined()
        while line.last == " " { line.removeLast() }
        return line
    }
    private func centred(_ text: String, in width: Int) -> String { String(repeating: " ", count: max(0, (width - text.count) / 2)) + text }

    private static let rows = 5
    private static let eighths = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A bar for each day, the month's longest day full.
    private var bars: String {
        let days = grid.days, most = days.compactMap { byDay[$0]?.distance }.max() ?? .zero
        let label = RunReport.amount(most, in: unit), unitLabel = unit.rawValue
        var lines: [String] = []
        for row in (0..<Self.rows).reversed() {
            let name = row == Self.rows - 1 ? label : row == 0 ? unitLabel : ""
            var line = String(repeating: " ", count: max(0, Self.cell - 1 - name.count)) + name + " "
            for day in days {
                let share = most > .zero ? (byDay[day]?.distance ?? .zero) / most : 0
                // A day with a run shows at least a line, however short the run.
                let full = byDay[day] == nil ? 0 : max(1, Int(rounding: share * Double(Self.rows * 8)))
                line += Self.eighths[min(max(full - row * 8, 0), 8)] + " "
            }
            while line.last == " " { line.removeLast() }
            lines.append(line)
        }
        var axis = String(repeating: " ", count: Self.cell)
        for day in days {
            let isNamed = day.day == 1 || day.day % 5 == 0
            axis += isNamed ? "\(day.day)" + (day.day < 10 ? " " : "") : "  "
        }
        while axis.last == " " { axis.removeLast() }
        return (lines + [axis]).joined(separator: "\n")
    }

    var json: JSONObject {
        var object = JSONObject()
        object["month"] = .string(String("\(CivilDate(year: grid.year, month: grid.month, day: 1) ?? today)".prefix(7)))
        object["week_starts"] = .string(grid.weekBegins == .sunday ? "sunday" : "monday")
        object["totals"] = .object(HistoryText.json(tally))
        object["days"] = .array(
            grid.days.compactMap { day in
                guard let tally = byDay[day] else { return nil }
                var object = JSONObject()
                object["date"] = .string("\(day)")
                for member in HistoryText.json(tally).members { object[member.name] = member.value }
                object["run_ids"] = .array((ids[day] ?? []).map { .string("\($0)") })
                return .object(object)
            })
        object["streak_days"] = .integer(Int64(streak.current))
        object["longest_streak_days"] = .integer(Int64(streak.longest))
        return object
    }
}
