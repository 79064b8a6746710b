import Quantities
import RunArchive
import RunCore
import RunLog
import TestSupport
import Training

/// A run made from numbers alone, one fix a second at 3 m/s, and its log.
struct RecordedRun {
    var id: RunID
    var type = RunType.trailRun
    var seconds = 120
    /// UTC in the header.
    var utc: UTCInstant? = UTCInstant(milliseconds: 1_790_000_000_250)
    /// Millimetres a second.
    var speed: UInt32 = 3000
    var hasHeartRate = true
    /// UTC at the start as events tell it, by the second in which they do.
    var corrections: [Int: UTCInstant] = [:]

    init(_ number: UInt64) { id = RunID(randomHigh: number &* 0x9E37_79B9_7F4A_7C15, randomLow: number) }

    /// A run of any kind and length, with or without a date, a heart rate and a receiver that learns late.
    static func random(_ number: UInt64, using random: inout SeededRandom) -> RecordedRun {
        var run = RecordedRun(number)
        run.type = RunType.allCases.randomElement(using: &random) ?? .run
        run.seconds = Int.random(in: 1...1500, using: &random)
        run.utc = Bool.random(using: &random) ? UTCInstant(milliseconds: Int64.random(in: 0...1_900_000_000_000, using: &random)) : nil
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            run.corrections[Int.random(in: 1...1500, using: &random)] = UTCInstant(
                milliseconds: Int64.random(in: 0...1_900_000_000_000, using: &random))
        }
        run.speed = UInt32.random(in: 0...6000, using: &random)
        run.hasHeartRate = Bool.random(using: &random)
        return run
    }

    var records: [RunRecord] {
        let header = RunHeader(
            id: id, type: type, boot: BootID(high: 1, low: 2), start: MonotonicInstant(seconds: 50), utcAtStart: utc,
            zone: ZoneOffset(seconds: 7200), body: BodyProfile(massTenths: 700, heightCentimeters: 180, age: 40),
            zones: HeartRateZones(lowerBounds: (90, 108, 126, 144, 162)) ?? .unknown, energyRule: .distance, deviceSerial: 9,
            software: .current)
        var records: [RunRecord] = [.header(header)]
        for second in 1...max(1, seconds) {
            var sample = RunSample(time: RunTime(milliseconds: UInt32(second) * 1000))
            sample.latitudeE7 = 470_000_000 + Int32(second) * 270
            sample.longitudeE7 = 80_000_000
            sample.speedMillimeters = UInt16(speed)
            sample.distanceMillimeters = UInt32(second) * speed
            if hasHeartRate { sample.heartRateBeats = UInt8(120 + second % 40) }
            sample.flags = [.hasFix]
            records.append(.sample(sample))
            let time = RunTime(milliseconds: UInt32(second) * 1000)
            if let utc = corrections[second] { records.append(.event(RunEvent(time: time, kind: .utcAtStart(utc)))) }
            if second % 60 == 0 {
                records.append(.event(RunEvent(time: time, kind: .lap(.manual, distanceMillimeters: UInt32(second) * speed))))
            }
        }
        records.append(.event(RunEvent(time: RunTime(milliseconds: UInt32(max(1, seconds)) * 1000), kind: .stop)))
        records.append(.event(RunEvent(time: RunTime(milliseconds: UInt32(max(1, seconds)) * 1000), kind: .end(.saved))))
        return records
    }

    /// The watch's own fold.
    var totals: RunTotals? {
        let records = records
        guard case .header(let header)? = records.first else { return nil }
        var totals = RunTotals(header: header)
        for record in records { totals.fold(record) }
        return totals
    }

    /// Writes the log; returns its path.
    @discardableResult func write(to directory: DataDirectory, in folder: LogFolder = .recorded) throws -> String {
        let path = directory.log(id, in: folder), file = try RunLogFile(creating: id, at: path)
        var frames: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: RunRecord.longestUnsealedFrame, alignment: 8) { memory in
            for record in records {
                frames.append(contentsOf: UnsafeRawBufferPointer(rebasing: memory[..<record.writeUnsealed(into: memory)]))
            }
        }
        let result: Result<Void, RunLogError> = frames.withUnsafeBytes { bytes in
            do throws(RunLogError) { return .success(try file.commit(bytes)) } catch { return .failure(error) }
        }
        try result.get()
        try file.finish()
        return path
    }
}

/// A data folder with runs.
struct RecordedFolder {
    let folder = TemporaryFolder()
    let directory: DataDirectory

    init(_ runs: [RecordedRun] = [], imported: [RecordedRun] = []) throws {
        directory = DataDirectory(path: folder.path)
        try directory.prepare()
        for run in imported {
            try ImportedSource.write(RecordedFolder.source(of: run), of: run.id, in: directory)
            try run.write(to: directory, in: .imported)
        }
        for run in runs { try run.write(to: directory) }
    }

    /// Where an imported run is said to come from.
    static func source(of run: RecordedRun) -> ImportSource {
        ImportSource(fileName: "\(run.id).fit", format: "FIT", device: "Another watch")
    }

    /// The names in the folder of exports.
    var exports: [String] { TemporaryFolder.names(in: directory.exports) }

    /// Changes the bytes of a file.
    func change(_ path: String, _ body: (inout [UInt8]) -> Void) {
        let name = String(path.dropFirst(folder.path.count + 1))
        guard var bytes = folder.bytes(name) else { return }
        body(&bytes)
        folder.write(bytes, name)
    }
}
