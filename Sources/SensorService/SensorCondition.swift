import Peripherals
import Quantities

/// How one part is doing, and when it is serviced next: after a failure it is left alone for 1, 2, 4 … 60 s (fault E10).
struct SensorCondition {
    private static let firstWait = Duration.seconds(1), longestWait = Duration.seconds(60)
    /// A part is said to have failed when it has failed so often in a row: one bad transfer is no news.
    private static let failuresToTell = 2
    /// A part that was caught lying must deliver for so long before it is believed again; drivers take 4 s to notice frozen values.
    private static let proof = Duration.seconds(5)
    /// Batches come with the fix, so a retry may be this early.
    private static let slack = Duration.milliseconds(200)

    /// What is known about the part.
    private(set) var state = SensorState.starting
    /// What was wrong with it last; nil once it works again.
    private(set) var trouble: ChipError?
    /// The instant of the next step of its set-up, or of the rest of its samples; nil: with the next batch.
    private(set) var step: MonotonicInstant?

    private var retryAt: MonotonicInstant?
    private var wait = firstWait
    private var failures = 0
    private var deliversSince: MonotonicInstant?
    private var news: SensorState?

    /// True if the part is to be serviced now.
    func isDue(at now: MonotonicInstant, inBatch isBatch: Bool) -> Bool {
        if let step { return step <= now }
        guard isBatch else { return false }
        return retryAt.map { $0 <= now + Self.slack } ?? true
    }

    /// A service went well.
    mutating func note(_ report: ServiceReport, at now: MonotonicInstant) {
        (step, retryAt) = (report.again, nil)
        guard report.isMeasuring, report.samples > 0 else { return }
        let since = deliversSince ?? now
        deliversSince = since
        if state != .working {
            guard !mustProve || now - since >= Self.proof else { return }
            change(to: .working)
        }
        // As long as it was waited for, it has to work before the next failure counts as the first.
        if now - since >= wait { (failures, wait, trouble) = (0, Self.firstWait, nil) }
    }

    /// A service failed.
    mutating func note(_ error: ChipError, at now: MonotonicInstant) {
        // A chip that has only lost its settings answers, and is set up at once; one that loses them again is not.
        let isBack = error.fault == .restarted && trouble?.fault != .restarted
        trouble = error
        failures = min(failures + 1, Self.failuresToTell)
        deliversSince = nil
        (step, retryAt) = isBack ? (now, nil) : (nil, now + wait)
        if !isBack { wait = min(wait * 2, Self.longestWait) }
        if failures >= Self.failuresToTell, state != .failed { change(to: .failed) }
    }

    /// The new state, once, after a change.
    mutating func takeNews() -> SensorState? {
        defer { news = nil }
        return news
    }

    private var mustProve: Bool {
        switch trouble?.fault {
        case .frozen, .implausible, .silent: true
        case .bus, .wrongIdentity, .notReady, .restarted, nil: false
        }
    }

    private mutating func change(to next: SensorState) {
        state = next
        news = next
    }
}
