import Glibc
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchRuntime

/// Writes batches and store changes to the card, and decides when a failure is tried again: after 1, 2, 4 … 60 s.
///
/// Used by one thread at a time. What fails stays where it is; nothing is skipped.
struct FlashWorker: ~Copyable {
    /// Makes room on a full card by removing the oldest run that a host has proved to hold; true if it removed one.
    typealias MakeRoom = () -> Bool

    private let directory: DataDirectory
    private let calls: any FileSystemCalls
    private let store: HealthStore?
    private let makeRoom: MakeRoom?

    private var file: RunLogFile?
    private var finishedFilesBytes = 0
    private var finishedFilesFlushes = 0
    private var failures = 0

    private var trouble: FlashNews?
    private var wait = Duration.seconds(1)
    /// When a failure is tried again; nil if all is well.
    private(set) var retryAt: MonotonicInstant?

    var batch = FlashBatch()
    var changes = FlashStoreChanges()

    init(directory: DataDirectory, calls: any FileSystemCalls, store: HealthStore?, continuing file: RunLogFile?, makeRoom: MakeRoom?) {
        (self.directory, self.calls, self.store, self.file, self.makeRoom) = (directory, calls, store, file, makeRoom)
    }

    /// What was written so far; lost records are the backlog's to tell.
    var counters: FlashCounters {
        var counters = FlashCounters()
        counters.recordBytes = finishedFilesBytes + (file?.bytesWritten ?? 0)
        counters.flushes = finishedFilesFlushes + (file?.flushes ?? 0)
        counters.failures = failures
        return counters
    }

    /// True if something may be tried now.
    func mayTry(at now: MonotonicInstant) -> Bool { retryAt.map { now >= $0 } ?? true }

    /// Writes the batch. True if the card has it and the next one may follow.
    mutating func writeBatch(at now: MonotonicInstant) -> Bool {
        do throws(RunLogError) {
            try write()
            return true
        } catch {
            if error.errno == .noSpace, let makeRoom, makeRoom(), (try? write()) != nil { return true }
            note(error.errno == .noSpace || error.errno?.code == EDQUOT ? .full : .failed, at: now)
            return false
        }
    }

    /// Saves what waits for the store. True if nothing waits any more.
    mutating func saveChanges(at now: MonotonicInstant) -> Bool {
        guard let store, !changes.isEmpty else { return true }
        do throws(HealthStoreError) {
            try changes.apply(to: store, includingRuns: batch.isEmpty)
            return true
        } catch {
            if case .full = error { note(.full, at: now) } else { note(.failed, at: now) }
            return false
        }
    }

    /// Everything that waited is on the card. Returns the news if that was not so before.
    mutating func noteSuccess() -> FlashNews? {
        defer { (trouble, retryAt, wait) = (nil, nil, .seconds(1)) }
        return trouble == nil ? nil : .working
    }

    /// The trouble that is new since the last call.
    mutating func takeTrouble() -> FlashNews? {
        defer { isTroubleTold = true }
        return isTroubleTold ? nil : trouble
    }
    private var isTroubleTold = true

    private mutating func note(_ news: FlashNews, at now: MonotonicInstant) {
        failures += 1
        if trouble != news { isTroubleTold = false }
        trouble = news
        guard mayTry(at: now) else { return }
        retryAt = now.advanced(by: wait)
        wait = min(wait * 2, .seconds(60))
    }

    /// The step of the batch that comes next, each left behind only when it has succeeded.
    private mutating func write() throws(RunLogError) {
        if let id = batch.beginningRun, file?.id != id {
            closeFile()
            file = try RunLogFile(creating: id, at: directory.runLog(id), calls: calls)
        }
        if let file { try file.commit(batch.frames) }
        batch.forgetFrames()
        guard let end = batch.end else { return }
        if end == .discarded { try file?.discard() } else { try? file?.finish() }
        closeFile()
        batch.forgetEnd()
    }

    private mutating func closeFile() {
        guard let file else { return }
        file.close()
        finishedFilesBytes += file.bytesWritten
        finishedFilesFlushes += file.flushes
        self.file = nil
    }
}
