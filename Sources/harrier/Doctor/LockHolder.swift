import Glibc
import RunLog

/// Who writes into a data folder.
struct LockHolder: Hashable {
    /// Where harrierd keeps its runs unless it is told otherwise.
    private static let usualPath = "/var/lib/harrier"
    private static let watch = "harrierd"

    /// The process.
    let process: Int
    /// What it is called; nil if that cannot be read, as that of a process in another container.
    let name: String?

    /// Who holds a folder's lock, as the kernel tells (proc(5), `locks`); nil if nobody does. Taking the lock to find out could keep a watch
    /// from starting.
    init?(of directory: DataDirectory) {
        var status = stat()
        guard stat(directory.lock, &status) == 0, let locks = KernelText.lines("/proc/locks"),
            let process = Self.process(locks: locks.map(String.init), inode: UInt64(status.st_ino))
        else { return nil }
        self.process = process
        name = KernelText.lines("/proc/\(process)/comm")?.first.map(String.init)
    }

    /// Finds the lock on an inode: `1: FLOCK  ADVISORY  WRITE 1234 fe:01:5678 0 EOF`.
    static func process(locks: [String], inode: UInt64) -> Int? {
        for line in locks {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[5].hasSuffix(":\(inode)") else { continue }
            return Int(words[4])
        }
        return nil
    }

    /// The harrierd that writes into a folder or into its usual one: the parts are in its hands. A `harrier simulate` has none.
    static func runningWatch(dataPath: String) -> LockHolder? {
        for path in [dataPath, usualPath] {
            if let holder = LockHolder(of: DataDirectory(path: path)), holder.name ?? watch == watch { return holder }
        }
        return nil
    }
}
