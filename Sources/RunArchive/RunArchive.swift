import Glibc
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
    private let cache: String?
    private let now: @Sendable () -> UTCInstant

    /// The runs in a folder; nothing is touched.
    /// - Parameters:
    ///   - cache: the folder for the index of a data folder that cannot be written, made when it is needed; nil to have none then.
    ///   - now: UTC, by the clock that dates files.
    public init(
        _ directory: DataDirectory, cache: String? = nil, calls: any FileSystemCalls = LinuxFileSystem.shared,
        now: @escaping @Sendable () -> UTCInstant = WallClock.now
    ) {
        (self.directory, self.cache, self.calls, self.now) = (directory, cache, calls, now)
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

    /// All runs. Logs that the index does not know are folded, once each, and then it knows them; of each run only what is listed is kept.
    /// - Parameter progress: told after each log that had to be folded: how many were, and how many there are to be folded in all.
    public func list(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(RunArchiveError) -> Listing {
        survey(try logs(), index, progress).listing
    }

    /// The run that a word means: a number of the list, the start of an id, `last` or nothing for the one that was recorded last.
    ///
    /// Only this one run is folded. An id is found among the names of the files; for a number or the newest, the index is asked, and where it
    /// does not know a log, its start is read as far as it tells when the run began. Where it knows too few, it is made again.
    /// - Parameter progress: as ``list(progress:)`` tells it.
    public func find(
        _ word: String?, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(RunArchiveError) -> ArchivedRun {
        let log = try locate(word, progress: progress)
        do throws(RunLogError) { return try ArchivedRun.read(log, in: directory, calls: calls) } catch { throw .log(error) }
    }

    /// The name of the run that a word means, by the same rules as ``find(_:progress:)``. An id also names a log that cannot be read.
    public func identify(_ word: String?) throws(RunArchiveError) -> RunID { try locate(word).id }

    /// The log of the run that a word means, by the same rules as ``find(_:progress:)``. An id also names a log that cannot be read.
    public func locate(
        _ word: String?, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(RunArchiveError) -> StoredLog {
        let logs = try logs()
        guard !logs.isEmpty else { throw .noRuns(directory.runs) }
        if let word, word != "last" {
            if let number = Int(word), (1...logs.count).contains(number) {
                let starts = starts(of: logs, progress)
                guard starts.indices.contains(number - 1) else { throw .notFound(word, count: starts.count) }
                return try log(starts[number - 1].id, of: logs)
            }
            // A number beyond the list is a slip, and no run whose id happens to begin with it.
            guard word.utf8.count >= Self.leastOfID else { throw .notFound(word, count: logs.count) }
            let start = word.lowercased()
            let matches = logs.filter { "\($0.id)".hasPrefix(start) }
            guard let match = matches.first else { throw .notFound(word, count: logs.count) }
            guard matches.count == 1 else { throw .ambiguous(word, count: matches.count) }
            return match
        }
        // A folder whose logs all fail to be read still has something to say: why the first of them fails.
        return try log(latest(of: starts(of: logs, progress)) ?? logs[0].id, of: logs)
    }

    /// Characters of an id that name a run, at least.
    private static let leastOfID = 4

    private func log(_ id: RunID, of logs: [StoredLog]) throws(RunArchiveError) -> StoredLog {
        guard let log = logs.first(where: { $0.id == id }) else { throw .notFound("\(id)", count: logs.count) }
        return log
    }

    /// The run that was recorded last: the newest by its start, where a player's run counts from when it was played.
    private func latest(of starts: [RunStart]) -> RunID? {
        let played = PlayedRuns(directory).savedAt
        let recorded = starts.map { RunStart(id: $0.id, start: played[$0.id] ?? $0.start) }
        return recorded.min()?.id
    }
}

// MARK: - With the index

extension RunArchive {
    /// Logs whose start is read for want of an index; of more, all are folded and the index made.
    static let mostStartsRead = 256

    private var index: ArchiveIndex {
        var places = [ArchiveIndexPlace(path: directory.archiveIndex)]
        if let cache {
            places.append(ArchiveIndexPlace(path: "\(cache)/archive-\(nameInCache).index", folders: Self.folders(above: cache)))
        }
        return ArchiveIndex(places, calls: calls)
    }

    /// A cache keeps the index of each folder apart, by the checksum of its path. Where two have the same, no harm is done: a row counts only
    /// for the very file that was read.
    private var nameInCache: String {
        let path = realpath(directory.path, nil).map { path in
            defer { free(path) }
            return String(cString: path)
        }
        let checksum = Array((path ?? directory.path).utf8).withUnsafeBytes { CRC32C.extend(0, over: $0) }
        return String(checksum, radix: 16)
    }

    /// A cache and the folder above it, which on a new account is not there.
    private static func folders(above cache: String) -> [String] {
        guard let slash = cache.utf8.lastIndex(of: UInt8(ascii: "/")), slash > cache.startIndex else { return [cache] }
        return [String(cache[..<slash]), cache]
    }

    private struct Survey {
        var listing = Listing()
        /// All logs whose start is known or known to be unknown, in order.
        var starts: [RunStart] = []
    }

    private func survey(_ logs: [StoredLog], _ index: ArchiveIndex, _ progress: (Int, Int) -> Void) -> Survey {
        var survey = Survey(), found: [(start: RunStart, run: Int?)] = [], runs: [IndexedRun] = [], unknown: [StoredLog] = []
        found.reserveCapacity(logs.count)
        runs.reserveCapacity(logs.count)
        func add(_ run: IndexedRun, of log: StoredLog) {
            found.append((RunStart(id: log.id, start: run.orderedBy), runs.count))
            runs.append(run)
        }
        for log in logs {
            if let run = index.run(of: log) { add(run, of: log) } else { unknown.append(log) }
        }
        var keeper = index.keeper(of: logs)
        for (done, log) in unknown.enumerated() {
            do throws(RunLogError) {
                let run = IndexedRun(try ArchivedRun.read(log, in: directory, calls: calls))
                add(run, of: log)
                keeper.keep(run, of: log, in: directory, at: now())
            } catch {
                survey.listing.failures.append(error)
                if let start = try? RunStart.read(log, in: directory, calls: calls) { found.append((start, nil)) }
            }
            progress(done + 1, unknown.count)
        }
        keeper.finish()
        found.sort { $0.start < $1.start }
        survey.starts = found.map(\.start)
        survey.listing.rows.reserveCapacity(runs.count)
        for (place, entry) in found.enumerated() {
            guard let run = entry.run else { continue }
            survey.listing.rows.append(Row(number: place + 1, run: runs[run].run, damage: runs[run].damage))
        }
        return survey
    }

    /// The starts of those logs that can be read, in order.
    private func starts(of logs: [StoredLog], _ progress: (Int, Int) -> Void) -> [RunStart] {
        let index = index
        var starts: [RunStart] = [], unknown: [StoredLog] = []
        for log in logs {
            if let start = index.start(of: log) { starts.append(RunStart(id: log.id, start: start)) } else { unknown.append(log) }
        }
        guard unknown.count <= Self.mostStartsRead else { return survey(logs, index, progress).starts }
        starts += unknown.compactMap { try? RunStart.read($0, in: directory, calls: calls) }
        return starts.sorted(by: <)
    }
}
