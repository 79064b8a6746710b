import Quantities
import RunCore
import RunLog

/// A small plot of a run along its distance: pace, heart rate and height, one row of blocks each.
struct RunPlot {
    private static let columns = 72
    private static let blocks = Array("▁▂▃▄▅▆▇█")

    private struct Column {
        var sum = 0.0, count = 0
        var mean: Double? { count > 0 ? sum / Double(count) : nil }
    }

    let text: String

    init(_ entry: RunCatalog.Entry) throws(RunLogError) {
        let length = max(1, entry.totals.counters.distanceMillimeters)
        var speed = [Column](repeating: Column(), count: Self.columns), heart = speed, height = speed
        try RunLogReader(path: entry.path).forEach { record in
            guard case .sample(let sample) = record, !sample.flags.contains(.isPaused) else { return }
            let column = min(Self.columns - 1, Int(UInt64(sample.distanceMillimeters) * UInt64(Self.columns) / UInt64(length)))
            func add(_ value: Double?, to columns: inout [Column]) {
                guard let value else { return }
                columns[column].sum += value
                columns[column].count += 1
            }
            add(sample.speed?.metersPerSecond, to: &speed)
            add(sample.heartRate?.beatsPerMinute, to: &heart)
            add(sample.altitude?.meters, to: &height)
        }
        var lines: [String] = []
        func row(_ name: String, _ columns: [Column], _ label: (Double) -> String) {
            let means = columns.map(\.mean), known = means.compactMap { $0 }
            guard let low = known.min(), let high = known.max(), known.count > 1 else { return }
            let bars = means.map { mean -> Character in
                guard let mean else { return " " }
                let level = high > low ? (mean - low) / (high - low) * Double(Self.blocks.count - 1) : 0
                return Self.blocks[min(Self.blocks.count - 1, max(0, Int(rounding: level)))]
            }
            lines.append("  \(name) \(String(bars))  \(label(low))–\(label(high))")
        }
        row("pace      ", speed) { RunReport.pace(Speed.metersPerSecond($0).pace) }
        row("heart rate", heart) { decimal($0, 0) }
        row("height    ", height) { decimal($0, 0) + " m" }
        text = lines.joined(separator: "\n")
    }
}
