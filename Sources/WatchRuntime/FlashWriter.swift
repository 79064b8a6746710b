import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog

/// A flash writer with a thread of its own: a cheap card may stall a flush for a second, and the event loop never waits for it.
///
/// The thread owns the run's file and the store. It sleeps until a flush, an end or a save wakes it, at most once in five seconds of a
/// run, or until a failure is due to be tried again. A mutex guards what both sides touch and is never held during a system call that
/// can stall.
public final class FlashWriter: FlashWriting, @unchecked Sendable {
    /// SQLite needs most of it.
    private static let stackBytes = 256 << 10

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var thread: pthread_t?

    // Guarded by the mutex.
    private var backlog: FlashBacklog
    private var changes = FlashStoreChanges()
    private var news = FlashNewsQueue()
    private var isWorkWaiting = false
    private var isStopping = false
    private var written = FlashCounters()

    // The thread's own.
    private var worker: FlashWorker

    /// A pipe that holds one byte while there are news.
    private var newsPipe: (read: Int32, write: Int32) = (-1, -1)

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
        pthread_mutex_init(mutex, nil)
        var condition = pthread_condattr_t()
        pthread_condattr_init(&condition)
        pthread_condattr_setclock(&condition, CLOCK_MONOTONIC)
        pthread_cond_init(wake, &condition)
        pthread_condattr_destroy(&condition)
        newsPipe = try Self.makePipe()
        if wasRebuilt { tell(.rebuilt) }
        try startThread()
    }

    deinit {
        shutDown()
        for descriptor in [newsPipe.read, newsPipe.write] where descriptor >= 0 { Glibc.close(descriptor) }
        pthread_cond_destroy(wake)
        pthread_mutex_destroy(mutex)
        wake.deallocate()
        mutex.deallocate()
    }

    /// Takes a record; the thread is not woken.
    public func append(_ record: RunRecord) { locked { $0.backlog.append(record) } }
    /// Wakes the thread to write everything.
    public func flush() { locked { $0.wakeThread() } }
    /// Ends the run and wakes the thread.
    public func close(_ cause: EndCause, _ totals: RunTotals?) {
        let entry = cause == .discarded ? nil : totals.map { RunIndexEntry($0) }
        locked {
            $0.backlog.appendEnd(cause)
            if let entry { $0.changes.add(entry) }
            $0.wakeThread()
        }
    }
    /// Wakes the thread to store settings and profile.
    public func save(_ settings: Settings, _ profile: Profile) {
        locked {
            $0.changes.set(settings, profile)
            $0.wakeThread()
        }
    }
    /// Wakes the thread to store a day.
    public func save(_ day: DayTotals) {
        locked {
            $0.changes.add(day)
            $0.wakeThread()
        }
    }
    /// The next news.
    public func takeNews() -> FlashNews? {
        locked { writer in
            let next = writer.news.take()
            if next != nil, writer.news.isEmpty {
                var byte: UInt8 = 0
                _ = read(writer.newsPipe.read, &byte, 1)
            }
            return next
        }
    }
    /// Readable while there are news.
    public var newsDescriptor: Int32? { newsPipe.read }
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
        let running: pthread_t? = locked { writer in
            defer { writer.thread = nil }
            writer.isStopping = true
            writer.wakeThread()
            return writer.thread
        }
        if let running { pthread_join(running, nil) }
    }
}

// MARK: - The thread

extension FlashWriter {
    private func startThread() throws(Errno) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackBytes)
        var started = pthread_t()
        // Not retained: the writer waits for the thread's end before it goes.
        let context = Unmanaged.passUnretained(self).toOpaque()
        let code = pthread_create(
            &started, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<FlashWriter>.fromOpaque(context).takeUnretainedValue().run()
                return nil
            }, context)
        guard code == 0 else { throw Errno(code: code) }
        thread = started
    }

    private func run() {
        while true {
            let isLast = waitForWork()
            work(at: isLast ? MonotonicInstant(nanoseconds: .max) : Self.now)
            if isLast { return }
        }
    }

    /// Sleeps until there is work that may be tried. True if it is the last.
    private func waitForWork() -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isStopping {
            if let retryAt = worker.retryAt {
                // Until then new work waits too: each try would stall or fail like the last.
                guard Self.now < retryAt else { break }
                var deadline = timespec(
                    tv_sec: Int(retryAt.nanoseconds / 1_000_000_000), tv_nsec: Int(retryAt.nanoseconds % 1_000_000_000))
                pthread_cond_timedwait(wake, mutex, &deadline)
            } else {
                if isWorkWaiting { break }
                pthread_cond_wait(wake, mutex)
            }
        }
        isWorkWaiting = false
        return isStopping
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
        if news.isEmpty {
            var byte: UInt8 = 1
            _ = write(newsPipe.write, &byte, 1)
        }
        news.add(told)
    }

    /// Called with the mutex held.
    private func wakeThread() {
        isWorkWaiting = true
        pthread_cond_signal(wake)
    }

    private func locked<Result>(_ body: (FlashWriter) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(self)
    }

    private static var now: MonotonicInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    private static func makePipe() throws(Errno) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .current }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }
}
