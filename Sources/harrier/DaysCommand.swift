import Calendar
import CommandLineTable
import HealthCore
import HealthStore
import JSONText
import Quantities
import RunCore
import RunLog
import Training

/// `harrier days`: what each of the latest days amounted to, its steps too.
enum DaysCommand {
    static let last = Option.integer("last", in: 1...3660, valueName: "DAYS", help: "so many days up to today").defaulting(to: 30)

    static let command = Command(
        "days", summary: "List the latest days: runs, distance, time, energy, steps.",
        discussion: """
            Days without a run and without steps are left out. Steps are those that the watch counted all day, in runs and between them; \
            they are absent where the data folder's health store does not tell them.
            """,
        options: [
            last.specification, ListCommand.origin.specification, HarrierCommands.units.specification, HarrierCommands.json.specification,
        ], examples: [.init("harrier days --last 7", "a week")])

    static func run(_ invocation: Invocation) throws {
        let history = try RunHistory(invocation)
        let from = history.today.adding(days: 1 - invocation[last])
        let steps = steps(from: from, through: history.today, in: history.zone, history.archive.directory)
        let report = DaysReport(history.runs, from: from, through: history.today, steps: steps, in: history.unit)
        if invocation[HarrierCommands.json] { return Console.print(report.json) }
        Console.print(report.isEmpty ? "No runs and no steps from \(from) to \(history.today)." : report.text)
    }

    /// The steps of those days on which the store of a folder knows any; none where it cannot be read.
    static func steps(
        from: CivilDate, through last: CivilDate, in zone: TimeZoneRules, _ directory: DataDirectory
    ) -> [CivilDate: UInt32] {
        let boundaries = DayBoundaries(zone: zone)
        let window = boundaries.start(of: from)..<max(boundaries.start(of: from), boundaries.interval(of: last).upperBound)
        do throws(HealthStoreError) {
            let store = try HealthStore(path: directory.healthStore, access: .glance)
            let book = try store.book(boot: BootID(high: 0, low: 0), window: window)
            var steps: [CivilDate: UInt32] = [:], day = from
            while day <= last {
                let count = book.day(day, boundaries).steps
                if count > 0 { steps[day] = count }
                guard day < last else { break }
                day = day.adding(days: 1)
            }
            return steps
        } catch { return [:] }
    }
}

/// Days in words, and as JSON; the latest first.
struct DaysReport {
    private let days: [(date: CivilDate, tally: RunTally, steps: UInt32?)]
    private let unit: DistanceUnit

    init(_ runs: [TrainedRun], from: CivilDate, through last: CivilDate, steps: [CivilDate: UInt32], in unit: DistanceUnit) {
        let byDay = runs.byDay()
        let dates = Set(byDay.keys).union(steps.keys).filter { $0 >= from && $0 <= last }
        days = dates.sorted(by: >).map { ($0, RunTally(byDay[$0] ?? []), steps[$0]) }
        self.unit = unit
    }

    var isEmpty: Bool { days.isEmpty }

    var text: String {
        var table = Table(["day", "runs", unit.rawValue, "time", "pace", "kcal", "steps"])
        for day in days {
            let hasRuns = day.tally.runs > 0
            table.add([
                "\(day.date)", hasRuns ? "\(day.tally.runs)" : "", hasRuns ? RunReport.amount(day.tally.distance, in: unit) : "",
                hasRuns ? HistoryText.time(day.tally.timer) : "", hasRuns ? RunReport.pace(day.tally.averagePace, in: unit) : "",
                hasRuns ? HistoryText.kilocalories(day.tally.energy) : "", day.steps.map { "\($0)" } ?? "--",
            ])
        }
        return table.text
    }

    var json: JSONObject {
        JSONObject([
            "days": .array(
                days.map { day in
                    var object = JSONObject()
                    object["date"] = .string("\(day.date)")
                    for member in HistoryText.json(day.tally).members { object[member.name] = member.value }
                    object["steps"] = day.steps.map { .integer(Int64($0)) } ?? .null
                    return .object(object)
                })
        ])
    }
}
