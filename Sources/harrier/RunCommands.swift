import ActivityFiles
import CommandLineTable
import JSONText
import Quantities
import RunLog

/// `harrier list`, `show` and `export`.
enum RunCommands {
    private static func catalog(_ invocation: Invocation) throws -> RunCatalog {
        RunCatalog(directory: DataDirectory(path: try RunCatalog.dataPath(invocation[HarrierCommands.data])))
    }

    static func list(_ invocation: Invocation) throws {
        let catalog = try catalog(invocation)
        var failures: [RunLogError] = []
        let entries = try catalog.entries(failures: &failures)
        for failure in failures { Console.error("\(failure)") }
        if invocation[HarrierCommands.json] {
            return Console.print(JSONObject(["runs": .array(entries.map { .object(RunReport(totals: $0.totals).json) })]))
        }
        guard !entries.isEmpty else {
            return Console.print("No runs in \(catalog.directory.runs) yet. `harrier simulate` records one.")
        }
        var table = Table(["", "start", "kind", "km", "time", "pace", "heart rate", "id"], left: [1, 2, 7])
        for (i, entry) in entries.enumerated() {
            let report = RunReport(totals: entry.totals)
            table.add([
                "\(i + 1)", report.startText, report.kindText, decimal(entry.totals.distance.kilometers, 2),
                RunReport.time(entry.totals.timer), RunReport.pace(entry.totals.averagePace),
                decimal(entry.totals.heartRateSoFar.average?.beatsPerMinute, 0), String("\(entry.totals.header.id)".prefix(8)),
            ])
        }
        Console.print(table.text)
    }

    static func show(_ invocation: Invocation) throws {
        let entry = try catalog(invocation).find(invocation[HarrierCommands.run])
        let report = RunReport(totals: entry.totals)
        if invocation[HarrierCommands.json] { return Console.print(report.json) }
        Console.print(report.text)
        let plot = try RunPlot(entry).text
        if !plot.isEmpty { Console.print("\n" + plot) }
        if !entry.extent.isWhole { Console.print("\n  The log was damaged: \(entry.extent.records) records could be read.") }
    }

    static func export(_ invocation: Invocation) throws {
        let catalog = try catalog(invocation)
        let entry = try catalog.find(invocation[HarrierCommands.run])
        let folder = invocation[HarrierCommands.out] ?? catalog.directory.exports
        try OutputFolder.make(folder)
        let path = try RunExport.writeFIT(entry, to: folder)
        if invocation[HarrierCommands.json] { return Console.print(JSONObject(["file": .string(path)])) }
        Console.print(path)
    }
}
