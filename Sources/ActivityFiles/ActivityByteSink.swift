/// Where the bytes of an activity file go.
public protocol ActivityByteSink: AnyObject {
    /// Takes the next bytes, at most about 64 KiB.
    func append(_ chunk: [UInt8]) throws(ActivityWriteError)
    /// Replaces the first bytes, once, at the end: the header is complete only when everything is written.
    func overwriteStart(_ header: [UInt8]) throws(ActivityWriteError)
}

/// Keeps a file in memory.
public final class MemoryByteSink: ActivityByteSink {
    /// Everything written so far.
    public private(set) var bytes: [UInt8] = []

    /// An empty file.
    public init() {}
    /// Adds to the end.
    public func append(_ chunk: [UInt8]) { bytes += chunk }
    /// Replaces the start.
    public func overwriteStart(_ header: [UInt8]) {
        let count = min(header.count, bytes.count)
        bytes.replaceSubrange(0..<count, with: header.prefix(count))
    }
}
