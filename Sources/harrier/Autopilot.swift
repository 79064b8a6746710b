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
    /// The run is saved: what is there to be seen between runs is shown, once round.
    private var tour = Tour.none

    /// Whether it goes on to what there is at rest once the run is saved; else the result stays.
    var showsRest = false

    private enum Tour { case none, result, clock, ring, over }
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

    /// True while it still shows what there is at rest, after the run.
    var isTouring: Bool { tour != .none && tour != .over }

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
        case .countdown: return nil
        case .saved: return leaveResult(page, now)
        case .idle where tour != .none: return walkRound(page, now)
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

    /// The result stays until it has been read; a record may still be looked for.
    private mutating func leaveResult(_ page: Page, _ now: MonotonicInstant) -> Action? {
        guard style == .demonstration, showsRest else { return nil }
        if tour == .none {
            (tour, lastPage) = (.result, now)
        }
        guard case .summary = page, lastPage.duration(to: now) >= readingTime else { return nil }
        (tour, lastPage) = (.clock, now)
        return Action(role: .lap)
    }

    /// Once round the glances, back to the clock.
    private mutating func walkRound(_ page: Page, _ now: MonotonicInstant) -> Action? {
        guard tour != .over, lastPage.duration(to: now) >= readingTime else { return nil }
        if case .clock = page, tour == .ring {
            tour = .over
            return nil
        }
        (tour, lastPage) = (.ring, now)
        return Action(role: .page)
    }

    /// As long as a page takes to be read, in the watch's time.
    private var readingTime: Duration { .seconds(max(3, 2.5 * speed)) }

    private mutating func turnPage(_ page: Page, _ now: MonotonicInstant) -> Action? {
        guard turnsPages, case .run = page, lastPage.duration(to: now) >= .seconds(max(12, 3 * speed)) else { return nil }
        lastPage = now
        return Action(role: .page)
    }
}
