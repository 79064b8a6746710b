import RunCore

/// The constants of a run's log, version 1. docs/run-log-format.md states them for strangers.
public enum RunLogFormat {
    /// The version that this code writes, and the newest that it reads.
    public static let version: UInt8 = 1
    /// The end of the file's name.
    public static let fileExtension = "hrun"
    /// The file grows by zero-filled segments of this many bytes, so that a flush writes data only and no file length
    /// (measured: 2.6 times fewer bytes at a flush a second, and readable even on a card that lies about flushes).
    public static let segmentBytes = 1 << 20
    /// Bytes of a frame besides its payload: type, length and CRC-32C.
    public static let frameOverhead = 6
    /// Bytes before the payload: type and length.
    static let frameHead = 2
    /// The longest frame of any version: a length is one byte.
    public static let longestFrame = 255 + frameOverhead

    /// What a frame holds. 0 is the end of the data; other numbers belong to later versions and are skipped by their length.
    enum FrameType: UInt8 {
        case header = 1
        case sample = 2
        case event = 3
        case smoothedHeartRate = 4
        case gap = 5

        /// The shortest payload that this version understands; a longer one comes from a later version, whose additions are skipped.
        var shortestPayload: Int {
            switch self {
            case .header: 75
            case .sample: 32
            case .event: 5
            case .smoothedHeartRate: 4
            case .gap: 4
            }
        }
    }
}

/// The first 32 bytes of the file: what it is, its version, and the run's name, from which the salt of its frames' checksums comes.
struct RunLogPreamble: Hashable {
    static let byteCount = 32
    /// Not text, with both line ends and an end-of-file character, so that a transfer as text shows at once.
    private static let magic: UInt64 = 0x0A1A_0A0D_4E55_5289  // 89 "RUN" 0D 0A 1A 0A

    var version: UInt8
    var id: RunID

    /// The CRC-32C of the preamble before its own checksum; each frame's checksum is started from it and the frame before.
    var salt: UInt32 {
        withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { memory in
            write(into: memory)
            return Self.checksum(UnsafeRawBufferPointer(memory))
        }
    }

    /// Writes the 32 bytes.
    func write(into memory: UnsafeMutableRawBufferPointer) {
        var writer = LittleEndianWriter(memory)
        writer.put(Self.magic)
        writer.put(UInt32(version))
        writer.put(high: id.high, low: id.low)
        writer.put(Self.checksum(UnsafeRawBufferPointer(memory)))
    }

    /// Reads the 32 bytes.
    init(reading bytes: UnsafeRawBufferPointer) throws(RunLogContentError) {
        guard bytes.count >= Self.byteCount, bytes.contains(where: { $0 != 0 }) else { throw .empty }
        var reader = LittleEndianReader(bytes)
        guard reader.take(UInt64.self) == Self.magic else { throw .notARunLog }
        version = reader.take()
        for _ in 0..<3 { _ = reader.take(UInt8.self) }
        let name = reader.takeName()
        id = RunID(high: name.high, low: name.low)
        guard reader.take(UInt32.self) == Self.checksum(bytes) else { throw .notARunLog }
        guard version == RunLogFormat.version else { throw .unknownVersion(version) }
    }

    init(id: RunID) {
        version = RunLogFormat.version
        self.id = id
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        CRC32C.extend(0, over: UnsafeRawBufferPointer(rebasing: bytes[..<(byteCount - 4)]))
    }
}

/// Why a file cannot be read as a run's log at all.
public enum RunLogContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file holds nothing: it was made and nothing was recorded yet.
    case empty
    /// The file does not begin as a run's log does.
    case notARunLog
    /// A later version of the software wrote it.
    case unknownVersion(UInt8)

    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .empty: "the run log holds nothing: no run was recorded in it, or the card was full or could not be written"
        case .notARunLog: "this is not a run log, or its first bytes are damaged"
        case .unknownVersion(let version):
            "this run log has format version \(version) and this software reads version \(RunLogFormat.version): install a newer harrier"
        }
    }
}
