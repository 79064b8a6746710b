import ActivityFiles
import Benchmarks
import JSONText
import TestSupport
import Testing

@Suite struct FileBenchmarkTests {
    @Test("A file is read and written; one that is not there, or is none, says why")
    func files() throws {
        let folder = TemporaryFolder()
        let paths = [folder.write(gpx(points: 100, metersEach: 3), to: "run.gpx"), folder.path + "/absent.fit"]
        let noise = folder.write("neither of these", to: "noise.fit")
        let bench = FileBenchmark(paths: paths + [noise])
        let run = try #require(bench.files.first)
        #expect(run.format == .gpx && run.records == 100 && run.error == nil)
        #expect(try #require(run.decodedPerSecond) > 0)
        #expect(try #require(run.bareExpatPerSecond) > 0)
        for format in ExportFormat.allCases { #expect(try #require(run.encodedPerSecond[format]) > 0) }
        for file in bench.files.dropFirst() {
            #expect(file.format == nil && file.decodedPerSecond == nil && file.encodedPerSecond.isEmpty && file.bareExpatPerSecond == nil)
            #expect(file.error != nil)
        }
        #expect(bench.files[1].size == nil && bench.files[2].size == 16)
    }

    @Test("The object has its keys")
    func keys() {
        let text = JSONValue.object(FileBenchmark(paths: ["/no/such/file"]).json).text(.compact)
        let rates = ["decode_records_per_s", "bare_expat_records_per_s", "encode_records_per_s", "encode_gpx_records_per_s"]
        for key in ["file", "format", "bytes", "records", "peak_rss_mb", "error"] + rates {
            #expect(text.contains("\"\(key)\":"))
        }
    }
}
