import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchCore
import WatchRuntime

/// A flash writer that writes within each call, for a virtual clock: the same bytes, flushes and answers each time.
public final class ImmediateFlashWriter: FlashWriting {
    private var waiting: WaitingForCard
    private var worker: CardWorker
    private let clock: () -> MonotonicInstant
    private var wanted = CardWorker.Wanted()

    /// A writer into what a ``WatchStorage`` found.
    /// - Parameters:
    ///   - clock: the time, for the back-off after failures.
    ///   - makeRoom: removes the oldest proved-synced run from a full card; true if it removed one.
    public convenience init(_ storage: WatchStorage, clock: @escaping () -> MonotonicInstant, makeRoom: (() -> Bool)? = nil) {
        self.init(storage.start, calls: storage.calls, clock: clock, makeRoom: makeRoom, open: storage.openStore)
    }

    init(
        _ start: CardStart, calls: any FileSystemCalls, backlogBytes: Int = 1 << 20, clock: @escaping () -> MonotonicInstant,
        makeRoom: (() -> Bool)? = nil, open: @escaping StoreKeeper.Open
    ) {
        waiting = WaitingForCard(backlogBytes: backlogBytes)
        worker = CardWorker(start, calls: calls, makeRoom: makeRoom, open: open)
        self.clock = clock
        work(at: clock())
    }

    /// Takes a record; it is written at the next flush.
    public func append(_ record: RunRecord) { waiting.backlog.append(record) }
    /// Writes everything now, unless a failure is waiting to be tried again.
    public func flush() {
        wanted.log = true
        work(at: clock())
    }
    /// Ends the run and writes everything now.
    public func close(_ cause: EndCause) {
        waiting.backlog.appendEnd(cause)
        flush()
    }
    /// Takes a change.
    public func save(_ change: HealthChange) { waiting.incoming.add(change) }
    /// Stores the changes taken so far.
    public func commitChanges() {
        waiting.commit()
        work(at: clock())
    }
    /// Dates a finished run now.
    public func date(_ dating: RunDating) {
        waiting.add(dating)
        work(at: clock())
    }
    /// Deletes a run now.
    public func remove(_ run: RunID, forGood: Bool) {
        waiting.removals.append(RunRemoval(id: run, isForGood: forGood))
        work(at: clock())
    }
    /// Stores changes that somebody waits for now.
    public func store(_ batch: ChangeBatch) {
        waiting.batches.append(batch)
        work(at: clock())
    }
    /// Writes a picture now.
    public func keep(_ picture: KeptPicture) {
        waiting.pictures.append(picture)
        work(at: clock())
    }
    /// The next news.
    public func takeNews() -> FlashNews? { worker.news.takeFirst() }
    /// None: news only come within calls.
    public var newsDescriptor: Int32? { nil }
    /// What was written so far.
    public var counters: FlashCounters {
        var counters = worker.runs.counters
        counters.lostRecords = waiting.backlog.lostRecords
        return counters
    }
    /// Tries once more to write everything.
    public func shutDown() {
        waiting.commit()
        waiting.move(to: &worker)
        workOnce(at: MonotonicInstant(nanoseconds: .max))
    }

    /// How often there was work.
    var passes: Int { worker.passes }

    /// The store learns of one unknown log after the other, as on the thread.
    private func work(at now: MonotonicInstant) {
        waiting.move(to: &worker)
        while worker.mayWork(wanted, at: now) { workOnce(at: now) }
    }

    private func workOnce(at now: MonotonicInstant) {
        let isLogWritten = worker.work(at: now) { batch in waiting.backlog.moveFrames(into: &batch) }
        if isLogWritten { wanted.log = false }
    }
}
