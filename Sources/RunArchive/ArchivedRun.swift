import Quantities
import RunCore
import RunLog
import SystemCalls
import Training
import Training

/// A run as its log tells it: the one fold that whatever is shown or exported comes from, the same as the watch's own.
public struct ArchivedRun: Sendable {
    /// The log.
    public let path: String
    /// The fold. Where the header is lost, what only the header knew is a stand-in: ask ``figures`` instead.
    public let totals: RunTotals
    /// What the log lacks.
    public let damage: RunDamage
    /// Heart rates that were known better later.
    let smoothed: SmoothedHeartRates
    /// The start by which the run is ordered.
    let orderedBy: UTCInstant?
    /// What was read, to tell whether a second reading gives the same.
    let extent: RunLogExtent
    let calls: any FileSystemCalls

    /// The run's name.
    public var id: RunID { totals.header.id }

    /// Reads and folds a log. A damaged one is folded as far as it can be read, under a stand-in header where its own is lost.
    /// Errors: the log cannot be read, or holds not one whole record.
    public static func read(_ path: String, calls: any FileSystemCalls = LinuxFileSystem.shared) throws(RunLogError) -> ArchivedRun {
        let reader = try RunLogReader(path: path, calls: calls)
        var start = RunStartReading(), smoothed = SmoothedHeartRates()
        var hasHeader = false, isFirst = true
        let totals = try reader.totals { record in
            switch record {
            case .header: if isFirst { hasHeader = true }
            case .smoothedHeartRate(let rates): smoothed.append(rates)
            case .sample, .event: break
            }
            isFirst = false
            start.take(record)
        }
        return ArchivedRun(
            path: path, totals: totals, damage: RunDamage(reader.extent, isHeaderLost: !hasHeader), smoothed: smoothed,
            orderedBy: start.start, extent: reader.extent, calls: calls)
    }

    /// What is said of the run.
    public var figures: RunFigures { RunFigures(totals, isHeaderLost: damage.isHeaderLost) }

    /// The records once more, the same as were folded.
    func records() throws(RunArchiveError) -> RunRecords { try RunRecords(of: self) }
}

/// The records of a run that was folded, read once more, one by one, so that a day's run needs little memory. It ends where the fold
/// ended, also when the log has grown meanwhile, and is an error when the same records do not come again: what is made from them is
/// never cut without a word.
struct RunRecords {
    private let run: ArchivedRun
    private let reader: RunLogReader
    private var left: Int

    init(of run: ArchivedRun) throws(RunArchiveError) {
        self.run = run
        left = run.extent.records
        do throws(RunLogError) { reader = try RunLogReader(path: run.path, calls: run.calls) } catch { throw .log(error) }
    }

    /// The next record; nil after the last that was folded.
    mutating func next() throws(RunArchiveError) -> RunRecord? {
        guard left > 0 else {
            let extent = reader.extent
            guard extent.holes.count <= run.extent.holes.count, extent.holes.elementsEqual(run.extent.holes.prefix(extent.holes.count)),
                extent.end <= run.extent.end
            else { throw .changed(path: run.path) }
            return nil
        }
        let record: RunRecord?
        do throws(RunLogError) { record = try reader.next() } catch { throw .log(error) }
        guard let record else { throw .changed(path: run.path) }
        left -= 1
        return record
    }
}
