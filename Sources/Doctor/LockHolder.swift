import Glibc
import RunLog

/// A process that writes into a data folder.
public struct LockHolder: Hashable, Sendable {
    private static let watch = "harrierd"

    /// Its number.
    public let process: Int
    /// What it is called; nil if that cannot be read, as that of a process in another container.
    public let name: String?

    init(process: Int, name: String?) {
        self.process = process
        self.name = name
    }

    /// Who holds a folder's lock, as the kernel tells (proc(5), `locks`); nil if nobody does. Taking the lock to find out could keep a watch
    /// from starting.
    init?(of directory: DataDirectory) {
        var status = stat()
        guard stat(directory.lock, &status) == 0,
            let lock = Self.locks.first(where: { $0.inode == UInt64(status.st_ino) })
        else { return nil }
        self.init(process: lock.process)
    }

    private init(process: Int) {
        self.init(process: process, name: KernelText.lines("/proc/\(process)/comm")?.first.map(String.init))
    }

    /// The harrierd that has this machine's parts in its hands, wherever it keeps its runs; nil if none runs. A `harrier simulate` has no
    /// parts.
    /// - Parameter dataPath: a folder whose writer counts as harrierd if its name cannot be read.
    public static func runningWatch(dataPath: String) -> LockHolder? {
        if let holder = LockHolder(of: DataDirectory(path: dataPath)), holder.name ?? watch == watch { return holder }
        return Set(locks.map(\.process)).sorted().map { LockHolder(process: $0) }.first { $0.name == watch }
    }

    // MARK: - /proc/locks

    private static var locks: [(process: Int, inode: UInt64)] { locks(in: (KernelText.lines("/proc/locks") ?? []).map(String.init)) }

    /// The locks of flock(2) that are held: `1: FLOCK  ADVISORY  WRITE 1234 fe:01:5678 0 EOF`. A line with an arrow waits for one.
    static func locks(in lines: [String]) -> [(process: Int, inode: UInt64)] {
        lines.compactMap { line in
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", let process = Int(words[4]), process > 0,
                let inode = words[5].split(separator: ":").last.flatMap({ UInt64($0) })
            else { return nil }
            return (process, inode)
        }
    }
}
