import Quantities

/// Everything of a run that has a moment but is no record, in the order of time: milliseconds from the start.
struct ActivityTimeline {
    /// What happens at a moment.
    enum Mark: Hashable {
        case resume(ActivityPause.Cause)
        case lapEnd(Int)
        case pause(ActivityPause.Cause)

        /// Of marks at one moment a pause ends before the next begins.
        fileprivate var rank: Int {
            switch self {
            case .resume: 0
            case .lapEnd: 1
            case .pause: 2
            }
        }
    }

    let laps: ActivityLapTable
    /// When the timer stopped for good: the end, or the start of the pause in which the run was ended.
    private(set) var stop: Int64
    /// Marks after the start, the end of the last lap not among them.
    private(set) var marks: [(time: Int64, mark: Mark)] = []
    /// The instant that stands for the start: a stand-in of July 1998 where the time is not known, which formats that can do without a time
    /// leave out.
    let origin: UTCInstant
    /// True if the run's times are dates.
    let isTimeKnown: Bool

    init(_ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause]) throws(ActivityWriteError) {
        self.laps = try ActivityLapTable(summary, laps: laps)
        isTimeKnown = summary.isTimeKnown && summary.start >= FITTime.firstCredibleInstant && FITTime.seconds(summary.start) != nil
        origin = isTimeKnown ? summary.start : FITTime.unknownStart
        stop = self.laps.whole.elapsed
        addPauses(pauses, from: summary.start)
        for (index, row) in self.laps.rows.dropLast().enumerated() { marks.append((row.end, .lapEnd(index))) }
        marks.sort { ($0.time, $0.mark.rank) < ($1.time, $1.mark.rank) }
    }

    /// Clips the pauses to the run and joins those that overlap.
    private mutating func addPauses(_ pauses: [ActivityPause], from start: UTCInstant) {
        let end = stop
        var last: Int64 = 0
        for pause in pauses.sorted(by: { $0.start < $1.start }) {
            let from = max(last, min(end, pause.start.milliseconds.subtractingSaturating(start.milliseconds)))
            let to = min(end, pause.end.milliseconds.subtractingSaturating(start.milliseconds))
            guard to > from else { continue }
            last = to
            if to == end {
                stop = from
            } else {
                marks.append((from, .pause(pause.cause)))
                marks.append((to, .resume(pause.cause)))
            }
        }
    }

    /// The instant of a moment.
    @inline(__always) func instant(_ time: Int64) -> UTCInstant { UTCInstant(milliseconds: origin.milliseconds.addingSaturating(time)) }

    /// FIT seconds of a moment; the writer of FIT checks the range at the start.
    func seconds(_ time: Int64) -> UInt32 { FITTime.seconds(instant(time)) ?? FITTime.firstDate }
}
