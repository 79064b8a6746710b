import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchCore
import WatchRuntime

/// A flash writer with a thread of its own: a cheap card may stall a flush for a second, and the event loop never waits for it.
///
/// The thread owns the run's file and the store. It sleeps until a flush, an end or a change wakes it, at most once in five seconds of a
/// run, or until something that failed is due to be tried again.
public final class FlashWriter: FlashWriting {
    /// SQLite needs most of it.
    private static let stackBytes = 256 << 10

    private let waiting: Guarded<WaitingForCard>
    private let news: Mailbox<FlashNewsQueue>
    private let written: Guarded<FlashCounters>
    private let thread: WorkerThread

    /// A writer into what a ``WatchStorage`` found, which belongs to the writer's thread from now on.
    /// - Parameter makeRoom: removes the oldest proved-synced run from a full card, called on the writer's thread; true if it removed one.
    /// - Throws: the system gives no thread or descriptor.
    public convenience init(_ storage: WatchStorage, makeRoom: (@Sendable () -> Bool)? = nil) throws(Errno) {
        try self.init(storage.start, calls: storage.calls, makeRoom: makeRoom, open: storage.openStore)
    }

    init(
        _ start: CardStart, calls: any FileSystemCalls, backlogBytes: Int = 1 << 20, makeRoom: (@Sendable () -> Bool)? = nil,
        open: @escaping StoreKeeper.Open
    ) throws(Errno) {
        let waiting = Guarded(WaitingForCard(backlogBytes: backlogBytes))
        let news = Mailbox(FlashNewsQueue(), signal: try WakeSignal()), written = Guarded(FlashCounters())
        let body = FlashThreadBody(
            CardWorker(start, calls: calls, makeRoom: makeRoom, open: open), waiting: waiting, news: news, written: written)
        thread = try WorkerThread(stackBytes: Self.stackBytes) { body.run() }
        (self.waiting, self.news, self.written) = (waiting, news, written)
    }

    deinit { shutDown() }

    /// Takes a record; the thread is not woken.
    public func append(_ record: RunRecord) { waiting.withLock { $0.backlog.append(record) } }
    /// Wakes the thread to write everything.
    public func flush() { waiting.withLockAndSignal { $0.isFlushWanted = true } }
    /// Ends the run and wakes the thread.
    public func close(_ cause: EndCause) {
        waiting.withLockAndSignal { waiting in
            waiting.backlog.appendEnd(cause)
            waiting.isFlushWanted = true
        }
    }
    /// Takes a change; it is stored with those that follow it up to ``commitChanges()``.
    public func save(_ change: HealthChange) { waiting.withLock { $0.incoming.add(change) } }
    /// Wakes the thread to store the changes taken so far, all in one transaction.
    public func commitChanges() { waiting.withLockAndSignal { $0.commit() } }
    /// Wakes the thread to date a finished run.
    public func date(_ dating: RunDating) { waiting.withLockAndSignal { $0.add(dating) } }
    /// Wakes the thread to delete a run.
    public func remove(_ run: RunID, forGood: Bool) {
        waiting.withLockAndSignal { $0.removals.append(RunRemoval(id: run, isForGood: forGood)) }
    }
    /// Wakes the thread to store changes that somebody waits for.
    public func store(_ batch: ChangeBatch) { waiting.withLockAndSignal { $0.batches.append(batch) } }
    /// Wakes the thread to write a picture.
    public func keep(_ picture: KeptPicture) { waiting.withLockAndSignal { $0.pictures.append(picture) } }
    /// The next news.
    public func takeNews() -> FlashNews? {
        news.collect { $0.takeFirst() }
    }
    /// Readable while there are news.
    public var newsDescriptor: Int32? { news.descriptor }
    /// What was written up to the thread's last pass.
    public var counters: FlashCounters {
        var counters = written.withLock { $0 }
        counters.lostRecords = waiting.withLock { $0.backlog.lostRecords }
        return counters
    }
    /// Lets the thread try once more to write everything, and waits for its end.
    public func shutDown() {
        waiting.withLockAndSignal { waiting in
            waiting.commit()
            waiting.isStopping = true
        }
        thread.join()
    }
}

