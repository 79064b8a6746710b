import Benchmarks
import Positioning
import Quantities
import SimulatedPeripherals
import Testing

/// The bars on the simulated tracks, with a few seeds; `harrier bench tracks` prints the whole table.
@Suite struct SimulatedTracksTests {
    private static let seeds: ClosedRange<UInt64> = 1...3
    static let withDoppler = TrackScenario.all().filter { $0.hasDoppler && $0.noise != .none }
    static let distances = withDoppler.filter { $0.kind == .distance }
    static let standings = withDoppler.filter { $0.kind == .standing }
    static func name(_ scenario: TrackScenario) -> String { "\(scenario.track), \(scenario.noise.name)" }

    private func measure(_ scenario: TrackScenario) -> [TrackMeasurement] {
        Self.seeds.map { TrackMeasurement(scenario, seed: $0) }
    }

    @Test(
        "A14, B1: distance with Doppler is true, pauses are the runner's own",
        arguments: SimulatedTracksTests.distances)
    func distance(scenario: TrackScenario) {
        let runs = measure(scenario)
        let mean = runs.map(\.errorPercent).reduce(0, +) / Double(runs.count)
        let isHairpin = scenario.track.hasPrefix("hairpins")
        let meanLimit = isHairpin && scenario.noise == .mid ? 0.6 : isHairpin && scenario.noise == .bad ? 0.9 : 0.5
        let worstLimit = scenario.noise == .open ? 1.0 : scenario.noise == .mid ? 1.2 : 2.5
        #expect(abs(mean) <= meanLimit, "\(Self.name(scenario))")
        #expect(runs.allSatisfy { abs($0.errorPercent) <= worstLimit }, "\(Self.name(scenario))")
        expectOwnTransitions(runs, scenario)
    }

    @Test(
        "A12, A13, B1: half an hour of standing is at most 10 m",
        arguments: SimulatedTracksTests.standings)
    func standing(scenario: TrackScenario) {
        let runs = measure(scenario)
        // In a street canyon and without a step sensor nothing tells a slow walk from noise: no bar is set there.
        if scenario.noise != .bad || scenario.hasSteps { #expect(runs.allSatisfy { $0.shown <= 10 }, "\(Self.name(scenario))") }
        expectOwnTransitions(runs, scenario)
    }

    private func expectOwnTransitions(_ runs: [TrackMeasurement], _ scenario: TrackScenario) {
        let hours = runs.map(\.hours).reduce(0, +)
        #expect(Double(runs.map(\.extraTransitions).reduce(0, +)) <= hours, "\(Self.name(scenario))")
        if scenario.hasSteps { #expect(runs.allSatisfy { $0.missedTransitions == 0 }, "\(Self.name(scenario))") }
    }

    @Test("A21: pace is steady, and settles within ten seconds", arguments: [ReceiverNoise.open, .mid])
    func pace(noise: ReceiverNoise) throws {
        let straight = try #require(Self.withDoppler.first { $0.noise == noise && $0.track == "straight" })
        for run in measure(straight) {
            let deviation = try #require(run.paceDeviation)
            #expect(deviation <= (noise == .open ? 6 : 11))
        }
        let step = try #require(Self.withDoppler.first { $0.noise == noise && $0.track == "pace step" })
        let settled = try #require(TrackMeasurement.settlingTime(of: measure(step)))
        #expect(settled <= 10)
    }
}
