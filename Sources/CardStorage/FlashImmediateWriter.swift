import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchRuntime

/// A flash writer that writes within each call, for a virtual clock: the same bytes, flushes and answers each time.
public final class ImmediateFlashWriter: FlashWriting {
    private var backlog = FlashBacklog()
    private var worker: FlashWorker
    private var news = FlashNewsQueue()
    private let clock: () -> MonotonicInstant

    /// A writer into a data directory that the caller holds the lock of.
    /// - Parameters:
    ///   - store: the health store; nil if it cannot be used.
    ///   - recovered: the run that goes on, if one was left open.
    ///   - wasRebuilt: true if the store was damaged and made again; it is the first news.
    ///   - clock: the time, for the back-off after failures.
    ///   - makeRoom: removes the oldest proved-synced run from a full card; true if it removed one.
    public init(
        _ directory: DataDirectory, store: HealthStore?, continuing recovered: RunLogFile? = nil, wasRebuilt: Bool = false,
        calls: any FileSystemCalls = LinuxFileSystem.shared, clock: @escaping () -> MonotonicInstant, makeRoom: (() -> Bool)? = nil
    ) {
        worker = FlashWorker(directory: directory, calls: calls, store: store, continuing: recovered, makeRoom: makeRoom)
        self.clock = clock
        if wasRebuilt { news.add(.rebuilt) }
    }

    /// Takes a record; it is written at the next flush.
    public func append(_ record: RunRecord) { backlog.append(record) }
    /// Writes everything now, unless a failure is waiting to be tried again.
    public func flush() { work(at: clock()) }
    /// Ends the run and writes everything now.
    public func close(_ cause: EndCause, _ totals: RunTotals?) {
        backlog.appendEnd(cause)
        if cause != .discarded, let totals { worker.changes.add(RunIndexEntry(totals)) }
        work(at: clock())
    }
    /// Stores settings and profile now.
    public func save(_ settings: Settings, _ profile: Profile) {
        worker.changes.set(settings, profile)
        work(at: clock())
    }
    /// Stores a day now.
    public func save(_ day: DayTotals) {
        worker.changes.add(day)
        work(at: clock())
    }
    /// The next news.
    public func takeNews() -> FlashNews? { news.take() }
    /// None: news only come within calls.
    public var newsDescriptor: Int32? { nil }
    /// What was written so far.
    public var counters: FlashCounters {
        var counters = worker.counters
        counters.lostRecords = backlog.lostRecords
        return counters
    }
    /// Tries once more to write everything.
    public func shutDown() { work(at: MonotonicInstant(nanoseconds: .max)) }

    private func work(at now: MonotonicInstant) {
        guard worker.mayTry(at: now) else { return }
        var isLogWritten = true
        while isLogWritten {
            backlog.moveFrames(into: &worker.batch)
            if worker.batch.isEmpty { break }
            isLogWritten = worker.writeBatch(at: now)
        }
        let isAllSaved = worker.saveChanges(at: now) && isLogWritten
        if let told = isAllSaved ? worker.noteSuccess() : worker.takeTrouble() { news.add(told) }
    }
}

/// News that wait to be taken: at most eight, of which the oldest give way. Allocates nothing after the first.
struct FlashNewsQueue {
    private var waiting: [FlashNews] = []

    init() { waiting.reserveCapacity(8) }
    var isEmpty: Bool { waiting.isEmpty }
    mutating func add(_ news: FlashNews) {
        if waiting.count == 8 { waiting.removeFirst() }
        waiting.append(news)
    }
    mutating func take() -> FlashNews? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
