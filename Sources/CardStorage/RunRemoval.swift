import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls

/// A run that is to be deleted.
struct RunRemoval: Hashable, Sendable {
    var id: RunID
    /// True to remove the log at once; false to keep it in the trash for a while.
    var isForGood: Bool

    /// Deletes the run: a tombstone in the store, so that no list has it any more and a host hears of it, and the log moved aside or removed.
    ///
    /// The tombstone comes first: if only that succeeds, the run can be named again and deleted once more. A store that cannot take it, as
    /// on a full card, does not keep the log from going, which makes the room; it is then tried once more.
    /// - Parameter mark: leaves the tombstone.
    /// - Returns: what is wrong, nil if all is done.
    func carryOut(
        in directory: DataDirectory, calls: any FileSystemCalls, mark: () throws(HealthStoreError) -> Void
    ) -> (isDone: Bool, problem: String?) {
        var failure = Self.failure(of: mark)
        let trash = RunTrash(directory, calls: calls)
        do throws(RunLogError) {
            if isForGood { try trash.remove(id) } else { try trash.moveAside(id) }
        } catch {
            // What somebody else has removed is what was wanted.
            guard error.errno == .notFound else { return (false, "\(error)") }
        }
        if failure != nil { failure = Self.failure(of: mark) }
        return (true, failure.map { "the run is deleted, but the watch's own list may still show it: \($0)" })
    }

    private static func failure(of mark: () throws(HealthStoreError) -> Void) -> HealthStoreError? {
        do throws(HealthStoreError) {
            try mark()
            return nil
        } catch { return error }
    }
}

/// Deletes runs of a data folder that no watch is writing.
public final class RunRemover {
    private let folder: CardFolder
    private let calls: any FileSystemCalls

    /// Takes the folder for itself.
    /// - Throws: somebody else writes into it, or it cannot be written.
    public init(path: String, calls: any FileSystemCalls = LinuxFileSystem.shared) throws(WatchStorageError) {
        var folder = CardFolder(DataDirectory(path: path), calls: calls)
        do throws(CardFolderError) { try folder.prepare() } catch { throw WatchStorageError(description: error.sentence) }
        (self.folder, self.calls) = (folder, calls)
    }

    /// Deletes a run.
    /// - Returns: what is not quite as it should be; nil if all is.
    /// - Throws: the run is still there.
    public func remove(_ id: RunID, forGood: Bool) throws(WatchStorageError) -> String? {
        let path = folder.directory.healthStore
        let isStoreThere = (try? calls.kind(ofPath: path, followingLinks: true)) != nil
        let outcome = RunRemoval(id: id, isForGood: forGood).carryOut(in: folder.directory, calls: calls) { () throws(HealthStoreError) in
            if isStoreThere { try HealthStore.open(path: path).store.remove(id) }
        }
        guard outcome.isDone else { throw WatchStorageError(description: outcome.problem ?? "\(id) could not be removed") }
        return outcome.problem
    }
}
