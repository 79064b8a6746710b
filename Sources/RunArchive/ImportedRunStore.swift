import ActivityFiles
import Glibc
import RunCore
import RunLog
import SystemCalls
import Training

/// Puts imported runs into a data folder, each with the file that it was made from and the one that says where it comes from.
///
/// The log comes last: a crash or a power cut at any moment leaves a whole run or none that is seen. What may then lie there without a log are
/// files that nobody reads and that no later import touches, because each run has a name of its own.
public struct ImportedRunStore: Sendable {
    private let directory: DataDirectory
    private let calls: any FileSystemCalls

    /// The imported runs of a data folder.
    public init(_ directory: DataDirectory, calls: any FileSystemCalls = LinuxFileSystem.shared) {
        (self.directory, self.calls) = (directory, calls)
    }

    /// Keeps a run.
    /// - Parameters:
    ///   - id: its name, which no log has.
    ///   - original: the bytes of the file that it was made from, as they came.
    ///   - other: a run that was kept before of the same file, which is then not kept a second time where the disk knows links.
    public func keep(
        _ run: ForeignRun, as id: RunID, from source: ImportSource, original: any ByteSource, sameFileAs other: RunID? = nil
    ) throws(ImportFailure) {
        do throws(RunLogError) { try directory.prepare(calls: calls) } catch { throw .folder(error) }
        do throws(Errno) {
            try calls.makeDirectory(directory.imported, mode: 0o750)
            try? calls.synchronizeDirectory(directory.path)
        } catch { if error != .exists { throw .folder(RunLogError(.create, directory.imported, .system(error))) } }
        do throws(WholeFileError) {
            let path = directory.original(ofImported: id)
            if other.map({ link(directory.original(ofImported: $0), path) }) != 0 {
                try KeptOriginal.keep(original, at: path, calls: calls)
            }
            try ImportedSource.write(source, of: id, in: directory, calls: calls)
            try WholeRunLog.write(id, to: directory.log(id, in: .imported), records: run.records(as: id), calls: calls)
        } catch {
            // The flush of the folder may have failed after the log had its name: then the run is there, and what lies beside it stays.
            if access(directory.log(id, in: .imported), F_OK) != 0 {
                try? calls.unlink(directory.source(ofImported: id))
                try? calls.unlink(directory.original(ofImported: id))
            }
            throw .file(error)
        }
    }

    /// Parts of files that an import left here when it was cut off, older than a day: nobody writes them any more.
    /// - Parameter now: seconds since 1970.
    public func removeLeftOvers(at now: Int) {
        for name in Self.names(in: directory.imported) where name.hasPrefix(".") && name.hasSuffix(".part") {
            let path = "\(directory.imported)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, now - status.st_mtim.tv_sec > 86_400 else { continue }
            try? calls.unlink(path)
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                })
        }
        return names
    }
}

/// Why a run could not be kept; the next one could not either.
public enum ImportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The data folder cannot be made or written.
    case folder(RunLogError)
    /// A file in it could not be put into place.
    case file(WholeFileError)

    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .folder(let error):
            "\(error.path) cannot be made or written\(error.errno.map { " (\($0))" } ?? ""): "
                + "check who may write there, or name another folder with --data"
        case .file(let error):
            error.errno == .noSpace
                ? "the card or disk is full: make room, then import again; what is there already is passed over" : "\(error)"
        }
    }
}
