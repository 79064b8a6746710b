import Recordings

/// The true heart rate in windows of a recording.
public struct HeartRateTruth: Sendable {
    /// A stretch of the recording with its mean heart rate.
    public struct Window: Hashable, Sendable {
        /// Start and end in seconds from the start of the recording.
        public var start, end: Double
        /// Mean rate in beats per minute.
        public var beatsPerMinute: Double
    }

    /// The windows in order of their end.
    public let windows: [Window]

    /// Reads what stands beside a recording: windows in NAME.hr.csv, else 8 s windows every 2 s made of NAME.beats.csv or NAME.rr.csv,
    /// whose first beat is at 0 where no offset is known.
    public init(beside path: String) throws(BenchmarkFailure) {
        let stem = Self.stem(path)
        if LineFile.exists("\(stem).hr.csv") {
            let table = try Recording(path: "\(stem).hr.csv")
            let (starts, ends, rates) = (try table.column("t_start_s"), try table.column("t_end_s"), try table.column("bpm"))
            windows = starts.indices.map { Window(start: starts[$0], end: ends[$0], beatsPerMinute: rates[$0]) }
                .filter { $0.start.isFinite && $0.end.isFinite && $0.beatsPerMinute > 0 }.sorted { $0.end < $1.end }
        } else if LineFile.exists("\(stem).beats.csv") {
            windows = Self.windows(ofBeats: try Recording(path: "\(stem).beats.csv").column("t_s"))
        } else if LineFile.exists("\(stem).rr.csv") {
            var beats = [0.0]
            for interval in try Recording(path: "\(stem).rr.csv").column("rr_ms") { beats.append((beats.last ?? 0) + interval / 1000) }
            windows = Self.windows(ofBeats: beats)
        } else {
            throw BenchmarkFailure(
                "\(path) has no truth beside it: put NAME.hr.csv (t_start_s,t_end_s,bpm), NAME.beats.csv (t_s) or NAME.rr.csv (rr_ms) there"
            )
        }
    }

    /// 60 × (beats − 1) ÷ (last − first beat) in 8 s windows every 2 s.
    static func windows(ofBeats beats: [Double]) -> [Window] {
        let beats = beats.filter(\.isFinite)
        guard let last = beats.last else { return [] }
        var windows: [Window] = []
        var start = 0.0
        while start + 8 <= last + 1e-9 {
            let inside = beats.filter { start <= $0 && $0 < start + 8 }
            if let from = inside.first, let to = inside.last, to > from {
                windows.append(Window(start: start, end: start + 8, beatsPerMinute: 60 * Double(inside.count - 1) / (to - from)))
            }
            start += 2
        }
        return windows
    }

    /// The rate at the end of a window, interpolated between windows; nil outside all of them.
    public func beatsPerMinute(at end: Double) -> Double? {
        guard let first = windows.first, let last = windows.last, end >= first.end - 2, end <= last.end + 2 else { return nil }
        guard let next = windows.firstIndex(where: { $0.end >= end }) else { return last.beatsPerMinute }
        guard next > 0 else { return first.beatsPerMinute }
        let (before, after) = (windows[next - 1], windows[next])
        guard after.end > before.end else { return after.beatsPerMinute }
        let share = (end - before.end) / (after.end - before.end)
        return before.beatsPerMinute + share * (after.beatsPerMinute - before.beatsPerMinute)
    }

    private static func stem(_ path: String) -> String {
        for ending in [".csv.gz", ".csv"] where path.hasSuffix(ending) { return String(path.dropLast(ending.count)) }
        return path
    }
}
