import Biosignals
import Quantities
import Recordings

/// How well the heart rate of recordings is found: every recording goes through the pipeline that runs on the watch.
public struct HeartRateBenchmark: Sendable {
    /// Which columns are read.
    public var columns: RecordingColumns
    /// The weights to measure.
    public var model: RateModel

    /// A benchmark; the defaults fit recordings in the project's own format.
    public init(columns: RecordingColumns = RecordingColumns(), model: RateModel = .shipped) {
        self.columns = columns
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
        for name in try columns.opticalNames(recording) { optical.append(try recording.column(name)) }
        guard !optical.isEmpty else { throw BenchmarkFailure("\(recording.path) has no column ppg: name the optical column with --ppg") }
        let motion = try columns.acceleration(recording)
        var pipeline = BiosignalsPipeline(
            configuration: BiosignalsConfiguration(channels: optical.count, clippedCount: .infinity), model: model)
        var found: [Second] = []
        let start = 1.0
        for row in times.indices where times[row].isFinite {
            let at = MonotonicInstant(seconds: start + times[row])
            if let motion { pipeline.push(AccelerationSample(at: at, x: motion[row].x, y: motion[row].y, z: motion[row].z)) }
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
}
