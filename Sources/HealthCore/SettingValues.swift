import Quantities
import RunCore

/// The settings as single values, each an object of its own whose id is its name. The names are those of every released store.
enum SettingValues {
    static let isSetUp = "is_set_up", language = "language", usesMiles = "uses_miles", autoPause = "auto_pause", autoLap = "auto_lap"
    static let sounds = "sounds", runType = "run_type", autoLock = "auto_lock", energyFromHeartRate = "energy_from_heart_rate"
    static let zoneName = "zone_name", maximumFixError = "maximum_fix_error_m", strideNumbers = "stride_numbers"
    static let autoScroll = "auto_scroll"
    static let glances = "glances", uses12Hours = "uses_12_hours", countdown = "countdown_s", light = "light"
    static let quietHours = "quiet_hours_min", zoneLimits = "zone_limits_bpm"
    static let heartRateAbove = "alert_above_bpm", heartRateBelow = "alert_below_bpm"
    static let paceFaster = "alert_faster_s_per_km", paceSlower = "alert_slower_s_per_km"
    static let eachDistance = "alert_each_m", eachTime = "alert_each_s"
    static let caffeineHalfLife = "caffeine_half_life_min", bedtime = "bedtime_min", lowCaffeine = "low_caffeine_mg"
    static let caffeineLimits = "caffeine_limits", activeRunner = "active_runner"
    /// The pages of a run, in order.
    static let runPages = ["run_page_1", "run_page_2", "run_page_3", "run_page_4"]

    /// All that this version knows.
    static let names =
        [
            isSetUp, language, usesMiles, autoPause, autoLap, sounds, runType, autoLock, energyFromHeartRate, zoneName, maximumFixError,
            strideNumbers, autoScroll, glances, uses12Hours, countdown, light, quietHours, zoneLimits, heartRateAbove, heartRateBelow,
            paceFaster, paceSlower, eachDistance, eachTime, caffeineHalfLife, bedtime, lowCaffeine, caffeineLimits, activeRunner,
        ] + runPages

    /// No bedtime, as it is stored: without a value there is the one of a new watch.
    private static let noBedtime: Int64 = -1

    /// The value of a name; nil where there is none. A height stands before the stride numbers, because they hold for that body only.
    static func value(_ name: String, of settings: Settings, height: Distance) -> HealthValue? {
        switch name {
        case isSetUp: .integer(settings.isSetUp ? 1 : 0)
        case language: .integer(Int64(settings.language))
        case usesMiles: .integer(settings.usesMiles ? 1 : 0)
        case autoPause: .integer(settings.autoPause ? 1 : 0)
        case autoLap: .integer(Int64(settings.autoLap.rawValue))
        case sounds: .integer(settings.sounds ? 1 : 0)
        case runType: .integer(Int64(settings.runType))
        case autoLock: .integer(settings.autoLock ? 1 : 0)
        case energyFromHeartRate: .integer(settings.energyFromHeartRate ? 1 : 0)
        case autoScroll: .integer(settings.autoScroll ? 1 : 0)
        case zoneName: settings.zoneName.map { .text($0) }
        case maximumFixError: .real(settings.maximumFixError.meters)
        case strideNumbers: settings.strideNumbers.isEmpty ? nil : .numbers([height.meters] + settings.strideNumbers)
        case glances: .integer(Int64(settings.glances.rawValue))
        case uses12Hours: .integer(settings.uses12Hours ? 1 : 0)
        case countdown: .integer(Int64(settings.countdown))
        case light: .integer(Int64(settings.light.rawValue))
        case quietHours: settings.quietHours.map { .numbers([Double($0.from), Double($0.to)]) }
        case zoneLimits: settings.zoneLimits.isEmpty ? nil : .numbers(settings.zoneLimits.map { Double($0) })
        case heartRateAbove: settings.alerts.heartRateAbove.map { .integer(Int64($0)) }
        case heartRateBelow: settings.alerts.heartRateBelow.map { .integer(Int64($0)) }
        case paceFaster: settings.alerts.paceFaster.map { .integer(Int64($0)) }
        case paceSlower: settings.alerts.paceSlower.map { .integer(Int64($0)) }
        case eachDistance: settings.alerts.eachDistance.map { .integer(Int64($0)) }
        case eachTime: settings.alerts.eachTime.map { .integer(Int64($0)) }
        case caffeineHalfLife: .integer(Int64(settings.caffeineHalfLife))
        case bedtime: .integer(settings.bedtime.map { Int64($0) } ?? noBedtime)
        case lowCaffeine: .integer(Int64(settings.lowCaffeine))
        case caffeineLimits: .integer(settings.caffeineLimits ? 1 : 0)
        case activeRunner: settings.activeRunner.map { .text($0) }
        default: runPages.firstIndex(of: name).map { .integer(settings.runPages.packed($0)) }
        }
    }

