import Glibc
import RunCore
import SystemCalls

/// Where everything of a runner lies: `runs/UUID.hrun`, `imported/UUID.hrun` with `UUID.source` and `UUID.original`, `exports/`, `trash/`,
/// `health.sqlite`, `archive.index`, `host-id`, the `control` socket and the writer's `lock`.
public struct DataDirectory: Hashable, Sendable {
    /// The directory's path, without a slash at its end.
    public let path: String

    /// Names a directory; nothing is touched.
    public init(path: String) {
        var path = path[...]
        while path.utf8.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        self.path = String(path)
    }

    /// The run logs.
    public var runs: String { path + "/runs" }
    /// The logs of runs that other devices recorded, made from their files.
    public var imported: String { path + "/imported" }
    /// Files made for other software.
    public var exports: String { path + "/exports" }
    /// Logs of deleted runs, for as long as they are kept (``RunTrash``).
    public var trash: String { path + "/trash" }
    /// The store of what changes slowly.
    public var healthStore: String { path + "/health.sqlite" }
    /// What `harrier list` has read of the logs, so that it need not read them again; it may be deleted at any time.
    public var archiveIndex: String { path + "/archive.index" }
    /// The socket of `harrier press`.
    public var control: String { path + "/control" }
    /// Which computer this is, to whoever reads what it has changed.
    public var hostID: String { path + "/host-id" }
    /// The file whose lock the one writer holds.
    public var lock: String { path + "/lock" }
    /// The log of a run.
    public func runLog(_ id: RunID) -> String { log(id, in: .recorded) }

    /// Those above the runner's own belong to whoever is logged in, and to nobody else (XDG Base Directory Specification: 0700).
    private static let modeAbove: UInt32 = 0o700

    /// Makes the directory, those above it and those in it where they are missing, and makes their names durable.
    /// Never formats or removes anything (fault C9).
    public func prepare(calls: any FileSystemCalls = LinuxFileSystem.shared) throws(RunLogError) {
        try makeParents(calls)
        for directory in [path, runs, exports] {
            do throws(Errno) {
                try calls.makeDirectory(directory, mode: 0o750)
            } catch {
                if error != .exists { throw RunLogError(.create, directory, .system(error)) }
                continue
            }
            // A parent that may not be read cannot be flushed: then the file system's own timer makes the name durable.
            try? calls.synchronizeDirectory(Self.parent(ofPath: directory))
        }
    }

    /// Makes what is missing above the directory, from the top down (U-A1).
    private func makeParents(_ calls: any FileSystemCalls) throws(RunLogError) {
        var missing: [String] = [], above = Self.parent(ofPath: path)
        while access(above, F_OK) != 0, errno == ENOENT, above != "/", above != "." {
            missing.append(above)
            above = Self.parent(ofPath: above)
        }
        for directory in missing.reversed() {
            do throws(Errno) { try calls.makeDirectory(directory, mode: Self.modeAbove) } catch {
                // Somebody else was quicker.
                if error != .exists { throw RunLogError(.create, directory, .system(error)) }
            }
            try? calls.synchronizeDirectory(Self.parent(ofPath: directory))
        }
    }

    /// The names of all run logs, in no order. Other files are passed over.
    public func runIDs() throws(RunLogError) -> [RunID] {
        try Self.runIDs(in: runs)
    }

    /// The names of the run logs in a folder, in no order. Other files are passed over.
    static func runIDs(in folder: String) throws(RunLogError) -> [RunID] {
        guard let stream = opendir(folder) else { throw RunLogError(.read, folder, .system(.current)) }
        defer { closedir(stream) }
        var ids: [RunID] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if let id = runID(ofPath: name) { ids.append(id) }
        }
        return ids
    }

    /// The run whose log a path names; nil if it is no `UUID.hrun`.
    public static func runID(ofPath path: String) -> RunID? {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...]
        let suffix = "." + RunLogFormat.fileExtension
        return name.hasSuffix(suffix) ? RunID(name.dropLast(suffix.utf8.count)) : nil
    }

    static func parent(ofPath path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
