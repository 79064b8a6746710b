import Benchmarks
import JSONText
import Recordings
import TestSupport
import Testing

@Suite struct HeartRateReportTests {
    /// Twenty seconds of a triangle of 75 beats a minute at 25 Hz.
    private static let recording: String = {
        var text = "# fs_hz: 25\nppg\n"
        for n in 0..<500 { text += "\(100_000 + 30 * abs(n % 20 - 10))\n" }
        return text
    }()
    private static let truth = "t_start_s,t_end_s,bpm\n0,8,75\n2,10,75\n4,12,75\n"

    @Test("A recording that is missing is named and left out; the others are measured")
    func missing() throws {
        let folder = TemporaryFolder()
        let path = folder.write(Self.recording, to: "here.csv")
        folder.write(Self.truth, to: "here.hr.csv")
        let absent = folder.path + "/absent.csv"
        let report = try HeartRateReport(paths: [absent, path])
        #expect(report.missing == [absent])
        #expect(report.scores.map(\.file) == [path])
        #expect(report.total.windows == 3)
        #expect(report.json["missing"] == .array([.string(absent)]))
    }

    @Test("Where all recordings are missing there are no figures")
    func nothing() throws {
        let report = try HeartRateReport(paths: ["/nowhere/a.csv", "/nowhere/b.csv"])
        #expect(report.missing.count == 2)
        #expect(report.scores.isEmpty && report.total.windows == 0 && report.total.meanError.isNaN)
    }

    @Test("A recording without a truth beside it is an error")
    func withoutTruth() {
        let folder = TemporaryFolder()
        let path = folder.write(Self.recording, to: "here.csv")
        #expect(throws: BenchmarkFailure.self) { try HeartRateReport(paths: [path]) }
    }
}
