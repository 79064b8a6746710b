import Glibc
import RunCore
import SystemCalls

/// Where everything of a runner lies: `runs/UUID.hrun`, `exports/`, `health.sqlite`, the `control` socket and the writer's `lock`.
public struct DataDirectory: Hashable, Sendable {
    /// The directory's path, without a slash at its end.
    public let path: String

    /// Names a directory; nothing is touched.
    public init(path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The run logs.
    public var runs: String { path + "/runs" }
    /// Files made for other software.
    public var exports: String { path + "/exports" }
    /// The store of what changes slowly.
    public var healthStore: String { path + "/health.sqlite" }
    /// The socket of `harrier press`.
    public var control: String { path + "/control" }
    /// The file whose lock the one writer holds.
    public var lock: String { path + "/lock" }
    /// The log of a run.
    public func runLog(_ id: RunID) -> String { "\(runs)/\(id).\(RunLogFormat.fileExtension)" }

    /// Makes the directory and those in it where they are missing, and makes their names durable.
    /// Never formats or removes anything (fault C9).
    public func prepare(calls: any FileSystemCalls = LinuxFileSystem.shared) throws(RunLogError) {
        for directory in [path, runs, exports] {
            do throws(Errno) {
                try Self.make(directory, mode: 0o750, calls)
            } catch {
                if error != .exists { throw RunLogError(.create, directory, .system(error)) }
                continue
            }
            // A parent that may not be read cannot be flushed: then the file system's own timer makes the name durable.
            try? calls.synchronizeDirectory(Self.parent(ofPath: directory))
        }
    }

    /// Folders on the way that are not there yet, such as `~/.local/share` of a new user, are made for their owner alone (U-A1).
    private static func make(_ directory: String, mode: UInt32, _ calls: any FileSystemCalls) throws(Errno) {
        do throws(Errno) {
            return try calls.makeDirectory(directory, mode: mode)
        } catch {
            let parent = parent(ofPath: directory)
            guard error == .notFound, parent.utf8.count < directory.utf8.count, parent != "." else { throw error }
            do throws(Errno) { try make(parent, mode: 0o700, calls) } catch { if error != .exists { throw error } }
        }
        try calls.makeDirectory(directory, mode: mode)
    }

    /// The names of all run logs, in no order. Other files are passed over.
    public func runIDs() throws(RunLogError) -> [RunID] {
        guard let stream = opendir(runs) else { throw RunLogError(.read, runs, .system(.current)) }
        defer { closedir(stream) }
        var ids: [RunID] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if let id = Self.runID(ofPath: name) { ids.append(id) }
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
