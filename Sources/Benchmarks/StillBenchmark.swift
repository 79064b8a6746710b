import JSONText
import Positioning
import Quantities
import Recordings

/// Distance of receivers that did not move: the truth is 0 m.
public struct StillBenchmark: Sendable {
    /// One log.
    public struct File: Sendable {
        /// Its name in the index.
        public var name: String
        /// Ours.
        public var ours = Distance.zero
        /// The plain sum over all positions.
        public var plainSum = Distance.zero
        /// How long it is.
        public var duration = Duration.zero
        /// Positions in it.
        public var fixes = 0
    }

    /// All logs.
    public private(set) var files: [File] = []

    /// Measures the logs of an index whose `motion` is `still`.
    public init(index: RecordingIndex, progress: (String) -> Void = { _ in }) throws(BenchmarkFailure) {
        for row in index.rows where row["motion"] == "still" {
            guard let name = row["log"], let split = row["split"] else { continue }
            progress(name)
            let path = ["\(split)/\(name).json.gz", "\(name).json.gz", "\(name).json"].map(index.path(of:)).first(where: LineFile.exists)
            guard let path else { throw BenchmarkFailure("\(name).json.gz is not in \(index.folder) or its folder \(split)") }
            files.append(try Self.measure(name, path))
        }
        guard !files.isEmpty else { throw BenchmarkFailure("the index lists no log with motion = still") }
    }

    private static func measure(_ name: String, _ path: String) throws(BenchmarkFailure) -> File {
        var file = File(name: name), positioning = Positioning(), last: Coordinate?
        let log = try ReceiverLog(path: path)
        for (at, fix) in log.fixes {
            _ = positioning.push(PositioningInput(at: at, fix: fix))
            guard let place = fix.position, place.isPlausible else { continue }
            if let last { file.plainSum += Haversine.distance(from: last, to: place) }
            last = place
            file.fixes += 1
        }
        file.ours = positioning.finish().distance
        if let first = log.fixes.first, let end = log.fixes.last { file.duration = first.at.duration(to: end.at) }
        return file
    }

    /// The share of logs that show at most 10 m, per cent.
    public var within10MetersPercent: Double { Double(files.count { $0.ours <= .meters(10) }) / Double(files.count) * 100 }
    /// The most that any shows.
    public var worst: Distance { files.map(\.ours).max() ?? .zero }
    /// The sum over all logs, and of their plain sums.
    public var totals: (ours: Distance, plain: Distance) {
        (files.reduce(.zero) { $0 + $1.ours }, files.reduce(.zero) { $0 + $1.plainSum })
    }

    /// The figures as one object.
    public var json: JSONObject {
        var object = JSONObject()
        object["files"] = .array(
            files.map {
                [
                    "file": .string($0.name), "ours_m": .number($0.ours.meters), "plain_sum_m": .number($0.plainSum.meters),
                    "seconds": .number($0.duration.inSeconds), "fixes": .integer(Int64($0.fixes)),
                ]
            })
        object["summary"] = [
            "n": .integer(Int64(files.count)), "within_10m_percent": .number(within10MetersPercent), "worst_m": .number(worst.meters),
            "total_m": .number(totals.ours.meters), "plain_total_m": .number(totals.plain.meters),
        ]
        return object
    }
}
