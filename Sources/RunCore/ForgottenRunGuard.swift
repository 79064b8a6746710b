import Quantities

/// Ends a run that was left running: after 55 min without movement it warns, 5 min later it ends by itself (fault B9: in minutes).
struct ForgottenRunGuard: Hashable, Sendable {
    static let warnAfter = Duration.minutes(55)
    static let endAfter = Duration.minutes(60)

    private(set) var lastMovement: MonotonicInstant
    private(set) var hasWarned = false

    init(at now: MonotonicInstant) { lastMovement = now }

    mutating func noteMovement(at now: MonotonicInstant) {
        lastMovement = now
        hasWarned = false
    }

    /// When the run ends, once that has been announced.
    var announcedEnd: MonotonicInstant? { hasWarned ? lastMovement.advanced(by: Self.endAfter) : nil }

    enum Verdict { case quiet, warn, end }

    mutating func check(at now: MonotonicInstant) -> Verdict {
        let still = lastMovement.duration(to: now)
        if still >= Self.endAfter { return .end }
        guard still >= Self.warnAfter, !hasWarned else { return .quiet }
        hasWarned = true
        return .warn
    }
}
