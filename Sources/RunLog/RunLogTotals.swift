import Quantities
import RunCore

extension RunLogReader {
    /// Reads to the end and folds everything into the run's totals, handing each record on as it goes. A log whose first frame is lost
    /// is folded under a stand-in header: what its seconds say stays true, and what only the header knew is unknown.
    /// Errors: the file cannot be read, or holds not one whole record.
    public func totals(visit: (RunRecord) -> Void = { _ in }) throws(RunLogError) -> RunTotals {
        var fold = try RunLogFold(of: self)
        while let record = try fold.next() { visit(record) }
        return fold.totals
    }
}

/// A log's records one after the other, folded into the run's totals as they are taken: for whoever wants the records one at a time.
public struct RunLogFold {
    /// The totals of what was taken.
    public private(set) var totals: RunTotals
    /// True if the log has its header; a lost one is replaced by a stand-in.
    public let hasHeader: Bool
    private let reader: RunLogReader
    private var first: RunRecord?

    /// Begins at the reader's next record.
    /// Errors: the file cannot be read, or holds not one whole record.
    public init(of reader: RunLogReader) throws(RunLogError) {
        guard let first = try reader.next() else { throw reader.withoutRecords }
        if case .header(let header) = first {
            (totals, hasHeader) = (RunTotals(header: header), true)
        } else {
            (totals, hasHeader) = (RunTotals(header: .standIn(for: reader.id)), false)
        }
        (self.reader, self.first) = (reader, first)
    }

    /// The next record, which then counts in ``totals``; nil at the end.
    public mutating func next() throws(RunLogError) -> RunRecord? {
        if let record = first {
            first = nil
            totals.fold(record)
            return record
        }
        guard let record = try reader.next() else { return nil }
        totals.fold(record)
        return record
    }
}

extension RunHeader {
    /// What is known of a run whose header is lost: its name.
    static func standIn(for id: RunID) -> RunHeader {
        RunHeader(
            id: id, type: .run, boot: BootID(high: 0, low: 0), start: MonotonicInstant(nanoseconds: 0), utcAtStart: nil, zone: nil,
            body: .unset, zones: .unknown, energyRule: .distance, deviceSerial: 1, software: .current)
    }
}
