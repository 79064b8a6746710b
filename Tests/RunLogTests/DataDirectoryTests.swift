import Glibc
import RunCore
import TestSupport
import Testing

@testable import RunLog

@Suite struct DataDirectoryTests {
    private let folder = TemporaryFolder()

    /// A directory of its own for one test.
    private func temporary() -> DataDirectory { DataDirectory(path: folder.path + "/data") }

    @Test("C9: preparing makes what is missing and leaves what is there")
    func prepare() throws {
        let directory = temporary()
        try directory.prepare()
        let log = try RunLogFile(creating: RecordedRuns.id, at: directory.runLog(RecordedRuns.id))
        try log.append(RecordedRuns.records(seconds: 3))
        try log.finish()
        try directory.prepare()
        #expect(try directory.runIDs() == [RecordedRuns.id])
        #expect(try RunLogReader(path: directory.runLog(RecordedRuns.id)).id == RecordedRuns.id)
    }

    @Test(
        "U-A1: folders on the way are made, for their owner alone; one that cannot be made is an error",
        arguments: ["a/b/c", "a/b/c/", "d"])
    func parents(below: String) throws {
        let directory = DataDirectory(path: "\(folder.path)/\(below)")
        try directory.prepare()
        #expect(access(directory.runs, W_OK) == 0 && access(directory.exports, W_OK) == 0)
        var status = stat()
        if below.hasPrefix("a") { #expect(stat(folder.path + "/a", &status) == 0 && status.st_mode & 0o777 == 0o700) }
        folder.write("", to: "file")
        #expect(thrown(RunLogError.self) { try DataDirectory(path: "\(folder.path)/file/x/y").prepare() } != nil)
    }

    @Test("A second writer is told who holds the directory, and gets it when the first one goes")
    func lock() throws {
        let directory = temporary()
        try directory.prepare()
        var first: DataDirectoryLock? = try DataDirectoryLock(directory)
        let failure = thrown(DataDirectoryLock.Failure.self) { try DataDirectoryLock(directory) }
        #expect(failure == .heldBy(process: getpid(), path: directory.lock))
        #expect(first != nil)
        first = nil
        _ = try DataDirectoryLock(directory)
    }

    /// Paths, and whether they name a run's log.
    private static let paths: [(String, Bool)] = [
        ("/x/\(RecordedRuns.id).hrun", true), ("\(RecordedRuns.id).hrun", true), ("\(RecordedRuns.id).fit", false), (".hrun", false),
        ("../../etc/passwd", false), ("\(RecordedRuns.id).hrun.tmp", false), ("", false),
    ]

    @Test("Only UUID.hrun is a run's log", arguments: paths)
    func names(path: String, isRun: Bool) {
        #expect(DataDirectory.runID(ofPath: path) == (isRun ? RecordedRuns.id : nil))
    }

    @Test("C9: a directory that cannot be made is an error with its path, and nothing else is touched")
    func readOnly() {
        let card = SimulatedCard()
        card.faults = [.fails(first: 0, count: .max, .readOnly)]
        let error = thrown(RunLogError.self) { try DataDirectory(path: "/data").prepare(calls: card) }
        #expect(error?.path == "/data" && error?.errno == .readOnly)
    }
}
