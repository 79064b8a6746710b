import Biosignals
import Quantities
import Recordings

/// How well the steps of recordings are counted: every recording goes through the pipeline that runs on the watch.
public struct StepBenchmark: Sendable {
    /// One line of the index with what was counted.
    public struct Record: Hashable, Sendable {
        /// Name of the recording.
        public var record: String
        /// Its set: `oxford`, `mobilised`, or `sensorwatch-` with the kind of activity.
        public var set: String
        /// Where the sensor was worn.
        public var placement: String
        /// Steps truly taken.
        public var trueSteps: Double
        /// Steps counted.
        public var counted: Double
        /// Length in minutes.
        public var minutes: Double

        /// Counted minus true steps in per cent of the true ones; NaN where no step was taken.
        public var errorPercent: Double { trueSteps > 0 ? 100 * (counted - trueSteps) / trueSteps : .nan }
    }

    /// Figures of several records.
    public struct Summary: Hashable, Sendable {
        /// Records.
        public var n = 0
        /// Mean of the absolute errors in per cent.
        public var meanAbsolutePercent = Double.nan
        /// Mean of the signed errors in per cent.
        public var biasPercent = Double.nan
        /// The greatest absolute error in per cent.
        public var worstPercent = Double.nan
        /// Steps counted beyond the true ones, a minute.
        public var falsePerMinute = 0.0
    }

    /// All records of an index in its order.
    public private(set) var records: [Record] = []

    /// Counts all records of an index (columns set, split, record, position, surface_or_activity, true_steps).
    public init(index: RecordingIndex, progress: (String) -> Void = { _ in }) throws(BenchmarkFailure) {
        for row in index.rows {
            guard let set = row["set"], let name = row["record"], let part = row["split"] else { continue }
            progress(name)
            let (counted, seconds) = try Self.count(path: try Self.path(in: index, set: set, split: part, record: name))
            records.append(
                Record(
                    record: name, set: Self.set(set, activity: row["surface_or_activity"] ?? ""),
                    placement: (row["position"] ?? "").lowercased(), trueSteps: row.number("true_steps") ?? .nan, counted: counted,
                    minutes: seconds / 60))
        }
        guard !records.isEmpty else { throw BenchmarkFailure("the index lists no record with the columns set, split and record") }
    }

    /// Names of the sets in order of appearance.
    public var sets: [String] { Self.unique(records.map(\.set)) }
    /// Placements of the oxford set, the one that varies them, in order of appearance.
    public var placements: [String] { Self.unique(records.filter { $0.set == "oxford" }.map(\.placement)) }
    /// Figures of a set.
    public func summary(set: String) -> Summary { Self.summary(records.filter { $0.set == set }) }
    /// Figures of a placement of the oxford set.
    public func summary(placement: String) -> Summary {
        Self.summary(records.filter { $0.set == "oxford" && $0.placement == placement })
    }

    /// Counts one recording; returns steps with their fraction, and seconds.
    public static func count(path: String) throws(BenchmarkFailure) -> (steps: Double, seconds: Double) {
        let recording = try Recording(path: path)
        let times = try recording.times()
        var axes: [[Double]] = []
        var scale = 0.001
        if recording.names.contains("mag") {
            axes = [try recording.column("mag")]
            scale = 1 / 21_500  // Counts of the SensorWatch firmware's magnitude at rest.
        } else {
            for name in ["ax_mg", "ay_mg", "az_mg"] { axes.append(try recording.column(name)) }
        }
        var pipeline = BiosignalsPipeline()
        for row in times.indices {
            let at = MonotonicInstant(seconds: 1 + times[row])
            func axis(_ index: Int) -> Double { index < axes.count ? axes[index][row] * scale : 0 }
            pipeline.push(AccelerationSample(at: at, x: axis(0), y: axis(1), z: axis(2)))
        }
        return (pipeline.stepTotal, (times.last ?? 0) - (times.first ?? 0))
    }

    private static func set(_ set: String, activity: String) -> String {
        guard set == "sensorwatch" else { return set }
        for kind in ["fast", "normal", "slow"] where activity.hasPrefix("\(kind)-walking") { return "\(set)-\(kind)" }
        return activity.hasSuffix("-working") ? "\(set)-desk" : "\(set)-hand"
    }

    /// A record stands in SET/SPLIT/ beside the index; a set's folder may carry the placement after its name.
    private static func path(in index: RecordingIndex, set: String, split: String, record: String) throws(BenchmarkFailure) -> String {
        for ending in ["", "-lowerback", "-wrist"] {
            for suffix in [".csv.gz", ".csv"] {
                let path = "\(index.folder.isEmpty ? "." : index.folder)/\(set)\(ending)/\(split)/\(record)\(suffix)"
                if LineFile.exists(path) { return path }
            }
        }
        throw BenchmarkFailure("\(record).csv.gz is not in \(index.folder)/\(set)/\(split)")
    }

    private static func summary(_ records: [Record]) -> Summary {
        var summary = Summary()
        summary.n = records.count
        let errors = records.map(\.errorPercent).filter(\.isFinite)
        if !errors.isEmpty {
            summary.meanAbsolutePercent = errors.map(\.magnitude).reduce(0, +) / Double(errors.count)
            summary.biasPercent = errors.reduce(0, +) / Double(errors.count)
            summary.worstPercent = errors.map(\.magnitude).max() ?? .nan
        }
        let minutes = records.map(\.minutes).reduce(0, +)
        let surplus = records.map { max(0, $0.counted - $0.trueSteps) }.reduce(0, +)
        if minutes > 0 { summary.falsePerMinute = surplus / minutes }
        return summary
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: [String] = []
        for name in names where !seen.contains(name) { seen.append(name) }
        return seen
    }
}
