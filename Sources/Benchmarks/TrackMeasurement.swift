import Positioning
import Quantities
import SimulatedPeripherals

/// What one seed of a ``TrackScenario`` came to, with nothing but positioning at work: what the run does with it is the same for all.
public struct TrackMeasurement: Sendable {
    /// Shown against true distance, per cent; 0 where nothing is run.
    public private(set) var errorPercent = 0.0
    /// Metres shown.
    public private(set) var shown = 0.0
    /// Standard deviation of the shown pace at even speed, s/km; nil without any.
    public private(set) var paceDeviation: Double?
    /// Shown mean speed by seconds after a step of speed; empty where there is none.
    public private(set) var stepResponse: [Double] = []
    /// Pauses and resumes that the runner did not make, or second ones within 10 s.
    public private(set) var extraTransitions = 0
    /// Scripted stops and starts that were not found.
    public private(set) var missedTransitions = 0
    /// Hours run.
    public private(set) var hours = 0.0
    /// Metres climbed and descended as shown, and climbed in truth.
    public private(set) var ascent = 0.0, descent = 0.0, trueAscent = 0.0

    /// Runs a scenario once. The same seed gives the same measurement.
    public init(_ scenario: TrackScenario, seed: UInt64, settings: PositioningSettings = PositioningSettings()) {
        var runner = SimulatedRunner(script: scenario.script, seed: seed)
        var positioning = Positioning(settings: settings)
        var changes: [PauseChange] = []
        var paces = PaceSpread()
        var truth = SimulatedTruth()
        var end = positioning.finish()
        while !runner.isFinished {
            let second = runner.next()
            end = positioning.push(Self.input(second, scenario))
            truth = second.truth
            if let change = end.change { changes.append(change) }
            paces.push(end.pace, truth: truth.speed, at: second.number)
            if case .settling(let step) = scenario.kind, second.number >= step {
                stepResponse.append(end.meanSpeed?.metersPerSecond ?? 0)
            }
            hours = Double(second.number + 1) / 3600
        }
        end = positioning.finish()
        shown = end.distance.meters
        if truth.distance.meters > 0 { errorPercent = (shown / truth.distance.meters - 1) * 100 }
        ascent = end.ascent.meters
        descent = end.descent.meters
        trueAscent = truth.ascent.meters
        paceDeviation = paces.deviation
        compare(changes, with: scenario)
    }

    /// Seconds until the mean over all seeds has made 95 % of the step from 2.6 to 4.2 m/s; nil if never. The mean, because a single
    /// run crosses the mark early or late by its noise.
    public static func settlingTime(of runs: [TrackMeasurement]) -> Int? {
        let length = runs.map(\.stepResponse.count).min() ?? 0
        return (0..<length).first { second in
            runs.map { $0.stepResponse[second] }.reduce(0, +) / Double(runs.count) >= 2.6 + 0.95 * (4.2 - 2.6)
        }
    }

    /// What the watch would push: the step counter's cadence times a stride that is off by the scenario's ratio.
    static func input(_ second: SimulatedSecond, _ scenario: TrackScenario) -> PositioningInput {
        var speed: Speed?
        if scenario.hasSteps, second.steps?.cadence != nil { speed = second.truth.speed * scenario.strideRatio }
        return PositioningInput(
            at: second.at, fix: second.fix, pulseRate: scenario.hasSteps ? second.steps?.pulseRate : nil, pedestrianSpeed: speed,
            pressure: scenario.hasBarometer ? second.pressure : nil)
    }

    /// Each scripted transition may be answered once, within 15 s of it.
    private mutating func compare(_ changes: [PauseChange], with scenario: TrackScenario) {
        var expected = scenario.transitions
        var isStanding = scenario.script.legs.first?.motion == .stand
        for change in changes {
            let at = (change.at - scenario.script.monotonic).inSeconds
            let starts = change.kind == .autoResume
            if let match = expected.firstIndex(where: { $0.starts == starts && abs(Double($0.at) - at) <= 15 }) {
                expected.remove(at: match)
            } else if isStanding, !starts {
                isStanding = false  // the run began standing: its first pause is no fault
            } else {
                extraTransitions += 1
            }
        }
        missedTransitions = expected.count
    }
}

/// Standard deviation of the pace while the true speed has been even for half a minute.
private struct PaceSpread {
    private var count = 0.0, mean = 0.0, squares = 0.0
    private var speed = Speed.zero
    private var since = 0

    mutating func push(_ pace: Pace?, truth: Speed, at second: Int) {
        if truth != speed {
            speed = truth
            since = second
        }
        guard let pace, speed.metersPerSecond > 0, second - since >= 30 else { return }
        count += 1
        let before = pace.secondsPerKilometer - mean
        mean += before / count
        squares += before * (pace.secondsPerKilometer - mean)
    }

    var deviation: Double? { count > 1 ? (squares / count).squareRoot() : nil }
}
