import Quantities

/// A setting with its value, for the editor and for the rows of the settings.
public enum SettingValue: Hashable, Sendable {
    /// Index into the languages that the watch has, shown by the language's own name.
    case language(UInt8)
    /// Kilometres or miles.
    case units(UnitSystem)
    /// Body mass, 30–299 kg.
    case weight(Mass)
    /// Body height, 0.60–3.09 m.
    case height(Distance)
    /// Year of birth; nil until set.
    case birthYear(Int16?)
    /// Sex for the energy equation; nil until set.
    case sex(BiologicalSex?)
    /// Greatest heart rate; nil = from the age.
    case maximumHeartRate(HeartRate?)
    /// Heart rate at rest; nil until set.
    case restingHeartRate(HeartRate?)
    /// Pause by itself when standing.
    case autoPause(Bool)
    /// A lap by itself after a distance or a time.
    case autoLap(AutoLapChoice)
    /// Buzz or silent.
    case sounds(Bool)
    /// The kind of run that START begins.
    case runType(RunKind)
    /// Lock the buttons when a run starts.
    case autoLock(Bool)
    /// Energy from the heart rate (Keytel) instead of the distance.
    case energyFromHeartRate(Bool)
    /// The values of a page of a run, the page by its number from 0.
    case runPage(UInt8, RunFields)
    /// Pages of a run follow each other by themselves.
    case autoScroll(Bool)
    /// The runner who wears the watch, by number and name; 0 for nobody.
    case runner(UInt64, ShortText)
    /// Seconds of countdown before a run; 0 starts at once.
    case countdown(UInt8)
    /// What to tell of during a run.
    case alert(AlertLimit)
    /// When the display dims and goes dark.
    case light(LightChoice)
    /// From when the watch does not buzz at rest; nil = it always may.
    case quietFrom(TimeOfDay?)
    /// Until when the watch does not buzz at rest; nil = it always may.
    case quietTo(TimeOfDay?)
    /// How times of day are written.
    case clockForm(ClockForm)
    /// The time zone: minutes ahead of UTC now, and what says so.
    case zone(minutes: Int16, from: ZoneChoice)
    /// The hour, set by hand while nothing tells the time; nil until set.
    case hour(UInt8?)
    /// The minute, set by hand while nothing tells the time; nil until set.
    case minute(UInt8?)
    /// A glance is shown at rest.
    case glance(GlanceChoice, Bool)
    /// Heart-rate zones by limits of one's own instead of those from the greatest heart rate.
    case ownZones(Bool)
    /// Where a zone, 1...5, begins.
    case zoneLimit(UInt8, HeartRate)
    /// In how long half of the caffeine in the body is gone, 3–10 h.
    case caffeineHalfLife(Duration)
    /// When the runner goes to bed; nil = that is not looked at.
    case bedtime(TimeOfDay?)
    /// Caffeine, in milligrams, of which it is told that the body has less; 0 for never.
    case lowCaffeine(UInt16)
    /// It is told when there is more caffeine than the European authority names.
    case caffeineLimits(Bool)
}

/// A limit of which the runner is told during a run; nil where it is not set.
public enum AlertLimit: Hashable, Sendable {
    /// A heart rate above this.
    case heartRateAbove(HeartRate?)
    /// A heart rate below this.
    case heartRateBelow(HeartRate?)
    /// A pace faster than this.
    case paceFaster(Pace?)
    /// A pace slower than this.
    case paceSlower(Pace?)
    /// Each time this distance is full.
    case eachDistance(Distance?)
    /// Each time this much of the timer is full.
    case eachTime(Duration?)
}

/// When the display dims and goes dark after the last press.
public enum LightChoice: UInt8, CaseIterable, Sendable {
    /// Soon.
    case automatic
    /// Later.
    case long
    /// Never.
    case alwaysOn
}

/// What says how far local time is ahead of UTC.
public enum ZoneChoice: UInt8, CaseIterable, Sendable {
    /// The machine's own zone.
    case machine
    /// A named zone, with its summer time.
    case named
    /// Always as far.
    case fixed
}

/// A glance that can be switched off.
public enum GlanceChoice: UInt8, CaseIterable, Sendable {
    /// The goals of the day.
    case goals
    /// Caffeine and drinks.
    case caffeine
    /// The week and the calendar.
    case week
    /// Totals and records.
    case records
    /// The newest runs.
    case history
    /// The cable to a computer.
    case computer
}

/// Sex as the published energy equations use it.
public enum BiologicalSex: UInt8, CaseIterable, Sendable {
    /// Female.
    case female
    /// Male.
    case male
}

/// What makes a lap by itself.
public enum AutoLapChoice: UInt8, CaseIterable, Sendable {
    /// Only the button.
    case off
    /// Each kilometre.
    case kilometer
    /// Each mile.
    case mile
    /// Each 5 min.
    case fiveMinutes
    /// Each 10 min.
    case tenMinutes
}
