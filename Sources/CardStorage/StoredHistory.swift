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
            func row(_ index: Int) -> HistoryRow? {
                guard runs.indices.contains(index) else { return nil }
                let run = runs[index]
                return HistoryRow(date: run.date.map { DayOfYear($0) }, kind: RunKind(run.type), distance: run.distance, timer: run.timer)
            }
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

    /// The run at an index, newest first; nil if there is none.
    func run(at index: UInt32, inMiles: Bool) throws -> StoredRun? {
        guard let entry = try store().runs(from: Int(index), limit: 1).first else { return nil }
        return StoredRun(withLapsOf: try RunLogReader(path: directory.runLog(entry.id)).totals(), inMiles: inMiles)
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
        case .run(let index, let inMiles):
            do { return (.run(try run(at: index, inMiles: inMiles)), nil) } catch { return (.run(nil), "\(error)") }
        }
    }
}

/// Something that the watch wants to know of its history.
enum HistoryOrder: Hashable, Sendable {
    case rows(first: UInt32)
    case run(index: UInt32, inMiles: Bool)
    case book(Range<UTCInstant>)
    case records(RunID)
}
