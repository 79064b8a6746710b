import HealthCore
import Quantities
import RunCore
import RunLog
import WatchRuntime

@testable import CardStorage

/// A run for the tests of writing: a header and a sample each second.
struct FlashTestRun {
    let id: RunID
    let records: [RunRecord]
    let totals: RunTotals

    init(number: UInt64, seconds: Int, end: EndCause? = .saved, boot: BootID = BootID(high: 1, low: 1), isDated: Bool = true) {
        id = RunID(randomHigh: number, randomLow: number)
        let header = RunHeader(
            id: id, type: .run, boot: boot, start: MonotonicInstant(seconds: 10 * Double(number)),
            utcAtStart: isDated ? UTCInstant(milliseconds: Int64(number)) : nil, zone: isDated ? .utc : nil, body: .unset, zones: .unknown,
            energyRule: .distance,
            deviceSerial: 1, software: .current)
        var records: [RunRecord] = [.header(header)]
        for second in 1...seconds {
            var sample = RunSample(time: RunTime(milliseconds: UInt32(second) * 1000))
            sample.distanceMillimeters = UInt32(second) * 3000
            records.append(.sample(sample))
        }
        if let end { records.append(.event(RunEvent(time: RunTime(milliseconds: UInt32(seconds) * 1000), kind: .end(end)))) }
        var totals = RunTotals(header: header)
        for record in records { totals.fold(record) }
        (self.records, self.totals) = (records, totals)
    }

    /// Gives everything to a writer as the watch does, a flush each five seconds, and closes if the run has an end.
    func record(on writer: some FlashWriting, afterEach: (Int) -> Void = { _ in }) {
        for (index, record) in records.enumerated() {
            writer.append(record)
            if isFlushDue(after: record) { writer.flush() }
            afterEach(index)
        }
        guard let cause = totals.endCause else { return }
        writer.close(cause)
        guard cause != .discarded else { return }
        writer.save(RunSummary(totals).change(origin: .watch(serial: FlashTestCard.serial)))
        writer.commitChanges()
    }

    /// At each event, and each five seconds: the run's samples are a second apart.
    private func isFlushDue(after record: RunRecord) -> Bool {
        switch record {
        case .header, .event: true
        case .smoothedHeartRate: false
        case .sample(let sample): sample.time.milliseconds / 1000 % 5 == 0
        }
    }

    /// What the log on the card holds.
    func read(from directory: DataDirectory) throws -> (records: [RunRecord], extent: RunLogExtent) {
        let reader = try RunLogReader(path: directory.runLog(id))
        var records: [RunRecord] = []
        try reader.forEach { records.append($0) }
        return (records, reader.extent)
    }
}
