import RunLog

/// What a run's log lacks, for saying it wherever the run is shown or exported.
public struct RunDamage: Hashable, Sendable {
    /// The first part of the log is lost: the kind of run, its zone, the runner's body and heart-rate zones, and the start if no event
    /// told it again.
    public var isHeaderLost: Bool
    /// Damaged places in the middle; the seconds that they held are lost.
    public var holes: Int
    /// Bytes that the card could not give.
    public var unreadableBytes: Int
    /// Seconds that never reached the card, as the log itself says.
    public var lostRecords: Int
    /// True if the end was torn, as a power cut leaves it.
    public var isEndTorn: Bool
    /// Records that could be read.
    public var records: Int

    /// True if nothing is missing.
    public var isNone: Bool { !isHeaderLost && holes == 0 && unreadableBytes == 0 && lostRecords == 0 && !isEndTorn }

    /// What is missing, a sentence each; none for a whole log.
    public var sentences: [String] {
        var sentences: [String] = []
        if isHeaderLost {
            sentences.append("The first part of the log is lost: the kind of run, its time zone, zones and energy are not known.")
        }
        // The lost first part is the first of the damaged places.
        let places = holes - (isHeaderLost && holes > 0 ? 1 : 0)
        if places > 0 { sentences.append("The log is damaged in \(places) place\(places == 1 ? "" : "s"): what they held is lost.") }
        if unreadableBytes > 0 {
            sentences.append("The card could not give \(unreadableBytes) bytes of the log: copy it and replace the card.")
        }
        if lostRecords > 0 { sentences.append("\(lostRecords) records never reached the card.") }
        if isEndTorn { sentences.append("The end of the log was torn; everything before it counts.") }
        if !sentences.isEmpty { sentences.append("\(records) records could be read.") }
        return sentences
    }
}

extension RunDamage {
    init(_ extent: RunLogExtent, isHeaderLost: Bool) {
        self.init(
            isHeaderLost: isHeaderLost, holes: extent.holes.count, unreadableBytes: extent.unreadableBytes,
            lostRecords: extent.lostRecords, isEndTorn: extent.staleEnd != nil, records: extent.records)
    }
}
