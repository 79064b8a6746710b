import Glibc
import HealthCore
import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchCore
import WatchRuntime

/// Puts the frames of runs into their logs. What fails stays where it is and is tried again; nothing is skipped. Used by one thread at a
/// time.
struct RunKeeper: ~Copyable {
    /// Makes room on a full card by removing the oldest run that a host has proved to hold; true if it removed one.
    typealias MakeRoom = () -> Bool

    private let directory: DataDirectory
    private let calls: any FileSystemCalls
    private let makeRoom: MakeRoom?
    private var file: RunLogFile?
    private var finishedFilesBytes = 0
    private var finishedFilesFlushes = 0

    /// How it goes.
    private(set) var trial = CardTrial()
    /// The frames that are to be written next.
    var batch = FlashBatch()

    init(_ directory: DataDirectory, calls: any FileSystemCalls, continuing file: RunLogFile?, makeRoom: MakeRoom?) {
        (self.directory, self.calls, self.file, self.makeRoom) = (directory, calls, file, makeRoom)
    }

    /// What was written so far; lost records are the backlog's to tell.
    var counters: FlashCounters {
        var counters = FlashCounters()
        counters.recordBytes = finishedFilesBytes + (file?.bytesWritten ?? 0)
        counters.flushes = finishedFilesFlushes + (file?.flushes ?? 0)
        counters.failures = trial.failures
        return counters
    }

    /// The run whose log is open; nil between runs.
    var openRun: RunID? { file?.id }

    /// Writes the batch. True if the card has it and the next one may follow.
    mutating func writeBatch(at now: MonotonicInstant, _ news: inout FlashNewsQueue) -> Bool {
        do throws(RunLogError) {
            try write(&news)
            return true
        } catch {
            if error.errno == .noSpace, let makeRoom, makeRoom(), (try? write(&news)) != nil { return true }
            if let state = trial.noteFailure(CardState(error.errno), at: now) { news.add(.runs(state), "\(error)") }
            return false
        }
    }

    /// Everything that waited is on the card.
    mutating func noteSuccess(_ news: inout FlashNewsQueue) {
        if trial.noteSuccess() != nil {
            news.add(.runs(.working), "\(directory.runs) can be written again: everything of the run is there")
        }
    }

    /// The folder of the logs cannot be used.
    mutating func noteFailure(_ state: CardState, _ sentence: String, at now: MonotonicInstant, _ news: inout FlashNewsQueue) {
        if let told = trial.noteFailure(state, at: now) { news.add(.runs(told), sentence) }
    }

    /// The step of the batch that comes next, each left behind only when it has succeeded.
    private mutating func write(_ news: inout FlashNewsQueue) throws(RunLogError) {
        if let id = batch.beginningRun, file?.id != id {
            closeFile()
            file = try RunLogFile(creating: id, at: directory.runLog(id), calls: calls)
        }
        if let file { try file.commit(batch.frames) }
        batch.forgetFrames()
        guard let end = batch.end else { return }
        if end == .discarded {
            try file?.discard()
        } else if let file {
            // The end is on the card; only the zeros behind it may stay.
            var sentence: String?
            do throws(RunLogError) { try file.finish() } catch { sentence = "\(error)" }
            news.add(.saved(file.id), sentence)
        }
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

extension CardState {
    /// What an error of the system means for the card.
    init(_ errno: Errno?) {
        switch errno?.code {
        case ENOSPC, EDQUOT: self = .full
        case EROFS: self = .readOnly
        default: self = .failed
        }
    }
}
