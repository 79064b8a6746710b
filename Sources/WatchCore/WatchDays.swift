import HealthCore
import Positioning
import Quantities
import RunCore

/// How far a run had come when its way was last counted for the day.
struct CountedRunWay: Sendable {
    var run: RunID
    var millimeters: Int64
    var at: MonotonicInstant
    /// True if its timer ran from then on.
    var isMeasured: Bool
}

/// A reading of the step counter.
struct DayReading: Sendable {
    var count: UInt64
    var cadence: Cadence?
    var at: MonotonicInstant
}

// The way of the day: while a run is under way and its timer runs as the run measures it, else by steps and stride. Never both.
extension Watch {
    /// Takes a reading of the step counter for the day.
    ///
    /// A counter that does not tell the cadence itself is read over ``shortestGait`` and more: the whole steps of a second are no cadence.
    /// What it counts meanwhile is in the next reading, or in ``takeWaitingSteps()``.
    mutating func countSteps(_ reading: StepReading, at instant: MonotonicInstant) {
        let next = DayReading(count: reading.count, cadence: reading.cadence, at: instant)
        // One that starts again does not say what it had come to.
        if let waitingSteps, next.count < waitingSteps.count { takeSteps(waitingSteps) }
        if next.cadence == nil, let takenSteps, takenSteps.duration(to: instant) < Self.shortestGait {
            waitingSteps = next
        } else {
            takeSteps(next)
        }
        hasCounter = true
        if reading.count != readSteps { haveAmountsMoved = true }
        readSteps = reading.count
        scheduleSteps()
    }

    /// Takes what was read and waited to be long enough for a gait.
    mutating func takeWaitingSteps() { if let waitingSteps { takeSteps(waitingSteps) } }

    /// Says when steps have to be stored at the latest.
    mutating func scheduleSteps() {
        stepsDue = steps.nextSave ?? waitingSteps.map { $0.at + QuarterHourCounter.longestUnsaved }
    }

    private mutating func takeSteps(_ reading: DayReading) {
        let stride = session.stride
        steps.take(count: reading.count, at: reading.at) { steps, time in Self.way(steps, in: time, reading.cadence, stride) }
        (takenSteps, waitingSteps) = (reading.at, nil)
    }

    /// What steps led over: run from ``StrideTable/runningCadence`` on, 140 a minute, where adults change from walking to running (Hum Mov
    /// Sci 2023; 90: 103117, "Cadence as an indicator of the walk-to-run transition": 91 % of stretches told apart rightly). After a
    /// silence of some time they are taken for walked, whatever they average.
    private static func way(_ steps: UInt32, in time: Duration, _ told: Cadence?, _ stride: StrideTable) -> CountedWay {
        let seconds = time.inSeconds, count = Double(steps)
        guard seconds <= longestGait else { return .walked((stride.stride(at: usualWalk) ?? .zero) * count) }
        let cadence = told ?? .stepsPerMinute(seconds > 0 ? count * 60 / seconds : 0)
        if cadence >= StrideTable.runningCadence, let length = stride.stride(at: cadence) { return .ran(length * count) }
        // The usual cadence of walking stands in for one that is none: a few steps in a long time.
        return .walked((stride.stride(at: min(cadence, fastestWalk)) ?? stride.stride(at: usualWalk) ?? .zero) * count)
    }

    /// In a shorter time one step more or less makes another gait: 7 a minute of these. At rest a chip is read each ten seconds.
    private static let shortestGait = Duration.seconds(9)
    /// A cadence over a longer time says nothing of the gait.
    private static let longestGait = 60.0
    /// Adults who walk take 100 to 110 steps a minute (Tudor-Locke et al. 2018, Br J Sports Med 52: 100 and more is moderate intensity).
    private static let usualWalk = Cadence.stepsPerMinute(105)
    private static let fastestWalk = Cadence.stepsPerMinute(139)

    /// Counts for the day what the run has measured since it was last asked, and for how long it did.
    ///
    /// Of a run that is met under way, because it was found after a crash, the way so far was counted before.
    mutating func countRunWay(at now: MonotonicInstant) {
        let counted = countedWay
        countedWay = nil
        guard let run = session.totals?.header.id, let distance = session.totals?.distance else { return }
        var millimeters = Int64(rounding: distance.meters * 1000)
        if let counted, counted.run == run {
            millimeters = max(millimeters, counted.millimeters)
            if counted.isMeasured || millimeters > counted.millimeters {
                let way = Distance.meters(Double(millimeters - counted.millimeters) / 1000)
                steps.take(session.settings.type == .walk ? .walked(way) : .ran(way), from: counted.at, to: now)
                if way > .zero { haveAmountsMoved = true }
                scheduleSteps()
            }
        }
        guard session.phase.isRecording else { return }
        countedWay = CountedRunWay(run: run, millimeters: millimeters, at: now, isMeasured: session.phase == .running)
    }
}
