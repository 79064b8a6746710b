import CommandLineTable
import Glibc
import HealthCore
import HealthStore
import LinuxPeripherals
import Peripherals
import Quantities
import RunLog
import SystemCalls

/// Reads and changes what changes slowly in a data folder (settings, goals, drinks, runners), whoever writes there.
///
/// There is one writer. A watch that runs on the folder takes the changes over its control socket, and follows them at once; without one
/// this takes the folder's lock for a moment and writes itself. Either way all changes of a ``put(_:)`` are on the disk when it returns, or
/// none is.
final class ChangeDesk {
    /// The folder.
    let directory: DataDirectory
    /// What the folder said when the desk was opened, or after the last ``put(_:)``; an empty book where there is no store yet.
    private(set) var book: HealthBook
    /// Who writes the versions that this computer makes.
    let origin: HealthOrigin
    /// When the desk was opened.
    let now: UTCInstant
    private let boot: BootID
    private let patience: Duration

    /// A watch says when the card is done with it, which a bad one takes its time for.
    static let patience = Duration.seconds(20)

    /// Opens the folder that the options name.
    convenience init(_ invocation: Invocation) throws(CommandFailure) {
        try self.init(path: try DataFolder.path(invocation[HarrierCommands.data]))
    }

    /// Opens a folder; nothing is made or written.
    /// - Parameters:
    ///   - now: the time; the days around it are in the book.
    ///   - patience: how long a watch is waited for.
    init(path: String, now: UTCInstant = WallClock.now(), patience: Duration = ChangeDesk.patience) throws(CommandFailure) {
        directory = DataDirectory(path: path)
        (self.now, self.patience) = (now, patience)
        boot = BootID.current() ?? BootID(high: 0, low: 0)
        origin = HostIdentity.read(directory) ?? HostIdentity.make()
        book = try Self.readBook(directory, boot, now)
    }

    /// When the desk was opened, as the time of what is not about another moment.
    var time: HealthTime { .utc(start: now, end: now, zone: PlayCommands.localZone().offset(at: now)) }

    // MARK: - Reading

    private static func readBook(_ directory: DataDirectory, _ boot: BootID, _ now: UTCInstant) throws(CommandFailure) -> HealthBook {
        let window = now.advanced(by: .seconds(-4 * 86_400))..<now.advanced(by: .seconds(3 * 86_400))
        let found = try read(directory) { store throws(HealthStoreError) in
            var book = try store.book(boot: boot, window: window)
            book.setEarlierAwards(try store.earlierAwards(than: book))
            return book
        }
        if let found { return found }
        var book = HealthBook(boot: boot, window: window)
        book.setEarlierAwards(AwardTotals())
        return book
    }

    /// All that the folder knows, days and awards of years included.
    func wholeBook() throws(CommandFailure) -> HealthBook {
        try Self.read(directory) { store throws(HealthStoreError) in try store.wholeBook() } ?? HealthBook(boot: boot)
    }

    /// All awards there are, by day.
    func awards() throws(CommandFailure) -> [GoalAward] {
        try Self.read(directory) { store throws(HealthStoreError) in try store.awards() } ?? []
    }

