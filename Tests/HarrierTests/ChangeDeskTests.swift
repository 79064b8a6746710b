import Glibc
import HealthCore
import HealthStore
import LinuxPeripherals
import Quantities
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing

@testable import harrier

@Suite("Changes of a data folder", .serialized) struct ChangeDeskTests {
    private static func kind(_ name: String, _ milligrams: Double, in desk: ChangeDesk) -> HealthChange {
        let id = HealthID(name) ?? HealthID(RunID(high: 1, low: 1))
        return desk.book.change(
            .drinkKind, id, to: .drinkKind(DrinkKind(name: LocalizedText(name), milligrams: milligrams)), origin: desk.origin)
    }

    private static func failure(_ body: () throws(CommandFailure) -> Void) -> String? {
        do throws(CommandFailure) {
            try body()
            return nil
        } catch { return error.description }
    }

    @Test("Without a watch a change is stored under the folder's own id, in a folder that was not there, and reading leaves no trace")
    func alone() throws {
        let folder = TemporaryFolder(), path = folder.path + "/new/data"
        let desk = try ChangeDesk(path: path)
        #expect(desk.book.drinkKinds.count == BuiltInDrinks.all.count && access(path, F_OK) != 0)
        try desk.put([Self.kind("matcha", 70, in: desk)])
        #expect(desk.book.drinkKinds.last?.kind.milligrams == 70)
        let again = try ChangeDesk(path: path)
        #expect(again.origin == desk.origin && again.origin.high != 0)
        #expect(again.book.drinkKinds.last?.id.text == "matcha")
        #expect(try again.wholeBook().drinkKinds.count == BuiltInDrinks.all.count + 1)
        // The lock is free again.
        _ = try DataDirectoryLock(desk.directory)
    }

    @Test("All changes of a put are stored, or none")
    func together() throws {
        let folder = TemporaryFolder(), desk = try ChangeDesk(path: folder.path)
        var bad = Self.kind("bad", 1, in: desk)
        bad.version = 0
        let said = Self.failure { () throws(CommandFailure) in try desk.put([Self.kind("good", 1, in: desk), bad]) }
        #expect(said == "this cannot be stored: change 2 breaks the bounds of its name, version or value")
        #expect(access(desk.directory.healthStore, F_OK) != 0)
    }

    @Test("Two who change one thing from the same view are not both told that it is done")
    func lostUpdate() throws {
        let folder = TemporaryFolder(), first = try ChangeDesk(path: folder.path)
        try first.put([Self.kind("tea", 10, in: first)])
        let second = try ChangeDesk(path: folder.path)
        let later = Self.kind("tea", 30, in: second), earlier = Self.kind("tea", 20, in: first)
        let winner = later.supersedes(earlier) ? later : earlier, loser = winner == later ? earlier : later
        try first.put([winner])
        let said = Self.failure { () throws(CommandFailure) in try second.put([loser]) }
        #expect(said?.hasPrefix("somebody else has changed the same thing") == true)
        #expect(second.book.newest(.drinkKind, winner.id) == winner)
    }

    @Test("A folder that somebody holds who takes no changes is said, with who it is")
    func held() throws {
        let folder = TemporaryFolder(), desk = try ChangeDesk(path: folder.path)
        try desk.directory.prepare()
        let lock = try DataDirectoryLock(desk.directory)
        let said = Self.failure { () throws(CommandFailure) in try desk.put([Self.kind("a", 1, in: desk)]) }
        #expect(said?.contains("is held by process \(getpid())") == true && said?.contains("end it first") == true)
        withExtendedLifetime(lock) {}
    }

    @Test("A folder that cannot be locked is said, and stays as it is")
    func unwritable() throws {
        let folder = TemporaryFolder(), desk = try ChangeDesk(path: folder.path)
        try desk.put([Self.kind("a", 1, in: desk)])
        // Another folder stands where the lock would be.
        unlink(desk.directory.lock)
        mkdir(desk.directory.lock, 0o700)
        let said = Self.failure { () throws(CommandFailure) in try desk.put([Self.kind("b", 1, in: desk)]) }
        #expect(said?.contains("could not be locked") == true)
        #expect(try ChangeDesk(path: folder.path).book.drinkKinds.last?.id.text == "a")
    }

