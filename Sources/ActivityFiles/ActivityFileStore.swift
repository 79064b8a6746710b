import SystemCalls

/// Puts activity files into a directory so that a name stands for a whole, checked file or for nothing.
///
/// A file is written as ``WholeFile`` does, and read back and linted before it gets its name. Whatever fails, the temporary file is
/// removed and an older file of the name is untouched.
public struct ActivityFileStore: Sendable {
    /// Where the files go. It must exist.
    public let directory: String
    private let calls: any FileSystemCalls

    /// A store in a directory.
    public init(directory: String, calls: any FileSystemCalls = LinuxFileSystem.shared) {
        self.directory = directory
        self.calls = calls
    }

    /// Writes a FIT activity, replacing an older file of that name. See ``FITActivityWriter`` for the parameters.
    /// - Returns: what was written.
    public func writeFIT(
        named name: String, _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        points: some Sequence<ActivityPoint>
    ) throws(ActivityWriteError) -> WrittenActivity {
        var points = points.makeIterator()
        return try writeFIT(
            named: name, replacing: true, summary, laps: laps, pauses: pauses,
            nextPoint: { () throws(ActivityWriteError) in points.next() })
    }

    /// Writes a FIT activity from points that may fail to come.
    ///
    /// - Parameter replacing: whether an older file of the name is replaced; otherwise it is an error that says so
    ///   (``ActivityWriteError/isNameTaken``).
    public func writeFIT(
        named name: String, replacing: Bool, _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?
    ) throws(ActivityWriteError) -> WrittenActivity {
        guard !name.isEmpty, name.utf8.count <= 200, !name.hasPrefix("."), !name.utf8.contains(0x2F), !name.utf8.contains(0) else {
            throw .badName(name)
        }
        let file: WholeFile
        // Read by everyone, written by its owner, as far as the process's umask lets it.
        do throws(WholeFileError) { file = try WholeFile("\(directory)/\(name)", permissions: 0o644, calls: calls) } catch {
            throw .file(error)
        }
        let written = try FITActivityWriter.write(
            summary, laps: laps, pauses: pauses, nextPoint: nextPoint, to: FileByteSink(file))
        do throws(WholeFileError) { try file.finish() } catch { throw .file(error) }
        try readBack(file.temporaryPath)
        do throws(WholeFileError) { try file.commit(replacing: replacing) } catch { throw .file(error) }
        return written
    }

    private func readBack(_ path: String) throws(ActivityWriteError) {
        let source: FileByteSource
        do throws(ActivityFault) { source = try FileByteSource(path: path, calls: calls) } catch {
            throw .selfCheck([.unreadable(error)])
        }
        let findings = ActivityLinter.check(source)
        guard findings.isEmpty else { throw .selfCheck(findings) }
    }
}

/// A new file that is being written.
private final class FileByteSink: ActivityByteSink {
    private let file: WholeFile

    init(_ file: WholeFile) { self.file = file }

    func append(_ chunk: [UInt8]) throws(ActivityWriteError) {
        try handOn(chunk) { (bytes) throws(WholeFileError) in try file.append(bytes) }
    }

    func overwriteStart(_ header: [UInt8]) throws(ActivityWriteError) {
        try handOn(header) { (bytes) throws(WholeFileError) in try file.overwriteStart(bytes) }
    }

    private func handOn(
        _ bytes: [UInt8], to body: (UnsafeRawBufferPointer) throws(WholeFileError) -> Void
    ) throws(ActivityWriteError) {
        let failure: WholeFileError? = bytes.withUnsafeBytes { raw in
            do throws(WholeFileError) {
                try body(raw)
                return nil
            } catch { return error }
        }
        if let failure { throw .file(failure) }
    }
}
