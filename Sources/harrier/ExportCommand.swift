import ActivityFiles
import CommandLineTable
import JSONText
import RunArchive
import RunLog

/// `harrier export`: runs as files for other software, one or many at once.
enum ExportCommand {
    static let format = Option<ExportFormat?>.choice("format", valueName: "FORMAT", help: "the kind of file").defaulting(to: .fit)
    static let gzip = Option.flag("gzip", help: "pack the file; its name ends with .gz then")
    static let output = Option.file("output", letter: "o", help: "the file to write, replaced if it is there; - for the standard output")
    static let all = Option.flag("all", help: "all runs")
    static let privacyZones = Option.text(
        "privacy-zone", valueName: "LAT,LON,METRES", help: "hide where the run is in a circle, now and in future; see `harrier privacy`"
    ).repeatable()

    static let command = Command(
        "export", summary: "Write runs as files for Garmin Connect, Strava and the like, for maps and tables.",
        discussion: """
            FIT holds the most and is taken everywhere. GPX and GeoJSON tell the track alone; TCX has laps too; CSV and NDJSON have a line \
            for each second; omh are Open mHealth data points. docs/activity-files.md says what each holds and lacks.

            Files go into the data folder's exports/, named after start, kind and distance. A run that is exported again takes the place of its \
            own earlier file, and of no other.
            """, arguments: [HarrierCommands.run.specification],
        options: [
            format.specification, gzip.specification, output.specification, HarrierCommands.out.specification,
            ListCommand.since.specification, ListCommand.until.specification, all.specification, privacyZones.specification,
            HarrierCommands.json.specification,
        ],
        examples: [
            .init("harrier export last", "the newest run as FIT, into the data folder's exports/"),
            .init("harrier export 3 --format gpx -o - | less", "a track to look at"),
            .init("harrier export --all --format csv --gzip --out tables", "every run as a table"),
            .init("harrier export last --privacy-zone 47.3769,8.5417,300", "without the way around home"),
        ])

    static func run(_ invocation: Invocation) throws {
        let archive = try RunCommands.archive(invocation)
        let isMany = invocation[all] || invocation.has(ListCommand.since) || invocation.has(ListCommand.until)
        try check(invocation, isMany: isMany)
        // A zone that cannot be read or kept ends it here, before anything is written.
        let zones = try PrivacyCommand.add(invocation[privacyZones], in: archive.directory)
        let export = RunExport(invocation[format], isPacked: invocation[gzip], hiding: zones)
        guard !isMany else { return try many(export, archive, invocation) }
        let run = try RunCommands.find(invocation[HarrierCommands.run], in: archive)
        if invocation[output] == "-" {
            Console.print(bytes: try run.exported(export))
            for sentence in run.damage.sentences { Console.error(sentence) }
            return
        }
        let exported: ExportedRun
        if let path = invocation[output] {
            exported = try run.export(export, toFile: path)
        } else {
            exported = try run.export(export, to: try folder(archive, invocation))
        }
        if invocation[HarrierCommands.json] { return Console.print(RunReport.json(exported)) }
        Console.print(RunReport.text(exported))
        RunCommands.printDamage(exported.damage)
    }

    /// What does not go together.
    private static func check(_ invocation: Invocation, isMany: Bool) throws {
        if isMany, invocation[HarrierCommands.run] != nil {
            throw UsageFailure("say either which run, or --all, --since and --until for several")
        }
        guard let path = invocation[output] else { return }
        if isMany { throw UsageFailure("several runs do not fit in one file: say --out DIR for the folder to write them to") }
        if invocation.has(HarrierCommands.out) { throw UsageFailure("say either --output FILE or --out DIR") }
        guard path == "-" else { return }
        if invocation[HarrierCommands.json] { throw UsageFailure("the standard output takes the file or --json, not both") }
        if Console.isTerminalOutput, invocation[format] == .fit || invocation[gzip] {
            throw UsageFailure("the standard output is a terminal, and this is no text: say -o FILE, or lead it into another program")
        }
    }

    private static func folder(_ archive: RunArchive, _ invocation: Invocation) throws -> String {
        let folder = invocation[HarrierCommands.out] ?? archive.directory.exports
        try OutputFolder.make(folder)
        return folder
    }

    // MARK: Many

    /// Exports all that are asked for, whatever happens to one of them.
    private static func many(_ export: RunExport, _ archive: RunArchive, _ invocation: Invocation) throws {
        let listing = try ProgressBar.during("reading runs") { try archive.list(progress: $0) }
        let selection = RunSelection(since: invocation[ListCommand.since], until: invocation[ListCommand.until])
        let rows = listing.rows.filter { selection.takes($0.run) }
        var failures = listing.failures.map { "\($0)" }
        var files: [ExportedRun] = [], unsuited: [(row: RunArchive.Row, reason: String)] = []
        if !rows.isEmpty {
            let folder = try folder(archive, invocation)
            ProgressBar.during("exporting") { progress in
                for (done, row) in rows.enumerated() {
                    do {
                        files.append(try read(row, archive).export(export, to: folder))
                    } catch RunArchiveError.file(let error) where error.isUnsuitedFormat {
                        unsuited.append((row, "\(error)"))
                    } catch { failures.append("\(row.figures.id): \(error)") }
                    progress(done + 1, rows.count)
                }
            }
        }
        for failure in failures { Console.error(failure) }
        report(files, unsuited, of: rows.count, invocation)
        if !failures.isEmpty {
            throw CommandFailure("\(failures.count) of \(rows.count + listing.failures.count) runs could not be exported")
        }
    }

    private static func read(_ row: RunArchive.Row, _ archive: RunArchive) throws -> ArchivedRun {
        let origin = row.run.origin
        return try ArchivedRun.read(
            archive.directory.log(row.figures.id, in: origin.isRecorded ? .recorded : .imported), origin: origin)
    }

    private static func report(
        _ files: [ExportedRun], _ unsuited: [(row: RunArchive.Row, reason: String)], of count: Int, _ invocation: Invocation
    ) {
        guard !invocation[HarrierCommands.json] else {
            return Console.print(
                JSONObject([
                    "files": .array(files.map { .object(RunReport.json($0)) }),
                    "left_out": .array(
                        unsuited.map { ["id": .string("\($0.row.figures.id)"), "reason": .string($0.reason)] }),
                ]))
        }
        for file in files { Console.print(RunReport.text(file) + (file.damage.isNone ? "" : " (damaged)")) }
        for (row, reason) in unsuited { Console.error("run \(row.number) is left out: \(reason)") }
        if count == 0 { Console.print("No run is asked for.") }
    }
}