    @Test("N8: a store of a later version is read and not written, and that is said")
    func laterVersion() throws {
        let folder = TemporaryFolder(), desk = try ChangeDesk(path: folder.path)
        try desk.put([Self.kind("a", 1, in: desk)])
        // Where SQLite keeps the version that a program gives its file.
        let file = open(desk.directory.healthStore, O_RDWR)
        #expect(pwrite(file, [0, 0, 0, 99] as [UInt8], 4, 60) == 4)
        close(file)
        let later = try ChangeDesk(path: folder.path)
        #expect(later.book.drinkKinds.last?.id.text == "a")
        let said = Self.failure { () throws(CommandFailure) in try later.put([Self.kind("b", 1, in: later)]) }
        #expect(said?.hasPrefix("nothing was changed: ") == true && said?.hasSuffix("install a newer harrier") == true, "\(said ?? "")")
        #expect(try ChangeDesk(path: folder.path).book.drinkKinds.last?.id.text == "a")
    }
}

/// The same with a real watch.
@Suite("Changes of a data folder that a watch holds", .serialized, .enabled(if: ServingDaemon.program != nil, "harrierd was not built"))
struct WatchedChangeDeskTests {
    private static func kind(_ name: String, _ milligrams: Double, in desk: ChangeDesk) -> HealthChange {
        desk.book.change(
            .drinkKind, HealthID(name) ?? HealthID(RunID(high: 1, low: 1)),
            to: .drinkKind(DrinkKind(name: LocalizedText(name), milligrams: milligrams)), origin: desk.origin)
    }

    @Test("A running watch takes changes of several programs, and a killed one has kept them")
    func watched() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/data")
        let daemon = try ServingDaemon(directory, beside: folder)
        let one = try ChangeDesk(path: directory.path), two = try ChangeDesk(path: directory.path)
        try one.put([Self.kind("matcha", 70, in: one), Self.kind("mate", 85, in: one)])
        try two.put([Self.kind("cola", 35, in: two)])
        #expect(two.book.drinkKinds.suffix(3).map(\.id.text) == ["cola", "matcha", "mate"])
        daemon.end(SIGKILL)
        // The next change goes on without the watch.
        let after = try ChangeDesk(path: directory.path)
        #expect(after.book.drinkKinds.count == BuiltInDrinks.all.count + 3)
        try after.put([Self.kind("cola", 40, in: after)])
        #expect(after.book.newest(.drinkKind, HealthID("cola") ?? HealthID(RunID(high: 1, low: 1)))?.version == 2)
    }

    @Test("A watch that is killed with a request in hand is told, and the change is there whole or not at all")
    func killed() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/data")
        let daemon = try ServingDaemon(directory, beside: folder)
        let desk = try ChangeDesk(path: directory.path)
        daemon.tell(SIGSTOP)
        // Killed by another thread while the request waits in its socket.
        let process = daemon.process
        let killer = try WorkerThread(stackBytes: 64 << 10) {
            poll(nil, 0, 300)
            kill(process, SIGKILL)
        }
        var said = ""
        do throws(CommandFailure) { try desk.put([Self.kind("a", 1, in: desk), Self.kind("b", 1, in: desk)]) } catch {
            said = error.description
        }
        killer.join()
        daemon.end(SIGKILL)
        #expect(said.hasPrefix("the watch ended before it had answered"), "\(said)")
        let kinds = try ChangeDesk(path: directory.path).book.drinkKinds.count - BuiltInDrinks.all.count
        #expect(kinds == 0 || kinds == 2)
    }

    @Test("A watch that does not answer is not waited for without end")
    func stuck() throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path + "/data")
        let daemon = try ServingDaemon(directory, beside: folder)
        let desk = try ChangeDesk(path: directory.path, patience: .seconds(1))
        daemon.tell(SIGSTOP)
        var said = ""
        do throws(CommandFailure) { try desk.put([Self.kind("a", 1, in: desk)]) } catch { said = error.description }
        #expect(said.hasPrefix("the watch does not answer"), "\(said)")
        daemon.tell(SIGCONT)
    }
}
