import CommandLineTable
import JSONText
import RunArchive
import RunLog

/// `harrier list`, `show` and `export`.
enum RunCommands {
    private static func archive(_ invocation: Invocation) throws -> RunArchive {
        RunArchive(DataDirectory(path: try DataFolder.path(invocation[HarrierCommands.data])))
    }

    /// What is asked for, else what the runner has set on the watch.
    private static func unit(_ invocation: Invocation, _ archive: RunArchive) -> DistanceUnit {
        invocation[HarrierCommands.units] ?? DistanceUnit.set(in: archive.directory)
    }

    static func list(_ invocation: Invocation) throws {
        let archive = try archive(invocation)
        let listing = try archive.list()
        for failure in listing.failures { Console.error("\(failure)") }
        if invocation[HarrierCommands.json] { return Console.print(RunReport.json(listing)) }
        guard !listing.rows.isEmpty else {
            return Console.print("No runs in \(archive.directory.runs) yet. `harrier simulate` records one.")
        }
        Console.print(RunReport.text(listing, in: unit(invocation, archive)))
    }

    static func show(_ invocation: Invocation) throws {
        let archive = try archive(invocation), unit = unit(invocation, archive)
        let run = try archive.find(invocation[HarrierCommands.run])
        var report = RunReport(run, in: unit)
        report.standing = try? RunStanding(run.id, in: archive.history())
        if invocation[HarrierCommands.json] { return Console.print(report.json) }
        Console.print(report.text)
        let plot = try RunPlot(run, in: unit, width: Console.width).text
        if !plot.isEmpty { Console.print("\n" + plot) }
        printDamage(run.damage)
    }

    static func export(_ invocation: Invocation) throws {
        let archive = try archive(invocation)
        let run = try archive.find(invocation[HarrierCommands.run])
        let folder = invocation[HarrierCommands.out] ?? archive.directory.exports
        try OutputFolder.make(folder)
        let exported = try run.exportFIT(to: folder)
        if invocation[HarrierCommands.json] { return Console.print(RunReport.json(exported)) }
        Console.print(RunReport.text(exported))
        printDamage(exported.damage)
    }

    private static func printDamage(_ damage: RunDamage) {
        guard !damage.isNone else { return }
        Console.print("\n" + damage.sentences.map { "  " + $0 }.joined(separator: "\n"))
    }
}