    /// Puts a value into settings. One of another kind, or out of its range, leaves what is there, so that no store is refused for it.
    static func set(_ name: String, to value: HealthValue, in settings: inout Settings, height: Distance) {
        switch name {
        case isSetUp: settings.isSetUp = value.bool ?? settings.isSetUp
        case language: settings.language = value.integer(in: 0...255).map { UInt8($0) } ?? settings.language
        case usesMiles: settings.usesMiles = value.bool ?? settings.usesMiles
        case autoPause: settings.autoPause = value.bool ?? settings.autoPause
        case autoLap:
            settings.autoLap = value.integer(in: 0...255).flatMap { Settings.AutoLap(rawValue: UInt8($0)) } ?? settings.autoLap
        case sounds: settings.sounds = value.bool ?? settings.sounds
        case runType: settings.runType = value.integer(in: 0...3).map { UInt8($0) } ?? settings.runType
        case autoLock: settings.autoLock = value.bool ?? settings.autoLock
        case energyFromHeartRate: settings.energyFromHeartRate = value.bool ?? settings.energyFromHeartRate
        case autoScroll: settings.autoScroll = value.bool ?? settings.autoScroll
        case zoneName: if case .text(let name) = value { settings.zoneName = name }
        case maximumFixError: settings.maximumFixError = value.real(in: 5...100).map { .meters($0) } ?? settings.maximumFixError
        case strideNumbers:
            guard case .numbers(let numbers) = value, numbers.first == height.meters, numbers.allSatisfy(\.isFinite) else { return }
            settings.strideNumbers = Array(numbers.dropFirst())
        case glances: settings.glances = value.integer(in: 0...255).map { GlanceSet(rawValue: UInt8($0)) } ?? settings.glances
        case uses12Hours: settings.uses12Hours = value.bool ?? settings.uses12Hours
        case countdown:
            settings.countdown = value.number(in: 0...255).flatMap { Settings.countdowns.contains($0) ? $0 : nil } ?? settings.countdown
        case light: settings.light = value.number(in: 0...255).flatMap { Settings.Light(rawValue: $0) } ?? settings.light
        case quietHours: settings.quietHours = value.quietHours ?? settings.quietHours
        case zoneLimits: settings.zoneLimits = value.zoneLimits ?? settings.zoneLimits
        case heartRateAbove: settings.alerts.heartRateAbove = value.number(in: RunAlerts.heartRates) ?? settings.alerts.heartRateAbove
        case heartRateBelow: settings.alerts.heartRateBelow = value.number(in: RunAlerts.heartRates) ?? settings.alerts.heartRateBelow
        case paceFaster: settings.alerts.paceFaster = value.number(in: RunAlerts.paces) ?? settings.alerts.paceFaster
        case paceSlower: settings.alerts.paceSlower = value.number(in: RunAlerts.paces) ?? settings.alerts.paceSlower
        case eachDistance: settings.alerts.eachDistance = value.number(in: RunAlerts.distances) ?? settings.alerts.eachDistance
        case eachTime: settings.alerts.eachTime = value.number(in: RunAlerts.times) ?? settings.alerts.eachTime
        case caffeineHalfLife: settings.caffeineHalfLife = value.number(in: Settings.caffeineHalfLives) ?? settings.caffeineHalfLife
        case bedtime:
            if value == .integer(noBedtime) { settings.bedtime = nil }
            settings.bedtime = value.number(in: Settings.minutesOfDay) ?? settings.bedtime
        case lowCaffeine: settings.lowCaffeine = value.number(in: Settings.lowCaffeines) ?? settings.lowCaffeine
        case caffeineLimits: settings.caffeineLimits = value.bool ?? settings.caffeineLimits
        case activeRunner:
            guard case .text(let runner) = value, (1...Settings.longestRunnerID).contains(runner.utf8.count) else { return }
            settings.activeRunner = runner
        default:
            guard let page = runPages.firstIndex(of: name), let packed = value.integer(in: 0...0xFFFF_FFFF) else { return }
            settings.runPages.set(page, packed: packed)
        }
    }
}

