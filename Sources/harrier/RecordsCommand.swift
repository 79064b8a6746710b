import Calendar
import CommandLineTable
import JSONText
import Quantities
import RunCore
import Training

/// `harrier records`: the best of all runs, what races would take, and how fit the runner is.
enum RecordsCommand {
    static let command = Command(
        "records", summary: "Show your records, what a race would take, and how fit you are.",
        discussion: """
            A record is the fastest stretch within any run, pauses counted, or the longest, or the most climbed. Runs indoors have their own, \
            because strides measure them, and walks have none of pace. Predictions are Riegel's rule on the best of the last 90 days. VO2max \
            and training load need heart rates and the profile's greatest and resting heart rate.
            """,
        options: [ListCommand.origin.specification, HarrierCommands.units.specification, HarrierCommands.json.specification],
        examples: [.init("harrier records", "all there is")])

    static func run(_ invocation: Invocation) throws {
        let history = try RunHistory(invocation)
        let report = RecordsReport(history.runs, today: history.today, in: history.unit)
        if invocation[HarrierCommands.json] { return Console.print(report.json) }
        Console.print(history.runs.isEmpty ? history.nothing : report.text)
    }
}

/// The records of a history in words, and as JSON.
struct RecordsReport {
    private let runs: [TrainedRun]
    private let book: RecordBook
    private let predictions: [RacePrediction]
    private let uptake: RunnerOxygenUptake?
    private let rule: LoadRule
    private let form: TrainingDay?
    private let unit: DistanceUnit

    init(_ runs: [TrainedRun], today: CivilDate, in unit: DistanceUnit) {
        self.runs = runs
        book = RecordBook(runs)
        predictions = RacePrediction.all(from: runs, on: today)
        uptake = RunnerOxygenUptake(of: runs, on: today)
        rule = LoadRule(for: runs)
        form = runs.contains { $0.load != nil } ? TrainingDay.all(of: runs, by: rule, today: today, days: 1).last : nil
        self.unit = unit
    }

    var text: String {
        var parts: [String] = []
        for group in RecordClass.allCases {
            let records = book.all(group)
            guard !records.isEmpty else { continue }
            parts.append(title(group) + "\n" + table(records))
        }
        if parts.isEmpty { parts.append("No run sets a record: their kinds are not known, or they are no runs.") }
        let tooFast = runs.filter(\.isTooFast)
        if !tooFast.isEmpty {
            let ids = tooFast.map { HistoryText.short($0.figures.id) }.joined(separator: ", ")
            parts.append("Faster than any runner, so rides or jumps of the position, without records: \(ids)")
        }
        if !predictions.isEmpty { parts.append("What a race would take\n" + predictionTable) }
        parts.append(fitness)
        return parts.joined(separator: "\n\n")
    }

    private func title(_ group: RecordClass) -> String {
        switch group {
        case .run: "Runs"
        case .indoorRun: "Runs indoors, by strides"
        case .walk: "Walks"
        }
    }

    private func table(_ records: [PersonalRecord]) -> String {
        var table = Table(["", "best", "pace", "day", "id", ""], left: [0, 3, 4, 5])
        for record in records {
            table.add([
                RecordText.name(record.kind), RecordText.value(record.value, of: record.kind, in: unit),
                record.effort.map { RunReport.pace($0.pace, in: unit) } ?? "", HistoryText.day(record.start, record.zone),
                HistoryText.short(record.run), record.origin.isRecorded ? "" : "imported",
            ])
        }
        return table.text
    }

    private var predictionTable: String {
        var table = Table(["", "time", "from", "to", "by"], left: [0, 4])
        for prediction in predictions {
            table.add([
                RecordText.name(.effort(prediction.race)), RunReport.time(prediction.time), RunReport.time(prediction.fastest),
                RunReport.time(prediction.slowest),
                "\(RecordText.name(.effort(prediction.source))) in \(RunReport.time(prediction.effort.elapsed)) (\(HistoryText.short(prediction.run)))",
            ])
        }
        return table.text
    }

    private var fitness: String {
        var table = Table(["", "", ""], left: [0, 2])
        if let uptake {
            table.add([
                "VO2max", RecordText.decimal(uptake.milliliters),
                "ml/kg/min, ± \(RecordText.decimal(uptake.spread)), from \(HistoryText.runs(uptake.runs)) up to \(uptake.latest)",
            ])
        } else {
            table.add(["VO2max", "--", "needs three runs with steady stretches, and the profile's greatest and resting heart rate"])
        }
        if let form {
            let name = rule == .banister ? "Banister's impulse" : "Edwards' sum"
            table.add(["fitness", RecordText.decimal(form.fitness), "mean load a day over 42 days, by \(name)"])
            table.add(["fatigue", RecordText.decimal(form.fatigue), "the same over 7 days"])
            table.add(["form", RecordText.decimal(form.form), "fitness less fatigue, of yesterday"])
        }
        return String(table.text.drop { $0 == "\n" })
    }

