import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls

/// What a watch finds in its data folder when it starts: settings, profile and days as a book, and a run that was left open.
///
/// Nothing found here keeps the watch from starting. A folder that cannot be written is no error: everything is kept in memory until it can
/// be (N9). Only one that another process writes is.
public final class WatchStorage {
    /// The folder.
    public let directory: DataDirectory
    /// Settings, profile and the days around today; ``HealthBook/isReadable`` says whether they are the runner's own.
    public let book: HealthBook
    let start: CardStart
    let calls: any FileSystemCalls

    /// Opens a folder, making it if it is not there.
    /// - Parameters:
    ///   - boot: this boot.
    ///   - serial: the watch's serial number, for the changes that it writes.
    ///   - now: about what time it may be; the days around it are read. If it turns out to be another, the watch asks for others.
    public init(
        path: String, boot: BootID, serial: UInt32, around now: UTCInstant, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(WatchStorageError) {
        directory = DataDirectory(path: path)
        self.calls = calls
        var folder = CardFolder(directory, calls: calls), problem: String?
        do throws(CardFolderError) { try folder.prepare() } catch {
            if case .inUse(let sentence) = error { throw WatchStorageError(description: sentence) }
            problem = error.sentence + "; everything is kept in memory until it can be written"
        }
        start = CardStart(folder, boot: boot, origin: .watch(serial: serial), calls: calls)
        var problems = problem.map { [$0] } ?? []
        book = Self.readBook(start, boot: boot, around: now, &problems)
        self.problems = problems + start.problems
    }

    /// What went wrong, in sentences for the journal.
    public let problems: [String]
    /// The run that was left open and goes on; nil if there was none.
    public var unfinished: RunTotals? { start.unfinished?.totals }
    /// Runs of this boot that are over and do not know their time.
    public var undatedRuns: [UndatedRun] { start.undated }

    /// Opens the store, for a writer's thread that could not do so before.
    var openStore: StoreKeeper.Open {
        let path = directory.healthStore
        let origin = start.origin
        return { () throws(HealthStoreError) in
            let store = try HealthStore.open(path: path).store
            store.origin = origin
            return store
        }
    }

    /// Where the store cannot be written it may still be read.
    private static func readBook(
        _ start: CardStart, boot: BootID, around now: UTCInstant, _ problems: inout [String]
    ) -> HealthBook {
        let window = now.advanced(by: .seconds(-4 * 86_400))..<now.advanced(by: .seconds(3 * 86_400))
        do throws(HealthStoreError) {
            if let store = start.readable { return try store.book(boot: boot, window: window) }
            return HealthBook(boot: boot, window: window, isReadable: start.storeError == nil)
        } catch {
            problems.append("\(error)")
            return HealthBook(boot: boot, window: window, isReadable: false)
        }
    }
}

/// Why a data folder cannot be used.
public struct WatchStorageError: Error, CustomStringConvertible, Sendable {
    /// A sentence with what to do.
    public let description: String
}
