import Positioning
import Quantities
import SimulatedPeripherals

/// What one seed of a ``FaultTrack`` came to, with nothing but positioning at work.
public struct TrackFaultMeasurement: Sendable {
    /// Shown against true distance, per cent; nil where the bound is another.
    public private(set) var errorPercent: Double?
    /// Metres that the bound is for; nil where it is in per cent.
    public private(set) var meters: Double?
    /// Metres climbed as shown, and in truth.
    public private(set) var ascent: Double?
    /// Metres climbed in truth.
    public private(set) var trueAscent = 0.0
    /// The part was named by the second that was asked for.
    public private(set) var isNamed = false
    /// The pace of the first leg, m/s.
    public private(set) var pace = 0.0
    /// Whether all is as it must be.
    public private(set) var isWithinBound = true
    /// How far the shown place was from the true one at most, in a second with a believed report, metres.
    public private(set) var stray = 0.0
    /// Metres shown at the end.
    public private(set) var shown = 0.0

    private var positioning = Positioning()
    private var state = PositioningState()
    private var heightError = 0.0
    private var isHeightPossible = true

    /// Runs a track once. The same seed gives the same measurement.
    public init(_ track: FaultTrack, seed: UInt64) {
        var runner = SimulatedRunner(script: track.script, seed: seed)
        var truth = SimulatedTruth(), last: SimulatedSecond?, backlog: [SimulatedSecond] = []
        if case .run(let speed)? = track.script.legs.first?.motion { pace = speed.metersPerSecond }
        if case .walk(let speed)? = track.script.legs.first?.motion { pace = speed.metersPerSecond }
        var atStop = 0.0
        while !runner.isFinished {
            let second = runner.next()
            truth = second.truth
            switch track.delivery {
            case .asleep(let from, let seconds) where second.number >= from && second.number < from + seconds: backlog.append(second)
            case .asleep:
                for earlier in backlog { give(input(earlier, track, at: second.at), track, second) }
                backlog.removeAll()
                give(input(second, track, at: second.at), track, second)
            case .tenTimes:
                if let last { giveBetween(last, second, track) }
                give(input(second, track, at: second.at), track, second)
            case .twice:
                give(input(second, track, at: second.at), track, second)
                give(input(second, track, at: second.at.advanced(by: .milliseconds(120))), track, second)
            case .prompt: give(input(second, track, at: second.at), track, second)
            }
            last = second
            if case .standing = track.measure, second.number == 125 { atStop = state.distance.meters }
        }
        state = positioning.finish()
        judge(track, truth: truth, atStop: atStop, seed: seed)
    }

    private mutating func judge(_ track: FaultTrack, truth: SimulatedTruth, atStop: Double, seed: UInt64) {
        trueAscent = truth.ascent.meters
        shown = state.distance.meters
        switch track.measure {
        case .distance(let percent):
            let error = (shown / truth.distance.meters - 1) * 100
            errorPercent = error
            isWithinBound = abs(error) <= percent
        case .asHealthy(let percent):
            var healthy = track
            healthy.script.faults = .none
            healthy.measure = .distance(percent: 100)
            let clean = TrackFaultMeasurement(healthy, seed: seed).shown
            let error = (shown / clean - 1) * 100
            errorPercent = error
            isWithinBound = abs(error) <= percent
        case .standing(let most):
            meters = shown - atStop
            isWithinBound = shown - atStop <= most
        case .ascent(let most):
            ascent = state.ascent.meters
            isWithinBound = abs(state.ascent.meters - truth.ascent.meters) <= most
        case .height(let most, _):
            meters = heightError
            isWithinBound = heightError <= most
        }
        if track.named != nil, !isNamed { isWithinBound = false }
        if let most = track.mostStray, stray > most.meters { isWithinBound = false }
        if !isHeightPossible { isWithinBound = false }
    }

    private mutating func give(_ input: PositioningInput, _ track: FaultTrack, _ second: SimulatedSecond) {
        state = positioning.push(input)
        if state.verdict == .accepted, let shown = state.position, let place = second.truth.place {
            stray = max(stray, Haversine.distance(from: shown, to: place).meters)
        }
        if let named = track.named, second.number <= named.by, let doubted = state.witnesses.doubted, "\(doubted)" == named.part {
            isNamed = true
        }
        if let height = state.smoothedAltitude?.meters, !(-500...9_000).contains(height) { isHeightPossible = false }
        if case .height(_, let from) = track.measure, second.number >= from {
            let error = state.smoothedAltitude.map { abs($0.meters - second.truth.altitude.meters) } ?? .infinity
            heightError = max(heightError, error)
        }
    }

    private mutating func giveBetween(_ a: SimulatedSecond, _ b: SimulatedSecond, _ track: FaultTrack) {
        guard let from = a.fix?.position, let to = b.fix?.position, let time = a.fix?.time else { return }
        for part in 1..<10 {
            let share = Double(part) / 10
            var second = b
            second.at = a.at.advanced(by: .milliseconds(Int64(part) * 100))
            second.fix?.time = time.advanced(by: .milliseconds(Int64(part) * 100))
            second.fix?.position = Coordinate(
                latitude: from.latitude + (to.latitude - from.latitude) * share,
                longitude: from.longitude + (to.longitude - from.longitude) * share)
            give(input(second, track, at: second.at), track, b)
        }
    }

    /// What the watch would push: the step counter's cadence times a stride that is off by the track's ratio.
    private func input(_ second: SimulatedSecond, _ track: FaultTrack, at instant: MonotonicInstant) -> PositioningInput {
        let steps = track.hasSteps ? second.steps : nil
        return PositioningInput(
            at: instant, fix: second.fix, pulseRate: steps?.pulseRate,
            pedestrianSpeed: steps?.cadence == nil ? nil : second.truth.speed * track.strideRatio,
            pressure: track.hasBarometer ? second.pressure : nil)
    }
}
