import Glibc
import HealthStore
import Quantities
import RunLog
import SystemCalls

/// The data folder: whether a watch could write into it, for how long, and whether what lies in it can be read.
public struct DataExamination {
    /// What was found, a line each.
    public private(set) var findings: [Finding] = []
    private let directory: DataDirectory

    /// What a run writes in an hour at most, bytes.
    private static let bytesPerHour = 150_000.0
    /// Below this a watch would soon be full, and the card would wear in few places: 64 MiB.
    private static let scarce: UInt64 = 64 << 20

    /// Looks at a folder, and changes nothing.
    public init(path: String) {
        directory = DataDirectory(path: path)
        guard access(directory.path, F_OK) == 0 else {
            examineMissing()
            return
        }
        examineWriting()
        examineRoom(at: directory.path)
        examineStore()
    }

    // MARK: - Writing

    private mutating func examineMissing() {
        var ancestor = directory.path
        while access(ancestor, F_OK) != 0, ancestor != "/", ancestor != "." {
            let slash = ancestor.lastIndex(of: "/")
            ancestor = slash.map { $0 == ancestor.startIndex ? "/" : String(ancestor[..<$0]) } ?? "."
        }
        if access(ancestor, W_OK | X_OK) == 0 {
            findings.append(.ok("data", "\(directory.path) is not there yet; it is made when the first run is recorded"))
        } else {
            findings.append(
                .problem("data", "\(directory.path) is not there and cannot be made in \(ancestor)", "say where runs are kept: --data DIR"))
        }
        examineRoom(at: ancestor)
    }

    private mutating func examineWriting() {
        let mode = R_OK | W_OK | X_OK
        for path in [directory.path, directory.runs, directory.exports] where access(path, F_OK) == 0 && access(path, mode) != 0 {
            let reason = String(cString: strerror(errno))
            return findings.append(.problem("data", "\(path) cannot be written (\(reason))", "sudo chown -R $USER \(directory.path)"))
        }
        if let holder = LockHolder(of: directory) {
            findings.append(
                .warning(
                    "data", "\(directory.path) is in use by process \(holder.process)",
                    "nothing if that is the watch; else stop it before another one starts"))
        } else {
            findings.append(.ok("data", "\(directory.path) can be written, and nobody else writes there"))
        }
    }

    // MARK: - Room

    private mutating func examineRoom(at path: String) {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return }
        let free = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        guard !free.overflow else { return }
        let hours = decimal(Double(free.partialValue) / Self.bytesPerHour, 0)
        let text = "\(free.partialValue >> 20) MiB free, enough for \(hours) hours of running"
        if free.partialValue < Self.scarce {
            findings.append(.problem("flash", text, "make room on the card that holds \(path)"))
        } else {
            findings.append(.ok("flash", text))
        }
    }

    // MARK: - Reading

    private mutating func examineStore() {
        let logs: Int
        do throws(RunLogError) { logs = try directory.runIDs().count } catch {
            guard error.errno == .notFound else {
                return findings.append(.problem("history", "\(error)", "check who may read \(directory.runs)"))
            }
            logs = 0
        }
        guard access(directory.healthStore, F_OK) == 0 else {
            findings.append(.ok("history", "\(logs) runs; the index is made when a watch starts"))
            return
        }
        do throws(HealthStoreError) {
            let indexed = try HealthStore(path: directory.healthStore, access: .readOnly).runCount()
            findings.append(.ok("history", "\(logs) runs, \(indexed) in the index"))
        } catch {
            findings.append(.warning("history", "\(error)", "nothing: runs are kept in files of their own, `harrier list` shows them"))
        }
    }
}
