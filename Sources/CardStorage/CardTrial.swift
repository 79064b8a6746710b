import Quantities
import WatchCore

/// How one thing on the card is doing, and when it is tried again after a failure: after 1, 2, 4 … 60 s. Run logs, the store and the folder
/// itself have one each, so that one that fails never holds up another (R-B3).
struct CardTrial {
    /// How it is doing.
    private(set) var state = CardState.working
    /// When a failure is tried again; nil if all is well.
    private(set) var retryAt: MonotonicInstant?
    /// Failures so far.
    private(set) var failures = 0
    private var backOff = BackOff()

    /// True if it may be tried now.
    func mayTry(at now: MonotonicInstant) -> Bool { retryAt.map { now >= $0 } ?? true }

    /// It failed. Returns the new state if it is another one.
    mutating func noteFailure(_ failed: CardState, at now: MonotonicInstant) -> CardState? {
        failures += 1
        if mayTry(at: now) { retryAt = now + backOff.wait() }
        defer { state = failed }
        return state == failed ? nil : failed
    }

    /// It worked. Returns the new state if it did not work before.
    mutating func noteSuccess() -> CardState? {
        defer { (state, retryAt, backOff) = (.working, nil, BackOff()) }
        return state == .working ? nil : .working
    }
}
