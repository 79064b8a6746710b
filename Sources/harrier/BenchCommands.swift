import Benchmarks
import CommandLineTable
import JSONText
import Quantities

/// `harrier bench …`: a table for people, one object for programs.
enum BenchCommands {
    static func distance(_ invocation: Invocation) throws {
        let index = try RecordingIndex(path: try invocation.required(HarrierCommands.index), split: invocation[HarrierCommands.split])
        let limit = invocation[HarrierCommands.maximumSpeed].map { Speed.metersPerSecond($0) }
        let bench = DistanceBenchmark(index: index, maximumSpeed: limit) { Console.progress($0) }
        Console.endProgress()
        if invocation[HarrierCommands.json] { return Console.print(bench.json) }
        var table = Table(["file", "ours m", "device m", "plain sum m", "difference %", "median s", "note"], left: [0, 6])
        for file in bench.files {
            table.add([
                file.name, decimal(file.ours?.meters, 1), decimal(file.device?.meters, 1), decimal(file.plainSum?.meters, 1),
                decimal(file.differencePercent, 2), decimal(file.medianInterval?.inSeconds, 1), file.note ?? "",
            ])
        }
        Console.print(table.text)
        for (name, oneHertz) in [("1 Hz", true), ("smart-recorded", false)] {
            let summary = bench.summary(oneHertz: oneHertz)
            Console.print(
                "\(name): \(summary.count) recordings, median difference \(decimal(summary.medianAbsolutePercent, 2)) %, greatest \(decimal(summary.maximumAbsolutePercent, 2)) %"
            )
        }
    }

    static func still(_ invocation: Invocation) throws {
        let index = try RecordingIndex(path: try invocation.required(HarrierCommands.index), split: invocation[HarrierCommands.split])
        let bench = try StillBenchmark(index: index) { Console.progress($0) }
        Console.endProgress()
        if invocation[HarrierCommands.json] { return Console.print(bench.json) }
        var table = Table(["log", "ours m", "plain sum m", "seconds", "fixes"])
        for file in bench.files {
            table.add([
                file.name, decimal(file.ours.meters, 1), decimal(file.plainSum.meters, 1), decimal(file.duration.inSeconds, 0),
                "\(file.fixes)",
            ])
        }
        Console.print(table.text)
        Console.print(
            "\(bench.files.count) logs: \(decimal(bench.within10MetersPercent, 1)) % show at most 10 m, worst \(decimal(bench.worst.meters, 1)) m, "
                + "in all \(decimal(bench.totals.ours.meters, 1)) m (plain sum \(decimal(bench.totals.plain.meters, 1)) m)")
    }
}
