import Quantities
import RunCore

@testable import RunLog

/// Runs for the tests, made from numbers alone.
enum RecordedRuns {
    static let id = RunID(randomHigh: 0x0123_4567_89AB_CDEF, randomLow: 0xFEDC_BA98_7654_3210)
    static let otherID = RunID(randomHigh: 1, randomLow: 2)
    static let path = "data/runs/\(id).hrun"
    static let boot = BootID(high: 11, low: 22)

    static func header(id: RunID = id) -> RunHeader {
        RunHeader(
            id: id, type: .trailRun, boot: boot, start: MonotonicInstant(seconds: 123.456), utcAtStart: nil,
            zone: ZoneOffset(seconds: -12_600), body: BodyProfile(massTenths: 713, heightCentimeters: 181, age: 41, sex: .female),
            zones: HeartRateZones(lowerBounds: (90, 108, 126, 144, 162)) ?? .unknown, energyRule: .heartRate, deviceSerial: 0xDEAD_BEEF,
            software: SoftwareVersion(1, 2, 3))
    }

    static func sample(second: Int) -> RunSample {
        var sample = RunSample(time: RunTime(milliseconds: UInt32(second) * 1000 + UInt32(second % 7)))
        sample.latitudeE7 = 470_000_000 + Int32(second) * 270
        sample.longitudeE7 = -80_000_000 - Int32(second) * 13
        sample.altitudeFifths = UInt16(4000 + second % 50)
        sample.errorHalves = 5
        sample.speedMillimeters = UInt16(3000 + second % 100)
        sample.distanceMillimeters = UInt32(second) * 3003
        sample.stepsModulo = UInt16(truncatingIfNeeded: second * 3)
        sample.cadenceSteps = 172
        sample.heartRateBeats = UInt8(120 + second % 40)
        sample.confidencePercent = 91
        sample.batteryPercentStored = 77
        sample.flags = [.hasFix, .hasSteps]
        sample.ascentDecimetersModulo = UInt16(truncatingIfNeeded: second)
        return sample
    }

    /// Every kind of event, with every cause.
    static let everyEvent: [RunEvent.Kind] =
        PauseCause.allCases.flatMap { [.pause($0), .resume($0)] }
        + LapTrigger.allCases.map { .lap($0, distanceMillimeters: 123_456_789) } + EndCause.allCases.map { .end($0) }
        + [
            .stop, .utcAtStart(UTCInstant(milliseconds: 1_790_000_000_123)), .sensor(.gps, .failed), .sensor(.battery, .working),
            .outage(Outage(boot: BootID(high: .max, low: 7), monotonic: MonotonicInstant(seconds: 9), isDurationKnown: true)),
        ]

    /// A run of so many seconds: a header, a sample each second, smoothed heart rates each ten, an event each fifth second until all
    /// kinds were there, and again from the first.
    static func records(seconds: Int, id: RunID = id, withEvents: Bool = true) -> [RunRecord] {
        var records: [RunRecord] = [.header(header(id: id))]
        for second in 1...seconds {
            records.append(.sample(sample(second: second)))
            if second % 10 == 0 {
                var rates = SmoothedHeartRate(first: RunTime(milliseconds: UInt32(second - 10) * 1000))
                for index in 0..<10 { rates.append(beats: UInt8(120 + index)) }
                records.append(.smoothedHeartRate(rates))
            }
            if withEvents, second % 5 == 2 {
                let time = RunTime(milliseconds: UInt32(second) * 1000 + 500)
                records.append(.event(RunEvent(time: time, kind: everyEvent[second / 5 % everyEvent.count])))
            }
        }
        return records
    }

    /// Unsealed frames of records.
    static func frames(_ records: some Sequence<RunRecord>) -> [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: RunRecord.longestUnsealedFrame, alignment: 8) { memory in
            for record in records {
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: memory[..<record.writeUnsealed(into: memory)]))
            }
        }
        return bytes
    }

    /// The bytes of a finished log, put together without a file.
    static func log(_ records: some Sequence<RunRecord>, id: RunID = id) -> [UInt8] {
        let frames = frames(records)
        var chain = FrameChain(salt: RunLogPreamble(id: id).salt)
        return frames.withUnsafeBytes { frames in
            withUnsafeTemporaryAllocation(byteCount: RunLogPreamble.byteCount + frames.count * 3, alignment: 8) { memory in
                RunLogPreamble(id: id).write(into: memory)
                let sealed = chain.seal(frames, into: UnsafeMutableRawBufferPointer(rebasing: memory[RunLogPreamble.byteCount...]))
                return [UInt8](UnsafeRawBufferPointer(rebasing: memory[..<(RunLogPreamble.byteCount + sealed.written)]))
            }
        }
    }

    /// Where each frame of a whole log ends, the preamble's end first.
    static func frameEnds(_ log: [UInt8]) -> [Int] {
        var ends = [RunLogPreamble.byteCount]
        while let end = ends.last, end + 1 < log.count, log[end] != 0 { ends.append(end + Int(log[end + 1]) + RunLogFormat.frameOverhead) }
        return ends
    }

    static func read(_ bytes: [UInt8]) throws -> (records: [RunRecord], extent: RunLogExtent) {
        let reader = try RunLogReader(bytes: bytes)
        var records: [RunRecord] = []
        try reader.forEach { records.append($0) }
        return (records, reader.extent)
    }
}

extension RunLogFile {
    /// Commits records together.
    func append(_ records: some Sequence<RunRecord>) throws {
        try RecordedRuns.frames(records).withUnsafeBytes { try commit($0) }
    }
}
