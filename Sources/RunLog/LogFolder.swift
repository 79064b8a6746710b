import RunCore

/// The folders of a data directory that hold logs of runs.
public enum LogFolder: UInt8, CaseIterable, Hashable, Sendable {
    /// `runs`: a Harrier recorded them.
    case recorded = 0
    /// `imported`: they were made from files of other devices.
    case imported = 1
}

extension DataDirectory {
    /// The path of a folder of logs.
    public func path(of folder: LogFolder) -> String {
        switch folder {
        case .recorded: runs
        case .imported: imported
        }
    }

    /// The log of a run in one of the folders.
    public func log(_ id: RunID, in folder: LogFolder) -> String { "\(path(of: folder))/\(id).\(RunLogFormat.fileExtension)" }

    /// The end of the name of the file beside an imported log that says where it comes from.
    public static let sourceExtension = "source"

    /// The end of the name of the file from which an imported run was made, as it came.
    public static let originalExtension = "original"

    /// The file from which an imported run was made, packed by gzip.
    public func original(ofImported id: RunID) -> String { "\(imported)/\(id).\(Self.originalExtension)" }

    /// The file that says where an imported run comes from.
    public func source(ofImported id: RunID) -> String { "\(imported)/\(id).\(Self.sourceExtension)" }
}
