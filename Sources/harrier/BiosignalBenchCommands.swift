import Benchmarks
import CAllocationCount
import CommandLineTable
import JSONText
import Quantities
import Recordings

/// `harrier bench heart-rate`, `steps` and `cost`.
extension BenchCommands {
    static func heartRate(_ invocation: Invocation) throws {
        let report = try HeartRateReport(
            paths: invocation[HarrierCommands.pulseRecordings], benchmark: HeartRateBenchmark(columns: RecordingColumns(invocation))
        ) { Console.progress($0) }
        Console.endProgress()
        if invocation[HarrierCommands.json] { return Console.print(report.json) }
        var table = Table(
            [
                "recording", "seconds", "windows", "MAE bpm", "median", "within 5 %", "10 %", "shown %", "MAE shown", ">10 bpm %",
                "wrong s %", "first s",
            ])
        for score in report.scores + [report.total] {
            table.add([
                score.file, decimal(score.seconds, 0), "\(score.windows)", decimal(score.meanError, 2), decimal(score.medianError, 2),
                decimal(score.within(percent: 5), 1), decimal(score.within(percent: 10), 1), decimal(score.availability, 1),
                decimal(score.meanShownError, 2), decimal(score.shownWrong, 2), decimal(score.wrongSecondsPercent, 2),
                decimal(score.firstValue, 1),
            ])
        }
        Console.print(table.text)
        for path in report.missing { Console.print("\(path): not there, left out") }
    }

    static func steps(_ invocation: Invocation) throws {
        let index = try RecordingIndex(path: try invocation.required(HarrierCommands.index), split: invocation[HarrierCommands.split])
        let bench = try StepBenchmark(index: index) { Console.progress($0) }
        Console.endProgress()
        if invocation[HarrierCommands.json] { return Console.print(bench.json) }
        var table = Table(["set or placement", "records", "mean %", "bias %", "worst %", "false a minute"])
        let rows =
            bench.sets.map { ($0, bench.summary(set: $0)) } + bench.placements.map { ("oxford, \($0)", bench.summary(placement: $0)) }
        for (name, summary) in rows {
            table.add([
                name, "\(summary.n)", decimal(summary.meanAbsolutePercent, 2), decimal(summary.biasPercent, 2),
                decimal(summary.worstPercent, 2), decimal(summary.falsePerMinute, 2),
            ])
        }
        Console.print(table.text)
    }

    /// Counts allocations after the first second; instructions are counted from outside.
    static func cost(_ invocation: Invocation) throws {
        var bench = CostBenchmark(seconds: invocation[HarrierCommands.seconds])
        bench.feed(second: 0)
        let before = harrier_allocation_count()
        for second in 1..<max(bench.seconds, 1) { bench.feed(second: second) }
        let allocations = harrier_allocation_count() - before
        if invocation[HarrierCommands.json] {
            var object = JSONObject()
            object["seconds"] = .integer(Int64(bench.seconds))
            object["allocations"] = .integer(Int64(clamping: allocations))
            return Console.print(object)
        }
        Console.print("seconds: \(bench.seconds)\nallocations: \(allocations)")
    }
}

extension RecordingColumns {
    /// The columns that options name.
    init(_ invocation: Invocation) {
        func names(_ list: String?) -> [String] { list?.split(separator: ",").map(String.init) ?? [] }
        self.init(
            optical: names(invocation[HarrierCommands.pulseColumns]), axes: names(invocation[HarrierCommands.axes]),
            unit: invocation[HarrierCommands.accelerationUnit])
    }
}
