import Calendar
import CommandLineTable
import JSONText
import Quantities
import Training

/// `harrier totals`: what the runs of each week, month or year amount to.
enum TotalsCommand {
    static let by = Option<TallyPeriod?>.choice("by", valueName: "PERIOD", help: "a row for each of these").defaulting(
        to: TallyPeriod.month)

    static let command = Command(
        "totals", summary: "Add up the runs of each week, month or year.",
        discussion: "The mean pace is all seconds by all metres. Periods without runs are left out.",
        options: [
            by.specification, RunHistory.weekStart.specification, ListCommand.origin.specification, HarrierCommands.units.specification,
            HarrierCommands.json.specification,
        ], examples: [.init("harrier totals --by week", "ISO weeks, Monday to Sunday")])

    static func run(_ invocation: Invocation) throws {
        let history = try RunHistory(invocation)
        let report = TotalsReport(
            history.runs, by: invocation[by], weekBegins: invocation[RunHistory.weekStart].weekday, in: history.unit)
        if invocation[HarrierCommands.json] { return Console.print(report.json) }
        Console.print(history.runs.isEmpty ? history.nothing : report.text)
    }
}

/// The totals of a history in words, and as JSON.
struct TotalsReport {
    private let tallies: [PeriodTally]
    private let all: RunTally
    private let undated: Int
    private let period: TallyPeriod
    private let isISO: Bool
    private let unit: DistanceUnit

    init(_ runs: [TrainedRun], by period: TallyPeriod, weekBegins: Weekday, in unit: DistanceUnit) {
        tallies = PeriodTally.all(of: runs, by: period, weekBegins: weekBegins)
        all = RunTally(runs)
        undated = runs.filter { $0.figures.day == nil }.count
        self.period = period
        isISO = weekBegins == .monday
        self.unit = unit
    }

    /// `2026-W49`, `2026-12`, `2026`; a week from another day on is named by that day.
    private func name(_ start: CivilDate) -> String {
        switch period {
        case .week: isISO ? Self.name(ISOWeek(containing: start)) : "\(start)"
        case .month: String("\(start)".prefix(7))
        case .year: String("\(start)".prefix(4))
        }
    }
    static func name(_ week: ISOWeek) -> String { "\(week.year)-W\(week.number < 10 ? "0" : "")\(week.number)" }

    var text: String {
        var table = Table([period.rawValue, "runs", unit.rawValue, "time", "pace", "kcal", "m up"])
        func add(_ name: String, _ tally: RunTally) {
            table.add([
                name, "\(tally.runs)", RunReport.amount(tally.distance, in: unit), HistoryText.time(tally.timer),
                RunReport.pace(tally.averagePace, in: unit), HistoryText.kilocalories(tally.energy), HistoryText.meters(tally.ascent),
            ])
        }
        for tally in tallies { add(name(tally.start), tally.tally) }
        add("all", all)
        var notes: [String] = []
        if all.importedRuns > 0 { notes.append("\(HistoryText.runs(all.importedRuns)) of these imported from files of other devices.") }
        if undated > 0 { notes.append("\(HistoryText.runs(undated)) without a date: only in the last row.") }
        return table.text + (notes.isEmpty ? "" : "\n\n" + notes.joined(separator: "\n"))
    }

    var json: JSONObject {
        var object = JSONObject()
        object["by"] = .string(period.rawValue)
        object["periods"] = .array(
            tallies.map { tally in
                var object = JSONObject()
                object["period"] = .string(name(tally.start))
                object["start"] = .string("\(tally.start)")
                for member in HistoryText.json(tally.tally).members { object[member.name] = member.value }
                return .object(object)
            })
        object["all"] = .object(HistoryText.json(all))
        object["undated_runs"] = .integer(Int64(undated))
        return object
    }
}
