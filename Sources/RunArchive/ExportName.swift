import Calendar
import Quantities
import RunCore
import Training

/// The name of a run's file for other software.
struct ExportName {
    /// `2026-11-30_0712_Run_10.02km`, in local time; `unset_…` with the start of the id when the time was never known.
    let base: String

    init(_ figures: RunFigures) {
        let kilometers = ShownNumber.text(ShownNumber.hundredths(of: figures.distance, inMiles: false), places: 2)
        let kind =
            switch figures.type {
            case .run, nil: "Run"
            case .trailRun: "TrailRun"
            case .walk: "Walk"
            case .indoorRun: "IndoorRun"
            }
        guard let local = figures.localStart else {
            base = "unset_\("\(figures.id)".prefix(8))_\(kind)_\(kilometers)km"
            return
        }
        func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
        base = "\(local.date)_\(two(local.time.hour))\(two(local.time.minute))_\(kind)_\(kilometers)km"
    }

    /// The n-th name of runs that would have the same, from 1 on: the first has no number.
    func name(_ number: Int, _ suffix: String) -> String { number == 1 ? "\(base).\(suffix)" : "\(base)_\(number).\(suffix)" }
}
