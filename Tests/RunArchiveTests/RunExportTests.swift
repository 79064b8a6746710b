import ActivityFiles
import Glibc
import Quantities
import RunArchive
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing

@Suite("Exports") struct RunExportTests {
    private static func long(_ number: UInt64 = 1) -> RecordedRun {
        var run = RecordedRun(number)
        run.seconds = 4000
        return run
    }

    // MARK: - Never cut without a word

    static let errors: [Errno] = [.inputOutput, Errno(code: ESTALE), Errno(code: EBADF)]

    @Test(
        "R-B12: whichever read fails, once or for ever, the export is whole, or says what it lacks, or there is none",
        arguments: RunExportTests.errors)
    func failingRead(errno: Errno) throws {
        let counting = FailingFileSystem(), whole = try RecordedFolder([Self.long()])
        let points = try RunArchive(whole.directory, calls: counting).find("last")
            .export(RunExport(.fit, hiding: PrivacyZones()), to: whole.directory.exports).written.records
        let reads = try #require(counting.counts[.read])
        #expect(reads > 6)
        var refusals = 0
        for n in 0..<reads {
            for once in [true, false] {
                let recorded = try RecordedFolder([Self.long()]), calls = FailingFileSystem(.read, n, errno, once: once)
                do {
                    let run = try RunArchive(recorded.directory, calls: calls).find("\(Self.long().id)")
                    let exported = try run.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
                    #expect(exported.written.records == points || !exported.damage.isNone)
                    #expect(recorded.exports.count == 1)
                } catch {
                    refusals += 1
                    #expect(recorded.exports == [])
                }
            }
        }
        #expect(refusals > 0)
    }

