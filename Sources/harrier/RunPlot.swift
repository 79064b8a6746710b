import Quantities
import RunArchive

/// A small plot of a run along its distance: pace, heart rate and height, one row of blocks each.
struct RunPlot {
    static let columns = 72
    private static let blocks = Array("▁▂▃▄▅▆▇█")

    let text: String

    init(_ run: ArchivedRun) throws(RunArchiveError) {
        let profile = try RunProfile(run, stretches: Self.columns)
        var lines: [String] = []
        func row(_ name: String, _ means: [Double?], _ label: (Double) -> String) {
            let known = means.compactMap { $0 }
            guard let low = known.min(), let high = known.max(), known.count > 1 else { return }
            let bars = means.map { mean -> Character in
                guard let mean else { return " " }
                let level = high > low ? (mean - low) / (high - low) * Double(Self.blocks.count - 1) : 0
                return Self.blocks[min(Self.blocks.count - 1, max(0, Int(rounding: level)))]
            }
            lines.append("  \(name) \(String(bars))  \(label(low))–\(label(high))")
        }
        row("pace      ", profile.speeds.map { $0?.metersPerSecond }) { RunReport.pace(Speed.metersPerSecond($0).pace) }
        row("heart rate", profile.heartRates.map { $0?.beatsPerMinute }) { decimal($0, 0) }
        row("height    ", profile.altitudes.map { $0?.meters }) { decimal($0, 0) + " m" }
        text = lines.joined(separator: "\n")
    }
}
