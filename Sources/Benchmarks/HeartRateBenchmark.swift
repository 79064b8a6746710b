import Biosignals
import Quantities

/// How well the heart rate of recordings is found: every recording goes through the pipeline that runs on the watch.
public struct HeartRateBenchmark: Sendable {
    /// The unit of the acceleration columns.
    public enum AccelerationUnit: String, CaseIterable, Sendable {
        /// Thousandths of standard gravity.
        case milligravity = "mg"
        /// Standard gravity.
        case gravity = "g"
    }

    /// Optical columns; empty to take the first known one (`ppg`, `ppg1`, `r`, `green`).
    public var pulseColumns: [String]
    /// Acceleration columns x, y, z; empty to take `ax_mg,ay_mg,az_mg` or `ax,ay,az` where there are any.
    public var accelerationColumns: [String]
    /// Unit of the acceleration columns; nil to take it from their names, `_mg` or not.
    public var accelerationUnit: AccelerationUnit?
    /// The weights to measure.
    public var model: RateModel

    /// A benchmark; the defaults fit recordings in the project's own format.
    public init(
        pulseColumns: [String] = [], accelerationColumns: [String] = [], accelerationUnit: AccelerationUnit? = nil,
        model: RateModel = .shipped
    ) {
        self.pulseColumns = pulseColumns
        self.accelerationColumns = accelerationColumns
        self.accelerationUnit = accelerationUnit
        self.model = model
    }

    /// Runs one recording against the truth beside it.
    public func run(path: String) throws(BenchmarkFailure) -> HeartRateScore {
        let recording = try Recording(path: path)
        let truth = try HeartRateTruth(beside: path)
        var score = HeartRateScore(file: path)
        let seconds = try self.seconds(of: recording, duration: &score.seconds)
        score.add(seconds, truth: truth)
        return score
    }

    /// One second of the pipeline: the time of its window's end and what it said.
    public struct Second: Sendable {
        /// End of the window in seconds from the start of the recording.
        public var time: Double
        /// What the pipeline said.
        public var result: HeartRateSecond
    }

    /// Feeds a recording through the pipeline and collects what it says each second.
    public func seconds(of recording: Recording, duration: inout Double) throws(BenchmarkFailure) -> [Second] {
        let times = try recording.times()
        var optical: [[Double]] = []
        for name in try pulseNames(recording) { optical.append(try recording.column(name)) }
        let (motion, scale) = try acceleration(recording)
        var pipeline = BiosignalsPipeline(
            configuration: BiosignalsConfiguration(channels: optical.count, clippedCount: .infinity), model: model)
        var found: [Second] = []
        let start = 1.0
        for row in times.indices where times[row].isFinite {
            let at = MonotonicInstant(seconds: start + times[row])
            if motion.count == 3 {
                pipeline.push(
                    AccelerationSample(
                        at: at, x: motion[0][row] * scale, y: motion[1][row] * scale, z: motion[2][row] * scale))
            }
            var counts = SIMD3<Double>.zero
            for channel in optical.indices.prefix(3) { counts[channel] = optical[channel][row] }
            pipeline.push(PPGSample(at: at, counts: counts, channelCount: optical.count))
            if let second = pipeline.takeHeart() {
                found.append(Second(time: second.at.seconds - start + 0.04, result: second.result))
            }
        }
        duration = (times.last ?? 0) - (times.first ?? 0)
        return found
    }

    private func pulseNames(_ recording: Recording) throws(BenchmarkFailure) -> [String] {
        if !pulseColumns.isEmpty { return Array(pulseColumns.prefix(PPGSample.maximumChannels)) }
        for name in ["ppg", "ppg1", "ppg_green", "green", "r"] where recording.names.contains(name) { return [name] }
        throw BenchmarkFailure("\(recording.path) has no column ppg: name the optical column with --ppg")
    }

    private func acceleration(_ recording: Recording) throws(BenchmarkFailure) -> (columns: [[Double]], scale: Double) {
        var names = accelerationColumns
        for known in [["ax_mg", "ay_mg", "az_mg"], ["ax_g", "ay_g", "az_g"], ["ax", "ay", "az"]]
        where names.isEmpty && recording.names.contains(known[0]) { names = known }
        guard names.count == 3 else { return ([], 1) }
        var columns: [[Double]] = []
        for name in names { columns.append(try recording.column(name)) }
        let isMilli = accelerationUnit.map { $0 == .milligravity } ?? names[0].hasSuffix("_mg")
        return (columns, isMilli ? 0.001 : 1)
    }
}
