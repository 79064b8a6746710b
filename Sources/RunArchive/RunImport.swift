import ActivityFiles
import Calendar
import Quantities
import RunCore
import RunLog
import SystemCalls
import Training

/// A file that may hold runs, wherever it lies.
public struct ImportFile {
    /// Its name, as it is shown and kept: without a folder, or the name of an entry of an archive.
    public var name: String
    /// Bytes as it lies on the disk or in the archive.
    public var size: Int64
    /// Gives its bytes from the first on, unpacked or not.
    public var open: () throws(ActivityFault) -> any ByteSource
    /// Gives its bytes as they came.
    public var openOriginal: () throws(ActivityFault) -> any ByteSource

    /// A file.
    public init(
        name: String, size: Int64, open: @escaping () throws(ActivityFault) -> any ByteSource,
        openOriginal: @escaping () throws(ActivityFault) -> any ByteSource
    ) {
        (self.name, self.size, self.open, self.openOriginal) = (name, size, open, openOriginal)
    }
}

/// What became of a file, or of a part of it that may be a run.
public enum ImportOutcome: Sendable {
    /// It is a run now, or would be; what is told of it, and what was left out or is not as it stands in the file.
    case imported(RunFigures, notes: [ImportNote])
    /// It is there already, as the run of this id; true if that run is of this same import.
    case known(RunID, figures: RunFigures, isOfThisImport: Bool)
    /// It is no run, and why; when it would have begun, and what is wrong with the file.
    case refused(ImportRefusal, start: UTCInstant?, notes: [ImportNote])
}

/// Makes runs of files, one file after another, and keeps them in a data folder.
///
/// A run that is known already is not kept a second time (``KnownRuns``). What is known is asked once, at the start: a run that another import
/// puts there meanwhile may come twice, and can be deleted.
public final class RunImport {
    private var known: KnownRuns
    private var imported: Set<RunID> = []
    private let store: ImportedRunStore?
    private let localZone: TimeZoneRules
    private let unnamed: RunType?
    private let makeID: () -> RunID

    /// As for every reader, with as many points as become a run within 64 MB of memory: 69 hours at one a second.
    static let limits: ActivityLimits = {
        var limits = ActivityLimits()
        limits.mostPoints = 250_000
        return limits
    }()

    /// An import into a data folder.
    /// - Parameters:
    ///   - directory: nil to try it only: nothing is written.
    ///   - history: the runs that are there.
    ///   - localZone: stands for the zone of files that do not tell it.
    ///   - unnamed: what a file that names no sport is to be; nil to tell it by its speed.
    ///   - makeID: draws a name.
    public init(
        into directory: DataDirectory?, history: [TrainedRun], localZone: TimeZoneRules, unnamed: RunType? = nil,
        calls: any FileSystemCalls = LinuxFileSystem.shared, makeID: @escaping () -> RunID
    ) {
        known = KnownRuns(history)
        store = directory.map { ImportedRunStore($0, calls: calls) }
        (self.localZone, self.unnamed, self.makeID) = (localZone, unnamed, makeID)
    }

    /// Takes a file: one outcome for each run in it, or for each part that is none; one at least.
    ///
    /// Errors: a run could not be kept. Those before it are.
    public func take(_ file: ImportFile) throws(ImportFailure) -> [ImportOutcome] {
        let parts: [ForeignRun.Part], format: ActivityFormat, device: String?
        do throws(ActivityFault) {
            let activity = try ActivityReader.read(size: file.size, limits: Self.limits, from: file.open)
            (format, device) = (activity.format, activity.device.name)
            parts = ForeignRun.parts(of: activity, localZone: localZone, unnamed: unnamed)
        } catch { return [.refused(.unreadable(error), start: nil, notes: [])] }
        let source = ImportSource(fileName: file.name, format: format.rawValue.uppercased(), device: device)
        var outcomes: [ImportOutcome] = [], kept: RunID?
        for part in parts {
            switch part {
            case .refused(let reason, let start, let notes): outcomes.append(.refused(reason, start: start, notes: notes))
            case .run(let run):
                let outcome = try take(run, of: file, source, sameFileAs: kept)
                if case .imported(let figures, _) = outcome { kept = kept ?? figures.id }
                outcomes.append(outcome)
            }
        }
        return outcomes
    }

    private func take(
        _ run: ForeignRun, of file: ImportFile, _ source: ImportSource, sameFileAs other: RunID?
    ) throws(ImportFailure) -> ImportOutcome {
        // A run that Harrier recorded keeps its name, so that its own export finds it again.
        let id = run.own.flatMap { known.contains($0) ? nil : $0 } ?? makeID()
        let figures = run.figures(as: id)
        let isOfPlaces = KnownRuns.isOfPlaces(source)
        if let same = known.same(as: figures, own: run.own, isOfPlaces: isOfPlaces) {
            return .known(same, figures: figures, isOfThisImport: imported.contains(same))
        }
        if let store {
            let original: any ByteSource
            do throws(ActivityFault) { original = try file.openOriginal() } catch {
                return .refused(.unreadable(error), start: run.start, notes: [])
            }
            try store.keep(run, as: id, from: source, original: original, sameFileAs: other)
        }
        known.add(figures, isOfPlaces: isOfPlaces)
        imported.insert(id)
        return .imported(figures, notes: run.notes)
    }
}
