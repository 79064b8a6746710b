import ActivityFiles
import Calendar
import Glibc
import Quantities
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing
import Training

@testable import RunArchive

@Suite("Import") struct RunImportTests {
    /// A file in memory, as a folder or an archive would give it.
    static func file(_ name: String, _ bytes: [UInt8]) -> ImportFile {
        let open = { () throws(ActivityFault) -> any ByteSource in MemoryBytes(bytes) }
        return ImportFile(name: name, size: Int64(bytes.count), open: open, openOriginal: open)
    }

    static func importer(
        _ directory: DataDirectory?, history: [TrainedRun] = [], calls: any FileSystemCalls = LinuxFileSystem.shared
    ) -> RunImport {
        var number: UInt64 = 0
        return RunImport(into: directory, history: history, localZone: .utc, calls: calls) {
            number += 1
            return RunID(randomHigh: number, randomLow: 77)
        }
    }

    @Test("A run that was imported is listed as what the file says, with its source and the file itself")
    func imported() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/new/data")
        let made = MadeUpActivity(seed: 2), bytes = try made.fit()
        let outcomes = try Self.importer(directory).take(Self.file("evening run.fit", bytes))
        guard case .imported(let figures, _)? = outcomes.first else {
            Issue.record("\(outcomes)")
            return
        }
        let archive = RunArchive(directory), rows = try archive.list().rows
        #expect(rows.map(\.figures) == [figures])
        #expect(rows.first?.run.origin == .imported(ImportSource(fileName: "evening run.fit", format: "FIT", device: "Other")))
        #expect(rows.first?.damage.isNone == true)
        let original = try ActivityReader.read(path: directory.original(ofImported: figures.id))
        let expected = try ActivityReader.read(bytes: bytes)
        #expect(original == expected)
        #expect(TemporaryFolder.names(in: directory.imported) == ["hrun", "original", "source"].map { "\(figures.id).\($0)" })
    }

    @Test("The same file again, in another format, or of a run that is recorded, is passed over; trying it writes nothing")
    func twice() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/data")
        let bytes = try MadeUpActivity(seed: 2).fit(), importer = Self.importer(directory)
        _ = try Self.importer(nil).take(Self.file("a.fit", bytes))
        #expect(folder.names.isEmpty)
        _ = try importer.take(Self.file("a.fit", bytes))
        guard case .known(let id, _, true)? = try importer.take(Self.file("b.fit", bytes)).first else {
            Issue.record("not recognised within an import")
            return
        }
        let history = try RunArchive(directory).history()
        guard case .known(id, _, false)? = try Self.importer(directory, history: history).take(Self.file("b.fit", bytes)).first else {
            Issue.record("not recognised in the next import")
            return
        }
        #expect(TemporaryFolder.names(in: directory.imported).count == 3)
    }

    @Test("A file that Harrier wrote gives its run its own name back")
    func own() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path), id = RunID(randomHigh: 40, randomLow: 50)
        guard
            case .imported(let figures, _)? = try Self.importer(directory).take(Self.file("a.fit", MadeUpActivity(seed: 5).fit(run: id)))
                .first
        else {
            Issue.record("not imported")
            return
        }
        #expect(figures.id == id)
    }

    @Test("Of a file with several runs each has the file itself, which is kept once; the one outlives the other")
    func severalRuns() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        var first = MadeUpActivity(seed: 3), second = MadeUpActivity(seed: 4)
        (first.sport, second.sport) = (.run, .run)
        second.start = first.start.advanced(by: .milliseconds(first.elapsed + 86_400_000))
        let bytes = try first.fit() + second.fit()
        let ids = try Self.importer(directory).take(Self.file("two.fit", bytes)).compactMap { outcome in
            if case .imported(let figures, _) = outcome { figures.id } else { nil }
        }
        #expect(ids.count == 2)
        let status = ids.map { id in
            var status = stat()
            stat(directory.original(ofImported: id), &status)
            return status
        }
        #expect(status[0].st_ino == status[1].st_ino && status[0].st_nlink == 2)
        unlink(directory.original(ofImported: ids[0]))
        #expect(try ActivityReader.read(path: directory.original(ofImported: ids[1])) == (try ActivityReader.read(bytes: bytes)))
    }

    static let calls = FailingFileSystem.Call.allCases

    @Test("Whichever call fails, a whole run is there or none, and nothing half lies beside it", arguments: calls)
    func failure(of call: FailingFileSystem.Call) throws {
        let bytes = try MadeUpActivity(elapsed: 120_000).fit()
        var failures = 0
        for number in 0..<40 {
            let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/data")
            let calls = FailingFileSystem(call, number, .noSpace)
            let failed: Bool
            do throws(ImportFailure) {
                _ = try Self.importer(directory, calls: calls).take(Self.file("a.fit", bytes))
                failed = false
            } catch { failed = true }
            let listing = try RunArchive(directory).list(), names = TemporaryFolder.names(in: directory.imported)
            #expect(listing.failures.isEmpty)
            #expect(listing.rows.count == 1 || failed)
            if listing.rows.count == 1 {
                #expect(listing.rows[0].damage.isNone)
                #expect(names.count == 3)
            } else if call != .unlink {
                #expect(names.isEmpty, "call \(number): \(names)")
            }
            failures += failed ? 1 : 0
            if calls.counts[call, default: 0] <= number { break }
        }
        #expect(failures > 0 || [.open, .read, .unlink].contains(call))
    }

    @Test("A power cut at any moment leaves a whole run or none that is seen: the log gets its name last")
    func powerCut() throws {
        let bytes = try MadeUpActivity(elapsed: 120_000).fit()
        // From a call on nothing works any more, the tidying up neither: what lies there is what a cut would have left.
        for number in 0..<60 {
            let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/data")
            nonisolated(unsafe) var count = 0
            let calls = FailingFileSystem { _, _ in
                count += 1
                return count > number ? .inputOutput : nil
            }
            let failure: ImportFailure?
            do throws(ImportFailure) {
                _ = try Self.importer(directory, calls: calls).take(Self.file("a.fit", bytes))
                failure = nil
            } catch { failure = error }
            let listing = try RunArchive(directory).list()
            #expect(listing.failures.isEmpty)
            for row in listing.rows {
                #expect(row.damage.isNone)
                let names = TemporaryFolder.names(in: directory.imported).filter { !$0.hasPrefix(".") }
                #expect(names.count == 3)
            }
            if failure == nil { return }
        }
        Issue.record("no import came to its end")
    }

    @Test("Parts that a cut left over go after a day, and nothing else does")
    func leftOvers() throws {
        let folder = try RecordedFolder([], imported: [RecordedRun(3)]), directory = folder.directory
        for name in [".x.hrun.1.part", ".y.part"] { folder.folder.write([1], "imported/\(name)") }
        folder.dateAll(1_000_000)
        folder.date("\(directory.imported)/.y.part", 1_090_000)
        let before = TemporaryFolder.names(in: directory.imported).count
        ImportedRunStore(directory).removeLeftOvers(at: 1_100_000)
        let names = TemporaryFolder.names(in: directory.imported)
        #expect(names.count == before - 1)
        #expect(names.contains(".y.part"))
    }

    @Test("The log that is written at once is byte for byte the one that is written second by second")
    func wholeLog() throws {
        let folder = TemporaryFolder(), run = try MadeUpActivity(seed: 9).run(), id = ForeignRunTests.id
        let records = Array(run.records(as: id))
        try WholeRunLog.write(id, to: folder.path + "/a", records: records)
        let file = try RunLogFile(creating: id, at: folder.path + "/b")
        for record in records { try file.commit(record) }
        try file.finish()
        #expect(folder.bytes("a") == folder.bytes("b"))
        #expect(throws: WholeFileError.self) { try WholeRunLog.write(id, to: folder.path + "/a", records: records) }
    }

    @Test("A deleted imported run takes its file along, and back")
    func deleted() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        guard case .imported(let figures, _)? = try Self.importer(directory).take(Self.file("a.fit", MadeUpActivity(seed: 5).fit())).first
        else {
            Issue.record("not imported")
            return
        }
        try RunTrash(directory).moveAside(figures.id, from: .imported)
        #expect(TemporaryFolder.names(in: directory.imported).isEmpty)
        #expect(TemporaryFolder.names(in: directory.trash + "/imported").count == 3)
        #expect(RunTrash(directory).empty(at: WallClock.now().advanced(by: .seconds(40 * 86_400))) == 1)
        #expect(TemporaryFolder.names(in: directory.trash + "/imported").isEmpty)
    }
}

/// Bytes in memory as a source.
final class MemoryBytes: ByteSource {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, ActivityFault> {
        let count = min(buffer.count, bytes.count - position)
        bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
        position += count
        return .success(count)
    }
}
