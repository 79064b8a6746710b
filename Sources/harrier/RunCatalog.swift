import Calendar
import Glibc
import Quantities
import RunCore
import RunLog

/// The runs in a data folder, read from their logs alone: the log is the truth, so this works without an index and on a copied folder.
struct RunCatalog {
    /// A run in the folder.
    struct Entry {
        var path: String
        var totals: RunTotals
        /// What had to be cut or skipped in its log.
        var extent: RunLogExtent
    }

    let directory: DataDirectory

    /// The folder that options and environment name.
    static func dataPath(_ option: String?) throws(CommandFailure) -> String {
        if let option { return option }
        if let path = environment("HARRIER_DATA_DIR") { return path }
        if let path = environment("XDG_DATA_HOME") { return path + "/harrier" }
        guard let home = environment("HOME") else {
            throw CommandFailure("there is no home folder to keep runs in: say where with --data DIR")
        }
        return home + "/.local/share/harrier"
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads a run by its path.
    static func read(_ path: String) throws(RunLogError) -> Entry {
        let reader = try RunLogReader(path: path)
        let totals = try reader.totals()
        return Entry(path: path, totals: totals, extent: reader.extent)
    }

    /// All runs, newest first; those whose time was never known come last. Logs that cannot be read are named in `failures`.
    func entries(failures: inout [RunLogError]) throws(CommandFailure) -> [Entry] {
        let ids: [RunID]
        do { ids = try directory.runIDs() } catch {
            if error.errno?.code == ENOENT { return [] }
            throw CommandFailure("\(error)")
        }
        var entries: [Entry] = []
        for id in ids {
            do throws(RunLogError) { entries.append(try Self.read(directory.runLog(id))) } catch { failures.append(error) }
        }
        return entries.sorted { a, b in
            (a.totals.utc.utc(at: .start)?.milliseconds ?? .min, a.path) > (b.totals.utc.utc(at: .start)?.milliseconds ?? .min, b.path)
        }
    }

    /// The run that a word means: a number of the list, the start of an id, `last` or nothing for the newest.
    func find(_ word: String?) throws(CommandFailure) -> Entry {
        var failures: [RunLogError] = []
        let entries = try entries(failures: &failures)
        guard !entries.isEmpty else {
            throw CommandFailure("there are no runs in \(directory.runs): record one with `harrier simulate`, or say where with --data DIR")
        }
        guard let word, word != "last" else { return entries[0] }
        if let number = Int(word), (1...entries.count).contains(number) { return entries[number - 1] }
        let matches = entries.filter { "\($0.totals.header.id)".hasPrefix(word.lowercased()) }
        guard matches.count == 1 else {
            throw CommandFailure(
                matches.isEmpty
                    ? "no run is called \"\(word)\": `harrier list` shows \(entries.count)"
                    : "\"\(word)\" fits \(matches.count) runs: give more of the id")
        }
        return matches[0]
    }
}
