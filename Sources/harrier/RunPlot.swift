import Quantities
import RunArchive

/// A small plot of a run along its distance: pace, heart rate and height, one row of blocks each.
struct RunPlot {
    /// The widest row of blocks.
    static let columns = 72
    /// What stands before and behind the blocks: a name, and the least and the greatest value.
    private static let surroundings = 2 + 10 + 1 + 2 + 15
    /// A stretch of a run takes so long at least, so that each has seconds of its own.
    private static let secondsPerStretch: Int64 = 4
    /// Fewer stretches than this show nothing that the laps do not.
    private static let fewest = 8
    /// Slower than this somebody stands, and the receiver's noise would set the scale: 1 km in 33 minutes.
    private static let standing = Speed.metersPerSecond(0.5)
    private static let blocks = Array("▁▂▃▄▅▆▇█")

    let text: String

    /// - Parameter width: characters a line.
    init(_ run: ArchivedRun, in unit: DistanceUnit = .km, width: Int = 80) throws(RunArchiveError) {
        let seconds = run.totals.timer.components.seconds
        let stretches = min(Self.columns, width - Self.surroundings, Int(clamping: seconds / Self.secondsPerStretch))
        guard stretches >= Self.fewest else {
            text = ""
            return
        }
        let profile = try RunProfile(run, stretches: stretches)
        var lines: [String] = []
        func row(_ name: String, _ means: [Double?], _ label: (_ low: Double, _ high: Double) -> String) {
            let known = means.compactMap { $0 }
            guard let low = known.min(), let high = known.max(), known.count > 1 else { return }
            let bars = means.map { mean -> Character in
                guard let mean else { return " " }
                let level = high > low ? (mean - low) / (high - low) * Double(Self.blocks.count - 1) : 0
                return Self.blocks[min(Self.blocks.count - 1, max(0, Int(rounding: level)))]
            }
            lines.append("  \(name) \(String(bars))  \(label(low, high))")
        }
        func pace(_ speed: Double) -> String {
            Speed.metersPerSecond(speed).pace.map { RunReport.time(.seconds(unit.secondsPerUnit($0))) } ?? "--"
        }
        let speeds = profile.speeds.map { speed in speed.flatMap { $0 >= Self.standing ? $0.metersPerSecond : nil } }
        row("pace      ", speeds) { "\(pace($0))–\(pace($1)) /\(unit.rawValue)" }
        row("heart rate", profile.heartRates.map { $0?.beatsPerMinute }) { "\(decimal($0, 0))–\(decimal($1, 0)) bpm" }
        row("height    ", profile.altitudes.map { $0?.meters }) { "\(decimal($0, 0))–\(decimal($1, 0)) m" }
        text = lines.joined(separator: "\n")
    }
}
