import Benchmarks
import CommandLineTable
import Quantities

/// `harrier bench archive`: the commands on kept runs, with a long history.
enum ArchiveBenchCommand {
    static let runs = Option.integer("runs", in: 1...100_000, help: "how many runs are made").defaulting(to: 10_000)
    static let hours = Option.number("hours", in: 0.01...24, help: "how long each of them is").defaulting(to: 1)

    static let command = Command(
        "archive", summary: "The commands on kept runs with a long history.",
        discussion: """
            Made-up runs are written into a folder of its own in $TMPDIR, else /tmp, 0.14 MB for each hour, and removed at the end. Each command \
            is a process of its own; its output goes nowhere.
            """,
        options: [runs.specification, hours.specification, HarrierCommands.json.specification],
        examples: [.init("harrier bench archive --runs 10000 --hours 1", "27 years of a run each day")])

    static func run(_ invocation: Invocation) throws {
        let bench = try ArchiveBenchmark(runs: invocation[runs], lasting: .seconds(invocation[hours] * 3600)) { Console.progress($0) }
        Console.endProgress()
        if invocation[HarrierCommands.json] { return Console.print(bench.json) }
        var table = Table(["command", "seconds", "peak MiB", "calls", ""], left: [0, 4])
        for row in bench.rows {
            table.add(["harrier \(row.words)", decimal(row.elapsed.inSeconds, 3), decimal(row.peakMemory, 1), "\(row.calls)", row.note])
        }
        Console.print(table.text)
        Console.print(
            "\(invocation[runs]) runs of \(decimal(invocation[hours], 2)) h, \(decimal(Double(bench.logBytes) / 1e6, 0)) MB of logs, "
                + "\(decimal(Double(bench.indexBytes) / 1e6, 2)) MB of index. Medians of wall time; the logs are in the page cache.")
    }
}
