import Quantities

/// What UTC is, by the reports of a receiver and of the system's clock: decides which of them to believe.
///
/// * A date that cannot be (before the build, or twenty years after it) is no report.
/// * The first report of a receiver is believed when a second one agrees: one damaged report dates no run and no day. A receiver that
///   counts from a wrong date that can be is not told by that; a run is dated anew by what is learned later, as a whole.
/// * A report that comes late says less than the truth, never more: the latency of reception (0.1–0.6 s) and a backlog of gpsd put UTC
///   back. So within a second of what is known only a receiver's report that is ahead counts, and a jump back needs two
///   reports that agree, 5 s apart: a backlog is read faster than that.
/// * A jump ahead of more than a day needs two such reports as well: one damaged report does not date a run to another year.
/// * The system's clock counts while no receiver has spoken for an hour; then the two cannot overrule each other in turn.
public struct UTCWitness: Hashable, Sendable {
    /// Who says it.
    public enum Source: UInt8, CaseIterable, Sendable {
        /// A satellite receiver with a fix.
        case receiver
        /// The system's clock while something keeps it right, or a host.
        case systemClock
    }

    /// Two reports agree within this.
    public static let agreement: Int64 = 2_000
    /// Two reports that confirm each other are at least this far apart by the monotonic clock.
    public static let confirmedAfter = Duration.seconds(5)
    /// Two first reports are at least this far apart: the same one is sometimes sent twice.
    public static let firstConfirmedAfter = Duration.milliseconds(500)
    /// A jump ahead of more than this has to be confirmed, in milliseconds: a day.
    public static let longestUnconfirmed: Int64 = 86_400_000
    /// Less than this is latency, drift or a leap second on its way, in milliseconds.
    public static let same: Int64 = 1_000
    /// A receiver's report that is ahead by more than this was less late than those before it, in milliseconds.
    public static let lessLate: Int64 = 100
    /// The system's clock, which is not late, moves UTC by no less than this, in milliseconds.
    public static let clockStep: Int64 = 500
    /// While a receiver was heard within this, the system's clock says nothing new.
    public static let receiverCountsFor = Duration.seconds(3600)

    /// What is believed; nil before the first report.
    public private(set) var offset: UTCOffset?

    private let rollover: WeekRollover
    private var receiverHeard: MonotonicInstant?
    /// A report that waits to be confirmed.
    private struct Candidate: Hashable {
        var offset: UTCOffset
        var at: MonotonicInstant
    }
    private var candidate: Candidate?

    /// Knows nothing yet.
    public init(buildDate: UTCInstant) { rollover = WeekRollover(buildDate: buildDate) }

    /// Hears what time it is now. Returns what is believed if that has changed.
    public mutating func hear(_ time: UTCInstant, from source: Source, at now: MonotonicInstant) -> UTCOffset? {
        guard let date = source == .receiver ? rollover.plausible(time) : rollover.canBe(time) ? time : nil else { return nil }
        if source == .systemClock, let receiverHeard, receiverHeard.duration(to: now) < Self.receiverCountsFor { return nil }
        let report = UTCOffset(from: now, to: date)
        guard let offset else {
            guard source == .receiver else { return believe(report, from: source, at: now) }
            return hearFirst(report, at: now)
        }
        let ahead = report.milliseconds.subtractingSaturating(offset.milliseconds)
        if ahead.magnitude < Self.same {
            candidate = nil
            if source == .receiver { receiverHeard = now }
            let isBetter = source == .receiver ? ahead > Self.lessLate : ahead.magnitude >= Self.clockStep
            return isBetter ? believe(report, from: source, at: now) : nil
        }
        if ahead > 0, ahead <= Self.longestUnconfirmed { return believe(report, from: source, at: now) }
        guard let candidate, agrees(report, with: candidate) else {
            candidate = Candidate(offset: report, at: now)
            return nil
        }
        return candidate.at.duration(to: now) >= Self.confirmedAfter ? believe(report, from: source, at: now) : nil
    }

    private mutating func hearFirst(_ report: UTCOffset, at now: MonotonicInstant) -> UTCOffset? {
        guard let candidate, agrees(report, with: candidate) else {
            candidate = Candidate(offset: report, at: now)
            return nil
        }
        guard candidate.at.duration(to: now) >= Self.firstConfirmedAfter else { return nil }
        let lessLate = report.milliseconds > candidate.offset.milliseconds ? report : candidate.offset
        return believe(lessLate, from: .receiver, at: now)
    }

    private func agrees(_ report: UTCOffset, with candidate: Candidate) -> Bool {
        report.milliseconds.subtractingSaturating(candidate.offset.milliseconds).magnitude <= Self.agreement
    }

    private mutating func believe(_ report: UTCOffset, from source: Source, at now: MonotonicInstant) -> UTCOffset {
        candidate = nil
        if source == .receiver { receiverHeard = now }
        offset = report
        return report
    }
}
