import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing

@testable import CardStorage

@Suite("Deleting runs") struct RunRemovalTests {
    private static let id = RunID(randomHigh: 11, randomLow: 12)

    /// A folder with a run of a minute that is over and in the store.
    private func folder() throws -> (TemporaryFolder, DataDirectory) {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        try directory.prepare()
        let file = try RunLogFile(creating: Self.id, at: directory.runLog(Self.id))
        try file.commit(
            .header(
                RunHeader(
                    id: Self.id, type: .run, boot: BootID(high: 1, low: 2), start: MonotonicInstant(seconds: 5),
                    utcAtStart: UTCInstant(milliseconds: 1_790_000_000_000), zone: ZoneOffset(seconds: 0), body: .unset,
                    zones: .unknown, energyRule: .distance, deviceSerial: 1, software: .current)))
        try file.finish()
        let totals = try RunLogReader(path: directory.runLog(Self.id)).totals()
        try HealthStore.open(path: directory.healthStore).store.save(RunSummary(totals))
        return (folder, directory)
    }

    @Test("U-C10: a deleted run leaves a tombstone in the store, and its log in the trash or nowhere", arguments: [true, false])
    func remove(forGood: Bool) throws {
        let (folder, directory) = try folder()
        #expect(try RunRemover(path: folder.path).remove(Self.id, forGood: forGood) == nil)
        #expect(try directory.runIDs().isEmpty)
        let store = try HealthStore(path: directory.healthStore, access: .readOnly)
        #expect(try store.newest(.run, HealthID(Self.id))?.isDeleted == true)
        #expect(try store.runCount() == 0)
        #expect(TemporaryFolder.names(in: directory.trash).count == (forGood ? 0 : 1))
    }

    @Test("U-C10: without a store the log goes all the same, and no store is made")
    func withoutStore() throws {
        let (folder, directory) = try folder()
        for name in folder.names where name.hasPrefix("health") { unlink("\(folder.path)/\(name)") }
        #expect(try RunRemover(path: folder.path).remove(Self.id, forGood: false) == nil)
        #expect(try directory.runIDs().isEmpty)
        #expect(!folder.names.contains("health.sqlite"))
    }

    @Test("U-C10: somebody else who writes into the folder is not disturbed")
    func inUse() throws {
        let (folder, directory) = try folder()
        let lock = try DataDirectoryLock(directory)
        #expect(throws: WatchStorageError.self) { try RunRemover(path: folder.path) }
        #expect(try directory.runIDs() == [Self.id])
        withExtendedLifetime(lock) {}
    }

    @Test("U-C10: a store that fails, as on a full card, does not keep the log from going, and is tried again after it")
    func failingStore() throws {
        let (folder, directory) = try folder()
        var tries = 0
        let healed = RunRemoval(id: Self.id, isForGood: true).carryOut(in: directory, calls: LinuxFileSystem.shared) {
            () throws(HealthStoreError) in
            tries += 1
            if tries == 1 { throw .full(path: "x") }
        }
        #expect(healed.isDone && healed.problem == nil && tries == 2)
        let (second, other) = try self.folder()
        let failed = RunRemoval(id: Self.id, isForGood: false).carryOut(in: other, calls: LinuxFileSystem.shared) {
            () throws(HealthStoreError) in throw .full(path: "x")
        }
        #expect(failed.isDone && failed.problem?.contains("may still show it") == true)
        #expect(try other.runIDs().isEmpty)
        withExtendedLifetime((folder, second)) {}
    }

    @Test("U-C10: a writer deletes a run that is over, says so, and does not index it again")
    func byWriter() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        let run = FlashTestRun(number: 3, seconds: 12), id = run.id
        run.record(on: writer)
        _ = writer.allNews()
        writer.remove(id, forGood: false)
        #expect(writer.allNews().map(\.description) == ["removed"])
        #expect(try card.directory.runIDs().isEmpty)
        #expect(try card.reader().runCount() == 0)
        writer.remove(id, forGood: false)
        // What is gone is gone: asked twice is asked once.
        #expect(writer.allNews().map(\.description) == ["removed"])
    }

    @Test("U-C10: a writer does not delete the run that it writes")
    func underWay() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        let run = FlashTestRun(number: 4, seconds: 12, end: nil)
        run.record(on: writer)
        _ = writer.allNews()
        writer.remove(run.id, forGood: true)
        #expect(writer.allNews().map(\.description) == ["not removed"])
        #expect(try card.directory.runIDs() == [run.id])
    }
}
