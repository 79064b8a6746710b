import Glibc
import RunCore
import SystemCalls

/// A run's log after recovery, open at its end.
public struct RecoveredRun {
    /// The run as far as it had come: its last time, its boot and that boot's clock, and whether it was over.
    public let totals: RunTotals
    /// What the file was found to hold.
    public let extent: RunLogExtent
    /// The file, ready for more records.
    public let file: RunLogFile
}

/// Makes the log of a run that a crash or a power cut interrupted ready to go on.
public enum RunLogRecovery {
    /// Reads the whole log, fills what stands beyond its end with zeros and waits until the card has them, so that no old byte can
    /// ever be read as a continuation. Everything before the end stays as it is, so a second recovery changes nothing.
    ///
    /// `visit` gets each record on the way. Errors: the file cannot be opened, read or written, or is no run log of this version.
    public static func recover(
        path: String, calls: any FileSystemCalls = LinuxFileSystem.shared, visit: (RunRecord) -> Void = { _ in }
    ) throws(RunLogError) -> RecoveredRun {
        let descriptor: Int32
        do throws(Errno) {
            descriptor = try calls.retrying { () throws(Errno) in try calls.open(path, flags: O_RDWR | O_CLOEXEC | O_NOFOLLOW, mode: 0) }
        } catch { throw RunLogError(.open, path, .system(error)) }
        do throws(RunLogError) {
            return try recover(path: path, descriptor: descriptor, calls: calls, visit: visit)
        } catch {
            calls.close(descriptor)
            throw error
        }
    }

    private static func recover(
        path: String, descriptor: Int32, calls: any FileSystemCalls, visit: (RunRecord) -> Void
    ) throws(RunLogError) -> RecoveredRun {
        let length: Int64
        do throws(Errno) { length = try calls.length(descriptor) } catch { throw RunLogError(.read, path, .system(error)) }
        let reader = try RunLogReader(path: path, descriptor: descriptor, length: length, calls: calls, close: nil)
        let totals = try reader.totals(visit: visit)
        let extent = reader.extent
        if let staleEnd = extent.staleEnd {
            try fillWithZeros(from: extent.end, to: staleEnd, path: path, descriptor: descriptor, calls: calls)
        }
        let file = RunLogFile(
            continuing: reader.id, path: path, descriptor: descriptor,
            chain: FrameChain(salt: reader.salt, previous: extent.chainedChecksum), end: Int64(extent.end), length: length, calls: calls)
        return RecoveredRun(totals: totals, extent: extent, file: file)
    }

    private static func fillWithZeros(
        from start: Int, to end: Int, path: String, descriptor: Int32, calls: any FileSystemCalls
    ) throws(RunLogError) {
        guard let zeros = calloc(1, RunLogFormat.segmentBytes / 16) else { throw RunLogError(.write, path, .system(Errno(code: ENOMEM))) }
        defer { free(zeros) }
        do throws(Errno) {
            var position = start
            while position < end {
                let count = min(RunLogFormat.segmentBytes / 16, end - position)
                try calls.writeAll(descriptor, UnsafeRawBufferPointer(start: zeros, count: count), at: Int64(position))
                position += count
            }
            try calls.retrying { () throws(Errno) in try calls.synchronize(descriptor) }
        } catch { throw RunLogError(.write, path, .system(error)) }
    }
}
