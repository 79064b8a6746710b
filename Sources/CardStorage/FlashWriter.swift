import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchRuntime

/// A flash writer with a thread of its own: a cheap card may stall a flush for a second, and the event loop never waits for it.
///
/// The thread owns the run's file and the store. It sleeps until a flush, an end or a save wakes it, at most once in five seconds of a
/// run, or until a failure is due to be tried again. A mutex guards what both sides touch and is never held during a system call that
/// can stall. It lives until ``shutDown()``.
public final class FlashWriter: FlashWriting, @unchecked Sendable {
    /// SQLite needs most of it.
    private static let stackBytes = 256 << 10

    private let thread: WorkerThread

    // Guarded by the thread's mutex.
    private var backlog: FlashBacklog
    private var changes = FlashStoreChanges()
    private var news = FlashNewsQueue()
    private var isWorkWaiting = false
    private var isStopping = false
    private var written = FlashCounters()

    // The thread's own.
    private var worker: FlashWorker

    /// A writer into a data directory that the caller holds the lock of. The store belongs to the writer's thread from now on.
    /// - Parameters:
    ///   - store: the health store; nil if it cannot be used.
    ///   - recovered: the run that goes on, if one was left open.
    ///   - wasRebuilt: true if the store was damaged and made again; it is the first news.
    ///   - makeRoom: removes the oldest proved-synced run from a full card, called on the writer's thread; true if it removed one.
    /// - Throws: the system gives no thread or pipe.
    public init(
        _ directory: DataDirectory, store: HealthStore?, continuing recovered: RunLogFile? = nil, wasRebuilt: Bool = false,
        calls: any FileSystemCalls = LinuxFileSystem.shared, backlogBytes: Int = 1 << 20, makeRoom: (@Sendable () -> Bool)? = nil
    ) throws(Errno) {
        backlog = FlashBacklog(capacity: backlogBytes)
        worker = FlashWorker(directory: directory, calls: calls, store: store, continuing: recovered, makeRoom: makeRoom)
        thread = try WorkerThread()
        if wasRebuilt { tell(.rebuilt) }
        try thread.start(stackBytes: Self.stackBytes) { [self] in run() }
    }

    /// Takes a record; the thread is not woken.
    public func append(_ record: RunRecord) { locked { $0.backlog.append(record) } }
    /// Wakes the thread to write everything.
    public func flush() { wakeThread { _ in } }
    /// Ends the run and wakes the thread.
    public func close(_ cause: EndCause, _ totals: RunTotals?) {
        let entry = cause == .discarded ? nil : totals.map { RunIndexEntry($0) }
        wakeThread { writer in
            writer.backlog.appendEnd(cause)
            if let entry { writer.changes.add(entry) }
        }
    }
    /// Wakes the thread to store settings and profile.
    public func save(_ settings: Settings, _ profile: Profile) { wakeThread { $0.changes.set(settings, profile) } }
    /// Wakes the thread to store a day.
    public func save(_ day: DayTotals) { wakeThread { $0.changes.add(day) } }
    /// The next news.
    public func takeNews() -> FlashNews? {
        locked { writer in
            let next = writer.news.take()
            if next != nil, writer.news.isEmpty { writer.thread.lowerNews() }
            return next
        }
    }
    /// Readable while there are news.
    public var newsDescriptor: Int32? { thread.newsDescriptor }
    /// What was written up to the thread's last pass.
    public var counters: FlashCounters {
        locked { writer in
            var counters = writer.written
            counters.lostRecords = writer.backlog.lostRecords
            return counters
        }
    }
    /// Lets the thread try once more to write everything, and waits for its end.
    public func shutDown() {
        wakeThread { $0.isStopping = true }
        thread.join()
    }
}

// MARK: - The thread

extension FlashWriter {
    private func run() {
        while true {
            let isLast = waitForWork()
            work(at: isLast ? MonotonicInstant(nanoseconds: .max) : WorkerThread.now)
            if isLast { return }
        }
    }

    /// Sleeps until there is work that may be tried. True if it is the last.
    private func waitForWork() -> Bool {
        thread.locked {
            while !isStopping {
                // Until a retry is due new work waits too: each try would stall or fail like the last.
                let retryAt = worker.retryAt
                if retryAt.map({ WorkerThread.now >= $0 }) ?? isWorkWaiting { break }
                thread.wait(until: retryAt)
            }
            isWorkWaiting = false
            return isStopping
        }
    }

    private func work(at now: MonotonicInstant) {
        var isLogWritten = true
        while isLogWritten {
            locked { $0.backlog.moveFrames(into: &$0.worker.batch) }
            if worker.batch.isEmpty { break }
            isLogWritten = worker.writeBatch(at: now)
        }
        locked { $0.worker.changes.take(from: &$0.changes) }
        let isAllSaved = worker.saveChanges(at: now) && isLogWritten
        let told = isAllSaved ? worker.noteSuccess() : worker.takeTrouble()
        let counters = worker.counters
        locked { writer in
            writer.written = counters
            if let told { writer.tell(told) }
        }
    }

    /// Called with the mutex held.
    private func tell(_ told: FlashNews) {
        if news.isEmpty { thread.raiseNews() }
        news.add(told)
    }

    private func wakeThread(_ change: (FlashWriter) -> Void) {
        locked { writer in
            change(writer)
            writer.isWorkWaiting = true
        }
        thread.wake()
    }

    private func locked<Result>(_ body: (FlashWriter) -> Result) -> Result { thread.locked { body(self) } }
}
