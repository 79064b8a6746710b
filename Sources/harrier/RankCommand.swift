import Calendar
import CommandLineTable
import JSONText
import Quantities
import RunCore
import Training

/// `harrier rank`: a run's place among the others, and the records that it set.
enum RankCommand {
    static let command = Command(
        "rank", summary: "Say a run's place by distance among all, of its day, its week and its month, and its records.",
        discussion: "Distances are compared in whole metres; runs of the same distance share a place. Weeks are ISO weeks.",
        arguments: [HarrierCommands.run.specification],
        options: [ListCommand.origin.specification, HarrierCommands.units.specification, HarrierCommands.json.specification],
        examples: [.init("harrier rank last", "the newest run")])

    static func run(_ invocation: Invocation) throws {
        let history = try RunHistory(invocation), id = try history.archive.identify(invocation[HarrierCommands.run])
        guard let standing = RunStanding(id, in: history.runs) else {
            throw CommandFailure("the run \(HistoryText.short(id)) is not among the runs that are asked for, or cannot be read")
        }
        Console.print(
            invocation[HarrierCommands.json] ? JSONValue.object(standing.json).text(.pretty) : standing.text(in: history.unit))
    }
}

/// Where a run stands among the others.
struct RunStanding {
    private let run: TrainedRun
    private let rank: RunRank
    private let records: [RecordBook.Step]

    /// Nil if the run is not in the history.
    init?(_ id: RunID, in runs: [TrainedRun]) {
        guard let run = runs.first(where: { $0.figures.id == id }), let rank = RunRank(of: id, among: runs) else { return nil }
        self.run = run
        self.rank = rank
        records = RecordBook.steps(of: id, in: runs)
    }

    private var places: [(name: String, key: String, place: RunPlace)] {
        guard let day = run.figures.day, let ofDay = rank.day, let ofWeek = rank.week, let ofMonth = rank.month else {
            return [("all runs", "all", rank.all)]
        }
        return [
            ("all runs", "all", rank.all), ("month \(String("\(day)".prefix(7)))", "month", ofMonth),
            ("week \(TotalsReport.name(ISOWeek(containing: day)))", "week", ofWeek), ("day \(day)", "day", ofDay),
        ]
    }

    func text(in unit: DistanceUnit) -> String {
        let figures = run.figures
        var table = Table(["", "place", "of"])
        for place in places { table.add([place.name, "\(place.place.place)", "\(place.place.count)"]) }
        let head =
            "\(RunReport.startText(figures))  \(RunReport.kindText(figures.type))  \(RunReport.amount(figures.distance, in: unit)) "
            + "\(unit.rawValue) in \(RunReport.time(figures.timer))" + (run.origin.isRecorded ? "" : ", imported")
        let records = recordTexts(in: unit)
        return ([head, "", table.text] + (records.isEmpty ? [] : [""] + records)).joined(separator: "\n")
    }

    /// The rank in a line.
    var rankText: String {
        let others = places.dropFirst().map { "\($0.place.place) of \($0.place.count) of its \($0.key)" }
        return (["\(rank.all.place) of \(rank.all.count) by distance"] + others).joined(separator: ", ")
    }

    /// The records that the run set, a line each. The first run of a kind sets all there are, which is no news.
    func recordTexts(in unit: DistanceUnit) -> [String] {
        if run.isTooFast { return ["no records: faster than any runner, so a ride or a jump of the position"] }
        let beaten = records.filter { $0.before != nil }
        return beaten.map { step in
            let before = step.before.map { ", before \(RecordText.value($0.value, of: $0.kind, in: unit))" } ?? ""
            return
                "record! \(RecordText.name(step.record.kind)) \(RecordText.value(step.record.value, of: step.record.kind, in: unit))\(before)"
        }
    }

    var json: JSONObject {
        var object = JSONObject()
        object["run"] = .string("\(run.figures.id)")
        object["date"] = HistoryText.json(run.figures.day)
        object["origin"] = RunReport.json(run.origin)
        object["distance_m"] = .number(run.figures.distance.meters)
        object["rank"] = .object(rankJSON)
        object["records_set"] = recordsJSON
        object["is_too_fast"] = .bool(run.isTooFast)
        return object
    }

    /// Each place with its count; null where the run has no date.
    var rankJSON: JSONObject {
        func json(_ place: RunPlace?) -> JSONValue {
            place.map { .object(JSONObject(["place": .integer(Int64($0.place)), "of": .integer(Int64($0.count))])) } ?? .null
        }
        return JSONObject(["all": json(rank.all), "day": json(rank.day), "week": json(rank.week), "month": json(rank.month)])
    }

    var recordsJSON: JSONValue {
        .array(
            records.map { step in
                var object = JSONObject()
                object["kind"] = .string(RecordText.key(step.record.kind))
                RecordText.put(step.record.value, into: &object, prefix: "")
                if let before = step.before { RecordText.put(before.value, into: &object, prefix: "before_") }
                return .object(object)
            })
    }
}
