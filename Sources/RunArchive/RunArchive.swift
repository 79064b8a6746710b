import Quantities
import RunCore
import RunLog
import SystemCalls
import Training

/// The runs of a data folder, those that a Harrier recorded and those that were imported. The logs are the truth, so this works on a copied
/// folder too.
///
/// Runs are ordered newest first by their start, then by id; those whose start was never known come last, by id. A run's number is its
/// place in this order, from 1 on. Where a run lies in both folders, the recorded log counts.
public struct RunArchive: Sendable {
    /// The folder.
    public let directory: DataDirectory
    let calls: any FileSystemCalls

    /// The runs in a folder; nothing is touched.
    public init(_ directory: DataDirectory, calls: any FileSystemCalls = LinuxFileSystem.shared) {
        self.directory = directory
        self.calls = calls
    }

    /// A row of a list.
    public struct Row: Hashable, Sendable {
        /// The run's place in the order, from 1 on.
        public var number: Int
        /// What the history keeps of it: origin, figures, best efforts, load, oxygen uptake.
        public var run: TrainedRun
        /// What its log lacks.
        public var damage: RunDamage
        /// What is said of it.
        public var figures: RunFigures { run.figures }
    }

    /// A whole list.
    public struct Listing: Sendable {
        /// The runs that could be read, in order.
        public var rows: [Row] = []
        /// Logs that could not be read. They keep their number as long as their start can be read, so that numbers mean the same for
        /// ``find(_:)``.
        public var failures: [RunLogError] = []
    }

    /// The logs of both folders, smallest id first; none where there is no folder yet. None is opened.
    public func logs() throws(RunArchiveError) -> [StoredLog] {
        var logs: [RunID: StoredLog] = [:]
        do throws(RunLogError) {
            for folder in [LogFolder.imported, .recorded] {
                for log in try StoredLog.all(in: folder, of: directory) { logs[log.id] = log }
            }
        } catch { throw .log(error) }
        return logs.values.sorted { ($0.id.high, $0.id.low) < ($1.id.high, $1.id.low) }
    }

    /// All runs. Each log is folded once; of each only what is listed is kept.
    /// - Parameter progress: told after each log that had to be read: how many were, and how many there are to be read in all.
    public func list(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(RunArchiveError) -> Listing {
        var listing = Listing()
        var found: [(start: RunStart, row: Row?)] = []
        let logs = try logs()
        for (index, log) in logs.enumerated() {
            do throws(RunLogError) {
                let run = try ArchivedRun.read(log, in: directory, calls: calls)
                found.append((RunStart(id: log.id, start: run.orderedBy), Row(number: 0, run: run.trained, damage: run.damage)))
            } catch {
                listing.failures.append(error)
                if let start = try? RunStart.read(log, in: directory, calls: calls) { found.append((start, nil)) }
            }
            progress(index + 1, logs.count)
        }
        found.sort { $0.start < $1.start }
        for (index, entry) in found.enumerated() {
            guard var row = entry.row else { continue }
            row.number = index + 1
            listing.rows.append(row)
        }
        return listing
    }

    /// The run that a word means: a number of the list, the start of an id, `last` or nothing for the one that was recorded last.
    ///
    /// Only this one run is folded. An id is found among the names of the files; for a number or the newest, the start of each log is
    /// read as far as it tells when the run began.
    public func find(_ word: String?) throws(RunArchiveError) -> ArchivedRun {
        let log = try locate(word)
        do throws(RunLogError) { return try ArchivedRun.read(log, in: directory, calls: calls) } catch { throw .log(error) }
    }

    /// The name of the run that a word means, by the same rules as ``find(_:)``. An id also names a log that cannot be read.
    public func identify(_ word: String?) throws(RunArchiveError) -> RunID { try locate(word).id }

    /// The log of the run that a word means, by the same rules as ``find(_:)``. An id also names a log that cannot be read.
    public func locate(_ word: String?) throws(RunArchiveError) -> StoredLog {
        let logs = try logs()
        guard !logs.isEmpty else { throw .noRuns(directory.runs) }
        if let word, word != "last" {
            if let number = Int(word), (1...logs.count).contains(number) {
                let starts = starts(of: logs)
                guard starts.indices.contains(number - 1) else { throw .notFound(word, count: starts.count) }
                return try log(starts[number - 1].id, of: logs)
            }
            let start = word.lowercased()
            let matches = logs.filter { "\($0.id)".hasPrefix(start) }
            guard let match = matches.first else { throw .notFound(word, count: logs.count) }
            guard matches.count == 1 else { throw .ambiguous(word, count: matches.count) }
            return match
        }
        // A folder whose logs all fail to be read still has something to say: why the first of them fails.
        return try log(latest(of: starts(of: logs)) ?? logs[0].id, of: logs)
    }

    private func log(_ id: RunID, of logs: [StoredLog]) throws(RunArchiveError) -> StoredLog {
        guard let log = logs.first(where: { $0.id == id }) else { throw .notFound("\(id)", count: logs.count) }
        return log
    }

    /// The starts of those logs that can be read, in order.
    func starts(of logs: [StoredLog]) -> [RunStart] {
        logs.compactMap { try? RunStart.read($0, in: directory, calls: calls) }.sorted(by: <)
    }

    /// The run that was recorded last: the newest by its start, where a player's run counts from when it was played.
    private func latest(of starts: [RunStart]) -> RunID? {
        let played = PlayedRuns(directory).savedAt
        let recorded = starts.map { RunStart(id: $0.id, start: played[$0.id] ?? $0.start) }
        return recorded.min()?.id
    }
}
