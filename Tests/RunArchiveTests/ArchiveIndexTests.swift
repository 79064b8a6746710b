import Glibc
import Quantities
import RunArchive
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing
import Training

@Suite("The archive's index") struct ArchiveIndexTests {
    /// An archive for which all logs were written long ago.
    private static func archive(
        _ recorded: RecordedFolder, cache: String? = nil, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) -> RunArchive {
        RunArchive(recorded.directory, cache: cache, calls: calls, now: { UTCInstant(milliseconds: 4_000_000_000_000) })
    }

    /// Runs of every kind, dated and undated, recorded and imported, whole and damaged.
    private static func randomFolder(seed: UInt64) throws -> RecordedFolder {
        var random = SeededRandom(seed: seed)
        let runs = (1...14).map { RecordedRun.random($0 + seed * 100, using: &random) }
        let recorded = try RecordedFolder(Array(runs.prefix(8)), imported: Array(runs.suffix(6)))
        for run in runs where Int.random(in: 0..<3, using: &random) == 0 {
            let folder = recorded.folder.bytes("runs/\(run.id).hrun") == nil ? LogFolder.imported : .recorded
            recorded.change(recorded.directory.log(run.id, in: folder)) { bytes in
                let from = Int.random(in: 0..<bytes.count, using: &random)
                for i in from..<min(bytes.count, from + 300) { bytes[i] ^= UInt8.random(in: 0...255, using: &random) }
            }
        }
        return recorded
    }

