import Glibc
import Quantities
import RunCore
import SystemCalls

/// The logs of deleted runs, kept for thirty days in the data folder's `trash` so that a slip can be mended: a log that is moved back to `runs`
/// is a run again. Those of imported runs lie in `trash/imported`, each with the file that it was made from and the one that says so.
public struct RunTrash: Sendable {
    /// How long a deleted run's log is kept.
    public static let keeping = Duration.seconds(30 * 86_400)

    private let directory: DataDirectory
    private let calls: any FileSystemCalls

    /// The trash of a data folder.
    public init(_ directory: DataDirectory, calls: any FileSystemCalls = LinuxFileSystem.shared) {
        (self.directory, self.calls) = (directory, calls)
    }

    /// Where the logs of a folder's deleted runs lie.
    public func path(of folder: LogFolder) -> String {
        switch folder {
        case .recorded: directory.trash
        case .imported: directory.trash + "/imported"
        }
    }

    /// Where the log of a deleted run lies.
    public func path(of id: RunID, from folder: LogFolder = .recorded) -> String {
        "\(path(of: folder))/\(id).\(RunLogFormat.fileExtension)"
    }

    /// What lies beside the log of an imported run: where it lies, and where that of a deleted one does.
    private func companions(of id: RunID) -> [(path: String, deleted: String)] {
        [
            (directory.source(ofImported: id), "\(path(of: .imported))/\(id).\(DataDirectory.sourceExtension)"),
            (directory.original(ofImported: id), "\(path(of: .imported))/\(id).\(DataDirectory.originalExtension)"),
        ]
    }

    /// Moves a run's log aside, and makes that durable.
    public func moveAside(_ id: RunID, from folder: LogFolder = .recorded) throws(RunLogError) {
        let path = directory.log(id, in: folder)
        do throws(Errno) {
            try make(directory.trash)
            try make(self.path(of: folder))
            try calls.retrying { () throws(Errno) in try calls.rename(path, to: self.path(of: id, from: folder)) }
            // Where the log came from says nothing without it: what cannot be moved stays behind.
            if folder == .imported { for file in companions(of: id) { try? calls.rename(file.path, to: file.deleted) } }
            for folder in [self.path(of: folder), directory.trash, directory.path(of: folder), directory.path] {
                try calls.synchronizeDirectory(folder)
            }
        } catch { throw RunLogError(.remove, path, .system(error)) }
    }

    private func make(_ folder: String) throws(Errno) {
        do throws(Errno) { try calls.makeDirectory(folder, mode: 0o750) } catch { if error != .exists { throw error } }
    }

    /// Removes a run's log for good, and makes that durable.
    public func remove(_ id: RunID, from folder: LogFolder = .recorded) throws(RunLogError) {
        let path = directory.log(id, in: folder)
        do throws(Errno) {
            try calls.retrying { () throws(Errno) in try calls.unlink(path) }
            if folder == .imported { for file in companions(of: id) { try? calls.unlink(file.path) } }
            try calls.synchronizeDirectory(directory.path(of: folder))
        } catch { throw RunLogError(.remove, path, .system(error)) }
    }

    /// Removes the logs that were moved here more than ``keeping`` ago. A clock that is behind keeps them longer, and what cannot be removed
    /// stays.
    /// - Parameter now: UTC.
    /// - Returns: how many were removed.
    @discardableResult public func empty(at now: UTCInstant) -> Int {
        var count = 0
        for folder in LogFolder.allCases {
            for id in (try? DataDirectory.runIDs(in: path(of: folder))) ?? [] {
                let path = path(of: id, from: folder)
                guard let moved = moved(path), moved.advanced(by: Self.keeping).milliseconds < now.milliseconds else { continue }
                do throws(Errno) {
                    // The log last, so that what was begun is seen again the next time.
                    if folder == .imported { for file in companions(of: id) { try? calls.unlink(file.deleted) } }
                    try calls.unlink(path)
                    count += 1
                } catch { continue }
            }
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
