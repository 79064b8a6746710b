import ActivityFiles
import Benchmarks
import CAllocationCount
import CommandLineTable
import JSONText
import Quantities
import Recordings

/// `harrier bench …`: a table for people, one object for programs.
enum BenchCommands {
    static func distance(_ invocation: Invocation) throws {
        let index = try RecordingIndex(path: try invocation.required(HarrierCommands.index), split: invocation[HarrierCommands.split])
        let limit = invocation[HarrierCommands.maximumSpeed].map { Speed.metersPerSecond($0) }
        let bench = DistanceBenchmark(index: index, maximumSpeed: limit, eachSecond: invocation[HarrierCommands.eachSecond]) {
            Console.progress($0)
        }
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

    static func tracks(_ invocation: Invocation) throws {
        let seeds = invocation[HarrierCommands.seeds]
        if invocation[HarrierCommands.faults] { return try faultyTracks(seeds: seeds, asJSON: invocation[HarrierCommands.json]) }
        let bench = TrackBenchmark(seeds: seeds) { Console.progress($0) }
        Console.endProgress()
        if invocation[HarrierCommands.json] { return Console.print(bench.json) }
        var table = Table(
            ["track", "noise", "doppler", "mean %", "worst %", "pace sd", "settles s", "extra /h", "standing m", "ascent m"],
            left: [0, 1, 2])
        for row in bench.rows {
            table.add([
                row.scenario.track, row.scenario.noise.name, row.scenario.hasDoppler ? "yes" : "no", decimal(row.meanPercent, 2),
                decimal(row.worstPercent, 2), decimal(row.paceDeviation, 1), row.settlingTime.map { "\($0)" } ?? "--",
                decimal(row.extraTransitionsPerHour, 1), decimal(row.worstStanding?.meters, 1), decimal(row.ascent?.mean, 1),
            ])
        }
        Console.print(table.text)
        Console.print(
            "\(seeds) seeds. Errors are of the distance against the script's own; pace sd in s/km at an even pace; extra: pauses and resumes "
                + "that the runner did not make.")
    }

    private static func faultyTracks(seeds: Int, asJSON: Bool) throws {
        let bench = TrackFaultBenchmark(seeds: seeds) { Console.progress($0) }
        Console.endProgress()
        if asJSON {
            Console.print(bench.json)
        } else {
            var table = Table(
                ["kind", "doppler", "steps", "runs", "mean %", "worst %", "worst m", "ascent m", "named", "outside"], left: [0, 1, 2])
            for row in bench.rows {
                table.add([
                    row.kind, row.hasDoppler ? "yes" : "no", row.hasSteps ? "yes" : "no", "\(row.runs)", decimal(row.meanPercent, 2),
                    decimal(row.worstPercent, 2), decimal(row.worstMeters, 1), decimal(row.ascent, 1),
                    row.isNamed.map { $0 ? "yes" : "no" } ?? "--", "\(row.failures)",
                ])
            }
            Console.print(table.text)
            Console.print("\(decimal(bench.hours, 0)) simulated hours. Outside: runs beyond the bound of their kind (docs/accuracy.md).")
        }
        let outside = bench.rows.map(\.failures).reduce(0, +)
        guard outside == 0 else { throw CommandFailure("\(outside) runs are beyond the bound of their kind") }
    }

    static func watch(_ invocation: Invocation) throws {
        let bench = try WatchBenchmark(
            lasting: .seconds(invocation[HarrierCommands.hours] * 3600), seed: UInt64(clamping: invocation[HarrierCommands.seed]),
            allocationCount: harrier_allocation_count
        ) { Console.progress("running: \(Int(rounding: $0 * 100)) %") }
        Console.endProgress()
        if invocation[HarrierCommands.json] { return Console.print(bench.json) }
        let hours = bench.simulated.inSeconds / 3600
        let own = bench.cpuTime - bench.simulatorTime
        var table = Table(["", "measured", ""], left: [0, 2])
        table.add(["simulated time", decimal(hours, 2), "h, \(decimal(bench.distance.kilometers, 2)) km, \(bench.frames) frames"])
        table.add(["CPU time", decimal(bench.cpuTime.inSeconds, 3), "s in all"])
        table.add(["of it the simulator", decimal(bench.simulatorTime.inSeconds, 3), "s, measured by itself"])
        table.add(["the watch", decimal(own.inSeconds / hours, 3), "s an hour"])
        table.add(["greatest memory", decimal(bench.peakMemory, 1), "MiB"])
        table.add(["records to flash", decimal(Double(bench.flash.recordBytes) / hours, 0), "bytes an hour"])
        table.add(["flushes", decimal(Double(bench.flash.flushes) / hours, 0), "an hour"])
        table.add([
            "allocations", decimal(Double(bench.allocations) / bench.counted.inSeconds, 4), "requests for memory a second of the run",
        ])
        Console.print(table.text)
    }

    static func files(_ invocation: Invocation) throws {
        let bench = FileBenchmark(paths: invocation[HarrierCommands.files]) { Console.progress($0) }
        Console.endProgress()
        if invocation[HarrierCommands.json] {
            Console.print(bench.json)
        } else {
            func thousands(_ rate: Double?) -> String { decimal(rate.map { $0 / 1000 }, 0) }
            let formats = ExportFormat.allCases
            let header = [["file", "format", "bytes", "records", "read", "bare expat"], formats.map(\.rawValue), ["peak MiB", "error"]]
            var table = Table(header.flatMap { $0 }, left: [0, 1, header.map(\.count).reduce(-1, +)])
            for file in bench.files {
                let cells = [
                    file.path, file.format?.rawValue ?? "--", file.size.map { "\($0)" } ?? "--", "\(file.records)",
                    thousands(file.decodedPerSecond), thousands(file.bareExpatPerSecond),
                ]
                table.add(
                    cells + formats.map { thousands(file.encodedPerSecond[$0]) } + [decimal(file.peakMemory, 1), file.error ?? ""])
            }
            Console.print(table.text)
            Console.print(
                "Thousands of records a second of CPU time, read from the file, and written in each format to nowhere. Bare expat: the same"
                    + " file through the parser alone.")
        }
        let unreadable = bench.files.filter { $0.format == nil }
        guard unreadable.isEmpty else {
            throw CommandFailure("\(unreadable.count) of \(bench.files.count) files cannot be read; the column \"error\" says why")
        }
    }
}
