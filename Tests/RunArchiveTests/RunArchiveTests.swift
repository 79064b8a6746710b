import Quantities
import RunArchive
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing
import Training

@Suite("The runs of a folder") struct RunArchiveTests {
    private static func utc(_ seconds: Int64) -> UTCInstant { UTCInstant(milliseconds: 1_790_000_000_000 + seconds * 1000) }

    @Test("R-B7: the fold of a log is the watch's own, bit for bit")
    func oneFold() throws {
        let run = RecordedRun(1), recorded = try RecordedFolder([run])
        let archived = try RunArchive(recorded.directory).find("last")
        #expect(archived.totals == run.totals)
        #expect(archived.damage.isNone && archived.damage.sentences.isEmpty)
        let listed = try #require(try RunArchive(recorded.directory).list().rows.first)
        #expect(listed.figures == archived.figures)
        #expect(listed.figures.type == .trailRun && listed.figures.distance == .meters(360))
    }

    @Test("An empty folder, and one that is not there, hold no runs")
    func nothing() throws {
        let recorded = try RecordedFolder()
        #expect(try RunArchive(recorded.directory).list().rows.isEmpty)
        #expect(try RunArchive(DataDirectory(path: "/nowhere/harrier")).list().rows.isEmpty)
        #expect(throws: RunArchiveError.noRuns(recorded.directory.runs)) { try RunArchive(recorded.directory).find(nil) }
    }

    // MARK: - Order

    /// Runs in every state of knowledge: two with one start, undated, corrected early, dated late, corrected after the start is settled.
    private static var mixed: [RecordedRun] {
        (1...24).map { number in
            var run = RecordedRun(UInt64(number))
            run.seconds = 20
            run.utc = utc(Int64(number / 2) * 1000)
            switch number % 6 {
            case 0: run.utc = nil
            case 1: run.corrections = [5: utc(-Int64(number) * 77)]
            case 2: (run.utc, run.corrections) = (nil, [9: utc(Int64(number) * 311)])
            case 3 where number < 10: (run.seconds, run.corrections) = (1300, [1200: utc(9_999_999)])
            case 4 where number < 10: (run.utc, run.seconds, run.corrections) = (nil, 1300, [1200: utc(2_222)])
            default: break
            }
            return run
        }
    }

