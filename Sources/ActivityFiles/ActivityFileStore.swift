import Glibc

/// Puts activity files into a directory so that a name stands for a whole, checked file or for nothing.
///
/// A file is written under a temporary name in the same directory, synchronised, read back and linted, renamed, and the directory
/// synchronised. Whatever fails, the temporary file is removed and an older file of the name is untouched.
public struct ActivityFileStore: Sendable {
    /// Where the files go. It must exist.
    public let directory: String
    private let calls: any FileCalls

    /// A store in a directory.
    public init(directory: String, calls: any FileCalls = SystemFileCalls()) {
        self.directory = directory
        self.calls = calls
    }

    /// Writes a FIT activity, replacing an older file of that name. See ``FITActivityWriter`` for the parameters.
    /// - Returns: what was written.
    public func writeFIT(
        named name: String, _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        points: some Sequence<ActivityPoint>
    ) throws(ActivityWriteError) -> WrittenActivity {
        guard !name.isEmpty, name.utf8.count <= 200, !name.hasPrefix("."), !name.utf8.contains(0x2F), !name.utf8.contains(0) else {
            throw .badName(name)
        }
        let path = directory + "/" + name
        // The process id keeps two programs apart; a left-over of a process that had the same id is replaced.
        let temporary = "\(directory)/.\(name).\(getpid()).part"
        do {
            let written = try writeChecked(temporary, summary, laps, pauses, points)
            try check(calls.rename(temporary, to: path), "renaming", temporary)
            try synchronizeDirectory()
            return written
        } catch {
            _ = calls.remove(temporary)
            throw error
        }
    }

    private func writeChecked(
        _ path: String, _ summary: ActivitySummary, _ laps: [ActivityLap], _ pauses: [ActivityPause],
        _ points: some Sequence<ActivityPoint>
    ) throws(ActivityWriteError) -> WrittenActivity {
        let sink = try FileByteSink(path: path, calls: calls)
        let written = try FITActivityWriter.write(summary, laps: laps, pauses: pauses, points: points, to: sink)
        try sink.close()
        let source: FileByteSource
        do { source = try FileByteSource(path: path, calls: calls) } catch {
            throw .selfCheck([.unreadable(error)])
        }
        let findings = ActivityLinter.check(source)
        guard findings.isEmpty else { throw .selfCheck(findings) }
        return written
    }

    /// Makes the new name last through a power cut.
    private func synchronizeDirectory() throws(ActivityWriteError) {
        let descriptor = calls.open(directory, flags: O_RDONLY | O_DIRECTORY)
        try check(descriptor, "opening", directory)
        let result = calls.synchronize(descriptor)
        _ = calls.close(descriptor)
        try check(result, "synchronising", directory)
    }

    private func check(_ result: Int32, _ operation: String, _ path: String) throws(ActivityWriteError) {
        if result < 0 { throw .system(operation: operation, path: path, errno: -result) }
    }
}

/// A new file that is being written.
final class FileByteSink: ActivityByteSink {
    private let path: String
    private let calls: any FileCalls
    private var descriptor: Int32

    /// Makes the file, which must not be a link that somebody laid in wait.
    init(path: String, calls: any FileCalls) throws(ActivityWriteError) {
        self.path = path
        self.calls = calls
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        var opened = calls.open(path, flags: flags)
        if opened == -EEXIST {
            _ = calls.remove(path)
            opened = calls.open(path, flags: flags)
        }
        descriptor = opened
        if opened < 0 { throw .system(operation: "making", path: path, errno: -opened) }
    }
    deinit { if descriptor >= 0 { _ = calls.close(descriptor) } }

    func append(_ chunk: [UInt8]) throws(ActivityWriteError) {
        try writeAll(chunk) { calls, descriptor, rest, _ in calls.write(descriptor, rest) }
    }

    func overwriteStart(_ header: [UInt8]) throws(ActivityWriteError) {
        try writeAll(header) { calls, descriptor, rest, done in calls.write(descriptor, rest, at: done) }
    }

    /// Synchronises and closes; both may report what an earlier write could not.
    func close() throws(ActivityWriteError) {
        try check(Int(calls.synchronize(descriptor)), "synchronising")
        let closing = descriptor
        descriptor = -1
        try check(Int(calls.close(closing)), "closing")
    }

    /// Repeats short writes until all is written. A write that takes nothing would repeat for ever and counts as an I/O error.
    private func writeAll(
        _ bytes: [UInt8], _ call: (any FileCalls, Int32, UnsafeRawBufferPointer, Int) -> Int
    ) throws(ActivityWriteError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { call(calls, descriptor, UnsafeRawBufferPointer(rebasing: $0[done...]), done) }
            try check(count == 0 ? -Int(EIO) : count, "writing")
            done += count
        }
    }

    private func check(_ result: Int, _ operation: String) throws(ActivityWriteError) {
        if result < 0 { throw .system(operation: operation, path: path, errno: Int32(truncatingIfNeeded: -result)) }
    }
}
