import ActivityFiles
import Calendar
import Glibc
import Quantities
import RunCore
import RunLog
import TestSupport
import Testing
import Training

@testable import RunArchive

/// The folders of files that are kept beside the repository: `$HARRIER_TEST_DATA`, else `../shared/data`.
private enum KeptFiles {
    static let folder: String = {
        if let folder = getenv("HARRIER_TEST_DATA") { return String(cString: folder) }
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(package)/../shared/data"
    }()
    static let broken = files(["malformed/fit", "malformed/gpx", "malformed/tcx", "../cases/field-2"])
    static let recordings = files(["gps/runs/dev"])

    private static func files(_ kinds: [String]) -> [String] {
        kinds.flatMap { kind in TemporaryFolder.names(in: "\(folder)/\(kind)").filter { !$0.hasPrefix(".") }.map { "\(kind)/\($0)" } }
    }

    static func file(_ path: String) -> ImportFile {
        let whole = "\(folder)/\(path)"
        var status = stat()
        stat(whole, &status)
        let open = { () throws(ActivityFault) -> any ByteSource in try FileByteSource(path: whole) }
        return ImportFile(name: path, size: Int64(status.st_size), open: open, openOriginal: open)
    }
}

@Suite("Import of the files of others", .enabled(if: !KeptFiles.broken.isEmpty, "no files: set HARRIER_TEST_DATA to their folder"))
struct ImportedFilesTests {
    @Test("J1 to J22, N7: every file gives whole runs or a sentence", arguments: KeptFiles.broken)
    func whole(path: String) throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        let outcomes = try RunImportTests.importer(directory).take(KeptFiles.file(path))
        #expect(!outcomes.isEmpty)
        var imported: [RunFigures] = []
        for outcome in outcomes {
            switch outcome {
            case .imported(let figures, let notes):
                imported.append(figures)
                #expect(notes.allSatisfy { "\($0)".count > 10 })
                #expect(figures.timer <= figures.elapsed && figures.moving <= figures.timer)
                #expect(figures.elapsed > .zero && figures.elapsed < .seconds(49 * 86_400))
            case .known: break
            case .refused(let reason, _, let notes):
                #expect("\(reason)".count >= 6)
                #expect(notes.allSatisfy { "\($0)".count > 10 })
            }
        }
        let rows = try RunArchive(directory).list().rows
        #expect(Set(rows.map(\.figures)) == Set(imported))
        #expect(rows.allSatisfy { $0.damage.isNone })
    }

    /// Name, runs in it, timer seconds and kilometres of each.
    static let cases: [(String, Int, Int64, Double)] = [
        ("t1-leading-blanks.gpx.gz", 1, 600, 1.79), ("t1-leading-blanks.tcx.gz", 1, 600, 1.80), ("t3-reversed.gpx.gz", 1, 600, 1.79),
        ("t3-newest-track-first.gpx.gz", 1, 1201, 3.60), ("t5-two-runs-1d-apart.gpx.gz", 2, 600, 1.79),
        ("t5-two-runs-30d-apart.gpx.gz", 2, 600, 1.79), ("t5-stamp-middle-2089.fit", 1, 600, 1.79),
        ("t8-lunch-90min.fit", 1, 2400, 7.2), ("t8-lunch-90min.gpx.gz", 1, 2400, 7.19), ("t8-pause-10min.fit", 1, 2400, 7.2),
        ("t19-treadmill.fit", 1, 600, 1.8), ("t19-treadmill-no-cadence.fit", 1, 600, 1.8),
    ]

    @Test("The cases of the field are the runs that they are", arguments: cases.indices)
    func values(index: Int) throws {
        let (name, count, timer, kilometers) = Self.cases[index], path = "../cases/field-2/\(name)"
        guard KeptFiles.broken.contains(path) else { return }
        let outcomes = try RunImportTests.importer(nil).take(KeptFiles.file(path))
        #expect(outcomes.count == count)
        for outcome in outcomes {
            guard case .imported(let figures, _) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(abs(figures.timer.inSeconds - Double(timer)) <= 1)
            #expect(abs(figures.distance.kilometers - kilometers) <= 0.011, "\(figures.distance.kilometers)")
        }
    }

    @Test("Distance, timer and elapsed time of recordings are the device's own", arguments: KeptFiles.recordings)
    func recordings(path: String) throws {
        let activity = try ActivityReader.read(path: "\(KeptFiles.folder)/\(path)")
        for part in ForeignRun.parts(of: activity, localZone: .utc) {
            guard case .run(let run) = part else { continue }
            let figures = run.figures(as: ForeignRunTests.id)
            if let distance = activity.deviceDistance { #expect(abs(figures.distance.meters - distance.meters) <= 0.0101) }
            if let timer = activity.timer { #expect(abs((figures.timer - timer).inSeconds) <= 0.0011) }
            if let elapsed = activity.elapsed { #expect(abs((figures.elapsed - elapsed).inSeconds) <= 0.0011) }
            if let ascent = activity.deviceAscent { #expect(abs((figures.ascent?.meters ?? -1) - ascent.meters) <= 0.051) }
        }
    }
}
