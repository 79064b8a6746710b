import Glibc
import Quantities
import RunCore
import SystemCalls

/// The logs of deleted runs, kept for thirty days in the data folder's `trash` so that a slip can be mended: a log that is moved back to `runs`
/// is a run again.
public struct RunTrash: Sendable {
    /// How long a deleted run's log is kept.
    public static let keeping = Duration.seconds(30 * 86_400)

    private let directory: DataDirectory
    private let calls: any FileSystemCalls

    /// The trash of a data folder.
    public init(_ directory: DataDirectory, calls: any FileSystemCalls = LinuxFileSystem.shared) {
        (self.directory, self.calls) = (directory, calls)
    }

    /// Where the log of a deleted run lies.
    public func path(of id: RunID) -> String { "\(directory.trash)/\(id).\(RunLogFormat.fileExtension)" }

    /// Moves a run's log aside, and makes that durable.
    public func moveAside(_ id: RunID) throws(RunLogError) {
        let path = directory.runLog(id)
        do throws(Errno) {
            do throws(Errno) { try calls.makeDirectory(directory.trash, mode: 0o750) } catch { if error != .exists { throw error } }
            try calls.retrying { () throws(Errno) in try calls.rename(path, to: self.path(of: id)) }
            for folder in [directory.trash, directory.runs, directory.path] { try calls.synchronizeDirectory(folder) }
        } catch { throw RunLogError(.remove, path, .system(error)) }
    }

    /// Removes a run's log for good, and makes that durable.
    public func remove(_ id: RunID) throws(RunLogError) {
        let path = directory.runLog(id)
        do throws(Errno) {
            try calls.retrying { () throws(Errno) in try calls.unlink(path) }
            try calls.synchronizeDirectory(directory.runs)
        } catch { throw RunLogError(.remove, path, .system(error)) }
    }

    /// Removes the logs that were moved here more than ``keeping`` ago. A clock that is behind keeps them longer, and what cannot be removed
    /// stays.
    /// - Parameter now: UTC.
    /// - Returns: how many were removed.
    @discardableResult public func empty(at now: UTCInstant) -> Int {
        var count = 0
        for id in (try? DataDirectory.runIDs(in: directory.trash)) ?? [] {
            guard let moved = moved(path(of: id)), moved.advanced(by: Self.keeping).milliseconds < now.milliseconds else { continue }
            do throws(Errno) {
                try calls.unlink(path(of: id))
                count += 1
            } catch { continue }
        }
        return count
    }

    /// When a file got its present name: renaming it changed its status, and nothing changes it since.
    private func moved(_ path: String) -> UTCInstant? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return UTCInstant(milliseconds: Int64(status.st_ctim.tv_sec) &* 1000)
    }
}
