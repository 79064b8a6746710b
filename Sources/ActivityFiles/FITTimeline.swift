import Quantities

/// Everything of a run that has a moment but is no record, in the order of time: milliseconds from the start.
struct FITTimeline {
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

    let laps: FITLapTable
    /// When the timer stopped for good: the end, or the start of the pause in which the run was ended.
    private(set) var stop: Int64
    /// Marks after the start, the end of the last lap not among them.
    private(set) var marks: [(time: Int64, mark: Mark)] = []
    /// The instant that stands for the start, and what must be added to a point's time.
    let origin: UTCInstant
    let shift: Int64
    let isTimeKnown: Bool

    init(_ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause]) throws(ActivityWriteError) {
        self.laps = try FITLapTable(summary, laps: laps)
        isTimeKnown = summary.isTimeKnown && summary.start >= FITTime.firstCredibleInstant && FITTime.seconds(summary.start) != nil
        origin = isTimeKnown ? summary.start : FITTime.unknownStart
        shift = origin.milliseconds.subtractingSaturating(summary.start.milliseconds)
        stop = self.laps.whole.elapsed
        guard FITTime.seconds(origin.advanced(by: .milliseconds(stop))) != nil else { throw .timeOutOfRange }
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

    /// FIT seconds of a moment; the range was checked at the start.
    func seconds(_ time: Int64) -> UInt32 { FITTime.seconds(origin.advanced(by: .milliseconds(time))) ?? FITTime.firstDate }
}
