import Calendar
import HealthStore
import RunCore
import RunLog
import ScreenModels
import WatchCore
import WatchRuntime

/// The history as the index and the run logs have it. A run's page is folded from its log, so it shows what the live run showed.
public final class StoredHistory: RunHistory {
    private let directory: DataDirectory
    private var reader: HealthStore?

    init(_ directory: DataDirectory) { self.directory = directory }

    private func store() -> HealthStore? {
        if reader == nil { reader = try? HealthStore(path: directory.healthStore, access: .readOnly) }
        return reader
    }

    /// Four rows from an index, newest first.
    public func rows(from first: UInt32, inMiles: Bool) -> HistoryAnswer {
        guard let store = store(), let count = try? store.runCount(), let runs = try? store.runs(from: Int(first), limit: 4) else {
            return .empty
        }
        func row(_ index: Int) -> HistoryRow? {
            guard runs.indices.contains(index) else { return nil }
            let run = runs[index]
            let date = run.start.map { DayOfYear(CivilDateTime($0, offset: run.zone).date) }
            return HistoryRow(date: date, kind: RunKind(run.type), distance: run.distance, timer: run.timer)
        }
        return HistoryAnswer(count: UInt32(clamping: count), first: first, rows: (row(0), row(1), row(2), row(3)))
    }

    /// The run at an index, newest first.
    public func run(at index: UInt32, inMiles: Bool) -> StoredRun? {
        guard let entry = (try? store()?.runs(from: Int(index), limit: 1))?.first else { return nil }
        guard let totals = try? RunLogReader(path: directory.runLog(entry.id)).totals() else { return nil }
        return StoredRun(totals, inMiles: inMiles)
    }
}
