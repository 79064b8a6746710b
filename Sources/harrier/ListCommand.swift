import Calendar
import CommandLineTable
import JSONText
import RunArchive
import Training

/// `harrier list`: the runs that are kept, all or some of them.
enum ListCommand {
    static let since = date("since", help: "only runs that began on this day or later")
    static let until = date("until", help: "only runs that began on this day or earlier")
    static let origin = Option<ListedOrigin?>.choice(
        "origin", valueName: "ORIGIN", help: "only runs that a Harrier recorded, or only imported ones"
    ).defaulting(to: .all)

    static let command = Command(
        "list", summary: "List the runs that are kept.",
        discussion: """
            Days are those of the place of the run; a run whose date was never known is left out where days are asked for. Runs keep the \
            numbers that they have in the whole list. What is read of the runs is kept in archive.index beside them, so that the next list \
            is quick; it may be deleted.
            """,
        options: [
            since.specification, until.specification, origin.specification, HarrierCommands.units.specification,
            HarrierCommands.json.specification,
        ],
        examples: [
            .init("harrier list", "newest first"),
            .init("harrier list --since 2026-11-01 --origin imported", "what came from other devices since November"),
        ])

    private static func date(_ name: String, help: String) -> Option<CivilDate?> {
        .value(
            name, valueName: "DATE", expected: "a day such as 2026-11-30", help: help, show: { "\($0)" }, read: { CivilDate($0) })
    }

    static func run(_ invocation: Invocation) throws {
        let archive = try RunCommands.archive(invocation)
        var listing = try ProgressBar.during("reading runs") { try archive.list(progress: $0) }
        for failure in listing.failures { Console.error("\(failure)") }
        let count = listing.rows.count
        let selection = RunSelection(since: invocation[since], until: invocation[until], origin: invocation[origin])
        listing.rows.removeAll { !selection.takes($0.run) }
        guard !invocation[HarrierCommands.json] else {
            let rows = listing.rows
            return LongJSONList("runs", count: rows.count) { RunReport.json(rows[$0]) }.forEachPiece { Console.print($0) }
        }
        guard count > 0 else {
            return Console.print("No runs in \(archive.directory.runs) yet. `harrier simulate` records one.")
        }
        guard !listing.rows.isEmpty else { return Console.print("None of \(count) runs is asked for.") }
        Console.print(RunReport.text(listing, in: RunCommands.unit(invocation, archive)))
    }
}

/// Whose runs are listed.
enum ListedOrigin: String, CaseIterable, Sendable {
    case recorded, imported, all
}

/// Some of the runs.
struct RunSelection {
    /// Days at the place of the run, both included; nil for no end.
    var since: CivilDate?, until: CivilDate?
    var origin = ListedOrigin.all

    func takes(_ run: TrainedRun) -> Bool {
        switch origin {
        case .recorded: guard run.origin.isRecorded else { return false }
        case .imported: guard !run.origin.isRecorded else { return false }
        case .all: break
        }
        if since == nil, until == nil { return true }
        guard let day = run.figures.localStart?.date else { return false }
        return day >= since ?? .earliest && day <= until ?? .latest
    }
}
