import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// What a page may see of the watch at a moment. It is let go before anything is changed: a copy that outlived a press would make the
/// run's lists be copied at its next record.
struct PageContext: Sendable {
    /// Now.
    var now: MonotonicInstant
    /// Local date and time; nil until UTC is known.
    var local: CivilDateTime?
    /// How the watch behaves.
    var settings: Settings
    /// The runner.
    var profile: Profile
    /// Settings, profile, days, goals, drinks.
    var book: HealthBook
    /// Rules of the local time zone.
    var zone: TimeZoneRules
    /// How far local time is ahead of UTC now.
    var offset = ZoneOffset.utc
    /// The time of day as it is shown: the local one, or one that was set by hand; nil while neither is known.
    var time: TimeOfDay?
    /// The day so far, for a page that shows it.
    var today: DaySoFar?
    /// For how long the watch has been running without the time; nil once it is known.
    var withoutTimeFor: Duration?
    /// The run, if there is one.
    var session: RunSession
    /// What is known of each part.
    var parts: PartStates
    /// Satellites.
    var sky: SkyView
    /// The shape of the track so far.
    var track: TrackSketch
    /// False on a board with two buttons.
    var hasLapButton: Bool
    /// True if the watch may turn its machine off.
    var canPowerOff: Bool
    /// How many languages there are.
    var languages: UInt8
    /// The tag of the language that is shown.
    var languageTag: String
    /// What all runs add up to; nil until it was read.
    var overview: RunOverview? = nil
    /// True if the card did not give it.
    var areRunsUnreadable = false

    /// True if a glance is not switched off.
    func shows(_ glance: Glance) -> Bool { settings.glances.contains(GlanceSet(rawValue: 1 << glance.rawValue)) }

    /// True for a press that means "back": LAP, or PAGE twice where there is no LAP.
    func isBack(_ press: Press) -> Bool { press == Press(.lap, .short) || press == Press(.page, .double) }

    /// The button that locks and unlocks when it is held for a second: LAP, or PAGE where there is no LAP.
    var lockButton: ButtonRole { hasLapButton ? .lap : .page }

    /// True for a press that locks or unlocks.
    func isLock(_ press: Press) -> Bool { press == Press(lockButton, .second) }

    /// Seconds to an instant, a begun one counted whole; 0 where none is set.
    func secondsLeft(to end: MonotonicInstant?) -> Int64 { end.map { Self.secondsLeft(from: now, to: $0) } ?? 0 }

    /// Seconds from one instant to another, a begun one counted whole.
    static func secondsLeft(from now: MonotonicInstant, to end: MonotonicInstant) -> Int64 {
        max(0, now.duration(to: end).inMilliseconds.addingSaturating(999) / 1000)
    }
}

extension Press {
    /// True for a press of a button that goes on by one, and each repeat while it is held.
    func isStep(of role: ButtonRole) -> Bool {
        guard self.role == role else { return false }
        switch length {
        case .short, .again, .fast: return true
        case .double, .long, .second, .stuck: return false
        }
    }
}
