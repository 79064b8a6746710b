import Calendar
import Quantities
import RunCore

extension TrainedRun {
    /// True if a run comes before another in a history: by its start, then by its name; those whose start was never known come last. A total
    /// order, so that whatever is folded in it does not depend on the order in which runs were read.
    public static func isEarlier(_ a: TrainedRun, _ b: TrainedRun) -> Bool {
        let left = a.figures, right = b.figures
        switch (left.start, right.start) {
        case (let x?, let y?) where x != y: return x < y
        case (.some, nil): return true
        case (nil, .some): return false
        default: return (left.id.high, left.id.low) < (right.id.high, right.id.low)
        }
    }
}

extension Sequence<TrainedRun> {
    /// The runs in the order of a history (``TrainedRun/isEarlier(_:_:)``).
    public func inOrderOfTime() -> [TrainedRun] { sorted(by: TrainedRun.isEarlier) }

    /// The runs by the local day that they began on, each day's in order of time. Runs whose start was never known are on no day.
    public func byDay() -> [CivilDate: [TrainedRun]] {
        var days: [CivilDate: [TrainedRun]] = [:]
        for run in inOrderOfTime() {
            if let day = run.figures.day { days[day, default: []].append(run) }
        }
        return days
    }
}
