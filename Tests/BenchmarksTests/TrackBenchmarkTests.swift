import Benchmarks
import SimulatedPeripherals
import Testing

@Suite struct TrackBenchmarkTests {
    private func row(_ track: String) throws -> TrackBenchmark.Row {
        let scenario = try #require(TrackScenario.all().first { $0.track == track && $0.noise == .open && $0.hasDoppler })
        return try #require(TrackBenchmark([scenario], seeds: 2).rows.first)
    }

    @Test("A run measures distance and the spread of its pace")
    func distance() throws {
        let row = try row("straight")
        let mean = try #require(row.meanPercent), worst = try #require(row.worstPercent)
        #expect(abs(mean) <= worst)
        #expect(row.paceDeviation != nil && row.settlingTime == nil && row.worstStanding == nil && row.ascent == nil)
        #expect(row.extraTransitionsPerHour == 0)
    }

    @Test("Standing measures metres, which have no per cent")
    func standing() throws {
        let row = try row("standing")
        #expect(row.worstStanding != nil && row.meanPercent == nil && row.worstPercent == nil && row.paceDeviation == nil)
    }

    @Test("A step of the pace measures how long it takes, and no spread")
    func settling() throws {
        let row = try row("pace step")
        #expect(row.settlingTime != nil && row.paceDeviation == nil)
    }

    @Test("A row has its keys, the absent ones as null")
    func keys() throws {
        let scenario = try #require(TrackScenario.all().first { $0.track == "pace step" })
        let json = TrackBenchmark([scenario], seeds: 1).json
        guard case .array(let rows) = json["rows"], case .object(let row) = rows.first else {
            Issue.record("no rows")
            return
        }
        let keys = [
            "track", "noise", "doppler", "mean_percent", "worst_percent", "pace_sd_s_per_km", "settle_s", "extra_transitions_per_hour",
        ]
        #expect(row.members.map(\.name).starts(with: keys))
        #expect(row["standing_worst_m"] == .null)
    }

    @Test("The same seed gives the same measurement")
    func deterministic() throws {
        let scenario = try #require(TrackScenario.all().first { $0.track == "city corners" })
        let a = TrackMeasurement(scenario, seed: 3), b = TrackMeasurement(scenario, seed: 3), c = TrackMeasurement(scenario, seed: 4)
        #expect(a.shown == b.shown)
        #expect(a.shown != c.shown)
    }
}
