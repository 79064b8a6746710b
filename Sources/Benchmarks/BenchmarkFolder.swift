import Recordings
import SystemCalls

extension ScratchFolder {
    /// A folder for one measurement.
    static func forBenchmark() throws(BenchmarkFailure) -> ScratchFolder {
        do throws(ScratchFolder.Failure) { return try ScratchFolder(for: "bench") } catch { throw BenchmarkFailure(error.description) }
    }
}
