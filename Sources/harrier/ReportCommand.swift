import CommandLineTable
import LinuxPeripherals
import Quantities
import Reports
import RunArchive
import SystemCalls

/// `harrier report`: the history as pages for a browser.
enum ReportCommand {
    static let output = Option.folder("output", letter: "o", help: "the folder for the pages; else report in the data folder's exports")
    static let newest = Option.integer("runs", in: 0...1_000_000, help: "pages for this many of the newest runs only, and no others")

    static let command = Command(
        "report", summary: "Make pages of all your runs for a browser, without any network.",
        discussion: """
            index.html tells totals, months, calendar, records and form, and leads to a page for each run with its track, curves, splits and \
            laps. The pages need nothing but themselves: copy the folder, open it anywhere, print it. They speak the browser's language \
            (English, Chinese, Spanish, German). Positions in privacy zones are in none of them; see `harrier privacy`.

            Made again, only what changed is written. Pages of runs that are gone are removed; a file that Harrier did not write is neither \
            replaced nor removed.
            """,
        options: [
            output.specification, newest.specification, ExportCommand.privacyZones.specification, RunHistory.weekStart.specification,
            HarrierCommands.units.specification, HarrierCommands.json.specification,
        ],
        examples: [
            .init("harrier report", "into the data folder's exports/report"),
            .init("harrier report -o ~/runs --privacy-zone 47.3769,8.5417,300", "into another, without the way around home"),
        ])

    static func run(_ invocation: Invocation) throws {
        let archive = try RunCommands.archive(invocation)
        // A zone that cannot be read or kept ends it here, before anything is written.
        try PrivacyCommand.add(invocation[ExportCommand.privacyZones], in: archive.directory)
        let folder = invocation[output] ?? archive.directory.exports + "/report"
        let now = WallClock.now()
        let writer = ReportWriter(
            archive: archive, folder: folder, unit: RunCommands.unit(invocation, archive) == .mi ? .miles : .kilometers,
            weekBegins: invocation[RunHistory.weekStart].weekday, mostPages: invocation[newest], now: now,
            today: PlayCommands.localZone().local(now).date)
        let outcome = try writer.write()
        for failure in outcome.failures { Console.error(failure) }
        if invocation[HarrierCommands.json] { Console.print(outcome.json) } else { Console.print(outcome.text) }
        guard outcome.failures.isEmpty else {
            throw CommandFailure(
                "\(HistoryText.runs(outcome.failures.count)) could not be read, and \(outcome.failures.count == 1 ? "has" : "have") no page"
            )
        }
    }
}