    @Test("R-B12: a log that lost seconds since it was folded is not exported")
    func shorterLog() throws {
        let recorded = try RecordedFolder([Self.long()]), run = try RunArchive(recorded.directory).find("last")
        let path = recorded.directory.runLog(run.id)
        recorded.change(path) { $0.removeLast($0.count / 2) }
        #expect {
            try run.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
        } throws: {
            "\($0)".contains("read again")
        }
        #expect(recorded.exports == [])
    }

    @Test("R-B12: a place that is damaged since the fold is not passed over")
    func newHole() throws {
        let recorded = try RecordedFolder([Self.long()]), run = try RunArchive(recorded.directory).find("last")
        recorded.change(recorded.directory.runLog(run.id)) { bytes in for i in 70_000..<70_300 { bytes[i] = 0x55 } }
        #expect(throws: RunArchiveError.self) { try run.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports) }
        #expect(recorded.exports == [])
    }

    @Test("A run under way is exported as it was folded, also when its log grows meanwhile")
    func growingLog() throws {
        let recorded = try RecordedFolder()
        let run = RecordedRun(1), file = try RunLogFile(creating: run.id, at: recorded.directory.runLog(run.id))
        for record in run.records.prefix(60) { try file.commit(record) }
        let folded = try RunArchive(recorded.directory).find("last")
        let first = try folded.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
        for record in run.records.dropFirst(60).prefix(30) { try file.commit(record) }
        let second = try folded.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
        #expect(first.written == second.written)
        let later = try RunArchive(recorded.directory).find("last").export(
            RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
        #expect(later.written.records > second.written.records)
    }

    // MARK: - Names

    /// Runs of the same minute, kind and distance.
    private func twins() throws -> (RecordedFolder, [ArchivedRun]) {
        let recorded = try RecordedFolder([RecordedRun(1), RecordedRun(2), RecordedRun(3)])
        let archive = RunArchive(recorded.directory)
        return (recorded, try ["1", "2", "3"].map { try archive.find($0) })
    }

    private static let base = "2026-09-21_1613_TrailRun_0.36km"

    @Test("R-B12: runs that would have one name get a number, and each keeps its own file")
    func numbered() throws {
        let (recorded, runs) = try twins()
        for run in runs {
            #expect(try !run.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports).replacesEarlier)
        }
        let names = ["\(Self.base).fit", "\(Self.base)_2.fit", "\(Self.base)_3.fit"]
        #expect(recorded.exports == names.sorted())
        // Again, in another order: each replaces its own and says so.
        for (index, run) in runs.enumerated().reversed() {
            let again = try run.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
            #expect(again.replacesEarlier)
            #expect(again.path == "\(recorded.directory.exports)/\(names[index])")
            #expect(ActivityReader.run(of: again.path, as: .fit) == run.id)
        }
        #expect(recorded.exports == names.sorted())
    }

    @Test("R-B12: a gap among the numbers is filled, and an own file beyond it is still found")
    func gap() throws {
        let (recorded, runs) = try twins()
        for run in runs { _ = try run.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports) }
        unlink("\(recorded.directory.exports)/\(Self.base).fit")
        #expect(try runs[1].export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports).path.hasSuffix("_2.fit"))
        #expect(
            try runs[0].export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports).path.hasSuffix("\(Self.base).fit"))
    }

    /// What may have the name already and is not this run's file.
    enum Occupant: CaseIterable { case otherBytes, emptyFile, oldExport, folder, pipe, link }

    @Test("R-B12, N12: whatever else has the name is never replaced", arguments: Occupant.allCases)
    func occupied(occupant: Occupant) throws {
        let recorded = try RecordedFolder([RecordedRun(1)]), run = try RunArchive(recorded.directory).find("last")
        let path = "\(recorded.directory.exports)/\(Self.base).fit", name = "exports/\(Self.base).fit"
        switch occupant {
        case .otherBytes: recorded.folder.write([1, 2, 3], name)
        case .emptyFile: recorded.folder.write([], name)
        case .oldExport:
            // As an export without the run's name looked.
            var totals = ActivityTotals(elapsed: .seconds(2), timer: .seconds(2), distance: .meters(6))
            totals.steps = 5
            let summary = ActivitySummary(
                sport: .run, start: UTCInstant(milliseconds: 1_790_000_000_250), isTimeKnown: true, zone: .utc, totals: totals,
                device: ActivityDevice(productName: "Harrier", product: 1, serialNumber: 9, softwareVersionHundredths: 10))
            _ = try ActivityFileStore(directory: recorded.directory.exports)
                .write(.fit, named: "\(Self.base).fit", summary, laps: [], pauses: [], points: [])
        case .folder: #expect(mkdir(path, 0o755) == 0)
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .link: #expect(symlink("/nowhere/at/all", path) == 0)
        }
        var before = stat(), after = stat()
        #expect(lstat(path, &before) == 0)
        let exported = try run.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
        #expect(!exported.replacesEarlier && exported.path.hasSuffix("_2.fit"))
        #expect(lstat(path, &after) == 0 && before.st_ino == after.st_ino && before.st_size == after.st_size)
        #expect(try run.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports).replacesEarlier)
    }

    @Test("A run without a time is named by its id; kinds have their words", arguments: RunType.allCases)
    func names(type: RunType) throws {
        var run = RecordedRun(1)
        run.type = type
        run.utc = nil
        let recorded = try RecordedFolder([run])
        let word =
            switch type {
            case .run: "Run"
            case .trailRun: "TrailRun"
            case .walk: "Walk"
            case .indoorRun: "IndoorRun"
            }
        _ = try RunArchive(recorded.directory).find(nil).export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
        #expect(recorded.exports == ["unset_\("\(run.id)".prefix(8))_\(word)_0.36km.fit"])
    }

    @Test("A missing folder is said, and nothing else is written")
    func missingFolder() throws {
        let recorded = try RecordedFolder([RecordedRun(1)])
        #expect {
            try RunArchive(recorded.directory).find(nil).export(
                RunExport(.fit, hiding: PrivacyZones()), to: recorded.folder.path + "/absent")
        } throws: {
            "\($0)".contains("absent") && "\($0)".contains("ENOENT")
        }
    }
}

@Suite("Profiles") struct RunProfileTests {
    @Test("A profile has the means of each stretch, and nothing where nothing is known")
    func means() throws {
        let recorded = try RecordedFolder([RecordedRun(1)])
        let profile = try RunProfile(try RunArchive(recorded.directory).find(nil), stretches: 10)
        #expect(profile.speeds == [Speed?](repeating: .metersPerSecond(3), count: 10))
        #expect(profile.altitudes == [Altitude?](repeating: nil, count: 10))
        #expect(profile.heartRates.allSatisfy { $0.map { 120...160 ~= $0.beatsPerMinute } == true })
    }
}