    var json: JSONObject {
        var object = JSONObject()
        object["records"] = .array(
            RecordClass.allCases.flatMap { group in
                book.all(group).map { record in
                    var object = JSONObject()
                    object["class"] = .string(group.rawValue)
                    object["kind"] = .string(RecordText.key(record.kind))
                    RecordText.put(record.value, into: &object, prefix: "")
                    if let effort = record.effort {
                        object["effort_start_s"] = .number(effort.start.sinceStart.inSeconds)
                        object["pace_s_per_km"] = effort.pace.map { .number($0.secondsPerKilometer) } ?? .null
                    }
                    object["run"] = .string("\(record.run)")
                    object["date"] = record.start.map { .string("\(CivilDateTime($0, offset: record.zone ?? .utc).date)") } ?? .null
                    object["origin"] = RunReport.json(record.origin)
                    return .object(object)
                }
            })
        object["too_fast_run_ids"] = .array(runs.filter(\.isTooFast).map { .string("\($0.figures.id)") })
        object["predictions"] = .array(
            predictions.map { prediction in
                JSONObject([
                    "race": .string(RecordText.key(.effort(prediction.race))), "time_s": .number(prediction.time.inSeconds),
                    "fastest_s": .number(prediction.fastest.inSeconds), "slowest_s": .number(prediction.slowest.inSeconds),
                    "from": .string(RecordText.key(.effort(prediction.source))),
                    "from_time_s": .number(prediction.effort.elapsed.inSeconds),
                    "run": .string("\(prediction.run)"),
                ]).json
            })
        object["vo2max_ml_per_kg_min"] = uptake.map { .number($0.milliliters) } ?? .null
        object["vo2max_spread_ml_per_kg_min"] = uptake.map { .number($0.spread) } ?? .null
        object["vo2max_runs"] = uptake.map { .integer(Int64($0.runs)) } ?? .null
        object["load_rule"] = form == nil ? .null : .string(rule.rawValue)
        object["fitness"] = form.map { .number($0.fitness) } ?? .null
        object["fatigue"] = form.map { .number($0.fatigue) } ?? .null
        object["form"] = form.map { .number($0.form) } ?? .null
        return object
    }
}

/// How records are named and told.
enum RecordText {
    static func name(_ kind: RecordKind) -> String {
        switch kind {
        case .effort(.fourHundredMeters): "400 m"
        case .effort(.kilometer): "1 km"
        case .effort(.mile): "1 mile"
        case .effort(.threeKilometers): "3 km"
        case .effort(.fiveKilometers): "5 km"
        case .effort(.tenKilometers): "10 km"
        case .effort(.halfMarathon): "half marathon"
        case .effort(.marathon): "marathon"
        case .effort(.hour): "one hour"
        case .longestDistance: "longest way"
        case .longestTime: "longest time"
        case .mostClimb: "most climbed"
        }
    }

    /// The name in JSON.
    static func key(_ kind: RecordKind) -> String {
        switch kind {
        case .effort(.fourHundredMeters): "400m"
        case .effort(.kilometer): "1km"
        case .effort(.mile): "1mi"
        case .effort(.threeKilometers): "3km"
        case .effort(.fiveKilometers): "5km"
        case .effort(.tenKilometers): "10km"
        case .effort(.halfMarathon): "half_marathon"
        case .effort(.marathon): "marathon"
        case .effort(.hour): "hour"
        case .longestDistance: "longest_distance"
        case .longestTime: "longest_time"
        case .mostClimb: "most_ascent"
        }
    }

    static func value(_ value: RecordValue, of kind: RecordKind, in unit: DistanceUnit) -> String {
        switch value {
        case .time(let time): RunReport.time(time)
        case .distance(let climb) where kind == .mostClimb: "\(HistoryText.meters(climb)) m"
        case .distance(let distance): "\(RunReport.amount(distance, in: unit)) \(unit.rawValue)"
        }
    }

    /// `time_s` or `distance_m`, with a word before.
    static func put(_ value: RecordValue, into object: inout JSONObject, prefix: String) {
        switch value {
        case .time(let time): object[prefix + "time_s"] = .number(time.inSeconds)
        case .distance(let distance): object[prefix + "distance_m"] = .number(distance.meters)
        }
    }

    /// A number with one decimal; form may be below zero.
    static func decimal(_ value: Double) -> String {
        let tenths = Int64(rounding: value * 10)
        return (tenths < 0 ? "-" : "") + ShownNumber.text(Int64(clamping: tenths.magnitude), places: 1)
    }
}
