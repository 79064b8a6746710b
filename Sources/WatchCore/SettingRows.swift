import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// A row of the settings: a value, or a part with a menu of its own.
enum SettingItem: Hashable, Sendable {
    case autoPause, autoLap, countdown, sounds, autoLock, runPages, units, language
    case alerts, watch, glances, zones, caffeine
    case heartRateAbove, heartRateBelow, paceFaster, paceSlower, eachDistance, eachTime
    case light, quietFrom, quietTo, clockForm, zone, hour, minute
    case glance(GlanceChoice)
    case caffeineHalfLife, bedtime, lowCaffeine, caffeineLimits
    case runner, weight, height, birthYear, sex, maximumHeartRate, restingHeartRate, energy
    case ownZones
    case zoneLimit(UInt8)
}

/// Which rows the menus of the settings have, in their order. What is changed from run to run comes first, what is set once last.
///
/// A new row is a case of ``SettingItem``, a place in a table here, and its value in ``value(of:_:)``.
enum SettingRows {
    private static let settings: [SettingItem] = [
        .autoPause, .autoLap, .sounds, .autoLock, .alerts, .runPages, .countdown, .watch, .glances, .caffeine,
    ]
    private static let alerts: [SettingItem] = [.heartRateAbove, .heartRateBelow, .paceFaster, .paceSlower, .eachDistance, .eachTime]
    private static let watch: [SettingItem] = [.units, .language, .light, .quietFrom, .quietTo, .clockForm, .zone]
    /// While nothing tells the time it is set first.
    private static let watchWithoutTime: [SettingItem] = [.hour, .minute] + watch
    private static let glances: [SettingItem] = GlanceChoice.allCases.map { .glance($0) }
    private static let caffeine: [SettingItem] = [.caffeineHalfLife, .bedtime, .lowCaffeine, .caffeineLimits]
    private static let profile: [SettingItem] = [
        .weight, .height, .birthYear, .sex, .maximumHeartRate, .restingHeartRate, .energy, .zones,
    ]
    /// Where there is more than one runner it is said first whose values these are.
    private static let profileOfOne: [SettingItem] = [.runner] + profile
    private static let zones: [SettingItem] = [.ownZones]
    private static let zonesByHand: [SettingItem] = [.ownZones] + (1...5).map { .zoneLimit($0) }

    /// The rows of a menu; none of those that are made elsewhere.
    static func items(of title: MenuTitle, _ state: SettingState) -> [SettingItem] {
        switch title {
        case .settings: settings
        case .alerts: alerts
        case .watch: state.isTimeKnown ? watch : watchWithoutTime
        case .glances: glances
        case .caffeine: caffeine
        case .profile: state.runners.count > 1 ? profileOfOne : profile
        case .zones: state.settings.zoneLimits.isEmpty ? zones : zonesByHand
        case .main, .runPages, .runPage, .runFields: []
        }
    }

    /// How many rows a menu has.
    static func count(of title: MenuTitle, _ state: SettingState) -> UInt8 { UInt8(clamping: items(of: title, state).count) }

    /// A row as it is set now; nil beyond the last.
    static func row(_ index: UInt8, of title: MenuTitle, _ state: SettingState) -> MenuRow? {
        let items = items(of: title, state)
        guard index < items.count else { return nil }
        let item = items[Int(index)]
        if item == .runPages { return .runPages }
        return group(of: item).map { .group($0) } ?? value(of: item, state).map { .setting($0) }
    }

    /// The menu that a row leads to; nil for a value.
    static func group(of item: SettingItem) -> MenuTitle? {
        switch item {
        case .alerts: .alerts
        case .watch: .watch
        case .glances: .glances
        case .zones: .zones
        case .caffeine: .caffeine
        default: nil
        }
    }

    /// The menu from which another is opened, and the row there.
    static func parent(of title: MenuTitle, _ state: SettingState) -> (title: MenuTitle, row: UInt8)? {
        for parent in [MenuTitle.settings, .profile] {
            let items = items(of: parent, state)
            if let row = items.firstIndex(where: { group(of: $0) == title || ($0 == .runPages && title == .runPages) }) {
                return (parent, UInt8(clamping: row))
            }
        }
        return nil
    }

