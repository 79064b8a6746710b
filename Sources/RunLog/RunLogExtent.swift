/// What a log was found to hold, beside its records.
public struct RunLogExtent: Hashable, Sendable {
    /// Records read.
    public var records = 0
    /// Records of kinds that this version does not know, skipped.
    public var unknownRecords = 0
    /// Records that never reached the card because it could not take them for hours, as the log itself says.
    public var lostRecords = 0
    /// Where the data ends: the offset at which the next frame belongs.
    public var end = 0
    /// Damaged places in the middle, as offsets; what they held is lost.
    public var holes: [Range<Int>] = []
    /// One past the last byte beyond ``end`` that is not 0: a torn frame, or what a card that lies left there; nil if all are 0.
    public var staleEnd: Int?
    /// The file's length, the zero-filled rest of its segment included.
    public var fileLength = 0
    /// Bytes that the card could not give; read as zeros.
    public var unreadableBytes = 0
    /// The checksum of the last frame, which the next one continues.
    var chainedChecksum: UInt32 = 0

    /// True if nothing is damaged and nothing is missing.
    public var isWhole: Bool { holes.isEmpty && staleEnd == nil && unreadableBytes == 0 && lostRecords == 0 }
}
