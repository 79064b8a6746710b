import Quantities
import RunCore
import RunLog
import SystemCalls
import Training

/// The runs of a data folder, read from their logs alone: the log is the truth, so this works without an index and on a copied folder.
///
/// Runs are ordered newest first by their start, then by id; those whose start was never known come last, by id. A run's number is its
/// place in this order, from 1 on.
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
    public struct Row: Sendable {
        /// The run's place in the order, from 1 on.
        public var number: Int
        /// What is said of it.
        public var figures: RunFigures
        /// What its log lacks.
        public var damage: RunDamage
    }

    /// A whole list.
    public struct Listing: Sendable {
        /// The runs that could be read, in order.
        public var rows: [Row] = []
        /// Logs that could not be read. They keep their number as long as their start can be read, so that numbers mean the same for
        /// ``find(_:)``.
        public var failures: [RunLogError] = []
    }

    /// All runs. Each log is folded once; of each only its figures are kept.
    public func list() throws(RunArchiveError) -> Listing {
        var listing = Listing()
        var found: [(start: RunStart, row: Row?)] = []
        for id in try runIDs() {
            do throws(RunLogError) {
                let run = try ArchivedRun.read(directory.runLog(id), calls: calls)
                found.append((RunStart(id: id, start: run.orderedBy), Row(number: 0, figures: run.figures, damage: run.damage)))
            } catch {
                listing.failures.append(error)
                if let start = try? RunStart.read(directory, id, calls: calls) { found.append((start, nil)) }
            }
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
        let id = try identify(word)
        do throws(RunLogError) { return try ArchivedRun.read(directory.runLog(id), calls: calls) } catch { throw .log(error) }
    }

    /// The name of the run that a word means, by the same rules as ``find(_:)``. An id also names a log that cannot be read.
    public func identify(_ word: String?) throws(RunArchiveError) -> RunID {
        let ids = try runIDs()
        guard !ids.isEmpty else { throw .noRuns(directory.runs) }
        if let word, word != "last" {
            if let number = Int(word), (1...ids.count).contains(number) {
                let starts = starts(of: ids)
                guard starts.indices.contains(number - 1) else { throw .notFound(word, count: starts.count) }
                return starts[number - 1].id
            }
            let matches = ids.filter { "\($0)".hasPrefix(word.lowercased()) }
            guard let match = matches.first else { throw .notFound(word, count: ids.count) }
            guard matches.count == 1 else { throw .ambiguous(word, count: matches.count) }
            return match
        }
        // A folder whose logs all fail to be read still has something to say: why the first of them fails.
        return latest(of: starts(of: ids)) ?? ids[0]
    }

    /// The starts of those logs that can be read, in order.
    func starts(of ids: [RunID]) -> [RunStart] {
        ids.compactMap { try? RunStart.read(directory, $0, calls: calls) }.sorted(by: <)
    }

    /// The run that was recorded last: the newest by its start, where a player's run counts from when it was played.
    private func latest(of starts: [RunStart]) -> RunID? {
        let played = PlayedRuns(directory).savedAt
        let recorded = starts.map { RunStart(id: $0.id, start: played[$0.id] ?? $0.start) }
        return recorded.min()?.id
    }

    /// The names of the runs, smallest first; none where there is no folder yet.
    private func runIDs() throws(RunArchiveError) -> [RunID] {
        do throws(RunLogError) {
            return try directory.runIDs().sorted { ($0.high, $0.low) < ($1.high, $1.low) }
        } catch {
            if error.errno == .notFound { return [] }
            throw .log(error)
        }
    }
}
