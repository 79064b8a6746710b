import Quantities
import RunCore
import SystemCalls

/// A run's log after something was added to it at rest, closed again.
public struct ClosedRun {
    /// What the log says now.
    public let totals: RunTotals
    /// What the file was found to hold before.
    public let extent: RunLogExtent
    /// Why the file could not be cut to its length. What was added is on the card all the same, so the run may be indexed; the zeros at its
    /// end do no harm.
    public let closeError: RunLogError?
}

// What is added to a log that nobody is writing: an end, or the date that came too late.
extension RunLogRecovery {
    /// Ends a run that was left open and does not go on. A log that is over already is left as it is.
    ///
    /// Errors: the log cannot be read, or the end did not reach the card. The run is open still then: it must not be indexed as finished,
    /// so that the next start tries again (fault R-B20).
    public static func end(
        path: String, cause: EndCause, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(RunLogError) -> ClosedRun {
        let run = try recover(path: path, calls: calls)
        guard run.totals.endCause == nil else {
            run.file.close()
            return ClosedRun(totals: run.totals, extent: run.extent, closeError: nil)
        }
        return try add(RunEvent(time: run.totals.latest, kind: .end(cause)), to: run)
    }

    /// Dates a finished run whose latest part was recorded in this boot, by UTC that the boot has learned since (fault R-B14): the same as
    /// if it had been learned during the run. Nil if the run is not over or its latest part is of another boot: then nothing is changed.
    ///
    /// The date is appended, so a power cut at any moment leaves the log as it was or dated; a date that the log has already, to a second,
    /// is not written again. The caller makes the run's row in the index anew.
    /// - Parameter utcAtStart: ``UndatedRuns/Dating/utcAtStart``.
    /// Errors: the log cannot be read, or the date did not reach the card: try again later.
    public static func date(
        path: String, utcAtStart: UTCInstant, zone: ZoneOffset, boot: BootID, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(RunLogError) -> ClosedRun? {
        // Nothing may be touched before it is sure that nobody writes this log.
        let reader = try RunLogReader(path: path, calls: calls)
        let found = try reader.totals()
        guard found.endCause != nil, found.boot == boot else { return nil }
        let known = found.utc.isLatestPartKnown ? found.utc.utc(at: found.latest) : nil
        if let known, known.duration(to: utcAtStart.advanced(by: found.latest.sinceStart)).inMilliseconds.magnitude <= 1000 {
            return ClosedRun(totals: found, extent: reader.extent, closeError: nil)
        }
        let event = RunEvent(time: found.latest, kind: .utcAtStart(utcAtStart, zone: zone))
        return try add(event, to: try recover(path: path, calls: calls))
    }

    private static func add(_ event: RunEvent, to run: RecoveredRun) throws(RunLogError) -> ClosedRun {
        var totals = run.totals
        do throws(RunLogError) { try run.file.commit(.event(event)) } catch {
            run.file.close()
            throw error
        }
        totals.fold(.event(event))
        var closeError: RunLogError?
        do throws(RunLogError) { try run.file.finish() } catch { closeError = error }
        return ClosedRun(totals: totals, extent: run.extent, closeError: closeError)
    }
}
