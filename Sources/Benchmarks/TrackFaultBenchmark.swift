import JSONText
import Positioning
import Quantities
import SimulatedPeripherals

/// Runs in which a part is wrong, silent or late, by kind: what is shown against what is true, and whether the part is named.
public struct TrackFaultBenchmark: Sendable {
    /// One kind, all its paces and seeds together.
    public struct Row: Sendable {
        /// The kind.
        public var kind: String
        /// Whether the receiver reported Doppler speed.
        public var hasDoppler: Bool
        /// Whether there was a step sensor.
        public var hasSteps: Bool
        /// How many runs.
        public var runs = 0
        /// Mean of the distance's errors with their signs, and the greatest without, per cent; nil where distance is not measured.
        public var meanPercent: Double?
        /// The greatest error, per cent.
        public var worstPercent: Double?
        /// What the worst run was.
        public var worst = ""
        /// Metres, where the bound is in metres: the most shown while standing, the ascent, or the error of the height.
        public var worstMeters: Double?
        /// Metres climbed, the run furthest from the truth; nil where ascent is not measured.
        public var ascent: Double?
        /// The part that had to be named in time was, in every run; nil where none must be.
        public var isNamed: Bool?
        /// Runs outside the bound.
        public var failures = 0
    }

    /// The rows, in the order of the kinds.
    public private(set) var rows: [Row] = []
    /// Hours simulated.
    public private(set) var hours = 0.0

    /// Runs tracks with the seeds from 1 to a number, which is at least 1.
    public init(_ tracks: [FaultTrack] = FaultTrack.all(), seeds: Int, progress: (String) -> Void = { _ in }) {
        for (index, track) in tracks.enumerated() {
            progress("\(index + 1) of \(tracks.count): \(track.kind)")
            for seed in 1...max(1, seeds) { add(TrackFaultMeasurement(track, seed: UInt64(seed)), of: track, seed: seed) }
        }
    }

    private mutating func add(_ run: TrackFaultMeasurement, of track: FaultTrack, seed: Int) {
        var row: Row
        let index = rows.firstIndex { $0.kind == track.kind && $0.hasDoppler == track.hasDoppler && $0.hasSteps == track.hasSteps }
        row = index.map { rows[$0] } ?? Row(kind: track.kind, hasDoppler: track.hasDoppler, hasSteps: track.hasSteps)
        if let percent = run.errorPercent {
            row.meanPercent = ((row.meanPercent ?? 0) * Double(row.runs) + percent) / Double(row.runs + 1)
            if abs(percent) >= row.worstPercent ?? 0 {
                row.worstPercent = abs(percent)
                row.worst = "\(run.pace) m/s, stride \(track.strideRatio), seed \(seed)"
            }
        }
        row.runs += 1
        hours += track.script.duration.inSeconds / 3600
        if let meters = run.meters { row.worstMeters = max(row.worstMeters ?? 0, meters) }
        if let ascent = run.ascent, abs(ascent - run.trueAscent) >= abs((row.ascent ?? run.trueAscent) - run.trueAscent) {
            row.ascent = ascent
        }
        if track.named != nil { row.isNamed = (row.isNamed ?? true) && run.isNamed }
        if !run.isWithinBound { row.failures += 1 }
        if let index { rows[index] = row } else { rows.append(row) }
    }

    /// The figures as one object.
    public var json: JSONObject {
        var object = JSONObject()
        object["fault_rows"] = .array(
            rows.map { row in
                var entry = JSONObject()
                entry["kind"] = .string(row.kind)
                entry["doppler"] = .bool(row.hasDoppler)
                entry["steps"] = .bool(row.hasSteps)
                entry["runs"] = .integer(Int64(row.runs))
                entry["mean_percent"] = number(row.meanPercent)
                entry["worst_percent"] = number(row.worstPercent)
                entry["worst_m"] = number(row.worstMeters)
                entry["ascent_m"] = number(row.ascent)
                entry["named"] = row.isNamed.map { .bool($0) } ?? .null
                entry["outside_bound"] = .integer(Int64(row.failures))
                return .object(entry)
            })
        return object
    }
}
