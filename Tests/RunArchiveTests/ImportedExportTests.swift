import ActivityFiles
import Calendar
import Quantities
import RunCore
import RunLog
import TestSupport
import Testing
import Training

@testable import RunArchive

@Suite("Files of imported runs") struct ImportedExportTests {
    /// What is imported, and as what it is exported.
    struct Case: CustomTestStringConvertible, Sendable {
        var sport: ActivitySport
        var format: ExportFormat
        var isPacked: Bool
        var testDescription: String { "\(sport.sport) \(format.rawValue)\(isPacked ? ", packed" : "")" }
        var export: RunExport { RunExport(format, isPacked: isPacked, hiding: PrivacyZones()) }

        static func all(_ formats: [ExportFormat]) -> [Case] {
            formats.flatMap { format in
                [ActivitySport.run, .walk].flatMap { sport in
                    [false, true].map { Case(sport: sport, format: format, isPacked: $0) }
                }
            }
        }
        static let readable = all([.fit, .gpx, .tcx])
        static let every = all(ExportFormat.allCases)
    }

    private func imported(_ sport: ActivitySport) throws -> (TemporaryFolder, ArchivedRun) {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/data")
        var made = MadeUpActivity(elapsed: 900_000, speed: sport == .walk ? 1.5 : 3)
        made.sport = sport
        _ = try RunImportTests.importer(directory).take(RunImportTests.file("a.fit", try made.fit()))
        return (folder, try RunArchive(directory).find(nil))
    }

    @Test("They name the device that recorded the run, not Harrier, and give back the same points", arguments: Case.readable)
    func device(_ row: Case) throws {
        let (folder, run) = try imported(row.sport), bytes = try withExtendedLifetime(folder) { try run.exported(row.export) }
        let activity = try ActivityReader.read(bytes: bytes)
        #expect(activity.device.name == "Other")
        #expect(activity.run == run.id)
        #expect(activity.sport == (row.sport == .run ? .run : .walk))
        let cadences = activity.points.compactMap { $0.cadence?.stepsPerMinute }
        #expect(cadences.count > 890 && cadences.allSatisfy { $0 == 172 })
        let read = try ForeignRunTests.run(activity).figures(as: run.id)
        #expect(read.timer == run.figures.timer)
        #expect(abs(read.distance.meters - run.figures.distance.meters) < 15)
        #expect(read.type == run.figures.type)
    }

    @Test("Imported again they are known by their name, in whatever format", arguments: Case.readable)
    func known(_ row: Case) throws {
        let (folder, run) = try imported(row.sport), directory = DataDirectory(path: folder.path + "/data")
        let importer = RunImportTests.importer(directory, history: try RunArchive(directory).history())
        let outcome = try importer.take(RunImportTests.file("b", try run.exported(row.export))).first
        guard case .known(run.id, _, false)? = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
    }

    @Test("Exported again each replaces its own file", arguments: Case.every)
    func again(_ row: Case) throws {
        let (folder, run) = try imported(row.sport)
        let first = try run.export(row.export, to: folder.path), second = try run.export(row.export, to: folder.path)
        #expect(!first.replacesEarlier && second.replacesEarlier && first.path == second.path)
    }

    @Test("A device whose name is long or not known is written as far as a file has room, or as not known", arguments: [0, 1, 1000])
    func names(count: Int) throws {
        let (folder, run) = try imported(.run), directory = DataDirectory(path: folder.path + "/data")
        let device = String(repeating: "\"é", count: count)
        try ImportedSource.write(ImportSource(fileName: "a", format: "FIT", device: device), of: run.id, in: directory)
        let changed = try RunArchive(directory).find(nil)
        for row in Case.every where row.sport == .run {
            let bytes = try changed.exported(row.export)
            if [.fit, .gpx, .tcx].contains(row.format) {
                let name = try ActivityReader.read(bytes: bytes).device.name
                #expect(count == 0 ? name == "Unknown device" : name == String(device.prefix(42)))
            }
            #expect(try changed.export(row.export, to: folder.path).replacesEarlier == false)
            #expect(try changed.export(row.export, to: folder.path).replacesEarlier)
        }
    }

    @Test("Files of a recorded run find it again, also where places near home are left out", arguments: Case.readable)
    func recorded(_ row: Case) throws {
        var made = RecordedRun(1)
        made.seconds = 1200
        let folder = try RecordedFolder([made]), archive = RunArchive(folder.directory), run = try archive.find(nil)
        let importer = RunImportTests.importer(nil, history: try archive.history())
        for zones in [PrivacyZones(), PrivacyZones([try #require(PrivacyZone("47.0,8.0,500"))])] {
            guard let bytes = try? run.exported(RunExport(row.format, isPacked: row.isPacked, hiding: zones)) else { continue }
            let outcome = try importer.take(RunImportTests.file("b", bytes)).first
            guard case .known(run.id, _, false)? = outcome else {
                Issue.record("\(String(describing: outcome))")
                continue
            }
        }
    }
}