/// What waits for the card, touched by the loop and by the thread.
struct WaitingForCard: ~Copyable {
    private static let mostDatings = 16

    var backlog: FlashBacklog
    var isFlushWanted = false
    var isStopping = false
    /// Changes that belong together, until all of them are there.
    var incoming = WaitingChanges()
    /// Changes that are to be stored.
    private(set) var changes = WaitingChanges()
    private(set) var datings: [RunDating] = []
    var removals: [RunRemoval] = []
    var batches: [ChangeBatch] = []
    var pictures: [KeptPicture] = []

    init(backlogBytes: Int) {
        backlog = FlashBacklog(capacity: backlogBytes)
        datings.reserveCapacity(Self.mostDatings)
    }

    var hasNone: Bool {
        !isFlushWanted && changes.isEmpty && datings.isEmpty && removals.isEmpty && batches.isEmpty && pictures.isEmpty
    }

    mutating func commit() { changes.takeAll(of: &incoming) }

    /// A later date of the same run replaces one that waits.
    mutating func add(_ dating: RunDating) {
        if let index = datings.firstIndex(where: { $0.id == dating.id }) {
            datings[index] = dating
        } else if datings.count < Self.mostDatings {
            datings.append(dating)
        }
    }

    /// Hands everything but the frames to the worker.
    mutating func move(to worker: inout CardWorker) {
        worker.store.waiting.takeAll(of: &changes)
        worker.datings.append(contentsOf: datings)
        datings.removeAll(keepingCapacity: true)
        if !removals.isEmpty {
            worker.removals.append(contentsOf: removals)
            removals.removeAll()
        }
        if !batches.isEmpty {
            worker.batches.append(contentsOf: batches)
            batches.removeAll()
        }
        guard !pictures.isEmpty else { return }
        worker.pictures.append(contentsOf: pictures)
        pictures.removeAll()
    }
}

/// What the thread works with.
private final class FlashThreadBody: @unchecked Sendable {
    private var worker: CardWorker
    private let waiting: Guarded<WaitingForCard>
    private let news: Mailbox<FlashNewsQueue>
    private let written: Guarded<FlashCounters>
    private var wanted = CardWorker.Wanted()

    init(
        _ worker: consuming CardWorker, waiting: Guarded<WaitingForCard>, news: Mailbox<FlashNewsQueue>, written: Guarded<FlashCounters>
    ) {
        self.worker = worker
        (self.waiting, self.news, self.written) = (waiting, news, written)
    }

    func run() {
        publish()
        while true {
            let isLast = waitForWork()
            work(at: isLast ? MonotonicInstant(nanoseconds: .max) : MonotonicClock.now())
            if isLast { return }
        }
    }

    /// Sleeps until there is work that may be tried. True if it is the last.
    private func waitForWork() -> Bool {
        waiting.wait { waiting -> Guarded<WaitingForCard>.Finding<Bool> in
            if waiting.isFlushWanted { wanted.log = true }
            waiting.isFlushWanted = false
            waiting.move(to: &worker)
            if waiting.isStopping { return .ready(true) }
            if worker.mayWork(wanted, at: MonotonicClock.now()) { return .ready(false) }
            return .wait(until: worker.retryAt(wanted))
        }
    }

    private func work(at now: MonotonicInstant) {
        let isLogWritten = worker.work(at: now) { batch in
            waiting.withLock { $0.backlog.moveFrames(into: &batch) }
        }
        if isLogWritten { wanted.log = false }
        publish()
    }

    private func publish() {
        let counters = worker.runs.counters
        written.withLock { $0 = counters }
        guard !worker.news.isEmpty else { return }
        news.post { news in
            news.takeAll(of: &worker.news)
            return true
        }
    }
}
