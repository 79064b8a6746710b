import Glibc

/// Why a system call failed: an error number of errno(3).
public struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number, as `<errno.h>` defines it.
    public var code: Int32
    /// Wraps a number.
    public init(code: Int32) { self.code = code }
    /// The error of the call that just failed on this thread.
    public static var current: Errno { Errno(code: Glibc.errno) }

    /// No space is left (`ENOSPC`).
    public static let noSpace = Errno(code: ENOSPC)
    /// The medium failed (`EIO`).
    public static let inputOutput = Errno(code: EIO)
    /// The file system became read-only (`EROFS`), as ext4 does after an error.
    public static let readOnly = Errno(code: EROFS)
    /// A signal came first (`EINTR`): call again.
    public static let interrupted = Errno(code: EINTR)
    /// There is no such file (`ENOENT`).
    public static let notFound = Errno(code: ENOENT)
    /// The file is there already (`EEXIST`).
    public static let exists = Errno(code: EEXIST)
    /// There is no such call here (`ENOSYS`).
    public static let notImplemented = Errno(code: ENOSYS)
    /// The call makes no sense for this file or file system (`EINVAL`).
    public static let invalid = Errno(code: EINVAL)

    /// The number's name where this software treats it apart, else `errno N`; then the system's words.
    public var description: String {
        let name =
            switch code {
            case ENOSPC: "ENOSPC"
            case EIO: "EIO"
            case EROFS: "EROFS"
            case EINTR: "EINTR"
            case ENOENT: "ENOENT"
            case EEXIST: "EEXIST"
            case EACCES: "EACCES"
            case EDQUOT: "EDQUOT"
            case EMFILE: "EMFILE"
            case ENOTDIR: "ENOTDIR"
            case EISDIR: "EISDIR"
            default: "errno \(code)"
            }
        guard let words = strerror(code) else { return name }
        return "\(name), \(String(cString: words))"
    }
}