    /// Nil where there is no store yet. Nothing is made and nothing is left behind.
    private static func read<Content>(
        _ directory: DataDirectory, _ body: (HealthStore) throws(HealthStoreError) -> Content
    ) throws(CommandFailure) -> Content? {
        guard access(directory.healthStore, F_OK) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw CommandFailure("\(directory.healthStore) cannot be read (\(Errno.current)): check who may read the folder")
        }
        do throws(HealthStoreError) { return try body(try HealthStore(path: directory.healthStore, access: .glance)) } catch {
            if case .empty = error { return nil }
            throw CommandFailure("\(error)")
        }
    }

    // MARK: - Changing

    /// Stores changes: all of them, or none. Afterwards ``book`` knows them.
    /// - Throws: a sentence that says what to do; also when somebody else has changed one of the objects at the same moment.
    func put(_ changes: [HealthChange]) throws(CommandFailure) {
        guard !changes.isEmpty else { return }
        let frame: HealthChangeFrame
        do throws(HealthChangeFrame.Fault) { frame = try HealthChangeFrame(changes) } catch {
            throw CommandFailure("this cannot be stored: \(error)")
        }
        try store(frame)
        book = try Self.readBook(directory, boot, now)
        try checkNobodyElse(changes)
    }

    /// A watch that starts or another command may hold the folder for a moment.
    private func store(_ frame: HealthChangeFrame) throws(CommandFailure) {
        var holder = ""
        for pause in [20, 40, 80, 160, 320, 640, 0] as [Int32] {
            if let watch = try? ControlClient(directory.control) {
                try keepIdentity()
                return try ask(watch, frame)
            }
            guard let held = try storeAlone(frame) else { return }
            holder = held
            if pause > 0 { poll(nil, 0, pause) }
        }
        throw CommandFailure(
            "\(holder); it takes no changes from others, as a watch that harrierd runs does: end it first")
    }

    /// Writes where nobody else does.
    /// - Returns: nil if that is done; who holds the folder otherwise.
    private func storeAlone(_ frame: HealthChangeFrame) throws(CommandFailure) -> String? {
        do throws(RunLogError) { try directory.prepare() } catch { throw CommandFailure("\(error)") }
        let lock: DataDirectoryLock
        do throws(DataDirectoryLock.Failure) { lock = try DataDirectoryLock(directory) } catch {
            guard case .heldBy(let process, let path) = error else { throw CommandFailure("\(error)") }
            return "\(path) is held by \(process.map { "process \($0)" } ?? "another process")"
        }
        defer { withExtendedLifetime(lock) {} }
        switch HealthStore.opening(path: directory.healthStore) {
        case .readOnly(_, let error), .unreadable(let error): throw CommandFailure("nothing was changed: \(error)")
        case .ready(let store, let news):
            if case .damaged(let aside, let isRestored) = news {
                let rest = isRestored ? "its last copy took its place" : "there was no copy of it"
                Console.error("\(directory.healthStore) was damaged and is kept as \(aside); \(rest)")
            }
            try keepIdentity()
            do throws(HealthStoreError) { try store.put(frame.changes, at: now) } catch {
                throw CommandFailure("nothing was changed: \(error)")
            }
            return nil
        }
    }

    private func keepIdentity() throws(CommandFailure) {
        guard HostIdentity.read(directory) == nil else { return }
        do throws(WholeFileError) { try HostIdentity.keep(origin, in: directory) } catch {
            throw CommandFailure("nothing was changed: \(error)")
        }
    }

    /// Waits for a watch's word in steps, because nothing tells that it has ended.
    private func ask(_ watch: ControlClient, _ frame: HealthChangeFrame) throws(CommandFailure) {
        do throws(PeripheralError) { try watch.send(frame.bytes) } catch { throw CommandFailure("nothing was changed: \(error)") }
        let step = Duration.milliseconds(500)
        var waited = Duration.zero
        while waited < patience {
            if let answer = watch.wait(step) { return try obey(String(decoding: answer, as: UTF8.self)) }
            waited += step
            guard (try? ControlClient(directory.control)) != nil else {
                throw CommandFailure("the watch ended before it had answered: look whether the change is there, and make it again if not")
            }
        }
        throw CommandFailure(
            "the watch does not answer, as with a card that hangs: look whether the change is there before making it again")
    }

    private func obey(_ answer: String) throws(CommandFailure) {
        let words = answer.split(separator: " ", maxSplits: 1)
        switch words.first {
        case "ok": return
        case "error" where words.count == 2: throw CommandFailure("nothing was changed: the watch says that \(words[1])")
        default: throw CommandFailure("the watch gave an answer that means nothing here: install the same version of harrier and harrierd")
        }
    }

    /// Of two who change one object at the same moment one wins; the other is told.
    private func checkNobodyElse(_ changes: [HealthChange]) throws(CommandFailure) {
        let isLost = try Self.read(directory) { store throws(HealthStoreError) in
            for change in changes {
                if let newest = try store.newest(change.kind, change.id), newest.supersedes(change) { return true }
            }
            return false
        }
        guard isLost == true else { return }
        throw CommandFailure("somebody else has changed the same thing at this moment, and that counts: look at it, and change it again")
    }
}
