import ActivityFiles
import Glibc
import RunCore
import SystemCalls
import TestSupport
import Testing

@Suite struct ActivityFileStoreTests {
    private let run = SampleRun(seconds: 60)

    private func write(_ directory: TemporaryFolder, _ calls: any FileSystemCalls, name: String = "run.fit") throws -> WrittenActivity {
        try ActivityFileStore(directory: directory.path, calls: calls)
            .write(.fit, named: name, run.summary, laps: [], pauses: [], points: run.points)
    }

    @Test("C3: a written file is whole, sound, and alone in its directory")
    func writes() throws {
        let directory = TemporaryFolder()
        let written = try write(directory, LinuxFileSystem.shared)
        #expect(directory.names == ["run.fit"])
        let read = try ActivityReader.read(path: directory.path + "/run.fit")
        #expect(read.faults.isEmpty)
        #expect(read.points.count == written.records)
    }

    @Test("Short writes are completed")
    func shortWrites() throws {
        let directory = TemporaryFolder(), calls = FailingFileSystem()
        calls.shortest = 7
        calls.isInterrupting = true
        _ = try write(directory, calls)
        #expect(try ActivityReader.read(path: directory.path + "/run.fit").faults.isEmpty)
    }

    static let errors: [Errno] = [.noSpace, .inputOutput, .readOnly]

    @Test("C6: whichever call fails, the error says so, no part of a file is left and an older file is untouched", arguments: errors)
    func failingCall(errno: Errno) throws {
        let directory = TemporaryFolder(), counting = FailingFileSystem()
        _ = try write(directory, counting)
        #expect(counting.counts[.read] ?? 0 > 0)
        let old: [UInt8] = [1, 2, 3]
        for call in FailingFileSystem.Call.allCases {
            for n in 0..<(counting.counts[call] ?? 0) {
                directory.write(old, "run.fit")
                do {
                    _ = try write(directory, FailingFileSystem(call, n, errno))
                    Issue.record("\(call) \(n) failed and nobody said so")
                } catch let error as ActivityWriteError {
                    // The directory is opened and flushed when the file has its name.
                    let isNamed = call == .open && n == 2 || call == .synchronize && n == 1
                    #expect(isNamed || directory.bytes("run.fit") == old)
                    #expect(error.description.contains("E"))
                }
                #expect(directory.names == ["run.fit"])
            }
        }
    }

    @Test("R-B12: points that fail to come end the writing, and their reason is said")
    func failingPoints() throws {
        let directory = TemporaryFolder()
        var count = 0
        #expect(throws: ActivityWriteError.points("the card is gone")) {
            try ActivityFileStore(directory: directory.path).write(
                .fit,
                named: "run.fit", replacing: true, run.summary, laps: [], pauses: [],
                nextPoint: { () throws(ActivityWriteError) in
                    count += 1
                    if count > 30 { throw .points("the card is gone") }
                    return run.point(count)
                })
        }
        #expect(directory.names == [])
    }

    @Test("R-B12: a file names its run, a foreign one names none, and what is no file is not opened")
    func namesItsRun() throws {
        let directory = TemporaryFolder(), id = RunID(randomHigh: 0x0123_4567_89AB_CDEF, randomLow: 0xFEDC_BA98_7654_3210)
        var named = run
        named.id = id
        for (name, run) in [("named.fit", named), ("nameless.fit", run)] {
            _ = try ActivityFileStore(directory: directory.path)
                .write(.fit, named: name, run.summary, laps: [], pauses: [], points: run.points)
        }
        #expect(ActivityReader.run(of: directory.path + "/named.fit", as: .fit) == id)
        #expect(try ActivityReader.read(path: directory.path + "/named.fit").run == id)
        #expect(ActivityReader.run(of: directory.path + "/nameless.fit", as: .fit) == nil)
        #expect(ActivityReader.run(of: directory.path + "/absent.fit", as: .fit) == nil)
        // But for the name, the two files say the same.
        var first = try ActivityReader.read(path: directory.path + "/named.fit")
        first.run = nil
        let second = try ActivityReader.read(path: directory.path + "/nameless.fit")
        #expect(first == second)
    }

    @Test(
        "Names that lead elsewhere are refused",
        arguments: ["", ".", "..", ".hidden", "a/b", "../x", "a\0b", String(repeating: "n", count: 300)])
    func badNames(name: String) throws {
        let directory = TemporaryFolder()
        #expect(throws: ActivityWriteError.badName(name)) { try write(directory, LinuxFileSystem.shared, name: name) }
        #expect(directory.names.isEmpty)
    }

    @Test("A left-over of an interrupted export is replaced, a link in its place is not followed")
    func leftOver() throws {
        let directory = TemporaryFolder()
        let temporary = "\(directory.path)/.run.fit.\(getpid()).part"
        #expect(symlink("\(directory.path)/victim", temporary) == 0)
        _ = try write(directory, LinuxFileSystem.shared)
        #expect(directory.names == ["run.fit"])
    }

    @Test("A missing file is reported by its name")
    func missingFile() {
        #expect(throws: ActivityFault.cannotOpen(path: "/nowhere/x.fit", errno: ENOENT)) { try ActivityReader.read(path: "/nowhere/x.fit") }
        #expect(ActivityFault.cannotOpen(path: "/nowhere/x.fit", errno: ENOENT).description.contains("ENOENT"))
    }
}
