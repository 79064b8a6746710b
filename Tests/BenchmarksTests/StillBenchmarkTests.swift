import Benchmarks
import JSONText
import Recordings
import TestSupport
import Testing

@Suite struct StillBenchmarkTests {
    /// A log of gpsd's lines: two hundred seconds within two metres, a line that is no JSON, and reports without a place.
    private static let log: String = {
        var text = "{\"class\":\"VERSION\",\"release\":\"3.25\"}\nthis is no JSON\n"
        text += "{\"class\":\"SKY\",\"hdop\":0.9,\"uSat\":9}\n"
        for i in 0..<200 {
            let minute = i / 60, second = i % 60
            let time = "2026-05-01T08:0\(minute):\(second < 10 ? "0" : "")\(second).000Z"
            if i % 50 == 49 {
                text += "{\"class\":\"TPV\",\"mode\":1,\"time\":\"\(time)\"}\n"
            } else {
                let wander = Double(i % 4) * 0.000_004
                text += "{\"class\":\"TPV\",\"mode\":3,\"time\":\"\(time)\",\"lat\":\(47 + wander),\"lon\":8.5,\"speed\":0.05}\n"
            }
        }
        return text
    }()

    private func folder() -> (TemporaryFolder, String) {
        let folder = TemporaryFolder()
        folder.write(Self.log, to: "dev/still.json")
        folder.write(Self.log, to: "loose.json")
        let index = folder.write(
            "log,motion,split\nloose,still,dev\nelsewhere,moving,dev\nelsewhere,unclear,dev\n", to: "index.csv")
        return (folder, index)
    }

    @Test("A receiver that stands shows nothing, however far its positions wander in sum")
    func stands() throws {
        let (folder, index) = folder()
        try withExtendedLifetime(folder) {
            let bench = try StillBenchmark(index: RecordingIndex(path: index))
            #expect(bench.files.map(\.name) == ["loose"])
            let file = bench.files[0]
            #expect(file.ours.meters < 1)
            #expect(file.plainSum.meters > 50)
            #expect(file.fixes == 196 && file.duration == .seconds(199))
            #expect(bench.within10MetersPercent == 100 && bench.worst == file.ours)
        }
    }

    @Test("A log that is named but not there is an error that names it")
    func missing() {
        let folder = TemporaryFolder()
        let index = folder.write("log,motion,split\nabsent,still,dev\n", to: "index.csv")
        do {
            _ = try StillBenchmark(index: RecordingIndex(path: index))
            Issue.record("it was measured")
        } catch { #expect("\(error)".contains("absent")) }
    }

    @Test("The object has its keys")
    func keys() throws {
        let (folder, index) = folder()
        try withExtendedLifetime(folder) {
            let text = JSONValue.object(try StillBenchmark(index: RecordingIndex(path: index)).json).text(.compact)
            for key in ["files", "file", "ours_m", "plain_sum_m", "seconds", "fixes", "summary", "n"] {
                #expect(text.contains("\"\(key)\":"))
            }
            for key in ["within_10m_percent", "worst_m", "total_m", "plain_total_m"] { #expect(text.contains("\"\(key)\":")) }
        }
    }
}
