import Positioning
import Quantities

/// Ends a run that was left running: after 55 min without movement it warns, 5 min later it ends by itself (fault B9: in minutes).
///
/// Movement is what only somebody who walks can make, so that neither a shaken table nor the wander of a receiver that lies keeps a run
/// alive. Where neither a fix nor a step counter tells, a press is the only sign of life: the run warns and ends all the same.
struct ForgottenRunGuard: Hashable, Sendable {
    static let warnAfter = Duration.minutes(55)
    static let endAfter = Duration.minutes(60)
    /// So many credited steps within a minute are movement. A pedometer credits a rhythm of several seconds only; a walker takes as many in
    /// 10 s, a shaken table now and then a handful.
    static let steps: UInt32 = 20
    static let stepWindow = Duration.seconds(60)
    /// A place this far from where the last five minutes began is movement, if it is also more than four standard errors away. The wander
    /// of a receiver that lies under a poor sky stays within a few errors for minutes; whoever walks does 50 m in one.
    static let metres = Distance.meters(50)
    static let errors = 4.0
    static let placeWindow = Duration.minutes(5)
    /// Signs too small to be movement count as its end, for a minute after it.
    static let tail = Duration.seconds(60)

    /// When the runner last moved, or pressed a button.
    private(set) var lastMovement: MonotonicInstant
    private(set) var hasWarned = false
    private var lastSign: MonotonicInstant
    private var stepsFrom: MonotonicInstant
    private var stepsInWindow: UInt32 = 0
    private var placeFrom: MonotonicInstant?
    private var anchor: Coordinate?
    private var anchorError = Distance.zero

    init(at now: MonotonicInstant) {
        lastMovement = now
        lastSign = now
        stepsFrom = now
    }

    mutating func noteMovement(at now: MonotonicInstant) {
        lastMovement = now
        lastSign = now
        hasWarned = false
    }

    /// Steps that a counter has just credited.
    mutating func noteSteps(_ count: UInt32, at now: MonotonicInstant) {
        guard count > 0 else { return }
        noteSign(at: now)
        if stepsFrom.duration(to: now) > Self.stepWindow {
            stepsFrom = now
            stepsInWindow = 0
        }
        stepsInWindow = stepsInWindow.addingReportingOverflow(count).overflow ? .max : stepsInWindow + count
        guard stepsInWindow >= Self.steps else { return }
        stepsInWindow = 0
        stepsFrom = now
        noteMovement(at: now)
    }

    /// A believed place with its standard error.
    mutating func notePlace(_ place: Coordinate, error: Distance, at now: MonotonicInstant) {
        guard let anchor, let placeFrom, placeFrom.duration(to: now) <= Self.placeWindow else {
            return begin(at: place, error: error, now)
        }
        let way = Ellipsoid.distance(from: anchor, to: place)
        if way >= .meters(5) { noteSign(at: now) }
        guard way >= Self.metres, way.meters >= Self.errors * max(error, anchorError).meters else { return }
        begin(at: place, error: error, now)
        noteMovement(at: now)
    }

    private mutating func begin(at place: Coordinate, error: Distance, _ now: MonotonicInstant) {
        (anchor, anchorError, placeFrom) = (place, error, now)
    }

    private mutating func noteSign(at now: MonotonicInstant) {
        if lastMovement.duration(to: now) <= Self.tail { lastSign = now }
    }

    /// Where a forgotten run ends: when the runner was last seen moving.
    var end: MonotonicInstant { max(lastMovement, lastSign) }

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
