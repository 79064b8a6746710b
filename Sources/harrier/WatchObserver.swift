import Quantities
import RunCore
import ScreenModels
import WatchCore

/// Notices what happens to a watch, by looking at it from time to time, and says it in words.
struct WatchObserver {
    private var phase = RunPhase.idle
    private var hasFix = false, isReckoned = false, isLocked = false
    /// Since when it has been otherwise than ``isReckoned`` says.
    private var otherwiseSince: RunTime?
    private var laps = 0
    private var message: Message?

    /// What has happened since it was called last.
    mutating func observe(_ watch: Watch, at now: MonotonicInstant) -> [String] {
        var news: [String] = []
        let session = watch.session
        if session.phase != phase {
            if let text = Self.text(from: phase, to: session.phase) { news.append(text) }
            phase = session.phase
            isReckoned = false
        }
        observeFix(session, &news)
        observeLaps(session, &news)
        observeScreen(watch.screen(at: now), &news)
        return news
    }

    private static func text(from old: RunPhase, to new: RunPhase) -> String? {
        switch (old, new) {
        case (_, .preparing): "gets ready, sensors on"
        case (_, .countdown): "three, two, one"
        case (.countdown, .running): "the run begins"
        case (.autoPaused, .running): "moving: the timer runs on"
        case (_, .running): "the run goes on"
        case (_, .autoPaused): "standing: paused by itself"
        case (_, .paused): "paused by hand"
        case (_, .stopped): "stopped: save it?"
        case (_, .saved): "saved"
        case (.stopped, .idle): "thrown away"
        case (.preparing, .idle): "not ready any more"
        case (_, .idle): nil
        }
    }

    private mutating func observeFix(_ session: RunSession, _ news: inout [String]) {
        if session.hasFix, !hasFix, session.phase == .preparing { news.append("fix found") }
        hasFix = session.hasFix
        guard session.phase == .running, session.settings.type.usesGPS, let sample = session.totals?.lastSample else { return }
        guard sample.flags.contains(.isReckoned) != isReckoned else {
            otherwiseSince = nil
            return
        }
        // A second without a fix, as after a pause, is none that is lost.
        let since = otherwiseSince ?? sample.time
        otherwiseSince = since
        guard sample.time.millisecondsSince(since) >= 3_000 else { return }
        isReckoned.toggle()
        otherwiseSince = nil
        news.append(isReckoned ? "fix lost: distance by stride" : "fix back")
    }

    private mutating func observeLaps(_ session: RunSession, _ news: inout [String]) {
        let done = session.totals?.finishedLaps ?? []
        if done.count > laps {
            for lap in done[laps...] where session.phase.isRecording && session.phase != .stopped {
                news.append("lap \(lap.number): \(RunReport.amount(lap.distance)) km in \(RunReport.time(lap.timer))")
            }
        }
        laps = done.count
    }

    /// What the watch says of the day.
    private mutating func observeMessage(_ page: Page, _ news: inout [String]) {
        let shown: Message? = if case .message(let message) = page { message } else { nil }
        defer { message = shown }
        guard let shown, shown != message else { return }
        switch shown {
        case .goalReached(_, _, let points, let others):
            news.append("a goal is reached, +\(points) points" + (others > 0 ? ", and \(others) more" : ""))
        case .drinkLogged(let milligrams):
            news.append("a drink is logged" + (milligrams.map { ": \(Int(rounding: $0)) mg of caffeine in the body" } ?? ""))
        case .caffeineHigh: news.append("a drink is logged; the watch says that it is much")
        default: break
        }
    }

    private mutating func observeScreen(_ screen: Screen, _ news: inout [String]) {
        observeMessage(screen.page, &news)
        if screen.status.isLocked != isLocked {
            isLocked = screen.status.isLocked
            news.append(isLocked ? "buttons locked" : "buttons unlocked")
        }
    }
}
