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
///
/// They lie on the heap: a hold remembers two pages, which is as much as all the rest of a watch at rest, and changes only with a press.
struct HeldButtons: Sendable {
    private var holds = [Hold?](repeating: nil, count: ButtonRole.allCases.count)

    subscript(role: ButtonRole) -> Hold? {
        get { holds[Self.place(of: role)] }
        set { holds[Self.place(of: role)] = newValue }
    }

    private static func place(of role: ButtonRole) -> Int {
        switch role {
        case .start: 0
        case .lap: 1
        case .page: 2
        }
    }
}
