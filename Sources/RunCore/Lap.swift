import Quantities

/// A lap: from one boundary to the next, both interpolated; laps follow each other without gap or overlap (faults H7, H8).
public struct Lap: Hashable, Sendable {
    /// From 1.
    public var number: UInt16
    /// What ended it; nil for the lap under way and for the last one of a run.
    public var trigger: LapTrigger?
    /// Where it begins on the run's clock.
    public var start: RunTime
    /// Where it ends; for the lap under way the latest record.
    public var end: RunTime
    /// Timer milliseconds at its start.
    public var timerAtStart: UInt32
    /// Timer milliseconds at its end.
    public var timerAtEnd: UInt32
    /// The run's counters at its start.
    public var countersAtStart: RunCounters
    /// The run's counters at its end.
    public var countersAtEnd: RunCounters
    /// Heart rate within it.
    public var heartRate: HeartRateTally
    /// Energy within it.
    public var energy: Energy
    /// What outages within it lasted longer than the run's clock says (``UTCTimeline/outages(upTo:)``).
    public var outages = Duration.zero

    /// Takes a second whose heart rate is final.
    mutating func add(_ second: PendingSeconds.Second, zone: Int?, kilocalories: Double) {
        heartRate.add(beats: second.beats, milliseconds: second.milliseconds, zone: zone)
        energy += .kilocalories(kilocalories)
    }

    /// From start to end.
    public var elapsed: Duration { .milliseconds(Int64(end.millisecondsSince(start))) + outages }
    /// Without pauses.
    public var timer: Duration { .milliseconds(Int64(timerAtEnd) - Int64(timerAtStart)) }
    /// What was counted in it.
    public var counters: RunCounters { countersAtEnd.since(countersAtStart) }
    /// Its distance.
    public var distance: Distance { counters.distance }
    /// Its mean pace; nil without distance or time.
    public var pace: Pace? { Pace(distance, in: timer) }
}
