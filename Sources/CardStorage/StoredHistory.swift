import Calendar
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import ScreenModels
import WatchCore

/// The history as the store and the run logs have it. A run's page is folded from its log, so it shows what the live run showed.
final class StoredHistory {
    let directory: DataDirectory
    private let boot: BootID
    private var reader: HealthStore?

    init(_ directory: DataDirectory, boot: BootID) { (self.directory, self.boot) = (directory, boot) }

    func store() throws(HealthStoreError) -> HealthStore {
        if let reader { return reader }
        let opened = try HealthStore(path: directory.healthStore, access: .readOnly)
        reader = opened
        return opened
    }

    /// Four rows from an index, newest first.
    func rows(from first: UInt32) throws(HealthStoreError) -> HistoryAnswer {
        do throws(HealthStoreError) {
            let store = try store()
            let count = try store.runCount(), runs = try store.runs(from: Int(first), limit: 4)
            func row(_ index: Int) -> ListedRun? { runs.indices.contains(index) ? ListedRun(runs[index]) : nil }
            return HistoryAnswer(count: UInt32(clamping: count), first: first, rows: (row(0), row(1), row(2), row(3)))
        } catch {
            // It may be another file by the next time.
            reader = nil
            throw error
        }
    }

    /// The days of a window, with what all earlier awards add up to.
    private func book(_ window: Range<UTCInstant>) throws(HealthStoreError) -> HealthBook {
        var book = try store().book(boot: boot, window: window)
        book.setEarlierAwards(try store().earlierAwards(than: book))
        return book
    }

    /// A run with its laps and its track, from its log; nil if the list has it not.
    private func run(_ id: RunID, inMiles: Bool) throws -> StoredRun? {
        guard try store().contains(id) else { return nil }
        var track = TrackReading()
        let totals = try RunLogReader(path: directory.runLog(id)).totals { track.take($0) }
        var run = StoredRun(withLapsOf: totals, inMiles: inMiles)
        run.track = track.sketch
        return run
    }

    /// What the pages at rest ask.
    private func answer(_ question: RunQuestion) throws(HealthStoreError) -> RunAnswer {
        let store = try store()
        switch question {
        case .overview(let today):
            var fold = RunOverviewFold(today: today)
            try store.visitRuns { fold.take($0) }
            return .overview(fold.result)
        case .month(let day):
            var month = RunMonth(of: day)
            let interval = Self.utc(month.first..<month.first.adding(days: month.length))
            try store.visitRuns(startingIn: interval) { month.take($0) }
            month.before = try newestRunDay(before: month.first)
            return .month(month)
        case .day(let date):
            var day = RunsOfDay(date)
            try store.visitRuns(startingIn: Self.utc(date..<date.adding(days: 1))) { day.take($0) }
            return .day(day)
        }
    }

    /// The newest day before another with a run. Where runs were in different zones a later day can belong to an earlier run.
    private func newestRunDay(before day: CivilDate) throws(HealthStoreError) -> CivilDate? {
        let store = try store(), end = Self.utc(day..<day).upperBound
        guard let found = try store.newestRun(before: end, where: { run in run.date.map { $0 < day } ?? false }), var newest = found.date
        else { return nil }
        try store.visitRuns(startingIn: Self.utc(newest..<day)) { run in
            if let date = run.date, date < day { newest = max(newest, date) }
        }
        return newest
    }

    /// All of some local days, wherever on earth they are: local time is at most 14 h ahead of UTC and 12 h behind it.
    private static func utc(_ days: Range<CivilDate>) -> Range<UTCInstant> {
        func midnight(_ date: CivilDate) -> UTCInstant { CivilDateTime(date: date, time: .midnight).instant(offset: .utc) }
        return midnight(days.lowerBound.adding(days: -1))..<midnight(days.upperBound.adding(days: 1))
    }

    /// What the watch is answered, and what is to be said if it could not be read.
    /// - Parameter mayGoOn: false if somebody waits for another answer.
    func answer(_ order: HistoryOrder, mayGoOn: () -> Bool = { true }) -> (event: Event?, problem: String?) {
        switch order {
        case .rows(let first):
            do throws(HealthStoreError) { return (.history(try rows(from: first)), nil) } catch { return (.history(nil), "\(error)") }
        case .book(let window):
            do throws(HealthStoreError) { return (.book(try book(window)), nil) } catch { return (nil, "\(error)") }
        case .records(let id):
            do { return (.records(try records(of: id, mayGoOn: mayGoOn)), nil) } catch { return (nil, "\(error)") }
        case .run(let id, let inMiles):
            do { return (.run(id, try run(id, inMiles: inMiles)), nil) } catch { return (.run(id, nil), "\(error)") }
        case .question(let question):
            do throws(HealthStoreError) { return (.runs(try answer(question)), nil) } catch {
                // It may be another file by the next time.
                reader = nil
                return (.runs(.unreadable(question)), "\(error)")
            }
        }
    }
}

/// Something that the watch wants to know of its history.
enum HistoryOrder: Hashable, Sendable {
    case rows(first: UInt32)
    case run(RunID, inMiles: Bool)
    case question(RunQuestion)
    case book(Range<UTCInstant>)
    case records(RunID)
}
