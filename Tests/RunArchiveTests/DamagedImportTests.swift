import ActivityFiles
import Calendar
import ForeignRuns
import Quantities
import RunCore
import TestSupport
import Testing

@testable import RunArchive

/// Runs of files that were cut, written over, or lack a part, beside those of the sound file.
@Suite("Import of damaged files") struct DamagedImportTests {
    enum Damage: CaseIterable, Sendable { case cut, writtenOver, inserted, missing, zeroed }

    /// What happened to a file, drawn from a seed.
    struct Case: CustomTestStringConvertible, Sendable {
        var format: ExportFormat
        var damage: Damage
        var seed: UInt64
        var testDescription: String { "\(format.rawValue) \(damage) \(seed)" }

        static let all: [Case] = [ExportFormat.fit, .gpx, .tcx].flatMap { format in
            Damage.allCases.flatMap { damage in (UInt64(0)..<13).map { Case(format: format, damage: damage, seed: $0) } }
        }

        func applied(to sound: [UInt8]) -> [UInt8] {
            var random = SeededRandom(seed: seed), bytes = sound
            let at = Int.random(in: 1..<sound.count, using: &random)
            let length = min(sound.count - at, Int.random(in: 1...2000, using: &random))
            let garbage = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            switch damage {
            case .cut: bytes.removeLast(sound.count - at)
            case .writtenOver: bytes.replaceSubrange(at..<at + length, with: garbage)
            case .inserted: bytes.insert(contentsOf: garbage, at: at)
            case .missing: bytes.removeSubrange(at..<at + length)
            case .zeroed: bytes.replaceSubrange(at..<at + length, with: repeatElement(0, count: length))
            }
            return bytes
        }
    }

    /// What a sample says, at the time by the clock.
    private struct Said: Hashable {
        var time: Int64?
        var position: Coordinate?
        var altitude: Double?
        var beats: UInt8
        var cadence: Double?
    }

    private static func said(_ run: ForeignRun) -> [Said] {
        run.records(as: ForeignRunTests.id).compactMap { record in
            guard case .sample(let sample) = record else { return nil }
            return Said(
                time: run.start.map { $0.milliseconds + Int64(sample.time.milliseconds) }, position: sample.position,
                altitude: sample.altitude?.meters, beats: sample.heartRateBeats, cadence: sample.cadence?.stepsPerMinute)
        }
    }

    private static func runs(_ bytes: [UInt8]) -> (runs: [ForeignRun], refusals: [ImportRefusal], notes: [ImportNote]) {
        let parts: [ForeignRun.Part]
        do throws(ActivityFault) { parts = ForeignRun.parts(of: try ActivityReader.read(bytes: bytes), localZone: .utc) } catch {
            return ([], [.unreadable(error)], [])
        }
        var runs: [ForeignRun] = [], refusals: [ImportRefusal] = [], notes: [ImportNote] = []
        for part in parts {
            switch part {
            case .run(let run):
                runs.append(run)
                notes += run.notes
            case .refused(let reason, _, let more):
                refusals.append(reason)
                notes += more
            }
        }
        return (runs, refusals, notes)
    }

    private static func isFault(_ note: ImportNote) -> Bool {
        switch note {
        case .fault, .badValues, .unproved, .furtherFaults, .withoutTime, .contradictedTimes: true
        default: false
        }
    }