    /// A value as it is set now; nil for a row that leads to a menu.
    static func value(of item: SettingItem, _ state: SettingState) -> SettingValue? {
        let settings = state.settings, profile = state.profile
        switch item {
        case .autoPause: return .autoPause(settings.autoPause)
        case .autoLap: return .autoLap(AutoLapChoice(rawValue: settings.autoLap.rawValue) ?? .off)
        case .countdown: return .countdown(settings.countdown)
        case .sounds: return .sounds(settings.sounds)
        case .autoLock: return .autoLock(settings.autoLock)
        case .units: return .units(settings.usesMiles ? .imperial : .metric)
        case .language: return .language(settings.language)
        case .heartRateAbove, .heartRateBelow, .paceFaster, .paceSlower, .eachDistance, .eachTime: return alert(item, settings.alerts)
        case .light: return .light(LightChoice(rawValue: settings.light.rawValue) ?? .automatic)
        case .quietFrom: return .quietFrom(settings.quietHours.map { TimeOfDay(minutes: $0.from) })
        case .quietTo: return .quietTo(settings.quietHours.map { TimeOfDay(minutes: $0.to) })
        case .clockForm: return .clockForm(settings.uses12Hours ? .twelveHours : .twentyFourHours)
        case .zone: return .zone(minutes: Int16(clamping: state.offset.seconds / 60), from: zoneChoice(settings.zoneName))
        case .hour: return .hour(state.time?.hour)
        case .minute: return .minute(state.time?.minute)
        case .glance(let glance): return .glance(glance, settings.glances.contains(GlanceSet(glance)))
        case .caffeineHalfLife: return .caffeineHalfLife(.minutes(Int64(settings.caffeineHalfLife)))
        case .bedtime: return .bedtime(settings.bedtime.map { TimeOfDay(minutes: $0) })
        case .lowCaffeine: return .lowCaffeine(settings.lowCaffeine)
        case .caffeineLimits: return .caffeineLimits(settings.caffeineLimits)
        case .runner:
            let active = settings.activeRunner.flatMap { RunnerID($0) }.flatMap { id in state.runners.first { $0.id == id } }
            return .runner(active?.id.number ?? 0, ShortText(active?.runner.name ?? ""))
        case .weight: return .weight(profile.weight)
        case .height: return .height(profile.height)
        case .birthYear: return .birthYear(profile.birthYear)
        case .sex: return .sex(profile.sex.map { $0 == .male ? .male : .female })
        case .maximumHeartRate: return .maximumHeartRate(profile.maximumHeartRate)
        case .restingHeartRate: return .restingHeartRate(profile.restingHeartRate)
        case .energy: return .energyFromHeartRate(settings.energyFromHeartRate)
        case .ownZones: return .ownZones(!settings.zoneLimits.isEmpty)
        case .zoneLimit(let zone):
            guard (1...5).contains(zone), settings.zoneLimits.count == 5 else { return nil }
            return .zoneLimit(zone, .beatsPerMinute(Double(settings.zoneLimits[Int(zone) - 1])))
        case .runPages, .alerts, .watch, .glances, .zones, .caffeine: return nil
        }
    }

    private static func alert(_ item: SettingItem, _ alerts: RunAlerts) -> SettingValue? {
        func rate(_ beats: UInt8?) -> HeartRate? { beats.map { .beatsPerMinute(Double($0)) } }
        func pace(_ seconds: UInt16?) -> Pace? { seconds.map { .secondsPerKilometer(Double($0)) } }
        switch item {
        case .heartRateAbove: return .alert(.heartRateAbove(rate(alerts.heartRateAbove)))
        case .heartRateBelow: return .alert(.heartRateBelow(rate(alerts.heartRateBelow)))
        case .paceFaster: return .alert(.paceFaster(pace(alerts.paceFaster)))
        case .paceSlower: return .alert(.paceSlower(pace(alerts.paceSlower)))
        case .eachDistance: return .alert(.eachDistance(alerts.eachDistance.map { .meters(Double($0)) }))
        case .eachTime: return .alert(.eachTime(alerts.eachTime.map { .seconds(Int64($0)) }))
        default: return nil
        }
    }

    private static func zoneChoice(_ name: String?) -> ZoneChoice {
        guard let name else { return .machine }
        return ZoneOffset(fixedZoneName: name) == nil ? .named : .fixed
    }
}

extension GlanceSet {
    /// The set of one glance.
    init(_ glance: GlanceChoice) { self.init(rawValue: 1 << glance.rawValue) }
}

extension TimeOfDay {
    /// The time so many minutes after midnight; the last of the day beyond it.
    init(minutes: UInt16) {
        let minutes = min(minutes, 1439)
        self.init(hour: UInt8(minutes / 60), minute: UInt8(minutes % 60))
    }
    /// Minutes after midnight.
    var minutes: UInt16 { UInt16(hour) * 60 + UInt16(minute) }
}
