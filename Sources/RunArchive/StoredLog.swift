import Glibc
import Quantities
import RunCore
import RunLog

/// A run's log in a data folder, as the folder tells of it: nothing of it is read.
public struct StoredLog: Hashable, Sendable {
    /// The run's name.
    public let id: RunID
    /// The folder in which it lies, and with that whether a Harrier recorded the run.
    public let folder: LogFolder
    /// Tells whether the log is the one that was read earlier.
    let stamp: FileStamp
    /// The same for the file that says where an imported run comes from.
    let sourceStamp: FileStamp
}

/// What changes when a file does.
struct FileStamp: Hashable, Sendable {
    /// The file's number in its file system.
    var inode: UInt64
    /// Bytes.
    var size: Int64
    /// Nanoseconds since 1970 at which it was last written.
    var modified: Int64

    /// There is no file.
    static let absent = FileStamp(inode: 0, size: -1, modified: 0)

    /// A stamp, as the file system keeps it.
    init(inode: UInt64, size: Int64, modified: Int64) { (self.inode, self.size, self.modified) = (inode, size, modified) }

    init(_ status: stat) {
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }

    /// A file that was written so shortly before it was read may have been written in the same tick of its file system's clock after it:
    /// FAT's are 2 s long. Such a file is read again the next time.
    private static let settling = Duration.seconds(4)

    /// True if whoever writes to the file from now on changes its stamp.
    func isSettled(at now: UTCInstant) -> Bool {
        let age = now.milliseconds.subtractingSaturating(modified / 1_000_000)
        return self == .absent || age.magnitude > UInt64(clamping: Self.settling.inMilliseconds)
    }

    /// The stamp in words that are the same for the same.
    var text: String { "\(inode) \(size) \(modified)" }

    /// The stamp of a file now; absent if it cannot be looked at.
    init(ofPath path: String) {
        var status = stat()
        self = lstat(path, &status) == 0 ? FileStamp(status) : .absent
    }
}

extension StoredLog {
    /// What changes when the log does, or the file that says where it comes from; nil while they may change without it, as those that were
    /// written a moment ago. For whoever keeps what was made of the log.
    public func state(at now: UTCInstant) -> String? {
        stamp.isSettled(at: now) && sourceStamp.isSettled(at: now) ? "\(folder.rawValue) \(stamp.text) \(sourceStamp.text)" : nil
    }

    /// The logs of a folder, in no order; none where there is no folder.
    static func all(in folder: LogFolder, of directory: DataDirectory) throws(RunLogError) -> [StoredLog] {
        let path = directory.path(of: folder)
        guard let stream = opendir(path) else {
            if errno == ENOENT { return [] }
            throw RunLogError(.read, path, .system(.current))
        }
        defer { closedir(stream) }
        let descriptor = dirfd(stream)
        var logs: [(id: RunID, stamp: FileStamp)] = [], sources: [RunID: FileStamp] = [:]
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
                    let text = String(cString: name)
                    let id = DataDirectory.runID(ofPath: text)
                    let source = id == nil && folder == .imported ? Self.runID(ofSource: text) : nil
                    guard id != nil || source != nil else { return }
                    var status = stat()
                    let stamp = fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? FileStamp(status) : .absent
                    if let id { logs.append((id, stamp)) } else if let source { sources[source] = stamp }
                }
            }
        }
        return logs.map { StoredLog(id: $0.id, folder: folder, stamp: $0.stamp, sourceStamp: sources[$0.id] ?? .absent) }
    }

    private static func runID(ofSource name: String) -> RunID? {
        let suffix = "." + DataDirectory.sourceExtension
        return name.hasSuffix(suffix) ? RunID(name.dropLast(suffix.utf8.count)) : nil
    }
}
