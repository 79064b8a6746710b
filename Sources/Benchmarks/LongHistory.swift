import Glibc
import Quantities
import Recordings
import RunArchive
import RunCore
import RunLog
import SystemCalls
import Training

/// A folder of made-up runs, one a day back from 30 November 2026, every fifth of them imported.
struct LongHistory {
    let directory: DataDirectory
    let runs: Int
    private let seconds: Int
    private let calls = UnflushedFileSystem()

    /// - Parameter length: how long each run is; the runner stands every tenth minute.
    init(_ directory: DataDirectory, runs: Int, lasting length: Duration) {
        (self.directory, self.runs) = (directory, runs)
        seconds = Int(clamping: length.inMilliseconds / 1000)
    }

    /// Writes all runs.
    func write(progress: (Int) -> Void) throws(BenchmarkFailure) {
        do throws(RunLogError) { try directory.prepare(calls: calls) } catch { throw BenchmarkFailure("\(error)") }
        for number in 0..<runs {
            try write(number)
            progress(number + 1)
        }
    }

    private func write(_ number: Int) throws(BenchmarkFailure) {
        // Spread over all ids, as random ones are.
        let id = RunID(randomHigh: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, randomLow: UInt64(number) &* 0xD1B5_4A32_D192_ED03)
        let folder = number % 5 == 4 ? LogFolder.imported : .recorded
        if folder == .imported {
            let source = ImportSource(fileName: "\(number).fit", format: "FIT", device: "Another watch")
            do throws(WholeFileError) { try ImportedSource.write(source, of: id, in: directory) } catch {
                throw BenchmarkFailure("\(error)")
            }
        }
        let frames = frames(of: id, number)
        let result: Result<Void, RunLogError> = frames.withUnsafeBytes { bytes in
            do throws(RunLogError) {
                let file = try RunLogFile(creating: id, at: directory.log(id, in: folder), calls: calls)
                try file.commit(bytes)
                try file.finish()
                return .success(())
            } catch { return .failure(error) }
        }
        if case .failure(let error) = result { throw BenchmarkFailure("\(error)") }
        // As old as their runs: what was written this very moment is not believed by an index.
        let end = time_t(Self.start(number).wholeSeconds) + seconds
        var times = [timespec(tv_sec: end, tv_nsec: 0), timespec(tv_sec: end, tv_nsec: 0)]
        for path in [directory.log(id, in: folder)] + (folder == .imported ? [directory.source(ofImported: id)] : []) {
            guard utimensat(AT_FDCWD, path, &times, 0) == 0 else { throw BenchmarkFailure("\(path) cannot be dated (\(Errno.current))") }
        }
    }

    /// 30 November 2026, 06:00 UTC, and each day before.
    private static func start(_ number: Int) -> UTCInstant { UTCInstant(milliseconds: 1_796_018_400_000 - Int64(number) * 86_400_000) }

    private func frames(of id: RunID, _ number: Int) -> [UInt8] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: RunRecord.longestUnsealedFrame, alignment: 8)
        defer { memory.deallocate() }
        var frames: [UInt8] = []
        frames.reserveCapacity((seconds + 4) * 40)
        func add(_ record: RunRecord) {
            frames.append(contentsOf: UnsafeRawBufferPointer(rebasing: memory[..<record.writeUnsealed(into: memory)]))
        }
        add(
            .header(
                RunHeader(
                    id: id, type: .run, boot: BootID(high: 1, low: UInt64(number)), start: MonotonicInstant(seconds: 100),
                    utcAtStart: Self.start(number),
                    zone: ZoneOffset(seconds: 3600),
                    body: BodyProfile(massTenths: 700, heightCentimeters: 178, age: 41, measuredMaximumBeats: 186, restingBeats: 52),
                    zones: HeartRateZones(lowerBounds: (93, 112, 130, 149, 167)) ?? .unknown, energyRule: .distance, deviceSerial: 1,
                    software: .current)))
        var distance: UInt32 = 0, steps: UInt32 = 0
        for second in 1...max(1, seconds) {
            let isStill = second / 60 % 10 == 9
            let speed = isStill ? 0 : UInt32(2600 + (second * 7 + number * 13) % 900)
            distance &+= speed
            steps &+= isStill ? 0 : 3
            var sample = RunSample(time: RunTime(milliseconds: UInt32(second) * 1000))
            sample.latitudeE7 = 470_000_000 &+ Int32(truncatingIfNeeded: distance / 11)
            // To and fro between two lines some 230 m apart, a turn each minute or so.
            sample.longitudeE7 = 85_000_000 &+ Int32(truncatingIfNeeded: abs((second * 41 + number) % 4000 - 2000) * 15)
            sample.distanceMillimeters = distance
            sample.speedMillimeters = UInt16(truncatingIfNeeded: speed)
            sample.altitudeFifths = UInt16(truncatingIfNeeded: 5000 + second / 20 % 200)
            sample.stepsModulo = UInt16(truncatingIfNeeded: steps)
            sample.cadenceSteps = isStill ? 0 : 172
            sample.heartRateBeats = UInt8(truncatingIfNeeded: 120 + (second / 30 + number) % 50)
            sample.flags = isStill ? [.hasFix, .hasSteps, .isStill] : [.hasFix, .hasSteps]
            add(.sample(sample))
        }
        let end = RunTime(milliseconds: UInt32(max(1, seconds)) * 1000)
        add(.event(RunEvent(time: end, kind: .stop)))
        add(.event(RunEvent(time: end, kind: .end(.saved))))
        return frames
    }
}
