import Quantities
import RunCore
import RunLog
import Testing
import Training

@testable import RunArchive

@Suite("What the index keeps of a run") struct IndexedRunTests {
    /// A run of which everything is known, each number another.
    private static func full(_ random: inout SeededRandom) -> IndexedRun {
        func real() -> Double { Double(bitPattern: 0x4000_0000_0000_0000 | random.next() >> 4) }
        func duration() -> Duration {
            Duration(secondsComponent: Int64(random.next() % 1_000_000), attosecondsComponent: Int64(random.next() >> 8))
        }
        var figures = RunFigures(
            id: RunID(high: random.next(), low: random.next()), elapsed: duration(), timer: duration(), moving: .milliseconds(7_250_001),
            distance: .meters(real()))
        figures.type = RunType(rawValue: UInt8(random.next() % 4))
        figures.start = UTCInstant(milliseconds: Int64(bitPattern: random.next()))
        figures.zone = ZoneOffset(seconds: Int32(truncatingIfNeeded: random.next()))
        figures.averagePace = .secondsPerKilometer(real())
        figures.maximumSpeed = .metersPerSecond(real())
        figures.averageHeartRate = .beatsPerMinute(real())
        figures.maximumHeartRate = .beatsPerMinute(real())
        figures.averageCadence = .stepsPerMinute(real())
        figures.steps = UInt32(truncatingIfNeeded: random.next())
        figures.ascent = .meters(real())
        figures.descent = .meters(-0.0)
        figures.energy = .kilocalories(real())
        figures.timeInZones = (0...5).map { _ in duration() }
        var efforts = BestEfforts()
        for kind in BestEffortKind.allCases {
            efforts[kind] = BestEffort(
                start: RunTime(milliseconds: UInt32(truncatingIfNeeded: random.next())), elapsed: duration(), distance: .meters(real()))
        }
        let run = TrainedRun(
            origin: .imported(ImportSource(fileName: "läuft.fit", format: "FIT", device: "\(random.next())")), figures: figures,
            efforts: efforts, load: TrainingLoad(banister: real(), edwards: real()),
            oxygenUptake: OxygenUptake(milliliters: real(), stretches: Int(random.next() >> 20)),
            aerobicPace: AerobicPace(
                pace: .secondsPerKilometer(real()), minutes: Int(random.next() >> 20), lowerBeats: UInt8(random.next() >> 56),
                upperBeats: UInt8(random.next() >> 56)), isTooFast: random.next() >> 63 == 1)
        let damage = RunDamage(
            isHeaderLost: true, holes: Int(random.next() >> 30), unreadableBytes: Int(random.next() >> 30), lostRecords: 3,
            isEndTorn: true, records: .max)
        return IndexedRun(orderedBy: UTCInstant(milliseconds: Int64(bitPattern: random.next())), run: run, damage: damage)
    }

    private static func copy(_ run: IndexedRun) -> IndexedRun? {
        var writer = PackedWriter()
        run.put(into: &writer)
        return writer.bytes.withUnsafeBytes { bytes in
            var reader = PackedReader(bytes)
            return IndexedRun(orderedBy: run.orderedBy, from: &reader)
        }
    }

    /// True if nothing within a value is nil: who adds a field to what is kept must give it a value here, and so sees that it is kept.
    private static func isFull(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional, mirror.children.isEmpty { return false }
        return mirror.children.allSatisfy { isFull($0.value) }
    }

    @Test("Every field is kept to the last bit, and every one may be absent")
    func everyField() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<200 {
            let run = Self.full(&random)
            #expect(Self.isFull(run))
            #expect(Self.copy(run) == run)
            #expect(Self.copy(run)?.run.figures.descent?.meters.sign == .minus)
            var bare = run
            bare.run = TrainedRun(
                origin: .recorded,
                figures: RunFigures(id: run.run.figures.id, elapsed: .zero, timer: .zero, moving: .zero, distance: .zero),
                efforts: BestEfforts())
            #expect(Self.copy(bare) == bare)
            var half = run
            half.run.load = TrainingLoad(banister: nil, edwards: 3)
            half.run.efforts[.kilometer] = nil
            half.run.figures.type = nil
            #expect(Self.copy(half) == half)
        }
    }

    /// The checksum of what was kept of the same three runs, by ``RunTrainingReading/version``.
    static let kept: [UInt32: UInt32] = [2: 307_140_085]

    @Test("What is kept of a run does not change without a new version, or old indexes would be believed")
    func version() throws {
        var writer = PackedWriter()
        for number in UInt64(1)...3 {
            var run = RecordedRun(number)
            (run.seconds, run.hasHeartRate, run.utc) = (Int(number) * 700, number != 2, number == 3 ? nil : run.utc)
            let recorded = try RecordedFolder([run])
            IndexedRun(try RunArchive(recorded.directory).find("last")).put(into: &writer)
        }
        let checksum = writer.bytes.withUnsafeBytes { CRC32C.extend(0, over: $0) }
        #expect(
            Self.kept[RunTrainingReading.version] == checksum,
            "Raise RunTrainingReading.version and write \(RunTrainingReading.version + 1): \(checksum) here.")
    }

    @Test("Bytes that are cut, or go on, or are others, are no run or another one, and never the end of the program")
    func damaged() {
        var random = SeededRandom(seed: 12), writer = PackedWriter()
        Self.full(&random).put(into: &writer)
        func read(_ bytes: [UInt8]) -> IndexedRun? {
            bytes.withUnsafeBytes { raw in
                var reader = PackedReader(raw)
                return IndexedRun(orderedBy: nil, from: &reader)
            }
        }
        for count in 0..<writer.bytes.count { #expect(read(Array(writer.bytes.prefix(count))) == nil) }
        #expect(read(writer.bytes + [0]) == nil)
        for _ in 0..<3000 {
            var bytes = writer.bytes
            for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            _ = read(bytes)
        }
    }
}
