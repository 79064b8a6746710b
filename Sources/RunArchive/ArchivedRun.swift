import Quantities
import RunCore
import RunLog
import SystemCalls
import Training

/// A run as its log tells it: the one fold that whatever is shown or exported comes from, the same as the watch's own.
public struct ArchivedRun: Sendable {
    /// The log.
    public let path: String
    /// The fold. Where the header is lost, what only the header knew is a stand-in: ask ``figures`` instead.
    public let totals: RunTotals
    /// What the log lacks.
    public let damage: RunDamage
    /// What a runner's history keeps of the run, ``figures`` included.
    public let trained: TrainedRun
    /// Heart rates that were known better later.
    let smoothed: SmoothedHeartRates
    /// The start by which the run is ordered.
    let orderedBy: UTCInstant?
    /// What was read, to tell whether a second reading gives the same.
    let extent: RunLogExtent
    let calls: any FileSystemCalls

    /// The run's name.
    public var id: RunID { totals.header.id }

    /// Where the run comes from.
    public var origin: RunOrigin { trained.origin }

    /// Reads and folds a log. A damaged one is folded as far as it can be read, under a stand-in header where its own is lost.
    /// - Parameter origin: where the run comes from, which the log itself does not say.
    /// Errors: the log cannot be read, or holds not one whole record.
    public static func read(
        _ path: String, origin: RunOrigin = .recorded, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(RunLogError) -> ArchivedRun {
        let reader = try RunLogReader(path: path, calls: calls)
        var fold = try RunLogFold(of: reader)
        var start = RunStartReading(), smoothed = SmoothedHeartRates(), training = RunTrainingReading(), evened = EvenedSamples()
        func nextSample() throws(RunLogError) -> RunSample? {
            while let record = try fold.next() {
                start.take(record)
                switch record {
                case .sample(let sample): return sample
                case .smoothedHeartRate(let rates): smoothed.append(rates)
                case .header, .event: break
                }
            }
            return nil
        }
        while let sample = try evened.next(from: nextSample) { training.take(sample) }
        let damage = RunDamage(reader.extent, isHeaderLost: !fold.hasHeader)
        let trained = training.trained(origin, fold.totals, isHeaderLost: damage.isHeaderLost, smoothed)
        return ArchivedRun(
            path: path, totals: fold.totals, damage: damage, trained: trained, smoothed: smoothed,
            orderedBy: start.start, extent: reader.extent, calls: calls)
    }

    /// Reads a log of a data folder.
    static func read(
        _ log: StoredLog, in directory: DataDirectory, calls: any FileSystemCalls
    ) throws(RunLogError) -> ArchivedRun {
        let origin =
            switch log.folder {
            case .recorded: RunOrigin.recorded
            case .imported: RunOrigin.imported(ImportedSource.read(log.id, in: directory, calls: calls))
            }
        return try read(directory.log(log.id, in: log.folder), origin: origin, calls: calls)
    }

    /// What is said of the run.
    public var figures: RunFigures { trained.figures }

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
