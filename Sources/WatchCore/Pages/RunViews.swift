import Quantities
import RunCore
import ScreenModels

/// A run, running or paused, in the views that PAGE goes through. START pauses and resumes, held it stops; LAP takes a lap, held it locks.
struct RunViews: WatchPage {
    /// Which view.
    private(set) var view = RunPage.View.primary
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
        case (.page, .short): view = RunPage.View(rawValue: view.rawValue + 1) ?? .primary
        default: break
        }
        return .stay
    }

    func page(in context: PageContext) -> Page {
        guard let totals = context.session.totals else { return GettingReady().page(in: context) }
        let session = context.session, now = context.now
        let time = session.runTime(at: now), heartRate = session.sensors.heartRate(at: now)?.rate
        let zone = heartRate.flatMap { totals.header.zones.zone(ofBeats: UInt8(rounding: $0.beatsPerMinute)) }
        return .run(
            RunPage(
                view: view, motion: motion(in: context), timer: totals.timer(at: time), distance: totals.distance,
                isReckoned: totals.lastSample?.flags.contains(.isReckoned) ?? false, pace: totals.pace(at: time),
                averagePace: Pace(totals.distance, in: totals.timer(at: time)), heartRate: heartRate,
                zone: zone.flatMap { $0 > 0 ? UInt8($0) : nil }, cadence: session.sensors.steps(at: now)?.cadence, steps: totals.steps,
                ascent: totals.ascent, energy: totals.energy, lap: LapFigures(totals.lap(at: time)),
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
