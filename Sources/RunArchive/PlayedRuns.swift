import Quantities
import RunCore
import RunLog
import SystemCalls

/// When the runs of a player were recorded: the dates of replayed runs are those of their recordings, which may be years old, and `last`
/// means the run that was recorded last (U-A7). A watch needs none of this: it records when it runs.
///
/// The file `played` in the data folder, a line a run: its id, a space, the milliseconds since 1970 at which it was saved. What cannot be
/// read as that is passed over.
public struct PlayedRuns: Sendable {
    /// When each was saved.
    public private(set) var savedAt: [RunID: UTCInstant] = [:]

    /// Lines are left out beyond this many, the oldest first.
    private static let most = 10_000
    /// Bytes that are read: more than is ever written.
    private static let mostBytes = 1 << 20

    private static func path(_ directory: DataDirectory) -> String { directory.path + "/played" }

    /// Reads a folder's file; none is no error.
    public init(_ directory: DataDirectory) {
        guard let bytes = BoundedFile.read(Self.path(directory), most: Self.mostBytes, calls: LinuxFileSystem.shared) else { return }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let id = RunID(words[0]), let milliseconds = Int64(words[1]) else { continue }
            savedAt[id] = UTCInstant(milliseconds: milliseconds)
        }
    }

    /// Notes that a run was saved at an instant.
    public static func note(_ id: RunID, at instant: UTCInstant, in directory: DataDirectory) throws(WholeFileError) {
        var runs = PlayedRuns(directory)
        runs.savedAt[id] = instant
        let kept = runs.savedAt.sorted { $0.value.milliseconds < $1.value.milliseconds }.suffix(most)
        let text = kept.map { "\($0.key) \($0.value.milliseconds)\n" }.joined()
        _ = try WholeFile.write(Array(text.utf8), to: path(directory), permissions: 0o640)
    }
}
