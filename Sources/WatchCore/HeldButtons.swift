import Quantities
import RunCore

/// What a hold has done so far, so that it can be undone when the button turns out to be stuck.
struct Hold: Sendable {
    /// The page before the hold did anything, and as the hold left it.
    private(set) var before: CurrentPage, after: CurrentPage
    /// The phase of the run that the hold stopped; nil if it stopped none.
    private(set) var stoppedPhase: RunPhase?
    /// True once the hold has changed the phase of the run, from which the page follows.
    private var hasMovedRun = false

    init(on page: CurrentPage) {
        before = page
        after = page
    }

    /// What was done by something else since the hold last did anything stays done.
    mutating func accept(_ page: CurrentPage) {
        if page != after { self = Hold(on: page) }
    }

    /// Notes what a step of the hold has led to.
    mutating func note(_ page: CurrentPage, from phase: RunPhase, to next: RunPhase) {
        after = page
        guard phase != next else { return }
        hasMovedRun = true
        stoppedPhase = next == .stopped ? phase : nil
    }

    /// The page to go back to; nil where something else has changed it since, or where the run decides.
    func pageToRestore(on page: CurrentPage) -> CurrentPage? { !hasMovedRun && page == after ? before : nil }
}

/// The hold of each button that is, or was last, held.
struct HeldButtons: Sendable {
    private var holds: (Hold?, Hold?, Hold?)

    subscript(role: ButtonRole) -> Hold? {
        get {
            switch role {
            case .start: holds.0
            case .lap: holds.1
            case .page: holds.2
            }
        }
        set {
            switch role {
            case .start: holds.0 = newValue
            case .lap: holds.1 = newValue
            case .page: holds.2 = newValue
            }
        }
    }
}