    @Test("What is kept of a damaged file is what the sound one says, and what was lost is told", arguments: Case.all)
    func subset(_ row: Case) throws {
        var made = MadeUpActivity(elapsed: 900_000)
        made.pauses = [300_000..<360_000]
        made.lapEnds = [200_000, 600_000]
        let bytes = try made.bytes(row.format), sound = Self.runs(bytes)
        let truth = Self.said(try #require(sound.runs.first))
        #expect(sound.runs.count == 1 && !sound.notes.contains(where: Self.isFault))
        let damaged = Self.runs(row.applied(to: bytes))
        let kept = damaged.runs.flatMap(Self.said)
        // The last moment of a session is made of its end, and a device's distance may move it.
        let strange = kept.filter { !truth.contains($0) }
        #expect(strange.count <= damaged.runs.count, "\(strange.prefix(3))")
        #expect(kept.count <= truth.count + damaged.runs.count)
        // Text from which a part is missing may read as if nothing were: from within one point to the same place within a later one.
        if kept.count < truth.count, row.format == .fit || row.damage != .missing {
            #expect(damaged.notes.contains(where: Self.isFault) || !damaged.refusals.isEmpty, "\(truth.count - kept.count) samples")
        }
        let whole = sound.runs.first?.figures(as: ForeignRunTests.id).distance.meters ?? 0
        for run in damaged.runs { #expect(run.figures(as: ForeignRunTests.id).distance.meters <= 1.02 * whole + 20) }
    }
}

extension MadeUpActivity {
    /// The activity as a file of another device.
    func bytes(_ format: ExportFormat) throws -> [UInt8] {
        var summary = ActivitySummary(
            sport: sport, start: start, isTimeKnown: true, zone: ZoneOffset(seconds: 7200), totals: totals(0, elapsed),
            device: ActivityDevice(productName: "Other", product: 1, serialNumber: 5, softwareVersionHundredths: 100))
        summary.isOfAnotherDevice = true
        let pauses = pauses.map {
            ActivityPause(
                start: start.advanced(by: .milliseconds($0.lowerBound)), end: start.advanced(by: .milliseconds($0.upperBound)),
                cause: .manual)
        }
        var points = points.makeIterator()
        return try ActivityFileStore.bytes(
            format, summary, laps: laps, pauses: pauses, nextPoint: { () throws(ActivityWriteError) in points.next() }
        ).bytes
    }
}

@Suite("Import of hostile files") struct HostileImportTests {
    @Test("A file of very many short runs gives as many as are allowed, and says that there are more", arguments: [200, 201, 3000])
    func manyRuns(count: Int) throws {
        let points = (0..<count).map { run in
            (0..<30).map { second in
                let time = UTCInstant(milliseconds: 1_600_000_000_000 + Int64(run) * 86_400_000 + Int64(second) * 5000).iso8601
                return "<trkpt lat=\"\(47 + Double(second) * 1.4e-4)\" lon=\"8\"><time>\(time)</time></trkpt>"
            }.joined()
        }
        let text = "<gpx><trk><type>running</type><trkseg>\(points.joined())</trkseg></trk></gpx>"
        let parts = ForeignRun.parts(of: try ActivityReader.read(bytes: Array(text.utf8)), localZone: .utc)
        var runs = 0, refusals: [ImportRefusal] = []
        for part in parts {
            switch part {
            case .run: runs += 1
            case .refused(let reason, _, _): refusals.append(reason)
            }
        }
        #expect(runs == 200)
        #expect(refusals == (count > 200 ? [.tooManyRuns(limit: 200)] : []))
    }

    @Test("Times at random in a century cost no more than the runs that are allowed")
    func randomTimes() throws {
        var random = SeededRandom(seed: 9)
        let points = (0..<30_000).map { _ in
            let time = UTCInstant(milliseconds: Int64.random(in: 700_000_000_000...4_000_000_000_000, using: &random)).iso8601
            return "<trkpt lat=\"47\" lon=\"8\"><time>\(time)</time></trkpt>"
        }
        let text = "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
        let parts = ForeignRun.parts(of: try ActivityReader.read(bytes: Array(text.utf8)), localZone: .utc)
        #expect(parts.count <= 201)
    }

    @Test("More points than become a run within the memory are left out, and said")
    func manyPoints() throws {
        let points = (0..<250_100).map {
            "<trkpt lat=\"47\" lon=\"8\"><time>\(UTCInstant(milliseconds: Int64($0) * 1000).iso8601)</time></trkpt>"
        }
        let text = "<gpx><trk><type>running</type><trkseg>\(points.joined())</trkseg></trk></gpx>"
        let read = try ActivityReader.read(bytes: Array(text.utf8), limits: RunImport.limits)
        #expect(read.points.count == 250_000 && read.faults == [.tooManyPoints(limit: 250_000)])
    }

    @Test("A moment says what was put into it, and nothing where nothing was")
    func moments() {
        let time = UTCInstant(milliseconds: 5)
        let empty = RecordedMoment(time: time, position: nil, altitude: nil, heartRate: nil, cadence: nil)
        #expect(empty.position == nil && empty.altitude == nil && empty.speed == nil && empty.heartRate == nil)
        #expect(empty.cadence == nil && empty.distance == nil && empty == empty)
        let place = Coordinate(latitude: -47.123_456_7, longitude: 8.000_000_1)
        let full = RecordedMoment(
            time: time, position: place, altitude: .meters(0), speed: .metersPerSecond(0), heartRate: .beatsPerMinute(0),
            cadence: .stepsPerMinute(172.5), distance: .meters(0))
        #expect(full.position == place && full.altitude == .meters(0) && full.speed == .metersPerSecond(0))
        #expect(full.heartRate == .beatsPerMinute(0) && full.cadence == .stepsPerMinute(172.5) && full.distance == .meters(0))
        #expect(MemoryLayout<RecordedMoment>.stride <= 64)
    }
}
