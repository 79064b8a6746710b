import Quantities
import RunCore

extension RunLogReader {
    /// Reads to the end and folds everything into the run's totals, handing each record on as it goes. A log whose first frame is lost
    /// is folded under a stand-in header: what its seconds say stays true, and what only the header knew is unknown.
    /// Errors: the file cannot be read, or holds not one whole record.
    public func totals(visit: (RunRecord) -> Void = { _ in }) throws(RunLogError) -> RunTotals {
        guard let first = try next() else { throw withoutRecords }
        var totals: RunTotals
        if case .header(let header) = first {
            totals = RunTotals(header: header)
        } else {
            totals = RunTotals(header: .standIn(for: id))
            totals.fold(first)
        }
        visit(first)
        while let record = try next() {
            totals.fold(record)
            visit(record)
        }
        return totals
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