    static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]

    @Test(
        "With and without the index the answer is the same, bit for bit, and with it no log is opened", arguments: ArchiveIndexTests.seeds)
    func same(seed: UInt64) throws {
        let recorded = try Self.randomFolder(seed: seed), counting = FailingFileSystem()
        let first = try Self.archive(recorded).list()
        #expect(recorded.folder.names.contains("archive.index"))
        let second = try Self.archive(recorded, calls: counting).list()
        #expect(second.rows == first.rows && second.failures == first.failures)
        // The index itself, and twice those that no index knows because they cannot be read.
        #expect(counting.counts[.open] == 1 + 2 * first.failures.count)
        for row in first.rows {
            let found = try Self.archive(recorded).find("\(row.number)")
            #expect(found.trained == row.run && found.damage == row.damage)
        }
        let newest = try Self.archive(recorded).find("last").id
        recorded.folder.remove("archive.index")
        #expect(try Self.archive(recorded).find("last").id == newest)
        let third = try Self.archive(recorded).list()
        #expect(third.rows == first.rows)
    }

    @Test("A number or the newest is found with the index by opening one log; the index of a large folder is made to find it")
    func finds() throws {
        let runs = (1...300).map { number in
            var run = RecordedRun(UInt64(number))
            (run.seconds, run.utc) = (2, UTCInstant(milliseconds: 1_790_000_000_000 + Int64(number % 97) * 60_000))
            return run
        }
        let recorded = try RecordedFolder(runs)
        var told: [Int] = []
        let word = "17", found = try Self.archive(recorded).find(word) { done, total in told += [done, total] }
        #expect(told.suffix(2) == [300, 300] && told.count == 600)
        let counting = FailingFileSystem()
        #expect(try Self.archive(recorded, calls: counting).find(word) { _, _ in Issue.record("all is known") }.id == found.id)
        #expect(try Self.archive(recorded, calls: counting).find("last").id == Self.archive(recorded).list().rows[0].figures.id)
        #expect(counting.counts[.open] == 4)
    }

    // MARK: - Logs that change

    /// What happens to a log after it was folded.
    enum Change: CaseIterable, Sendable { case longer, sameLength, replaced, sourceAdded, sourceChanged }

    @Test("A log that is no longer the same is folded anew, and only that one", arguments: Change.allCases)
    func changed(change: Change) throws {
        let runs = (1...6).map { RecordedRun($0) }, recorded = try RecordedFolder(Array(runs.prefix(3)), imported: Array(runs.suffix(3)))
        if change == .sourceAdded { recorded.folder.remove("imported/\(runs[4].id).source") }
        let before = try Self.archive(recorded).list()
        let directory = recorded.directory
        switch change {
        case .longer: recorded.change(directory.runLog(runs[1].id)) { $0 += [1, 2, 3] }
        case .sameLength: recorded.change(directory.runLog(runs[1].id)) { $0[2000] ^= 1 }
        case .replaced:
            // By a copy that has its date.
            var times = [timespec(), timespec()], status = stat()
            let path = directory.runLog(runs[1].id)
            stat(path, &status)
            times = [status.st_mtim, status.st_mtim]
            recorded.change(path) { $0[2000] ^= 1 }
            rename(path, path + ".old")
            recorded.folder.write(recorded.folder.bytes("runs/\(runs[1].id).hrun.old") ?? [], "runs/\(runs[1].id).hrun")
            #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
        case .sourceAdded, .sourceChanged:
            try ImportedSource.write(
                ImportSource(fileName: "other", format: "GPX", device: nil), of: runs[4].id, in: directory)
        }
        let counting = FailingFileSystem(), after = try Self.archive(recorded, calls: counting).list()
        let opened = counting.counts[.open] ?? 0
        let index = change == .sourceAdded || change == .sourceChanged ? 4 : 1
        let id = runs[index].id
        #expect(after.rows.filter { $0.figures.id != id } == before.rows.filter { $0.figures.id != id })
        #expect(after.rows.first { $0.figures.id == id } != before.rows.first { $0.figures.id == id })
        // The index, the log, its side file, and the index to add the row.
        #expect((3...4).contains(opened))
        recorded.folder.remove("archive.index")
        #expect(try Self.archive(recorded).list().rows == after.rows)
    }

    @Test("A log that was written in the moment in which it was read is not believed the next time")
    func unsettled() throws {
        let recorded = try RecordedFolder([RecordedRun(1)])
        var status = stat()
        stat(recorded.directory.runLog(RecordedRun(1).id), &status)
        let written = UTCInstant(milliseconds: Int64(status.st_mtim.tv_sec) * 1000)
        for (seconds, isKept) in [(-1, false), (0, false), (3, false), (8, true), (-100, true)] {
            let now = written.advanced(by: .seconds(seconds))
            _ = try RunArchive(recorded.directory, now: { now }).list()
            #expect(recorded.folder.names.contains("archive.index") == isKept)
            recorded.folder.remove("archive.index")
        }
    }

    @Test("A run that is under way is listed as it is now, and the index does not grow with each look at it")
    func underWay() throws {
        let recorded = try RecordedFolder([RecordedRun(2)])
        let run = RecordedRun(1), file = try RunLogFile(creating: run.id, at: recorded.directory.runLog(run.id))
        var largest = 0
        for record in run.records {
            try file.commit(record)
            let rows = try Self.archive(recorded).list().rows
            let expected = try ArchivedRun.read(recorded.directory.runLog(run.id)).trained
            #expect(rows.first { $0.figures.id == run.id }?.run == expected)
            largest = max(largest, recorded.folder.bytes("archive.index")?.count ?? 0)
        }
        #expect(largest < 40_000)
        file.close()
    }

    @Test("Of a log that is gone nothing is left, in the list or in the index; a folder that is empty now loses nothing")
    func gone() throws {
        let runs = (1...5).map { RecordedRun($0) }, recorded = try RecordedFolder(runs)
        let before = try Self.archive(recorded).list().rows
        recorded.folder.remove("runs/\(runs[2].id).hrun")
        var rows = try Self.archive(recorded).list().rows
        #expect(rows.count == 4 && rows.map(\.number) == [1, 2, 3, 4])
        #expect(rows.map(\.run) == before.filter { $0.figures.id != runs[2].id }.map(\.run))
        let name = withUnsafeBytes(of: runs[2].id.high.littleEndian) { Array($0) }
        func holdsName() -> Bool {
            let bytes = recorded.folder.bytes("archive.index") ?? []
            return bytes.indices.contains { bytes[$0...].starts(with: name) }
        }
        #expect(!holdsName() && recorded.folder.bytes("archive.index") != nil)
        rename(recorded.directory.runs, recorded.directory.path + "/away")
        #expect(try Self.archive(recorded).list().rows.isEmpty)
        rename(recorded.directory.path + "/away", recorded.directory.runs)
        let counting = FailingFileSystem()
        rows = try Self.archive(recorded, calls: counting).list().rows
        #expect(rows.count == 4 && counting.counts[.open] == 1)
    }

    // MARK: - Damage

    /// What may stand in the place of the index.
    enum Damage: Sendable, CustomTestStringConvertible {
        case bit(Int), cut(Int), random(UInt64), added, empty, version(Int), twice, folder, pipe, link
        var testDescription: String { "\(self)" }
    }
    static let damages: [Damage] =
        [0, 3, 8, 12, 16, 19, 20, 21, 22, 24, 25, 33, 60, 95, 100, 200, 500, 1000, 2000].map { .bit($0) }
        + [1, 7, 19, 20, 21, 100, 399, 1200].map { .cut($0) } + [.random(1), .random(2), .random(3)]
        + [.added, .empty, .version(8), .version(12), .twice, .folder, .pipe, .link]

    @Test("Whatever stands in the place of the index, the answer is the same, and where it can be it is made anew", arguments: damages)
    func damaged(damage: Damage) throws {
        let recorded = try RecordedFolder((1...4).map { RecordedRun($0) }, imported: (5...7).map { RecordedRun($0) })
        let before = try Self.archive(recorded).list(), path = recorded.directory.archiveIndex
        let whole = try #require(recorded.folder.bytes("archive.index"))
        recorded.change(path) { bytes in
            switch damage {
            case .bit(let index): bytes[index % bytes.count] ^= 0x20
            case .cut(let count): bytes = Array(bytes.prefix(count))
            case .random(let seed):
                var random = SeededRandom(seed: seed)
                bytes = bytes.map { _ in UInt8.random(in: 0...255, using: &random) }
            case .added: bytes += bytes.suffix(300)
            case .empty: bytes = []
            // A version that is later by far, with the checksum of its header as that version would write it.
            case .version(let index):
                bytes[index + 3] = 0x7F
                let checksum = bytes[..<16].withUnsafeBytes { CRC32C.extend(0, over: $0) }
                for i in 0..<4 { bytes[16 + i] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(i))) }
            case .twice: bytes += bytes
            case .folder, .pipe, .link: break
            }
        }
        var isInTheWay = true
        switch damage {
        case .folder: #expect(unlink(path) == 0 && mkdir(path, 0o755) == 0)
        case .pipe: #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        case .link: #expect(unlink(path) == 0 && symlink("/nowhere/at/all", path) == 0)
        default: isInTheWay = false
        }
        let after = try Self.archive(recorded).list()
        #expect(after.rows == before.rows && after.failures.isEmpty)
        #expect(try Self.archive(recorded).find("3").trained == before.rows[2].run)
        guard !isInTheWay else { return }
        let counting = FailingFileSystem()
        #expect(try Self.archive(recorded, calls: counting).list().rows == before.rows)
        #expect(counting.counts[.open] == 1)
        let healed = try #require(recorded.folder.bytes("archive.index"))
        if case .added = damage { return }
        if case .twice = damage { return }
        #expect(healed.count == whole.count)
    }

    @Test("Whichever bit of a row is wrong, no figure is")
    func anyBit() throws {
        let recorded = try RecordedFolder([RecordedRun(1), RecordedRun(2)])
        let before = try Self.archive(recorded).list().rows
        let whole = try #require(recorded.folder.bytes("archive.index"))
        for index in stride(from: 0, to: whole.count, by: 3) {
            var bytes = whole
            bytes[index] ^= 1 << UInt8(index % 8)
            recorded.folder.write(bytes, "archive.index")
            #expect(try Self.archive(recorded).list().rows == before)
        }
    }

    // MARK: - Places

    @Test("A folder that cannot be written is answered for, and its index is kept in the cache if there is one")
    func readOnly() throws {
        let recorded = try RecordedFolder((1...3).map { RecordedRun($0) }), home = TemporaryFolder()
        let cache = home.path + "/.cache/harrier"
        let card = ReadOnlyFolder(recorded.directory.path)
        let first = try Self.archive(recorded, calls: card).list()
        #expect(first.rows.count == 3 && !recorded.folder.names.contains("archive.index") && home.names.isEmpty)
        #expect(try Self.archive(recorded, cache: cache, calls: card).list().rows == first.rows)
        #expect(!recorded.folder.names.contains("archive.index") && TemporaryFolder.names(in: cache).count == 1)
        card.opened = 0
        #expect(try Self.archive(recorded, cache: cache, calls: card).list().rows == first.rows)
        #expect(try Self.archive(recorded, cache: cache, calls: card).find("2").trained == first.rows[1].run)
        #expect(card.opened == 1)
        // A log that comes later is known from the cache too.
        try RecordedRun(9).write(to: recorded.directory)
        #expect(try Self.archive(recorded, cache: cache, calls: card).list().rows.count == 4)
        card.opened = 0
        #expect(try Self.archive(recorded, cache: cache, calls: card).list().rows.count == 4)
        #expect(card.opened == 0)
    }

    @Test(
        "Whichever write, rename or look at the index fails, the answer is the same",
        arguments: [FailingFileSystem.Call.write, .rename, .look])
    func failing(call: FailingFileSystem.Call) throws {
        let recorded = try RecordedFolder((1...3).map { RecordedRun($0) })
        let expected = try Self.archive(recorded).list().rows
        for n in 0..<6 {
            recorded.folder.remove("archive.index")
            let calls = FailingFileSystem(call, n, call == .write ? .noSpace : .inputOutput, once: n % 2 == 0)
            #expect(try Self.archive(recorded, calls: calls).list().rows == expected)
            #expect(try Self.archive(recorded).list().rows == expected)
        }
    }

    @Test("Several that list at once all answer, and leave an index that can be used")
    func atOnce() async throws {
        let recorded = try RecordedFolder((1...40).map { RecordedRun($0) })
        let expected = try Self.archive(recorded).list().rows
        for _ in 0..<3 {
            recorded.folder.remove("archive.index")
            let answers = await withTaskGroup(of: [RunArchive.Row].self) { group in
                for _ in 0..<4 { group.addTask { (try? Self.archive(recorded).list().rows) ?? [] } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 4 && answers.allSatisfy { $0 == expected })
            #expect(try Self.archive(recorded).list().rows == expected)
        }
    }
}

