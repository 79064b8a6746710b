import Glibc
import Quantities
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing

@Suite("Deleted runs") struct RunTrashTests {
    private static let id = RunID(randomHigh: 1, randomLow: 2), other = RunID(randomHigh: 3, randomLow: 4)

    private func folder() throws -> (TemporaryFolder, DataDirectory) {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        try directory.prepare()
        for id in [Self.id, Self.other] { folder.write("a log", to: "runs/\(id).hrun") }
        return (folder, directory)
    }

    @Test("U-C10: a log that is moved aside is in the trash as it was, and a run again when it is moved back")
    func moveAside() throws {
        let (folder, directory) = try folder(), trash = RunTrash(directory)
        try trash.moveAside(Self.id)
        #expect(try directory.runIDs() == [Self.other])
        #expect(folder.bytes("trash/\(Self.id).hrun") == Array("a log".utf8))
        #expect(rename(trash.path(of: Self.id), directory.runLog(Self.id)) == 0)
        #expect(try Set(directory.runIDs()) == [Self.id, Self.other])
        // Once more, over what was left there.
        folder.write("an older log", to: "trash/\(Self.id).hrun")
        try trash.moveAside(Self.id)
        #expect(folder.bytes("trash/\(Self.id).hrun") == Array("a log".utf8))
    }

    @Test("U-C10: for good leaves nothing, and a run that is not there is an error that says so")
    func remove() throws {
        let (folder, directory) = try folder(), trash = RunTrash(directory)
        try trash.remove(Self.id)
        #expect(try directory.runIDs() == [Self.other])
        #expect(TemporaryFolder.names(in: directory.trash).isEmpty)
        #expect(throws: RunLogError(.remove, directory.runLog(Self.id), .system(.notFound))) { try trash.remove(Self.id) }
        #expect(throws: RunLogError(.remove, directory.runLog(Self.id), .system(.notFound))) { try trash.moveAside(Self.id) }
        withExtendedLifetime(folder) {}
    }

    @Test("U-C10: the trash keeps a log for thirty days, and longer where the clock is behind", arguments: [-400, -31, 0, 29, 31, 400])
    func empty(days: Int) throws {
        let (folder, directory) = try folder(), trash = RunTrash(directory)
        try trash.moveAside(Self.id)
        folder.write("not a log", to: "trash/notes.txt")
        let now = WallClock.now().advanced(by: .seconds(days * 86_400))
        #expect(trash.empty(at: now) == (days > 30 ? 1 : 0))
        #expect(TemporaryFolder.names(in: directory.trash) == (days > 30 ? ["notes.txt"] : ["\(Self.id).hrun", "notes.txt"]))
        #expect(try directory.runIDs() == [Self.other])
    }

    @Test("An empty or missing trash is nothing")
    func noTrash() throws {
        let (folder, directory) = try folder()
        #expect(RunTrash(directory).empty(at: WallClock.now()) == 0)
        withExtendedLifetime(folder) {}
    }

    @Test("U-A1: what is missing above a data folder is made, for its user alone", arguments: ["a", "a/b/c", "a/b/c/", "a//b"])
    func parents(below: String) throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: "\(folder.path)/\(below)")
        try directory.prepare()
        var status = stat()
        #expect(stat(directory.runs, &status) == 0 && stat(directory.exports, &status) == 0)
        if below.hasPrefix("a/b") {
            #expect(stat("\(folder.path)/a", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o700)
        }
        try directory.prepare()
    }

    @Test("U-A1: a folder that cannot be made is named")
    func unmakeable() throws {
        let folder = TemporaryFolder()
        folder.write("a file", to: "a")
        #expect {
            try DataDirectory(path: "\(folder.path)/a/b/c").prepare()
        } throws: { error in
            "\(error)".contains("\(folder.path)/a/b")
        }
    }

    @Test("U-C10: an imported run's log is kept with what says where it comes from, and apart from a recorded one of its name")
    func imported() throws {
        let (folder, directory) = try folder(), trash = RunTrash(directory)
        folder.write("an imported log", to: "imported/\(Self.id).hrun")
        folder.write("file=a.fit", to: "imported/\(Self.id).source")
        folder.write("another", to: "imported/\(Self.other).hrun")
        try trash.moveAside(Self.id, from: .imported)
        try trash.moveAside(Self.other, from: .imported)
        try trash.moveAside(Self.id)
        #expect(TemporaryFolder.names(in: directory.imported).isEmpty)
        #expect(folder.bytes("trash/imported/\(Self.id).hrun") == Array("an imported log".utf8))
        #expect(folder.bytes("trash/imported/\(Self.id).source") == Array("file=a.fit".utf8))
        #expect(folder.bytes("trash/\(Self.id).hrun") == Array("a log".utf8))
        #expect(trash.empty(at: UTCInstant(milliseconds: .max)) == 3)
        #expect(TemporaryFolder.names(in: directory.trash) == ["imported"])
        #expect(TemporaryFolder.names(in: directory.trash + "/imported").isEmpty)
        folder.write("a log", to: "imported/\(Self.id).hrun")
        folder.write("file=a.fit", to: "imported/\(Self.id).source")
        try trash.remove(Self.id, from: .imported)
        #expect(TemporaryFolder.names(in: directory.imported).isEmpty)
    }
}