/// The profile as single values.
enum ProfileValues {
    static let weight = "weight_kg", height = "height_m", birthYear = "birth_year", sex = "sex", maximumHeartRate = "maximum_bpm"
    static let restingHeartRate = "resting_bpm"

    /// All that this version knows.
    static let names = [weight, height, birthYear, sex, maximumHeartRate, restingHeartRate]

    static func value(_ name: String, of profile: Profile) -> HealthValue? {
        switch name {
        case weight: .real(profile.weight.kilograms)
        case height: .real(profile.height.meters)
        case birthYear: profile.birthYear.map { .integer(Int64($0)) }
        case sex: profile.sex.map { .integer(Int64($0.rawValue)) }
        case maximumHeartRate: profile.maximumHeartRate.map { .real($0.beatsPerMinute) }
        case restingHeartRate: profile.restingHeartRate.map { .real($0.beatsPerMinute) }
        default: nil
        }
    }

    /// The profile that values make: out of range they are brought into it, of another kind they count as not told.
    static func profile(_ value: (String) -> HealthValue?) -> Profile {
        let unset = Profile(), any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        return Profile(
            weight: value(weight)?.real(in: any).map { .kilograms($0) } ?? unset.weight,
            height: value(height)?.real(in: any).map { .meters($0) } ?? unset.height,
            birthYear: value(birthYear)?.integer(in: 0...9999).map { Int16($0) },
            sex: value(sex)?.integer(in: 0...255).flatMap { Profile.Sex(rawValue: UInt8($0)) },
            maximumHeartRate: value(maximumHeartRate)?.real(in: any).map { .beatsPerMinute($0) },
            restingHeartRate: value(restingHeartRate)?.real(in: any).map { .beatsPerMinute($0) })
    }
}

extension HealthValue {
    /// Yes or no; nil if it is neither.
    var bool: Bool? { integer(in: 0...1).map { $0 == 1 } }
    /// A whole number in a range; nil otherwise.
    func integer(in range: ClosedRange<Int64>) -> Int64? {
        guard case .integer(let number) = self, range.contains(number) else { return nil }
        return number
    }
    /// A whole number in a range, as its type; nil otherwise.
    func number<Number: FixedWidthInteger>(in range: ClosedRange<Number>) -> Number? {
        guard case .integer(let stored) = self, let number = Number(exactly: stored), range.contains(number) else { return nil }
        return number
    }
    /// Whole numbers, as their type; nil if any is none.
    private func numbers<Number: FixedWidthInteger>() -> [Number]? {
        guard case .numbers(let stored) = self else { return nil }
        let numbers = stored.compactMap { Number(exactly: $0) }
        return numbers.count == stored.count ? numbers : nil
    }
    /// Two minutes of the day; nil if it is anything else.
    fileprivate var quietHours: QuietHours? {
        guard let minutes: [UInt16] = numbers(), minutes.count == 2 else { return nil }
        return QuietHours(from: minutes[0], to: minutes[1])
    }
    /// Five limits that rise; nil if it is anything else.
    fileprivate var zoneLimits: [UInt8]? {
        guard let limits: [UInt8] = numbers(), !limits.isEmpty, Settings.areZoneLimits(limits) else { return nil }
        return limits
    }
    /// A number in a range; nil otherwise.
    func real(in range: ClosedRange<Double>) -> Double? {
        switch self {
        case .real(let number) where range.contains(number): number
        case .integer(let number) where range.contains(Double(number)): Double(number)
        default: nil
        }
    }
}