/// A folder in which nothing can be made or changed, as on a card that is mounted read-only.
final class ReadOnlyFolder: FileSystemCalls, @unchecked Sendable {
    private let path: String
    private let system = LinuxFileSystem.shared
    /// Logs that were opened.
    var opened = 0
    init(_ path: String) { self.path = path }

    private func refuse(_ path: String) throws(Errno) { if path.hasPrefix(self.path) { throw .readOnly } }
    func open(_ path: String, flags: Int32, mode: UInt32) throws(Errno) -> Int32 {
        if flags & (O_WRONLY | O_RDWR | O_CREAT) != 0 { try refuse(path) }
        if path.hasSuffix(".hrun") { opened += 1 }
        return try system.open(path, flags: flags, mode: mode)
    }
    func close(_ descriptor: Int32) { system.close(descriptor) }
    func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try system.read(descriptor, into: memory, at: offset)
    }
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try system.write(descriptor, bytes, at: offset)
    }
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int { try system.write(descriptor, bytes) }
    func synchronizeData(_ descriptor: Int32) throws(Errno) { try system.synchronizeData(descriptor) }
    func synchronize(_ descriptor: Int32) throws(Errno) { try system.synchronize(descriptor) }
    func truncate(_ descriptor: Int32, to length: Int64) throws(Errno) { try system.truncate(descriptor, to: length) }
    func length(_ descriptor: Int32) throws(Errno) -> Int64 { try system.length(descriptor) }
    func rename(_ path: String, to newPath: String) throws(Errno) {
        try refuse(newPath)
        try system.rename(path, to: newPath)
    }
    func unlink(_ path: String) throws(Errno) {
        try refuse(path)
        try system.unlink(path)
    }
    func makeDirectory(_ path: String, mode: UInt32) throws(Errno) {
        try refuse(path)
        try system.makeDirectory(path, mode: mode)
    }
    func kind(ofPath path: String, followingLinks: Bool) throws(Errno) -> FileKind {
        try system.kind(ofPath: path, followingLinks: followingLinks)
    }
    func kind(_ descriptor: Int32) throws(Errno) -> FileKind { try system.kind(descriptor) }
}
