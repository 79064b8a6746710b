import RunLog
import SystemCalls

/// The data folder: made if it is not there, and locked, so that nobody else writes into it. A card that is read-only or full at start is no
/// reason not to run: the watch keeps everything in memory until it can be written (N9).
struct CardFolder {
    /// The folder.
    let directory: DataDirectory
    private let calls: any FileSystemCalls
    private var lock: DataDirectoryLock?

    init(_ directory: DataDirectory, calls: any FileSystemCalls) { (self.directory, self.calls) = (directory, calls) }

    /// True once it can be written by us and by nobody else.
    var isReady: Bool { lock != nil }

    /// Makes it ready. Harmless if it is.
    /// - Throws: it cannot be written, or somebody else writes it.
    mutating func prepare() throws(CardFolderError) {
        guard lock == nil else { return }
        do throws(RunLogError) { try directory.prepare(calls: calls) } catch { throw .unusable(error.errno, "\(error)") }
        do throws(DataDirectoryLock.Failure) { lock = try DataDirectoryLock(directory) } catch {
            switch error {
            case .heldBy: throw .inUse("\(error)")
            case .system(let errno, _): throw .unusable(errno, "\(error)")
            }
        }
    }
}

/// Why the data folder is not ready.
enum CardFolderError: Error {
    /// Another process writes it.
    case inUse(String)
    /// It cannot be made or written.
    case unusable(Errno?, String)

    /// A sentence for the journal.
    var sentence: String {
        switch self {
        case .inUse(let sentence), .unusable(_, let sentence): sentence
        }
    }
    /// The error of the system, if there was one.
    var errno: Errno? { if case .unusable(let errno, _) = self { errno } else { nil } }
}
