import SystemCalls

/// Puts activity files into a directory so that a name stands for a whole, checked file or for nothing.
///
/// A file is written as ``WholeFile`` does, and read back and checked (``ReadBack``) before it gets its name. Whatever fails, the temporary
/// file is removed and an older file of the name is untouched.
public struct ActivityFileStore: Sendable {
    /// Where the files go. It must exist.
    public let directory: String
    private let calls: any FileSystemCalls

    /// A store in a directory.
    public init(directory: String, calls: any FileSystemCalls = LinuxFileSystem.shared) {
        self.directory = directory
        self.calls = calls
    }

    /// Writes an activity, replacing an older file of that name. See ``ActivityFormatWriter`` for the parameters.
    /// - Returns: what was written.
    public func write(
        _ format: ExportFormat, named name: String, _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        points: some Sequence<ActivityPoint>
    ) throws(ActivityWriteError) -> WrittenActivity {
        var points = points.makeIterator()
        return try write(
            format, named: name, replacing: true, summary, laps: laps, pauses: pauses,
            nextPoint: { () throws(ActivityWriteError) in points.next() })
    }

    /// Writes an activity from points that may fail to come.
    ///
    /// - Parameters:
    ///   - replacing: whether an older file of the name is replaced; otherwise it is an error that says so
    ///     (``ActivityWriteError/isNameTaken``).
    ///   - gzip: whether the file is packed. The name is taken as it is.
    public func write(
        _ format: ExportFormat, named name: String, replacing: Bool, gzip: Bool = false, _ summary: ActivitySummary, laps: [ActivityLap],
        pauses: [ActivityPause], nextPoint: () throws(ActivityWriteError) -> ActivityPoint?
    ) throws(ActivityWriteError) -> WrittenActivity {
        guard !name.isEmpty, name.utf8.count <= 200, !name.hasPrefix("."), !name.utf8.contains(0x2F), !name.utf8.contains(0) else {
            throw .badName(name)
        }
        let file: WholeFile
        // Read by everyone, written by its owner, as far as the process's umask lets it.
        do throws(WholeFileError) { file = try WholeFile("\(directory)/\(name)", permissions: 0o644, calls: calls) } catch {
            throw .file(error)
        }
        let written = try Self.write(
            format, gzip: gzip, summary, laps: laps, pauses: pauses, nextPoint: nextPoint, to: FileByteSink(file))
        do throws(WholeFileError) { try file.finish() } catch { throw .file(error) }
        try ReadBack(format, isPacked: gzip, written).check(path: file.temporaryPath, calls: calls)
        do throws(WholeFileError) { try file.commit(replacing: replacing) } catch { throw .file(error) }
        return written
    }

    /// An activity as the bytes of a file, read back and checked: for what takes no file, such as a pipe.
    public static func bytes(
        _ format: ExportFormat, gzip: Bool = false, _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?
    ) throws(ActivityWriteError) -> (bytes: [UInt8], written: WrittenActivity) {
        let memory = MemoryByteSink()
        let written = try write(format, gzip: gzip, summary, laps: laps, pauses: pauses, nextPoint: nextPoint, to: memory)
        try ReadBack(format, isPacked: gzip, written).check(bytes: memory.bytes)
        return (memory.bytes, written)
    }

    private static func write(
        _ format: ExportFormat, gzip: Bool, _ summary: ActivitySummary, laps: [ActivityLap], pauses: [ActivityPause],
        nextPoint: () throws(ActivityWriteError) -> ActivityPoint?, to sink: any ActivityByteSink
    ) throws(ActivityWriteError) -> WrittenActivity {
        guard gzip else { return try format.writer.write(summary, laps: laps, pauses: pauses, nextPoint: nextPoint, to: sink) }
        let packing = GzipByteSink(sink, startLength: format == .fit ? FITEncoder.headerSize : 0)
        let written = try format.writer.write(summary, laps: laps, pauses: pauses, nextPoint: nextPoint, to: packing)
        try packing.finish()
        return written
    }
}
