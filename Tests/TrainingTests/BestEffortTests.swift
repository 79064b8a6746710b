import Quantities
import RunCore
import Testing

@testable import Training

@Suite struct BestEffortTests {
    /// A run with a sample each second at the given speeds, mm/s.
    private func efforts(_ speeds: [UInt32]) -> BestEfforts {
        var reading = BestEffortReading(), distance: UInt32 = 0
        for (second, speed) in speeds.enumerated() {
            distance += speed
            var sample = RunSample(time: RunTime(milliseconds: UInt32(second + 1) * 1000))
            sample.distanceMillimeters = distance
            reading.take(sample)
        }
        return reading.efforts()
    }

    @Test("Both ends of an effort lie between two samples where the runner passed them")
    func ends() throws {
        // 300 m at 3 m/s, 800 m at 7 m/s, 300 m at 3 m/s: the fastest 400 m are anywhere within the 7 m/s.
        let speeds = [UInt32](repeating: 3000, count: 100) + [UInt32](repeating: 7000, count: 115) + [UInt32](repeating: 3000, count: 100)
        let best = efforts(speeds)
        let lap = try #require(best[.fourHundredMeters])
        #expect(lap.elapsed == .milliseconds(57_143))
        // 1 km: 805 m at 7 m/s and 195 m at 3 m/s.
        let kilometer = try #require(best[.kilometer])
        #expect(kilometer.elapsed == .milliseconds(115_000 + 65_000))
        #expect(best[.mile] == nil)
        #expect(best[.hour] == nil)
    }

    @Test("Who stands in the middle of an effort pays for it")
    func standing() throws {
        let speeds = [UInt32](repeating: 4000, count: 90) + [UInt32](repeating: 0, count: 600) + [UInt32](repeating: 4000, count: 90)
        let lap = try #require(efforts(speeds)[.fourHundredMeters])
        #expect(lap.elapsed == .seconds(700))
    }

    @Test("The hour is the distance of the best hour")
    func hour() throws {
        let speeds = [UInt32](repeating: 2000, count: 1800) + [UInt32](repeating: 3000, count: 3600)
        let hour = try #require(efforts(speeds)[.hour])
        #expect(hour.distance == .kilometers(10.8))
        #expect(hour.start == RunTime(milliseconds: 1_800_000))
    }
}
