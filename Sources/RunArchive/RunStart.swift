import Quantities
import RunCore
import RunLog
import SystemCalls

/// When a run began, as far as its place among the others needs it.
struct RunStart: Hashable, Comparable, Sendable {
    /// The run.
    let id: RunID
    /// The start; nil if it was never known.
    let start: UTCInstant?

    /// The newest first, then by id; unknown starts last.
    static func < (a: RunStart, b: RunStart) -> Bool {
        let starts = (a.start?.milliseconds ?? .min, b.start?.milliseconds ?? .min)
        return starts.0 != starts.1 ? starts.0 > starts.1 : (a.id.high, a.id.low) < (b.id.high, b.id.low)
    }

    /// Reads a log until its start is settled.
    static func read(_ log: StoredLog, in directory: DataDirectory, calls: any FileSystemCalls) throws(RunLogError) -> RunStart {
        let path = directory.log(log.id, in: log.folder)
        let reader = try RunLogReader(path: path, calls: calls)
        var reading = RunStartReading()
        while !reading.isSettled, let record = try reader.next() { reading.take(record) }
        // A log without one whole record is no run: the fold says why.
        if reading.isEmpty { _ = try RunLogReader(path: path, calls: calls).totals() }
        return RunStart(id: log.id, start: reading.start)
    }
}

/// Learns from a run's records when it began, without folding its seconds.
///
/// A watch that begins with a wrong clock is corrected by its receiver, and that within 12.5 minutes, the time in which a satellite
/// repeats everything that it has to say (IS-GPS-200, 20.3.3). So a start that is known after the first ``settled`` records counts; an
/// unknown one is looked for in the whole log. The list folds whole logs and orders by the same rule.
struct RunStartReading {
    /// Records after which a known start counts: 17 minutes of seconds.
    static let settled = 1024

    private var totals: RunTotals?
    private var count = 0

    /// The start, as far as it is known; a later correction does not count once it is settled.
    private(set) var start: UTCInstant?
    /// True before the first record.
    var isEmpty: Bool { count == 0 }
    /// True once nothing more changes the start.
    var isSettled: Bool { count >= Self.settled && start != nil }

    /// Takes the next record of the log.
    mutating func take(_ record: RunRecord) {
        guard !isSettled else { return }
        count += 1
        switch record {
        case .header(let header):
            guard totals == nil else { return }
            totals = RunTotals(header: header)
        case .event:
            if totals == nil { totals = RunTotals(header: Self.unknown) }
            totals?.fold(record)
        case .sample, .smoothedHeartRate: return
        }
        start = totals?.utc.utc(at: .start)
    }

    /// Stands for a lost header; only its UTC, which is not known, is asked for.
    private static let unknown = RunHeader(
        id: RunID(high: 0, low: 0), type: .run, boot: BootID(high: 0, low: 0), start: MonotonicInstant(nanoseconds: 0), utcAtStart: nil,
        zone: .utc, body: .unset, zones: .unknown, energyRule: .distance, deviceSerial: 1, software: .current)
}
