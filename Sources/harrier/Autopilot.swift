import Quantities
import RunCore
import ScreenModels
import WatchCore

/// Presses the buttons that the simulated runner would press, until somebody at the keyboard does.
struct Autopilot {
    /// What it does in a run.
    enum Style {
        /// Shows the pages, takes a lap, pauses once by hand.
        case demonstration
        /// Starts and stops only: the recording is the run.
        case recording
        /// Saves what was stopped; everything else is pressed by a plan (``PlannedPress``).
        case planned
    }

    /// A press and how long it lasts.
    struct Action {
        var role: ButtonRole
        var duration: Duration = .milliseconds(120)
    }

    private let style: Style
    private let end: MonotonicInstant
    private var lastPress: MonotonicInstant
    private var lastPage: MonotonicInstant
    private var hasLapped = false, hasPaused = false
    /// Whether it goes through the pages of a run. They change nothing of the run.
    var turnsPages: Bool
    /// Somebody turns the pages.
    var isPagedByHand = false { didSet { if isPagedByHand { turnsPages = false } } }
    /// How much faster than real time the watch is shown: pages stay for about three seconds of whoever looks on.
    var speed = 1.0

    /// - Parameter end: when the feed ends; the run is stopped some seconds before.
    init(_ style: Style, from start: MonotonicInstant, end: MonotonicInstant) {
        self.style = style
        self.end = end
        turnsPages = style == .demonstration
        lastPress = start
        lastPage = start
    }

    /// Whether it would press anything in a phase: else nobody has to look at the screen for it.
    func looks(in phase: RunPhase) -> Bool { style != .planned || phase == .stopped || turnsPages }

    /// What to press at a moment; call it a few times a second.
    mutating func action(on screen: Screen, phase: RunPhase, timer: Duration, at now: MonotonicInstant) -> Action? {
        guard lastPress.duration(to: now) >= .milliseconds(1500) else { return nil }
        guard var action = choose(screen.page, phase, timer, now) else { return nil }
        // Locked buttons do nothing but unlock (U-A5).
        if screen.status.isLocked {
            guard action.role != .page || phase == .stopped else { return nil }
            action = Action(role: .lap, duration: .milliseconds(1200))
        }
        lastPress = now
        return action
    }

    private mutating func choose(_ page: Page, _ phase: RunPhase, _ timer: Duration, _ now: MonotonicInstant) -> Action? {
        if style == .planned { return phase == .stopped ? Action(role: .page) : phase == .running ? turnPage(page, now) : nil }
        let isEnding = now.duration(to: end) <= .seconds(6)
        switch phase {
        case .stopped: return Action(role: .page)
        case .running, .paused, .autoPaused:
            if isEnding { return Action(role: .start, duration: .milliseconds(1200)) }
            return style == .demonstration ? demonstrate(page, phase, timer, now) : nil
        case .preparing:
            if case .ready(let ready) = page, style == .demonstration {
                let waited = lastPress.duration(to: now)
                if waited < .seconds(ready.hasFix ? 8 : 20) { return nil }
            }
            return isEnding ? nil : Action(role: .start)
        case .countdown, .saved: return nil
        case .idle:
            switch page {
            case .clock where style == .demonstration && lastPress.duration(to: now) < .seconds(8): return nil
            case .setUp, .clock: return isEnding ? nil : Action(role: .start)
            default: return nil
            }
        }
    }

    private mutating func demonstrate(_ page: Page, _ phase: RunPhase, _ timer: Duration, _ now: MonotonicInstant) -> Action? {
        if phase == .paused { return lastPress.duration(to: now) >= .seconds(8) ? Action(role: .start) : nil }
        if phase == .running, !hasLapped, timer >= .seconds(75) {
            hasLapped = true
            return Action(role: .lap)
        }
        if phase == .running, !hasPaused, timer >= .seconds(150) {
            hasPaused = true
            return Action(role: .start)
        }
        return turnPage(page, now)
    }

    private mutating func turnPage(_ page: Page, _ now: MonotonicInstant) -> Action? {
        guard turnsPages, case .run = page, lastPage.duration(to: now) >= .seconds(max(12, 3 * speed)) else { return nil }
        lastPage = now
        return Action(role: .page)
    }
}
