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

    /// - Parameter end: when the feed ends; the run is stopped some seconds before.
    init(_ style: Style, from start: MonotonicInstant, end: MonotonicInstant) {
        self.style = style
        self.end = end
        lastPress = start
        lastPage = start
    }

    /// Whether it would press anything in a phase: else nobody has to look at the screen for it.
    func looks(in phase: RunPhase) -> Bool { style != .planned || phase == .stopped }

    /// What to press at a moment; call it a few times a second.
    mutating func action(on page: Page, phase: RunPhase, timer: Duration, at now: MonotonicInstant) -> Action? {
        guard lastPress.duration(to: now) >= .milliseconds(1500) else { return nil }
        guard let action = choose(page, phase, timer, now) else { return nil }
        lastPress = now
        return action
    }

    private mutating func choose(_ page: Page, _ phase: RunPhase, _ timer: Duration, _ now: MonotonicInstant) -> Action? {
        if style == .planned { return phase == .stopped ? Action(role: .page) : nil }
        let isEnding = now.duration(to: end) <= .seconds(6)
        switch phase {
        case .stopped: return Action(role: .page)
        case .running, .paused, .autoPaused:
            if isEnding { return Action(role: .start, duration: .milliseconds(1200)) }
            return style == .demonstration ? demonstrate(phase, timer, now) : nil
        case .preparing:
            if case .ready(let ready) = page, style == .demonstration, !ready.hasFix, lastPress.duration(to: now) < .seconds(20) {
                return nil
            }
            return isEnding ? nil : Action(role: .start)
        case .countdown, .saved: return nil
        case .idle:
            switch page {
            case .setUp, .clock: return isEnding ? nil : Action(role: .start)
            default: return nil
            }
        }
    }

    private mutating func demonstrate(_ phase: RunPhase, _ timer: Duration, _ now: MonotonicInstant) -> Action? {
        if phase == .paused { return lastPress.duration(to: now) >= .seconds(8) ? Action(role: .start) : nil }
        if phase == .running, !hasLapped, timer >= .seconds(75) {
            hasLapped = true
            return Action(role: .lap)
        }
        if phase == .running, !hasPaused, timer >= .seconds(150) {
            hasPaused = true
            return Action(role: .start)
        }
        guard lastPage.duration(to: now) >= .seconds(12) else { return nil }
        lastPage = now
        return Action(role: .page)
    }
}
