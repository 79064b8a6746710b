import Glibc
import Quantities
import RunCore

/// How far a run had come, folded from its records: what the watch must know to go on after a crash or a power cut.
public struct RunLogProgress: Hashable, Sendable {
    /// The run's header; nil if the place that held it is damaged.
    public private(set) var header: RunHeader?
    /// The latest time that any sample or event carries.
    public private(set) var last: RunTime = .start
    /// The boot in which the last record was written; nil without a header.
    public private(set) var boot: BootID?
    /// What ended the run; nil if nothing did, so that it may go on.
    public private(set) var endedBy: EndCause?
    /// True if the runner had stopped the run and neither undone nor saved that.
    public private(set) var isStopped = false

    private var anchor = (time: RunTime.start, monotonic: MonotonicInstant(nanoseconds: 0))

    /// Nothing read yet.
    public init() {}

    /// Takes the next record.
    public mutating func add(_ record: RunRecord) {
        switch record {
        case .header(let header):
            self.header = header
            boot = header.boot
            anchor = (.start, header.start)
        case .sample(let sample): last = max(last, sample.time)
        case .smoothedHeartRate: break
        case .event(let event):
            last = max(last, event.time)
            switch event.kind {
            case .outage(let outage):
                boot = outage.boot
                anchor = (event.time, outage.monotonic)
            case .stop: isStopped = true
            case .resume: isStopped = false
            case .end(let cause): endedBy = cause
            default: break
            }
        }
    }

    /// When the last record was written, on the monotonic clock of ``boot``.
    public var lastMonotonic: MonotonicInstant {
        anchor.monotonic.advanced(by: last.sinceStart - anchor.time.sinceStart)
    }

    /// How long ago the last record was written; nil if that was in another boot, whose clock says nothing in this one.
    public func age(in boot: BootID, at now: MonotonicInstant) -> Duration? {
        guard self.boot == boot else { return nil }
        return lastMonotonic.duration(to: now)
    }

    /// Equal if all parts are.
    public static func == (a: RunLogProgress, b: RunLogProgress) -> Bool {
        a.header == b.header && a.last == b.last && a.boot == b.boot && a.endedBy == b.endedBy && a.isStopped == b.isStopped
            && a.lastMonotonic == b.lastMonotonic
    }
    /// Hashes the header and the last time.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(header)
        hasher.combine(last)
    }
}

/// A run's log after recovery, open at its end.
public struct RecoveredRun {
    /// How far the run had come.
    public let progress: RunLogProgress
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
        var progress = RunLogProgress()
        while let record = try reader.next() {
            progress.add(record)
            visit(record)
        }
        let extent = reader.extent
        if let staleEnd = extent.staleEnd {
            try fillWithZeros(from: extent.end, to: staleEnd, path: path, descriptor: descriptor, calls: calls)
        }
        let file = RunLogFile(
            continuing: reader.id, path: path, descriptor: descriptor,
            chain: FrameChain(salt: reader.salt, previous: extent.chainedChecksum), end: Int64(extent.end), length: length, calls: calls)
        return RecoveredRun(progress: progress, extent: extent, file: file)
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
