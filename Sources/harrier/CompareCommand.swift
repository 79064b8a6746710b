import CommandLineTable
import JSONText
import Quantities
import RunArchive
import RunCore
import Training

/// `harrier compare`: two runs beside each other, split by split.
enum CompareCommand {
    static let first = Argument<String>.one(
        "RUN", completion: .suggestions(["last"]), help: "its number in `harrier list`, the start of its id, or `last`")
    static let second = Argument<String>.one("OTHER", completion: .suggestions(["last"]), help: "the run that it is compared with")

    static let command = Command(
        "compare", summary: "Put two runs beside each other, split by split.",
        discussion: "The last column of the splits is how far OTHER is behind RUN there, on the timer; pauses are left out.",
        arguments: [first.specification, second.specification],
        options: [HarrierCommands.units.specification, HarrierCommands.json.specification],
        examples: [.init("harrier compare 2 1", "the newest run against the one before")])

    static func run(_ invocation: Invocation) throws {
        let archive = try RunCommands.archive(invocation)
        let report = ComparisonReport(
            try RunCommands.find(invocation[first], in: archive), try RunCommands.find(invocation[second], in: archive),
            in: RunCommands.unit(invocation, archive))
        Console.print(invocation[HarrierCommands.json] ? JSONValue.object(report.json).text(.pretty) : report.text)
    }
}

/// Two runs in words, and as JSON.
struct ComparisonReport {
    private let first: ArchivedRun
    private let second: ArchivedRun
    private let unit: DistanceUnit

    init(_ first: ArchivedRun, _ second: ArchivedRun, in unit: DistanceUnit) {
        (self.first, self.second, self.unit) = (first, second, unit)
    }

    private func comparison(in unit: DistanceUnit) -> RunComparison {
        unit == .km
            ? RunComparison(first.totals.kilometers, second.totals.kilometers) : RunComparison(first.totals.miles, second.totals.miles)
    }

    var text: String {
        let a = first.figures, b = second.figures
        var table = Table(["", RunReport.startText(a), RunReport.startText(b), ""])
        // Differences are those of the figures as they are told, so that each row adds up.
        func add(_ name: String, _ a: String, _ b: String, _ difference: String = "") { table.add([name, a, b, difference]) }
        func number(_ name: String, _ a: Int64?, _ b: Int64?, places: Int = 0) {
            guard a != nil || b != nil else { return }
            let difference = zip(a, b).map { Self.signed($1 - $0) { ShownNumber.text($0, places: places) } } ?? ""
            add(name, ShownNumber.text(a, places: places), ShownNumber.text(b, places: places), difference)
        }
        func time(_ name: String, _ a: Duration, _ b: Duration) {
            add(name, RunReport.time(a), RunReport.time(b), Self.timeDifference(a, b))
        }
        let inMiles = unit == .mi
        add("kind", RunReport.kindText(a.type), RunReport.kindText(b.type))
        if !(first.origin.isRecorded && second.origin.isRecorded) {
            add("origin", first.origin.isRecorded ? "recorded" : "imported", second.origin.isRecorded ? "recorded" : "imported")
        }
        number(
            unit.rawValue, ShownNumber.hundredths(of: a.distance, inMiles: inMiles),
            ShownNumber.hundredths(of: b.distance, inMiles: inMiles), places: 2)
        time("timer", a.timer, b.timer)
        time("moving", a.moving, b.moving)
        time("elapsed", a.elapsed, b.elapsed)
        let paces = (ShownNumber.seconds(of: a.averagePace, inMiles: inMiles), ShownNumber.seconds(of: b.averagePace, inMiles: inMiles))
        add(
            "pace", RunReport.pace(a.averagePace, in: unit), RunReport.pace(b.averagePace, in: unit),
            zip(paces.0, paces.1).map { Self.signed($1 - $0) { RunReport.time(.seconds($0)) } } ?? "")
        number("heart rate", ShownNumber.beats(of: a.averageHeartRate), ShownNumber.beats(of: b.averageHeartRate))
        number("greatest rate", ShownNumber.beats(of: a.maximumHeartRate), ShownNumber.beats(of: b.maximumHeartRate))
        number("cadence", ShownNumber.steps(of: a.averageCadence), ShownNumber.steps(of: b.averageCadence))
        number("m up", ShownNumber.meters(of: a.ascent), ShownNumber.meters(of: b.ascent))
        number("m down", ShownNumber.meters(of: a.descent), ShownNumber.meters(of: b.descent))
        number("kcal", ShownNumber.kilocalories(of: a.energy), ShownNumber.kilocalories(of: b.energy))
        let splits = splitTable
        return table.text + (splits.isEmpty ? "" : "\n\n" + splits)
    }

    private var splitTable: String {
        let splits = comparison(in: unit).splits
        guard !splits.isEmpty else { return "" }
        var table = Table([unit.rawValue, "first", "second", "behind"])
        for split in splits {
            // To the nearest second: what is cut in both columns before would be out by one as often as not.
            let behind = split.behind.map { behind in
                Self.signed(Int64(rounding: behind.inSeconds)) { RunReport.time(.seconds($0)) }
            }
            table.add(["\(split.number)", split.first.map(RunReport.time) ?? "", split.second.map(RunReport.time) ?? "", behind ?? ""])
        }
        return table.text
    }

    private static func timeDifference(_ a: Duration, _ b: Duration) -> String {
        signed(b.inMilliseconds / 1000 - a.inMilliseconds / 1000) { RunReport.time(.seconds($0)) }
    }
    private static func signed(_ difference: Int64, _ text: (Int64) -> String) -> String {
        (difference < 0 ? "-" : difference > 0 ? "+" : "") + text(Int64(clamping: difference.magnitude))
    }

    var json: JSONObject {
        var object = JSONObject()
        object["first"] = .object(RunReport(first).json)
        object["second"] = .object(RunReport(second).json)
        object["split_m"] = .integer(1000)
        object["splits"] = .array(
            comparison(in: .km).splits.map { split in
                JSONObject([
                    "number": .integer(Int64(split.number)), "first_s": split.first.map { .number($0.inSeconds) } ?? .null,
                    "second_s": split.second.map { .number($0.inSeconds) } ?? .null,
                    "second_behind_s": split.behind.map { .number($0.inSeconds) } ?? .null,
                ]).json
            })
        return object
    }
}

/// Both or neither.
private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
    guard let a, let b else { return nil }
    return (a, b)
}
