import ActivityFiles
import Quantities
import RunArchive
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing

/// Files made of runs that a reboot interrupted, that learned the time late, or whose header is damaged.
@Suite struct SalvageExportTests {
    static let noon = UTCInstant(milliseconds: 1_790_000_000_000)
    static let zone = ZoneOffset(seconds: 3600)
    static let id = RunID(randomHigh: 5, randomLow: 6)

    static func sample(_ second: Int, _ milliseconds: Int) -> RunRecord {
        var sample = RunSample(time: RunTime(milliseconds: UInt32(milliseconds)))
        sample.latitudeE7 = 470_000_000 + Int32(second) * 270
        sample.longitudeE7 = 80_000_000
        sample.speedMillimeters = 3000
        sample.distanceMillimeters = UInt32(second) * 3000
        sample.heartRateBeats = 140
        sample.flags = [.hasFix]
        return .sample(sample)
    }

    static func event(_ milliseconds: Int, _ kind: RunEvent.Kind) -> RunRecord {
        .event(RunEvent(time: RunTime(milliseconds: UInt32(milliseconds)), kind: kind))
    }

    /// A minute, an outage of unknown length that was 700 s, another minute; UTC is learned before and after it.
    static var interrupted: [RunRecord] {
        let header = RunHeader(
            id: id, type: .run, boot: BootID(high: 1, low: 1), start: MonotonicInstant(seconds: 100), utcAtStart: nil, zone: nil,
            body: .unset,
            zones: .unknown, energyRule: .distance, deviceSerial: 7, software: .current)
        let outage = Outage(boot: BootID(high: 2, low: 2), monotonic: MonotonicInstant(seconds: 30), isDurationKnown: false)
        var records: [RunRecord] = [.header(header)] + (0...60).map { sample($0, $0 * 1000) }
        records.insert(event(20_500, .utcAtStart(noon, zone: zone)), at: 22)
        records += [event(60_001, .outage(outage))] + (0...60).map { sample(60 + $0, 60_001 + $0 * 1000) }
        records.append(event(120_001, .utcAtStart(noon.advanced(by: .seconds(700)), zone: zone)))
        return records + [event(120_001, .stop), event(120_001, .end(.saved))]
    }

    private func export(_ records: [RunRecord], damaging: ClosedRange<Int>? = nil) throws -> (
        RunTotals, ImportedActivity, [LintFinding], String
    ) {
        let data = TemporaryFolder(), directory = DataDirectory(path: data.path)
        try directory.prepare()
        let path = directory.runLog(Self.id)
        let file = try RunLogFile(creating: Self.id, at: path)
        for record in records { try file.commit(record) }
        try file.finish()
        if let damaging {
            let descriptor = try LinuxFileSystem.shared.open(path, flags: 2, mode: 0)
            let zeros = [UInt8](repeating: 0, count: damaging.count)
            _ = try zeros.withUnsafeBytes { try LinuxFileSystem.shared.write(descriptor, $0, at: Int64(damaging.lowerBound)) }
            LinuxFileSystem.shared.close(descriptor)
        }
        let run = try ArchivedRun.read(path)
        let exported = try run.export(RunExport(.fit, hiding: PrivacyZones()), to: directory.exports).path
        return (run.totals, try ActivityReader.read(path: exported), ActivityLinter.check(try FileByteSource(path: exported)), exported)
    }

    @Test("D9: an outage of unknown length has its length in the file, and every point its own time")
    func outage() throws {
        let (totals, file, findings, path) = try export(Self.interrupted)
        #expect(findings == [] && file.faults == [])
        let times = file.points.compactMap(\.time)
        #expect(times.count == 122 && times == times.sorted())
        #expect(times.first == Self.noon && times.last == Self.noon.advanced(by: .seconds(820)))
        #expect(times[60] == Self.noon.advanced(by: .seconds(60)) && times[61] == Self.noon.advanced(by: .seconds(760)))
        let session = try #require(file.sessions.first).totals
        #expect(session.elapsed == totals.elapsed && abs(totals.elapsed.inSeconds - 820) < 0.1)
        #expect(session.timer == totals.timer && totals.timer == .seconds(120))
        #expect(path.contains("/2026-09-21_1513_Run_"))
    }

    @Test("N6, R-B7: a run whose header is damaged is exported with what can be proved", arguments: [40...40, 0...511, 0...4095])
    func damaged(_ block: ClosedRange<Int>) throws {
        var records = Self.interrupted
        records.insert(Self.event(120_001, .utcAtStart(Self.noon.advanced(by: .seconds(700)), zone: Self.zone)), at: records.count - 2)
        let (totals, file, findings, _) = try export(records, damaging: block)
        #expect(findings == [])
        #expect(totals.distance == .meters(360) && totals.zone == Self.zone)
        #expect(file.points.last?.time == Self.noon.advanced(by: .seconds(820)))
        #expect(file.points.count >= (block.upperBound < 512 ? 108 : 14))
    }
}
