/// Where a run comes from. Imported runs are never mixed with recorded ones: whoever shows a run can say what it is.
public enum RunOrigin: Hashable, Sendable {
    /// A Harrier recorded it, second by second.
    case recorded
    /// It was made from a file of another device.
    case imported(ImportSource)

    /// True for a run that a Harrier recorded.
    public var isRecorded: Bool { self == .recorded }
}

/// What is known of the file from which a run was imported.
public struct ImportSource: Hashable, Sendable {
    /// The name of the file, without its folder; within a zip the name of the entry.
    public var fileName: String
    /// The format as users write it: `FIT`, `GPX` or `TCX`.
    public var format: String
    /// What recorded it, as the file names it; nil if it does not.
    public var device: String?

    /// A source.
    public init(fileName: String, format: String, device: String?) {
        self.fileName = fileName
        self.format = format
        self.device = device
    }
}