    @Test("A number of the list means the same run everywhere; the newest is first, undated ones are last, by id")
    func order() throws {
        let recorded = try RecordedFolder(Self.mixed), archive = RunArchive(recorded.directory)
        let rows = try archive.list().rows
        #expect(rows.map(\.number) == Array(1...24))
        for row in rows { #expect(try archive.find("\(row.number)").id == row.figures.id) }
        #expect(try archive.find(nil).id == rows[0].figures.id)
        let starts = rows.map { $0.figures.start?.milliseconds }
        // A correction by more than the receiver's 12.5 minutes no longer moves a run; these are apart.
        let late = Set(Self.mixed.filter { !$0.corrections.keys.filter { $0 > 1023 }.isEmpty && $0.utc != nil }.map(\.id))
        #expect(!late.isEmpty)
        let ordered = rows.filter { !late.contains($0.figures.id) }.map { $0.figures.start?.milliseconds ?? .min }
        #expect(ordered == ordered.sorted(by: >))
        #expect(starts.suffix(4) == [nil, nil, nil, nil])
        for (a, b) in zip(rows, rows.dropFirst()) where a.figures.start == b.figures.start {
            #expect("\(a.figures.id)" < "\(b.figures.id)")
        }
    }

    @Test("A run is found by the start of its id, in either case; what fits none or several is said")
    func byID() throws {
        let recorded = try RecordedFolder((1...9).map { RecordedRun($0) }), archive = RunArchive(recorded.directory)
        for number in UInt64(1)...9 {
            let id = RecordedRun(number).id
            #expect(try archive.find("\(id)").id == id)
            #expect(try archive.find(String("\(id)".prefix(13)).uppercased()).id == id)
        }
        #expect(throws: RunArchiveError.notFound("nothing", count: 9)) { try archive.find("nothing") }
        for short in ["", "0", "10", "a", String("\(RecordedRun(1).id)".prefix(3))] {
            #expect(throws: RunArchiveError.notFound(short, count: 9)) { try archive.find(short) }
        }
        let alike = (UInt64(1)...2).map { number in
            var run = RecordedRun(number)
            run.id = RunID(randomHigh: 0xABCD_EF01_2345_6789, randomLow: number)
            return run
        }
        let folder = try RecordedFolder(alike), start = String("\(alike[0].id)".prefix(4))
        #expect(throws: RunArchiveError.ambiguous(start, count: 2)) { try RunArchive(folder.directory).find(start) }
    }

    @Test("N17: one run is found by its id by opening its log alone, by number by reading a start of each log")
    func readsLittle() throws {
        let runs = (1...20).map { number in
            var run = RecordedRun(UInt64(number))
            run.seconds = 4000
            return run
        }
        let recorded = try RecordedFolder(runs)
        let byID = FailingFileSystem()
        _ = try RunArchive(recorded.directory, calls: byID).find("\(runs[3].id)")
        #expect(byID.counts[.open] == 1)
        let whole = try #require(byID.counts[.read])
        let byNumber = FailingFileSystem()
        _ = try RunArchive(recorded.directory, calls: byNumber).find("7")
        // The index, which is not there, a start of each log, and the one that is meant.
        #expect(byNumber.counts[.open] == 22)
        // A window of each log, and the whole of the one that is meant.
        #expect(whole > 2 && byNumber.counts[.read] == 20 + whole)
    }

    // MARK: - Imported runs

    @Test("Imported runs stand among the recorded ones and say where they come from")
    func imported() throws {
        let mixed = Self.mixed
        let recorded = try RecordedFolder(Array(mixed.prefix(12)), imported: Array(mixed.suffix(12)))
        let archive = RunArchive(recorded.directory), alone = try RecordedFolder(mixed)
        let rows = try archive.list().rows
        #expect(try rows.map(\.figures) == RunArchive(alone.directory).list().rows.map(\.figures))
        #expect(rows.filter { $0.run.origin.isRecorded }.count == 12)
        for row in rows {
            let run = try #require(mixed.first { $0.id == row.figures.id })
            if !row.run.origin.isRecorded { #expect(row.run.origin == .imported(RecordedFolder.source(of: run))) }
            let found = try archive.find("\(row.number)")
            #expect(found.trained == row.run && found.id == row.figures.id)
            #expect(try archive.locate("\(row.number)").folder == (row.run.origin.isRecorded ? .recorded : .imported))
        }
        #expect(try archive.history() == rows.map(\.run))
    }

    @Test("Where a run lies in both folders the recorded log counts; without the side file an imported one is imported still")
    func both() throws {
        var second = RecordedRun(1)
        second.seconds = 240
        let recorded = try RecordedFolder([RecordedRun(1)], imported: [second, RecordedRun(2)])
        recorded.folder.remove("imported/\(RecordedRun(2).id).source")
        let rows = try RunArchive(recorded.directory).list().rows
        #expect(rows.count == 2)
        let twice = try #require(rows.first { $0.figures.id == second.id })
        #expect(twice.run.origin == .recorded && twice.figures.distance == .meters(360))
        let other = try #require(rows.first { $0.figures.id != second.id })
        #expect(other.run.origin == .imported(ImportSource(fileName: "", format: "", device: nil)))
    }

    // MARK: - Damage

    /// Ways in which the first part of a log is lost.
    enum Loss: Sendable, CustomTestStringConvertible {
        case bit(Int)
        case zeros(Int)
        case noise(Int)
        var testDescription: String { "\(self)" }
        func apply(to bytes: inout [UInt8]) {
            switch self {
            case .bit(let index): bytes[index] ^= 0x10
            case .zeros(let count): for i in 0..<min(count, bytes.count) { bytes[i] = 0 }
            case .noise(let count): for i in 0..<min(count, bytes.count) { bytes[i] = UInt8(truncatingIfNeeded: i &* 167 &+ 13) }
            }
        }
    }
    static let losses: [Loss] =
        (32..<112).map { .bit($0) } + [.zeros(32), .zeros(40), .zeros(512), .zeros(4096), .noise(512), .noise(4096)]

    @Test(
        "R-B7, N6: a log whose first part is damaged is listed, found and exported with what can be proved",
        arguments: RunArchiveTests.losses)
    func damagedStart(loss: Loss) throws {
        var run = RecordedRun(1)
        run.seconds = 400
        let other = RecordedRun(2), recorded = try RecordedFolder([run, other]), archive = RunArchive(recorded.directory)
        recorded.change(recorded.directory.runLog(run.id)) { loss.apply(to: &$0) }
        let listing = try archive.list()
        #expect(listing.failures.isEmpty && listing.rows.count == 2)
        let row = try #require(listing.rows.first { $0.figures.id == run.id })
        let found = try archive.find("\(run.id)")
        #expect(found.figures == row.figures)
        // What the seconds say stays; the last of them has the whole distance.
        #expect(row.figures.distance == .meters(1200))
        if case .zeros(32) = loss {
            // Only the name was lost, which the file's name tells again.
            #expect(row.figures.type == .trailRun && row.damage.isNone)
        } else {
            // What only the header knew is absent, and that is said.
            #expect(row.damage.isHeaderLost && row.damage.sentences.count >= 2)
            #expect(row.figures.type == nil && row.figures.zone == nil && row.figures.energy == nil && row.figures.start == nil)
            #expect(row.figures.timeInZones == nil)
        }
        let exported = try found.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
        #expect(exported.damage == row.damage)
        #expect(exported.written.records > 200)
    }

    @Test("A damaged place in the middle costs its seconds and is said")
    func damagedMiddle() throws {
        var run = RecordedRun(1)
        run.seconds = 400
        let recorded = try RecordedFolder([run])
        recorded.change(recorded.directory.runLog(run.id)) { bytes in for i in 6000..<6200 { bytes[i] = 0xAA } }
        let found = try RunArchive(recorded.directory).find(nil)
        #expect(!found.damage.isHeaderLost && found.damage.holes == 1)
        #expect(found.damage.sentences.first?.contains("1 place") == true)
        #expect(try found.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports).written.records > 350)
    }

    @Test("R-B7: wherever a log is damaged, by a byte or by a block, it is exported, never with more than was run", arguments: [1, 700])
    func damagedAnywhere(length: Int) throws {
        var run = RecordedRun(1)
        run.seconds = 200
        let recorded = try RecordedFolder([run]), archive = RunArchive(recorded.directory), path = recorded.directory.runLog(run.id)
        let whole = try #require(recorded.folder.bytes("runs/\(run.id).hrun"))
        for position in stride(from: 0, to: whole.count, by: 53) {
            recorded.change(path) { bytes in
                bytes = whole
                for i in position..<min(position + length, bytes.count) { bytes[i] ^= 0x5A }
            }
            let found = try archive.find("\(run.id)")
            #expect(found.totals.distance <= .meters(600))
            // The first 32 bytes only repeat the file's name; the rest is missed.
            #expect(!found.damage.isNone || position + length <= 32)
            let exported = try found.export(RunExport(.fit, hiding: PrivacyZones()), to: recorded.directory.exports)
            #expect(exported.damage == found.damage && exported.written.records >= 2)
        }
    }

    @Test("A log that cannot be read is named, and the numbers of the others stay what they are")
    func unreadable() throws {
        let recorded = try RecordedFolder([RecordedRun(1), RecordedRun(2)]), empty = RecordedRun(3).id
        recorded.folder.write([], "runs/\(empty).hrun")
        let archive = RunArchive(recorded.directory), listing = try archive.list()
        #expect(listing.rows.map(\.number) == [1, 2])
        #expect(listing.failures.count == 1 && listing.failures[0].path.contains("\(empty)"))
        for row in listing.rows { #expect(try archive.find("\(row.number)").id == row.figures.id) }
        #expect(throws: RunArchiveError.self) { try archive.find("\(empty)") }
    }
}
