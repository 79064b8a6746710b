import ActivityFiles
import Calendar
import CommandLineTable
import RunArchive
import RunCore
import RunLog
import SystemCalls

/// `harrier import`: takes runs that other devices recorded into the data folder.
enum ImportCommand {
    static let files = Argument<[String]>.oneOrMore(
        "FILE", completion: .files, help: "FIT, GPX and TCX files, gzipped or not, folders of them, or a zip export of Strava or Garmin")
    static let unnamed = Option<UnnamedSport?>.choice(
        "as", valueName: "KIND", help: "what files are that name no sport, as TCX does of walks; without it told by their speed, if at all")
    static let dryRun = Option.flag("dry-run", help: "only say what would be imported")

    static let command = Command(
        "import", summary: "Take in runs that other devices recorded.",
        discussion: """
            Runs, walks and hikes become runs of the history, listed as imported and never taken for recorded ones; rides and other sports are \
            named and left out. Elapsed time, timer, distance and laps are the file's own where it states them; a file without distances gets \
            that of its places. What a file does not tell stays unknown, and the file itself is kept beside the run. A run that is there \
            already is passed over: it began within a minute, and took and measures the same within a few per cent. In folders and archives \
            the names .fit, .gpx, .tcx, also with .gz, and .zip count. The exit status is 1 when something that was named held no run.
            """, arguments: [files.specification],
        options: [unnamed.specification, dryRun.specification, HarrierCommands.units.specification, HarrierCommands.json.specification],
        examples: [
            .init("harrier import export_12345.zip", "everything that Strava sends"),
            .init("harrier import ~/activities --dry-run", "what a folder would give"),
        ])

    static func run(_ invocation: Invocation) throws {
        let archive = try RunCommands.archive(invocation), directory = archive.directory, isTrial = invocation[dryRun]
        let importer = RunImport(
            into: isTrial ? nil : directory, history: try RunCommands.history(of: archive), localZone: PlayCommands.localZone(),
            unnamed: invocation[unnamed]?.type,
            makeID: {
                let (high, low) = Entropy.draw()
                return RunID(randomHigh: high, randomLow: low)
            })
        if !isTrial { ImportedRunStore(directory).removeLeftOvers(at: Int(clamping: WallClock.now().wholeSeconds)) }
        var report = ImportReport(
            isTrial: isTrial, unit: RunCommands.unit(invocation, archive), asJSON: invocation[HarrierCommands.json])
        var walk = ImportWalk(scratch: (isTrial ? [] : [directory.imported, directory.path]) + ["/tmp"]), without: [String] = []
        do {
            for path in invocation[files] {
                var hasRun = false
                try walk.walk(path) { found in
                    switch found {
                    case .file(let file, let shown):
                        for outcome in try importer.take(file) {
                            if outcome.isRun { hasRun = true }
                            // Exports hold thousands of files of sleep and settings, of which nobody wants to read a line each.
                            if outcome.isNoActivity, shown != ShownName.cleaned(path) {
                                report.countPassedOver()
                            } else {
                                report.add(outcome, of: shown)
                            }
                        }
                    case .refused(let reason, let shown): report.add(.refused(reason, start: nil, notes: []), of: shown)
                    }
                }
                if !hasRun { without.append(ShownName.cleaned(path)) }
            }
        } catch {
            // What is there by now is whole, and is said before why it ended.
            report.finish(passedOver: walk.passedOver)
            throw error
        }
        report.finish(passedOver: walk.passedOver)
        if !without.isEmpty { throw CommandFailure("no run was found in \(without.joined(separator: ", "))") }
    }
}

/// What a file that names no sport may be taken for.
enum UnnamedSport: String, CaseIterable, Sendable {
    case run, walk

    var type: RunType { self == .run ? .run : .walk }
}
