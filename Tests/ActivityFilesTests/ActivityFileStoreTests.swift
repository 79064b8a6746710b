import ActivityFiles
import Glibc
import Testing

/// Calls that work, except that the n-th of one kind fails, once or from then on, or takes only a part.
private final class FailingCalls: FileCalls, @unchecked Sendable {
    enum Kind: CaseIterable { case open, read, write, overwrite, synchronize, close, rename }
    private let system = SystemFileCalls()
    let kind: Kind?
    let nth: Int
    let error: Int32
    var counts: [Kind: Int] = [:]
    var shortWrites = false

    init(_ kind: Kind?, nth: Int = 0, error: Int32 = EIO) {
        self.kind = kind
        self.nth = nth
        self.error = error
    }
    private func fails(_ kind: Kind) -> Bool {
        defer { counts[kind, default: 0] += 1 }
        return kind == self.kind && counts[kind, default: 0] >= nth
    }
    func open(_ path: String, flags: Int32) -> Int32 { fails(.open) ? -error : system.open(path, flags: flags) }
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        fails(.read) ? -Int(error) : system.read(descriptor, into: buffer)
    }
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        if fails(.write) { return -Int(error) }
        return system.write(descriptor, shortWrites ? UnsafeRawBufferPointer(rebasing: bytes.prefix(7)) : bytes)
    }
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        if fails(.overwrite) { return -Int(error) }
        return system.write(descriptor, shortWrites ? UnsafeRawBufferPointer(rebasing: bytes.prefix(3)) : bytes, at: offset)
    }
    func synchronize(_ descriptor: Int32) -> Int32 { fails(.synchronize) ? -error : system.synchronize(descriptor) }
    func close(_ descriptor: Int32) -> Int32 {
        let result = system.close(descriptor)
        return fails(.close) ? -error : result
    }
    func rename(_ path: String, to newPath: String) -> Int32 { fails(.rename) ? -error : system.rename(path, to: newPath) }
    func remove(_ path: String) -> Int32 { system.remove(path) }
    func size(_ descriptor: Int32) -> Int64 { system.size(descriptor) }
}

/// A directory of its own, removed at the end.
private final class ScratchDirectory {
    let path: String
    init() throws {
        var template = Array("/tmp/harrier-activity-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ActivityFault.cannotOpen(path: "/tmp", errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }
    var names: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

@Suite struct ActivityFileStoreTests {
    private let run = SampleRun(seconds: 60)

    private func write(_ directory: ScratchDirectory, _ calls: any FileCalls, name: String = "run.fit") throws -> WrittenActivity {
        try ActivityFileStore(directory: directory.path, calls: calls)
            .writeFIT(named: name, run.summary, laps: [], pauses: [], points: run.points)
    }

    @Test("C3: a written file is whole, sound, and alone in its directory")
    func writes() throws {
        let directory = try ScratchDirectory()
        let written = try write(directory, SystemFileCalls())
        #expect(directory.names == ["run.fit"])
        let read = try ActivityReader.read(path: directory.path + "/run.fit")
        #expect(read.faults.isEmpty)
        #expect(read.points.count == written.records)
    }

    @Test("Short writes are completed")
    func shortWrites() throws {
        let directory = try ScratchDirectory()
        let calls = FailingCalls(nil)
        calls.shortWrites = true
        _ = try write(directory, calls)
        #expect(try ActivityReader.read(path: directory.path + "/run.fit").faults.isEmpty)
    }

    @Test(
        "C6: whichever call fails, the error says so, no part of a file is left and an older file is untouched",
        arguments: FailingCallTable.all)
    private func failingCall(_ row: FailingCallTable) throws {
        let directory = try ScratchDirectory()
        let older = SampleRun(seconds: 5)
        _ = try ActivityFileStore(directory: directory.path)
            .writeFIT(named: "run.fit", older.summary, laps: [], pauses: [], points: older.points)
        let before = try ActivityReader.read(path: directory.path + "/run.fit")
        let counting = FailingCalls(nil)
        _ = try write(directory, counting, name: "other.fit")
        unlink(directory.path + "/other.fit")
        for nth in 0..<(counting.counts[row.kind] ?? 0) {
            let calls = FailingCalls(row.kind, nth: nth, error: row.error)
            do {
                _ = try write(directory, calls)
                // Only the close of a file that was read, or of the directory, may fail without harm.
                #expect(row.kind == .close && nth > 0)
            } catch let error as ActivityWriteError {
                let isLate = row.kind == .synchronize && nth == 1 || row.kind == .open && nth == 2
                let after = try ActivityReader.read(path: directory.path + "/run.fit")
                #expect(isLate || after == before)
                #expect(error.description.contains("E"))
            }
            #expect(directory.names == ["run.fit"])
            _ = try ActivityFileStore(directory: directory.path)
                .writeFIT(named: "run.fit", older.summary, laps: [], pauses: [], points: older.points)
        }
    }

    private struct FailingCallTable: CustomTestStringConvertible, Sendable {
        var kind: FailingCalls.Kind
        var error: Int32
        var testDescription: String { "\(kind), error \(error)" }
        static var all: [FailingCallTable] {
            FailingCalls.Kind.allCases.flatMap { kind in [ENOSPC, EIO, EROFS].map { FailingCallTable(kind: kind, error: $0) } }
        }
    }

    @Test(
        "Names that lead elsewhere are refused",
        arguments: ["", ".", "..", ".hidden", "a/b", "../x", "a\0b", String(repeating: "n", count: 300)])
    func badNames(name: String) throws {
        let directory = try ScratchDirectory()
        #expect(throws: ActivityWriteError.badName(name)) { try write(directory, SystemFileCalls(), name: name) }
        #expect(directory.names.isEmpty)
    }

    @Test("A left-over of an interrupted export is replaced, a link in its place is not followed")
    func leftOver() throws {
        let directory = try ScratchDirectory()
        let temporary = "\(directory.path)/.run.fit.\(getpid()).part"
        #expect(symlink("\(directory.path)/victim", temporary) == 0)
        _ = try write(directory, SystemFileCalls())
        #expect(directory.names == ["run.fit"])
    }

    @Test("A missing file is reported by its name")
    func missingFile() {
        #expect(throws: ActivityFault.cannotOpen(path: "/nowhere/x.fit", errno: ENOENT)) { try ActivityReader.read(path: "/nowhere/x.fit") }
        #expect(ActivityFault.cannotOpen(path: "/nowhere/x.fit", errno: ENOENT).description.contains("ENOENT"))
    }
}
