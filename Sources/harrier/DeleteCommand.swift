import CardStorage
import CommandLineTable
import Glibc
import JSONText
import LinuxPeripherals
import Quantities
import RunArchive
import RunCore
import RunLog
import SystemCalls
import WatchDaemon

/// `harrier delete`: takes runs out of the data folder, by the hand of whoever writes there.
enum DeleteCommand {
    static let runs = Argument<[String]>.oneOrMore(
        "RUN", completion: .suggestions(["last"]), help: "their numbers in `harrier list`, the starts of their ids, or `last`")
    static let yes = Option.flag("yes", help: "do not ask")
    static let forGood = Option.flag("for-good", help: "at once, without keeping the logs for 30 days: this is what makes room")

    static let command = Command(
        "delete", summary: "Delete runs; their logs are kept for 30 days, in case it was a slip.",
        discussion: """
            A deleted run is gone from every list, on the watch too. Its log lies in the data folder's trash/ for 30 days; moved back to runs/ it \
            is a run again; that of an imported run lies in trash/imported/ with its side file and belongs into imported/. Files that were \
            exported stay where they are. A harrierd that runs there does it itself, and not to the run that it is recording.
            """, arguments: [runs.specification],
        options: [yes.specification, forGood.specification, HarrierCommands.json.specification],
        examples: [.init("harrier delete last", "the newest run, after a question"), .init("harrier delete 3 5 --yes", "two at once")])

    /// A watch tells when the card is done with it, which a bad one takes its time for.
    private static let patience = Duration.seconds(20)

    static func run(_ invocation: Invocation) throws {
        let directory = DataDirectory(path: try DataFolder.path(invocation[HarrierCommands.data]))
        let archive = try RunCommands.archive(invocation), forGood = invocation[forGood]
        // All are named before the first goes, since that changes the numbers.
        var logs: [StoredLog] = []
        for word in invocation[runs] {
            let log = try ProgressBar.during("reading runs") { try archive.locate(word, progress: $0) }
            if !logs.contains(log) { logs.append(log) }
        }
        if !invocation[yes] {
            guard isatty(STDIN_FILENO) == 1 else {
                throw UsageFailure("nobody is there to be asked: say --yes to delete without a question")
            }
            for log in logs { Console.error(describe(log.id, archive)) }
            let what = logs.count == 1 ? "this run" : "these \(logs.count) runs"
            guard Console.confirm(forGood ? "Delete \(what) for good?" : "Delete \(what)?") else {
                throw CommandFailure("nothing was deleted")
            }
        }
        let notes = try delete(logs, forGood: forGood, in: directory)
        RunTrash(directory).empty(at: WallClock.now())
        report(logs, notes, forGood: forGood, directory, invocation)
    }

    /// Those that a Harrier recorded belong to whoever writes there; what was imported is nobody's but the runner's.
    /// - Returns: what is not quite as it should be, in sentences.
    private static func delete(_ logs: [StoredLog], forGood: Bool, in directory: DataDirectory) throws -> [String] {
        let notes = try deleteRecorded(logs.filter { $0.folder == .recorded }.map(\.id), forGood: forGood, in: directory)
        let trash = RunTrash(directory)
        for log in logs {
            // A run that was recorded and imported too would come back as the imported one.
            if log.folder == .recorded, access(directory.log(log.id, in: .imported), F_OK) != 0 { continue }
            if forGood { try trash.remove(log.id, from: .imported) } else { try trash.moveAside(log.id, from: .imported) }
        }
        return notes
    }

    private static func deleteRecorded(_ ids: [RunID], forGood: Bool, in directory: DataDirectory) throws -> [String] {
        guard !ids.isEmpty else { return [] }
        if let watch = try? ControlClient(directory.control) {
            for id in ids {
                try watch.obey(ControlLine.delete(id, forGood: forGood), refusal: "does not delete \(id)", patience: patience)
            }
            return []
        }
        let remover = try RunRemover(path: directory.path)
        return try ids.compactMap { try remover.remove($0, forGood: forGood) }
    }

    private static func describe(_ id: RunID, _ archive: RunArchive) -> String {
        guard let run = try? archive.find("\(id)") else { return "\(id): its log cannot be read" }
        let figures = run.figures
        return "\(RunReport.startText(figures))  \(RunReport.kindText(figures.type))  \(RunReport.amount(figures.distance)) km in "
            + "\(RunReport.time(figures.timer))  (\(String("\(id)".prefix(8))))"
    }

    private static func report(_ logs: [StoredLog], _ notes: [String], forGood: Bool, _ directory: DataDirectory, _ invocation: Invocation)
    {
        for note in notes { Console.error(note) }
        guard !invocation[HarrierCommands.json] else {
            return Console.print(
                JSONObject([
                    "deleted": .array(logs.map { .string("\($0.id)") }), "kept_in": forGood ? .null : .string(directory.trash),
                ]))
        }
        let isOne = logs.count == 1
        let what = isOne ? "1 run is deleted" : "\(logs.count) runs are deleted"
        guard !forGood else { return Console.print("\(what) for good.") }
        let places = LogFolder.allCases.filter { folder in logs.contains { $0.folder == folder } }
        let kept = places.map { RunTrash(directory).path(of: $0) }.joined(separator: " and ")
        let again = places.map { directory.path(of: $0) }.joined(separator: " and ")
        Console.print(
            "\(what); \(isOne ? "its log is" : "their logs are") in \(kept) for 30 days, and \(isOne ? "a run" : "runs") again in \(again)."
        )
    }
}
