import CommandLineTable
import JSONText
import RunArchive
import RunLog
import Training

/// `harrier show` and `export`, and what all commands on kept runs share.
enum RunCommands {
    /// The runs that a command is about.
    static func archive(_ invocation: Invocation) throws -> RunArchive {
        RunArchive(DataDirectory(path: try DataFolder.path(invocation[HarrierCommands.data])), cache: DataFolder.cache)
    }

    /// The run that a word means.
    static func find(_ word: String?, in archive: RunArchive) throws -> ArchivedRun {
        try ProgressBar.during("reading runs") { try archive.find(word, progress: $0) }
    }

    /// What the history keeps of each run.
    static func history(of archive: RunArchive) throws -> [TrainedRun] {
        try ProgressBar.during("reading runs") { try archive.history(progress: $0) }
    }

    /// What is asked for, else what the runner has set on the watch.
    static func unit(_ invocation: Invocation, _ archive: RunArchive) -> DistanceUnit {
        invocation[HarrierCommands.units] ?? DistanceUnit.set(in: archive.directory)
    }

    static func show(_ invocation: Invocation) throws {
        let archive = try archive(invocation), unit = unit(invocation, archive)
        let run = try find(invocation[HarrierCommands.run], in: archive)
        var report = RunReport(run, in: unit)
        report.standing = try? RunStanding(run.id, in: history(of: archive))
        if invocation[HarrierCommands.json] { return Console.print(report.json) }
        Console.print(report.text)
        let plot = try RunPlot(run, in: unit, width: Console.width).text
        if !plot.isEmpty { Console.print("\n" + plot) }
        printDamage(run.damage)
    }

    static func export(_ invocation: Invocation) throws {
        let archive = try archive(invocation)
        let run = try find(invocation[HarrierCommands.run], in: archive)
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
