import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// What the rows of the settings show and are changed by: settings, runner, and what of the time has to be known for them.
struct SettingState: Sendable {
    /// The settings.
    var settings: Settings
    /// The runner.
    var profile: Profile
    /// How far local time is ahead of UTC now.
    var offset = ZoneOffset.utc
    /// The time of day as it is shown; nil while it is not known.
    var time: TimeOfDay?
    /// True once something has told the time, so that it is not set by hand.
    var isTimeKnown = true
    /// The year, for the runner's age.
    var year: Int?
    /// The runners that there are, by name.
    var runners: [NamedRunner] = []
    /// How many languages there are.
    var languages: UInt8 = 2
}

extension PageContext {
    /// What the rows of the settings show.
    var settingState: SettingState {
        SettingState(
            settings: settings, profile: profile, offset: offset, time: time, isTimeKnown: local != nil, year: local?.date.year,
            runners: book.runners, languages: languages)
    }
}
