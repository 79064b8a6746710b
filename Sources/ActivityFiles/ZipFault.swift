import SystemCalls

/// Why a zip archive, or one entry of it, is not read.
public enum ZipFault: Error, Hashable, Sendable {
    /// The file could not be opened or read.
    case cannotRead(errno: Int32)
    /// No zip archive, one of several disks, or one whose directory is damaged or cut off.
    case damaged
    /// More entries than ``ZipLimits/entries``.
    case tooManyEntries(limit: Int)
    /// The entries claim more bytes than the archive has, as archive bombs do.
    case overlapping
    /// The entry is encrypted.
    case encrypted
    /// The entry is packed by a method that is not known here.
    case unknownMethod
    /// An archive within an archive within an archive.
    case tooDeep
    /// There is no room for an archive within the archive while it is read.
    case cannotUnpack(errno: Int32)
    /// The entry says that it unpacks to more than is allowed.
    case tooLarge(limit: Int64)
}

extension ZipFault: CustomStringConvertible {
    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .cannotRead(let errno): "the archive cannot be read (\(Errno(code: errno))): check the card or disk, then try again"
        case .damaged: "the zip archive is damaged or not complete: copy it again, or unpack it with another program"
        case .tooManyEntries(let limit): "the zip archive holds more than \(limit) files: unpack it, and name a folder of it"
        case .overlapping: "the files of the zip archive lie over one another, as in archive bombs: it was not read"
        case .encrypted: "it is encrypted: unpack the archive with its password, and name the folder"
        case .unknownMethod: "it is packed in a way that is not known here: unpack the archive with another program, and name the folder"
        case .tooDeep: "it is an archive in an archive in an archive: unpack it, and name the folder"
        case .cannotUnpack(let errno):
            "there is no room to unpack the archive in the archive (\(Errno(code: errno))): make room, then try again"
        case .tooLarge(let limit): "it unpacks to more than \(limit) bytes, which no activity needs: it was not read"
        }
    }
}

/// How much of a zip archive is taken in before it is called hostile.
public struct ZipLimits: Hashable, Sendable {
    /// Entries. Exports of twenty years hold some 10,000; 100,000 take 33 MB in memory.
    public var entries = 100_000
    /// How many times its size an archive may unpack to, beyond the first MiB: as ``ActivityLimits/unpackingRatio``, for all entries together.
    public var unpackingRatio: Int64 = 128
    /// The most bytes of an archive within the archive.
    public var innerBytes: Int64 = 1 << 30
    /// Bytes of a name that count: as long as file systems allow paths.
    public var nameBytes = 4096

    /// The limits stated at each property.
    public init() {}
}
