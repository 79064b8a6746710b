import JSONText
import Quantities
import SimulatedPeripherals

/// The simulated tracks by receiver noise, with and without Doppler: what is shown against what is true.
public struct TrackBenchmark: Sendable {
    /// One track in one noise class, all seeds together. What the track does not measure is nil.
    public struct Row: Sendable {
        /// What was run.
        public var scenario: TrackScenario
        /// Mean of the distance's errors, with their signs, per cent.
        public var meanPercent: Double?
        /// The greatest error of one seed, without its sign, per cent.
        public var worstPercent: Double?
        /// Standard deviation of the shown pace at even speed, mean over the seeds, s/km.
        public var paceDeviation: Double?
        /// Seconds until the mean shown speed has made 95 % of the step from 2.6 to 4.2 m/s; nil also if it never has.
        public var settlingTime: Int?
        /// Pauses and resumes that the runner did not make, an hour.
        public var extraTransitionsPerHour: Double
        /// The most metres that a seed shows while standing.
        public var worstStanding: Distance?
        /// Metres climbed: the mean, the seed furthest from the truth, and the truth.
        public var ascent: (mean: Double, worst: Double, truth: Double)?
    }

    /// The rows, in the order of the scenarios.
    public private(set) var rows: [Row] = []

    /// Runs scenarios with the seeds from 1 to a number, which is at least 1.
    public init(_ scenarios: [TrackScenario] = TrackScenario.all(), seeds: Int, progress: (String) -> Void = { _ in }) {
        for (index, scenario) in scenarios.enumerated() {
            progress("\(index + 1) of \(scenarios.count): \(scenario.track), \(scenario.noise.name)")
            rows.append(Self.row(scenario, (1...max(1, seeds)).map { TrackMeasurement(scenario, seed: UInt64($0)) }))
        }
    }

    private static func row(_ scenario: TrackScenario, _ runs: [TrackMeasurement]) -> Row {
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
        let hours = runs.map(\.hours).reduce(0, +)
        var row = Row(
            scenario: scenario, extraTransitionsPerHour: hours > 0 ? Double(runs.map(\.extraTransitions).reduce(0, +)) / hours : 0)
        switch scenario.kind {
        case .standing: row.worstStanding = .meters(runs.map(\.shown).max() ?? 0)
        case .settling: row.settlingTime = TrackMeasurement.settlingTime(of: runs)
        case .ascent:
            let truth = mean(runs.map(\.trueAscent))
            let worst = runs.map(\.ascent).max { abs($0 - truth) < abs($1 - truth) } ?? 0
            row.ascent = (mean(runs.map(\.ascent)), worst, truth)
        case .distance: break
        }
        if scenario.kind != .standing {
            row.meanPercent = mean(runs.map(\.errorPercent))
            row.worstPercent = runs.map { abs($0.errorPercent) }.max()
        }
        // A track with a step of the pace has no even one.
        if scenario.kind == .distance || scenario.kind == .ascent {
            let deviations = runs.compactMap(\.paceDeviation)
            if !deviations.isEmpty { row.paceDeviation = mean(deviations) }
        }
        return row
    }

    /// The figures as one object.
    public var json: JSONObject {
        var object = JSONObject()
        object["rows"] = .array(rows.map { .object($0.json) })
        return object
    }
}

extension TrackBenchmark.Row {
    /// The row as an object.
    var json: JSONObject {
        var object = JSONObject()
        object["track"] = .string(scenario.track)
        object["noise"] = .string(scenario.noise.name)
        object["doppler"] = .bool(scenario.hasDoppler)
        object["mean_percent"] = number(meanPercent)
        object["worst_percent"] = number(worstPercent)
        object["pace_sd_s_per_km"] = number(paceDeviation)
        object["settle_s"] = settlingTime.map { .integer(Int64($0)) } ?? .null
        object["extra_transitions_per_hour"] = .number(extraTransitionsPerHour)
        object["steps"] = .bool(scenario.hasSteps)
        object["barometer"] = .bool(scenario.hasBarometer)
        object["standing_worst_m"] = number(worstStanding?.meters)
        object["ascent_m"] = number(ascent?.mean)
        object["ascent_worst_m"] = number(ascent?.worst)
        object["true_ascent_m"] = number(ascent?.truth)
        return object
    }
}
