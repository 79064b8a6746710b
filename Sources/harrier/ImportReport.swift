import JSONText
import Quantities
import RunArchive
import RunCore
import Training

extension ImportOutcome {
    /// True if there is a run now, or was before.
    var isRun: Bool {
        switch self {
        case .imported, .known: true
        case .refused: false
        }
    }

    /// True for a sound file that is no activity.
    var isNoActivity: Bool { if case .refused(.noActivity, _, _) = self { true } else { false } }
}

/// What is told of an import: a line for each run or file, as it comes, and the sums; or all of it as one JSON document.
struct ImportReport {
    private let isTrial: Bool
    private let unit: DistanceUnit
    private let asJSON: Bool
    private var imported = 0, known = 0, leftOut = 0, failed = 0, passedOver = 0
    private var rows: [JSONObject] = []

    init(isTrial: Bool, unit: DistanceUnit, asJSON: Bool) { (self.isTrial, self.unit, self.asJSON) = (isTrial, unit, asJSON) }

    /// Tells what became of a file or of a run in it.
    mutating func add(_ outcome: ImportOutcome, of file: String) {
        switch outcome {
        case .imported: imported += 1
        case .known: known += 1
        case .refused(let reason, _, _): if reason.isOfSport { leftOut += 1 } else { failed += 1 }
        }
        if asJSON { rows.append(json(outcome, of: file)) } else { Console.print(text(outcome, of: file)) }
    }

    /// Counts a file that is no activity.
    mutating func countPassedOver() { passedOver += 1 }

    /// Tells the sums.
    /// - Parameter others: files that were not looked into.
    func finish(passedOver others: Int) {
        let passedOver = passedOver + others
        guard !asJSON else {
            return Console.print(
                JSONObject([
                    "files": .array(rows.map { .object($0) }), "dry_run": .bool(isTrial), "imported": .integer(Int64(imported)),
                    "known": .integer(Int64(known)), "left_out": .integer(Int64(leftOut)), "failed": .integer(Int64(failed)),
                    "passed_over": .integer(Int64(passedOver)),
                ]))
        }
        var parts = [isTrial ? "\(Self.runs(imported)) would be imported" : "\(Self.runs(imported)) imported"]
        if known > 0 { parts.append("\(known) already there") }
        if leftOut > 0 { parts.append("\(leftOut == 1 ? "1 other activity" : "\(leftOut) other activities") left out") }
        if failed > 0 { parts.append("\(failed) not imported") }
        if passedOver > 0 { parts.append("\(passedOver == 1 ? "1 other file" : "\(passedOver) other files") passed over") }
        Console.print(parts.joined(separator: ", ") + ".")
    }

    private static func runs(_ count: Int) -> String { count == 1 ? "1 run" : "\(count) runs" }

    // MARK: - A line

    private func text(_ outcome: ImportOutcome, of file: String) -> String {
        switch outcome {
        case .imported(let figures, let notes):
            let line = "\(file): \(isTrial ? "would be imported" : "imported") as \(describe(figures))"
            return ([isTrial ? line : "\(line)  (\(short(figures.id)))"] + lines(notes)).joined(separator: "\n")
        case .known(let id, let figures, let isOfThisImport):
            return "\(file): \(describe(figures)) is there already\(isOfThisImport ? ", from another of these files" : "")  (\(short(id)))"
        case .refused(let reason, let start, let notes):
            let when = start.map { " (\($0.iso8601))" } ?? ""
            guard !reason.isOfSport else { return "\(file): left out: \(reason)\(when)" }
            return (["\(file): not imported: \(reason)"] + lines(notes)).joined(separator: "\n")
        }
    }

    /// Notes that are printed of a file; a damaged one may have dozens.
    private static let mostNotes = 6

    private func lines(_ notes: [ImportNote]) -> [String] {
        // No GPX file states a distance.
        let notes = notes.filter { $0 != .distanceOfPlaces(passedOver: 0) }
        let shown = notes.count > Self.mostNotes + 1 ? notes.prefix(Self.mostNotes) : notes[...]
        let rest = notes.count - shown.count
        return shown.map { "  \($0)" } + (rest > 0 ? ["  and \(rest) more notes: --json has them"] : [])
    }

    private func short(_ id: RunID) -> String { String("\(id)".prefix(8)) }

    private func describe(_ figures: RunFigures) -> String {
        "\(RunReport.startText(figures))  \(RunReport.kindText(figures.type))  \(RunReport.amount(figures.distance, in: unit)) "
            + "\(unit == .km ? "km" : "mi") in \(RunReport.time(figures.timer))"
    }

    private func json(_ outcome: ImportOutcome, of file: String) -> JSONObject {
        var object = JSONObject()
        object["file"] = .string(file)
        switch outcome {
        case .imported(let figures, let notes):
            object["outcome"] = .string("imported")
            object["id"] = isTrial ? .null : .string("\(figures.id)")
            add(figures, to: &object)
            object["notes"] = .array(notes.map { .string("\($0)") })
        case .known(let id, let figures, _):
            object["outcome"] = .string("known")
            object["id"] = .string("\(id)")
            add(figures, to: &object)
        case .refused(let reason, let start, let notes):
            object["outcome"] = .string(reason.isOfSport ? "left_out" : "failed")
            object["reason"] = .string("\(reason)")
            object["start"] = start.map { .string($0.iso8601) } ?? .null
            object["notes"] = .array(notes.map { .string("\($0)") })
        }
        return object
    }

    private func add(_ figures: RunFigures, to object: inout JSONObject) {
        object["start"] = figures.start.map { .string($0.iso8601) } ?? .null
        object["type"] = figures.type.map { .string(RunReport.kindText($0)) } ?? .null
        object["distance_m"] = .number(figures.distance.meters)
        object["timer_s"] = .number(figures.timer.inSeconds)
        object["elapsed_s"] = .number(figures.elapsed.inSeconds)
    }
}
