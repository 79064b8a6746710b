import Benchmarks
import JSONText
import Quantities
import Recordings
import TestSupport
import Testing

@Suite struct DistanceBenchmarkTests {
    /// An even run of 1,500 m, the same with a point each four seconds, one nobody measured, and one that is not there.
    private func bench(maximumSpeed: Speed? = nil) throws -> DistanceBenchmark {
        let folder = TemporaryFolder()
        folder.write(gpx(points: 501, metersEach: 3), to: "even.gpx")
        folder.write(gpx(points: 501, metersEach: 3), to: "unknown.gpx")
        folder.write(gpx(points: 301, metersEach: 14), to: "ride.gpx")
        let index = folder.write(
            "split,file,sport,device_distance_m,note\ndev,even.gpx,running,1500,\ndev,unknown.gpx,running,,\n"
                + "dev,missing.gpx,running,100,\ndev,ride.gpx,cycling,4200,\n", to: "index.csv")
        return DistanceBenchmark(index: try RecordingIndex(path: index), maximumSpeed: maximumSpeed)
    }

    @Test("An even run is measured as long as it is, with the interval of its points")
    func even() throws {
        let file = try #require(try bench().files.first)
        let ours = try #require(file.ours).meters, percent = try #require(file.differencePercent)
        #expect(abs(ours - 1500) < 1.5)
        #expect(abs(percent - (ours / 1500 - 1) * 100) < 1e-9)
        #expect(file.medianInterval == .seconds(1) && file.isOneHertz)
    }

    @Test("What a device left out can be measured second by second, as a replay plays it", arguments: [false, true])
    func eachSecond(eachSecond: Bool) throws {
        let folder = TemporaryFolder()
        folder.write(gpx(points: 126, metersEach: 12, secondsEach: 4), to: "smart.gpx")
        let path = folder.write("file,device_distance_m\nsmart.gpx,1500\n", to: "index.csv")
        let bench = DistanceBenchmark(index: try RecordingIndex(path: path), eachSecond: eachSecond)
        let file = try #require(bench.files.first)
        #expect(abs(try #require(file.ours).meters - 1500) < 15 && file.medianInterval == .seconds(4))
    }

    @Test("J22: a ride that starts and brakes hard at each crossing is measured whole, at any rhythm of points", arguments: [1, 2, 5])
    func hardRide(rhythm: Int) throws {
        // Twenty times: 15 s of waiting, up to 9 m/s in 4 s, 30 s of riding, down to 0 in 3 s.
        var metres = [0.0], speed = 0.0
        for second in 0..<(20 * 52) {
            switch second % 52 {
            case 15..<19: speed += 9 / 4
            case 49..<52: speed -= 3
            default: break
            }
            metres.append((metres.last ?? 0) + speed)
        }
        let folder = TemporaryFolder(), places = stride(from: 0, to: metres.count, by: rhythm).map { metres[$0] }
        folder.write(gpx(places: places, secondsEach: rhythm), to: "ride.gpx")
        let path = folder.write("file,sport\nride.gpx,cycling\n", to: "index.csv")
        for eachSecond in [false, true] {
            let bench = DistanceBenchmark(
                index: try RecordingIndex(path: path), maximumSpeed: .metersPerSecond(30), eachSecond: eachSecond)
            let ours = try #require(bench.files.first?.ours).meters, truth = try #require(places.last)
            #expect(abs(ours / truth - 1) < 0.012, "\(ours), \(truth)")
        }
    }

    @Test("A device that says nothing leaves the difference absent; a file that is not there says why")
    func absent() throws {
        let files = try bench().files
        #expect(files[1].device == nil && files[1].differencePercent == nil && files[1].ours != nil)
        #expect(files[2].ours == nil)
        #expect(try #require(files[2].note).contains("missing.gpx"))
    }

    @Test("Runs count under a runner's limit of speed, rides under a higher one")
    func summaries() throws {
        let onFoot = try bench().summary(oneHertz: true), rides = try bench(maximumSpeed: .metersPerSecond(30)).summary(oneHertz: true)
        #expect(onFoot.count == 1 && rides.count == 1)
        #expect(try #require(onFoot.maximumAbsolutePercent) < 0.1)
        #expect(try #require(rides.medianAbsolutePercent) < 0.1)
        #expect(try bench().summary(oneHertz: false).count == 0)
        #expect(try bench().summary(oneHertz: false).maximumAbsolutePercent == nil)
    }

    @Test("The object has its keys")
    func keys() throws {
        let json = try bench().json
        #expect(json.members.map(\.name) == ["files", "summary"])
        let text = JSONValue.object(json).text(.compact)
        for key in ["file", "ours_m", "device_m", "plain_sum_m", "difference_percent", "median_dt_s", "note"] {
            #expect(text.contains("\"\(key)\":"))
        }
        for key in ["one_hz", "smart", "n", "median_abs_percent", "max_abs_percent"] { #expect(text.contains("\"\(key)\":")) }
    }
}
