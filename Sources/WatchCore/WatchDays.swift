import HealthCore
import Positioning
import Quantities
import RunCore

/// How far a run had come at an instant.
struct CountedRunWay: Sendable {
    var run: RunID
    var distance: Distance
    var at: MonotonicInstant
}

// The way of the day: while a run is under way and its timer runs as the run measures it, else by steps and stride. Never both.
extension Watch {
    /// Takes a reading of the step counter for the day.
    mutating func countSteps(_ reading: StepReading, at instant: MonotonicInstant) {
        let isMeasured = session.phase == .running, stride = session.stride
        steps.take(count: reading.count, at: instant) { steps, time in isMeasured ? .none : Self.way(steps, in: time, stride) }
        stepsDue = steps.nextSave
        hasCounter = true
    }

    /// What steps led over. After a silence of some time they are taken for walked, whatever they average.
    private static func way(_ steps: UInt32, in time: Duration, _ stride: StrideTable) -> CountedWay {
        let seconds = time.inSeconds
        let cadence = Cadence.stepsPerMinute(seconds > 0 ? Double(steps) * 60 / seconds : 0)
        if seconds <= longestGait, cadence >= StrideTable.runningCadence, let length = stride.stride(at: cadence) {
            return .ran(length * Double(steps))
        }
        // The usual cadence of walking stands in for one that is none: a few steps in a long time.
        let length = seconds <= longestGait ? stride.stride(at: min(cadence, fastestWalk)) : nil
        return .walked((length ?? stride.stride(at: usualWalk) ?? .zero) * Double(steps))
    }

    /// A cadence over a longer time says nothing of the gait.
    private static let longestGait = 60.0
    /// Adults who walk take 100 to 110 steps a minute (Tudor-Locke et al. 2018, J Sport Health Sci: 100 and more is moderate intensity).
    private static let usualWalk = Cadence.stepsPerMinute(105)
    private static let fastestWalk = Cadence.stepsPerMinute(139)

    /// Counts for the day what the run has measured since it was last asked.
    mutating func countRunWay(at now: MonotonicInstant) {
        guard session.phase.isRecording, let run = session.totals?.header.id, let distance = session.totals?.distance else {
            countedWay = nil
            return
        }
        guard let counted = countedWay, counted.run == run, counted.distance <= distance else {
            // A new run begins at nothing; of one that was found after a crash the way so far was counted before.
            countedWay = CountedRunWay(run: run, distance: distance, at: now)
            return
        }
        guard distance > counted.distance else {
            countedWay?.at = now
            return
        }
        let way = distance - counted.distance
        steps.take(session.settings.type == .walk ? .walked(way) : .ran(way), from: counted.at, to: now)
        stepsDue = steps.nextSave
        countedWay = CountedRunWay(run: run, distance: distance, at: now)
    }
}
