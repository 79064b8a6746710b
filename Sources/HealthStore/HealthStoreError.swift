/// What went wrong with the health store, and what to do.
public enum HealthStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is malformed: it was damaged by the card or is no database. It is set aside and rebuilt, never deleted.
    case malformed(path: String, detail: String)
    /// There is no room on the card.
    case full(path: String)
    /// The card or the file system failed; the system's error number if SQLite tells it.
    case inputOutput(path: String, errno: Int32)
    /// A later version of the software made it.
    case laterVersion(path: String, version: Int)
    /// The file holds nothing yet (R-B21).
    case empty(path: String)
    /// It was opened for reading only.
    case readOnly(path: String)
    /// Somebody else holds it.
    case busy(path: String)
    /// An anchor of another store, or one so old that deletions after it are forgotten: everything has to be read again.
    case expiredAnchor(path: String)
    /// A change that breaks the bounds: its name, its version or its value.
    case outOfBounds(path: String)
    /// Anything else that SQLite says.
    case other(path: String, code: Int32, detail: String)

    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .malformed(let path, let detail):
            "\(path) is damaged (\(detail)): it is set aside, and the history is rebuilt from the run logs at the next start"
        case .full(let path): "\(path) cannot grow because the card is full: export and remove old runs"
        case .inputOutput(let path, let errno): "\(path) could not be read or written (errno \(errno)): check the card"
        case .laterVersion(let path, let version):
            "\(path) has schema version \(version) and this software knows \(HealthSchema.version): install a newer harrier"
        case .empty(let path): "\(path) holds nothing yet: start the watch once"
        case .readOnly(let path): "\(path) was opened for reading only and cannot be changed"
        case .busy(let path): "\(path) is in use by another process: stop that one first"
        case .expiredAnchor(let path): "\(path) no longer knows what changed since then: read everything again"
        case .outOfBounds(let path): "\(path) does not take a change whose name, version or value breaks its bounds"
        case .other(let path, let code, let detail): "\(path): SQLite error \(code), \(detail)"
        }
    }

    /// True if setting the file aside and rebuilding it is the cure.
    public var isDamage: Bool { if case .malformed = self { true } else { false } }
}
