import HealthCore
import Quantities
import RunCore
import ScreenModels

/// A run, running or paused, in the views that PAGE goes through. START pauses and resumes, held it stops; LAP takes a lap, held it locks.
struct RunViews: WatchPage {
    /// Which view.
    private(set) var view = RunPage.View.first
    /// When the view follows by itself; nil if it stays.
    private var nextDue: MonotonicInstant?
    /// True while presses are ignored, but for the hold that unlocks.
    private(set) var isLocked: Bool

    init(isLocked: Bool = false) { self.isLocked = isLocked }

    /// How long a word about the lock is shown.
    private static let lockWord = Duration.seconds(2)

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if context.isLock(press) {
            isLocked.toggle()
            return .showMessage(.lockChanged(isLocked: isLocked, holding: context.lockButton), for: Self.lockWord)
        }
        if isLocked { return press.length == .short ? .showMessage(.locked(holding: context.lockButton), for: Self.lockWord) : .stay }
        if context.isBack(press) { return .command(.lap) }
        switch (press.role, press.length) {
        case (.start, .short): return .command(context.session.phase == .paused ? .resume : .pause)
        case (.start, .second): return .command(.stop)
        case (.page, .short):
            view = Self.view(after: view, context.settings)
            nextDue = nil
        default: break
        }
        return .stay
    }

    /// The view after another: pages without a value are left out.
    private static func view(after view: RunPage.View, _ settings: Settings) -> RunPage.View {
        var next = view
        repeat { next = RunPage.View(rawValue: next.rawValue + 1) ?? .first } while !isShown(next, settings)
        return next
    }

    private static func isShown(_ view: RunPage.View, _ settings: Settings) -> Bool {
        switch view {
        case .first, .lap, .track: true
        case .second, .third, .fourth: settings.fields(ofPage: view.rawValue).count > 0
        }
    }

    /// So long a view is shown where views follow each other by themselves: read at a glance, and round within half a minute.
    private static let scrollInterval = Duration.seconds(4)

    /// Time has passed: goes on to the next view when it is due.
    /// - Returns: true if another view is shown now.
    mutating func scroll(at now: MonotonicInstant, isScrolling: Bool, _ settings: Settings) -> Bool {
        guard isScrolling, settings.autoScroll else {
            nextDue = nil
            return false
        }
        guard let due = nextDue, now >= due else {
            nextDue = nextDue ?? now.advanced(by: Self.scrollInterval)
            return false
        }
        view = Self.view(after: view, settings)
        nextDue = now.advanced(by: Self.scrollInterval)
        return true
    }

    private static func fields(of view: RunPage.View, _ settings: Settings) -> RunFields {
        view.rawValue < UInt8(RunPages.count) ? settings.fields(ofPage: view.rawValue) : RunFields()
    }

    func page(in context: PageContext) -> Page {
        guard let totals = context.session.totals else { return GettingReady().page(in: context) }
        let session = context.session, now = context.now
        let time = session.runTime(at: now), heartRate = session.sensors.heartRate(at: now)?.rate
        let zone = heartRate.flatMap { totals.header.zones.zone(ofBeats: UInt8(rounding: $0.beatsPerMinute)) }
        return .run(
            RunPage(
                view: view, fields: Self.fields(of: view, context.settings), motion: motion(in: context), timer: totals.timer(at: time),
                elapsed: totals.elapsed(at: time), distance: totals.distance,
                isReckoned: totals.lastSample?.flags.contains(.isReckoned) ?? false, pace: totals.pace(at: time),
                averagePace: Pace(totals.distance, in: totals.timer(at: time)), heartRate: heartRate,
                averageHeartRate: totals.heartRateSoFar.average, zone: zone.flatMap { $0 > 0 ? UInt8($0) : nil },
                cadence: session.sensors.steps(at: now)?.cadence, steps: totals.steps, ascent: totals.ascent, descent: totals.descent,
                altitude: totals.lastSample?.altitude, energy: totals.energy, lap: LapFigures(totals.lap(at: time)),
                lastLap: totals.previousLap.map { LapFigures($0) }, track: context.track))
    }

    private func motion(in context: PageContext) -> RunPage.Motion {
        switch context.session.phase {
        case .paused: .paused
        case .autoPaused: .autoPaused
        default: .running
        }
    }

    func labels(in context: PageContext) -> ButtonLabels {
        // A short press does nothing while it is locked, so nothing stands for it.
        if isLocked { return ButtonLabels(lapHeld: .unlock) }
        return context.session.phase == .paused
            ? ButtonLabels(start: .resume, page: .next, startHeld: .stop, lapHeld: .lock)
            : ButtonLabels(start: .pause, lap: .lap, page: .next, startHeld: .stop, lapHeld: .lock)
    }
}
