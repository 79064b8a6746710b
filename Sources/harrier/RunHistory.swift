import Calendar
import CommandLineTable
import JSONText
import LinuxPeripherals
import Quantities
import RunArchive
import RunCore
import SystemCalls
import Training

/// The runs of a data folder as one list, and in which words the commands about it speak.
struct RunHistory {
    enum WeekStart: String, CaseIterable, Sendable {
        case monday, sunday

        var weekday: Weekday { self == .monday ? .monday : .sunday }
    }
    static let weekStart = Option<WeekStart?>.choice("week-starts", valueName: "DAY", help: "the first day of a week").defaulting(
        to: WeekStart.monday)

    let archive: RunArchive
    /// In order of time; those whose start was never known last.
    let runs: [TrainedRun]
    let unit: DistanceUnit
    /// Where the computer is: what today is, and where a day of steps begins. A run's day is by its own zone.
    let zone: TimeZoneRules
    let today: CivilDate
    private let origin: ListedOrigin

    /// Reads the runs that a command is about.
    init(_ invocation: Invocation, now: UTCInstant = WallClock.now()) throws {
        archive = try RunCommands.archive(invocation)
        unit = RunCommands.unit(invocation, archive)
        origin = invocation[ListCommand.origin]
        let selection = RunSelection(origin: origin)
        runs = try RunCommands.history(of: archive).filter(selection.takes).inOrderOfTime()
        zone = PlayCommands.localZone()
        today = zone.local(now).date
    }

    /// What is said in place of a table where there are no runs.
    var nothing: String {
        if origin == .all { return "No runs in \(archive.directory.runs) yet. `harrier simulate` records one." }
        return "No \(origin.rawValue) runs among those of \(archive.directory.path)."
    }
}

/// Figures of many runs in words, as the other commands tell those of one.
enum HistoryText {
    /// A time of any length: the years of a runner are more than 999 hours.
    static func time(_ duration: Duration) -> String {
        func two(_ n: Int64) -> String { n < 10 ? "0\(n)" : "\(n)" }
        let seconds = max(0, duration.inMilliseconds) / 1000
        return seconds >= 3600 ? "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" : "\(seconds / 60):\(two(seconds % 60))"
    }

    static func meters(_ distance: Distance?) -> String { ShownNumber.text(ShownNumber.meters(of: distance)) }
    static func kilocalories(_ energy: Energy?) -> String { ShownNumber.text(ShownNumber.kilocalories(of: energy)) }

    /// A local day of a run; `--` where its start was never known.
    static func day(_ start: UTCInstant?, _ zone: ZoneOffset?) -> String {
        start.map { "\(CivilDateTime($0, offset: zone ?? .utc).date)" } ?? "--"
    }

    /// The beginning of an id, enough to name the run to a command.
    static func short(_ id: RunID) -> String { String("\(id)".prefix(8)) }

    static func runs(_ count: Int) -> String { count == 1 ? "1 run" : "\(count) runs" }

    /// What some runs amount to, in a line.
    static func line(_ tally: RunTally, in unit: DistanceUnit) -> String {
        var parts = [runs(tally.runs), "\(RunReport.amount(tally.distance, in: unit)) \(unit.rawValue)", time(tally.timer)]
        if let pace = tally.averagePace { parts.append(RunReport.pace(pace, in: unit)) }
        if let energy = tally.energy { parts.append("\(kilocalories(energy)) kcal") }
        if let ascent = tally.ascent { parts.append("\(meters(ascent)) m up") }
        if tally.importedRuns > 0 { parts.append("\(tally.importedRuns) imported") }
        return parts.joined(separator: ", ")
    }

    /// What some runs amount to, as JSON.
    static func json(_ tally: RunTally) -> JSONObject {
        var object = JSONObject()
        object["runs"] = .integer(Int64(tally.runs))
        object["imported_runs"] = .integer(Int64(tally.importedRuns))
        object["distance_m"] = .number(tally.distance.meters)
        object["timer_s"] = .number(tally.timer.inSeconds)
        object["average_pace_s_per_km"] = tally.averagePace.map { .number($0.secondsPerKilometer) } ?? .null
        object["energy_kcal"] = tally.energy.map { .number($0.kilocalories) } ?? .null
        object["ascent_m"] = tally.ascent.map { .number($0.meters) } ?? .null
        return object
    }

    static func json(_ date: CivilDate?) -> JSONValue { date.map { .string("\($0)") } ?? .null }
}
