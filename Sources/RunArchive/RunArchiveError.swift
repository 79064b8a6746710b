import ActivityFiles
import RunLog

/// Why something could not be had from the archive.
public enum RunArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are no runs in the folder.
    case noRuns(String)
    /// No run is meant by the word; how many there are.
    case notFound(String, count: Int)
    /// The word is the start of several ids.
    case ambiguous(String, count: Int)
    /// A log or the folder could not be read.
    case log(RunLogError)
    /// A log gave other records when it was read again, or fewer: a card that fails, or somebody who writes.
    case changed(path: String)
    /// The file for other software could not be written.
    case file(ActivityWriteError)

    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .noRuns(let folder): "there are no runs in \(folder): record one with `harrier simulate`, or say where with --data DIR"
        case .notFound(let word, let count): "no run is called \"\(word)\": `harrier list` shows \(count)"
        case .ambiguous(let word, let count): "\"\(word)\" fits \(count) runs: give more of the id"
        case .log(let error): "\(error)"
        case .changed(let path): "\(path) gave fewer or other seconds when it was read again: check the card, then try again"
        case .file(let error): "\(error)"
        }
    }
}
