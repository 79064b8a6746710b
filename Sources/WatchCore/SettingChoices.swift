import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

/// The questions of the first start, the next of some choices, and how a value is written.
enum SettingChoices {
    /// The questions of the first start.
    static let questions = 5

    /// A question of the first start, from 0, answered as it is set now.
    static func question(_ step: Int, _ settings: Settings, _ profile: Profile) -> SettingValue {
        switch step {
        case 0: .language(settings.language)
        case 1: .units(settings.usesMiles ? .imperial : .metric)
        case 2: .weight(profile.weight)
        case 3: .height(profile.height)
        default: .birthYear(profile.birthYear)
        }
    }

    /// True where the value flips at once instead of opening an editor.
    static func flips(_ value: SettingValue) -> Bool {
        switch value {
        case .units, .sex, .autoPause, .autoLap, .sounds, .runType, .autoLock, .energyFromHeartRate, .language, .runPage, .autoScroll,
            .countdown, .light, .clockForm, .glance, .ownZones, .lowCaffeine, .caffeineLimits, .alert(.eachDistance), .alert(.eachTime),
            .runner:
            true
        case .weight, .height, .birthYear, .maximumHeartRate, .restingHeartRate, .alert, .quietFrom, .quietTo, .zone, .hour, .minute,
            .zoneLimit, .caffeineHalfLife, .bedtime:
            false
        }
    }

    /// The next choice, from the last the first; a number stays as it is (``SettingSteps``).
    static func next(
        after value: SettingValue, languages: UInt8, usesMiles: Bool = false, runners: [NamedRunner] = []
    ) -> SettingValue {
        switch value {
        case .runner(let number, _): next(after: number, runners) ?? value
        case .language(let index): .language(index < languages && index + 1 < languages ? index + 1 : 0)
        case .units(let units): .units(units == .metric ? .imperial : .metric)
        case .sex(let sex): .sex(sex == nil ? .female : sex == .female ? .male : nil)
        case .autoPause(let on): .autoPause(!on)
        case .autoLap(let choice): .autoLap(AutoLapChoice(rawValue: choice.rawValue + 1) ?? .off)
        case .sounds(let on): .sounds(!on)
        case .runType(let kind): .runType(RunKind(rawValue: kind.rawValue + 1) ?? .run)
        case .autoLock(let on): .autoLock(!on)
        case .energyFromHeartRate(let on): .energyFromHeartRate(!on)
        case .runPage(let page, let fields): .runPage(page, next(after: fields, isFirst: page == 0))
        case .autoScroll(let on): .autoScroll(!on)
        case .countdown(let seconds): .countdown(Settings.countdowns.first { $0 > seconds } ?? Settings.countdowns.first ?? 0)
        case .light(let choice): .light(LightChoice(rawValue: choice.rawValue + 1) ?? .automatic)
        case .clockForm(let form): .clockForm(form == .twelveHours ? .twentyFourHours : .twelveHours)
        case .glance(let glance, let on): .glance(glance, !on)
        case .ownZones(let on): .ownZones(!on)
        case .lowCaffeine(let amount): .lowCaffeine(lowCaffeines.first { $0 > amount } ?? 0)
        case .caffeineLimits(let on): .caffeineLimits(!on)
        case .alert(.eachDistance(let distance)): .alert(.eachDistance(next(after: distance, usesMiles: usesMiles)))
        case .alert(.eachTime(let time)): .alert(.eachTime(times.first { $0 > (time ?? .zero) }))
        case .weight, .height, .birthYear, .maximumHeartRate, .restingHeartRate, .alert, .quietFrom, .quietTo, .zone, .hour, .minute,
            .zoneLimit, .caffeineHalfLife, .bedtime:
            value
        }
    }

    /// Whoever follows in the list; nobody is left out, and none chosen but by a computer.
    private static func next(after number: UInt64, _ runners: [NamedRunner]) -> SettingValue? {
        let place = runners.firstIndex { $0.id.number == number }.map { $0 + 1 } ?? 0
        guard let next = place < runners.count ? runners[place] : runners.first else { return nil }
        return .runner(next.id.number, ShortText(next.runner.name))
    }

    /// Milligrams of caffeine: a quarter of a cup to two cups, a cup having 96.
    private static let lowCaffeines: [UInt16] = [25, 50, 75, 100, 150, 200]
    /// After how many kilometres or miles it can be told.
    private static let distances = [0.5, 1, 2, 3, 5, 10]
    /// After how long it can be told.
    private static let times: [Duration] = [5, 10, 15, 20, 30, 60].map { .minutes($0) }

    /// Stored in whole metres, so what is hardly more is the same.
    private static func next(after distance: Distance?, usesMiles: Bool) -> Distance? {
        let unit = usesMiles ? Distance.miles(1) : .kilometers(1), least = (distance ?? .zero) + .meters(1)
        return distances.first { unit * $0 > least }.map { unit * $0 }
    }

    /// A value more, the first that is not on the page yet; after four none, or one on the first page, which is always shown.
    private static func next(after fields: RunFields, isFirst: Bool) -> RunFields {
        var fields = fields
        if fields.count == RunFields.capacity {
            while fields.count > (isFirst ? 1 : 0) { fields.removeLast() }
        } else if let added = RunField.allCases.first(where: { !fields.contains($0) }) {
            fields.append(added)
        }
        return fields
    }

    // MARK: - Writing

    /// Writes a value. The hour and the minute are not stored: the watch keeps them.
    /// - Parameter year: for the runner's age, where zones begin with those of the greatest heart rate.
    static func set(_ value: SettingValue, _ settings: inout Settings, _ profile: inout Profile, year: Int? = nil) {
        switch value {
        case .language(let index): settings.language = index
        case .units(let units):
            settings.usesMiles = units == .imperial
            // A lap each kilometre or mile goes with what the runner reads (U-B7).
            if settings.autoLap == (settings.usesMiles ? .kilometer : .mile) { settings.autoLap = settings.usesMiles ? .mile : .kilometer }
        case .runner(let number, _): settings.activeRunner = RunnerID(number)?.text
        case .weight(let weight): profile.weight = weight
        case .height(let height):
            // Strides are learned against the line of a height.
            if height != profile.height { settings.strideNumbers = [] }
            profile.height = height
        case .birthYear(let year): profile.birthYear = year
        case .sex(let sex): profile.sex = sex.map { $0 == .male ? .male : .female }
        case .maximumHeartRate(let rate): profile.maximumHeartRate = rate
        case .restingHeartRate(let rate): profile.restingHeartRate = rate
        case .autoPause(let on): settings.autoPause = on
        case .autoLap(let choice): settings.autoLap = Settings.AutoLap(rawValue: choice.rawValue) ?? .off
        case .sounds(let on): settings.sounds = on
        case .runType(let kind): settings.runType = kind.rawValue
        case .autoLock(let on): settings.autoLock = on
        case .energyFromHeartRate(let on): settings.energyFromHeartRate = on
        case .runPage(let page, let fields): settings.runPages[Int(page)] = fields.numbers
        case .autoScroll(let on): settings.autoScroll = on
        case .countdown(let seconds): settings.countdown = seconds
        case .alert(let limit): set(limit, &settings.alerts)
        case .light(let choice): settings.light = Settings.Light(rawValue: choice.rawValue) ?? .automatic
        case .quietFrom(let time): settings.quietHours = time.flatMap { quiet(from: $0.minutes, to: settings.quietHours?.to ?? 420) }
        case .quietTo(let time): settings.quietHours = time.flatMap { quiet(from: settings.quietHours?.from ?? 1320, to: $0.minutes) }
        case .clockForm(let form): settings.uses12Hours = form == .twelveHours
        case .zone(_, .machine): settings.zoneName = nil
        case .zone(let minutes, .fixed): settings.zoneName = ZoneOffset.fixedZoneName(minutes: minutes)
        case .zone(_, .named), .hour, .minute: break
        case .glance(let glance, let on):
            if on { settings.glances.insert(GlanceSet(glance)) } else { settings.glances.remove(GlanceSet(glance)) }
        case .ownZones(let on): settings.zoneLimits = on ? RunSettings(settings, profile, year: year).zones.limitsToBegin : []
        case .zoneLimit(let zone, let rate): set(limitOf: zone, UInt8(rounding: rate.beatsPerMinute), &settings.zoneLimits)
        case .caffeineHalfLife(let halfLife): settings.caffeineHalfLife = UInt16(clamping: halfLife.inMilliseconds / 60_000)
        case .bedtime(let time): settings.bedtime = time?.minutes
        case .lowCaffeine(let amount): settings.lowCaffeine = amount
        case .caffeineLimits(let on): settings.caffeineLimits = on
        }
    }

    private static func set(_ limit: AlertLimit, _ alerts: inout RunAlerts) {
        switch limit {
        case .heartRateAbove(let rate): alerts.heartRateAbove = rate.map { UInt8(rounding: $0.beatsPerMinute) }
        case .heartRateBelow(let rate): alerts.heartRateBelow = rate.map { UInt8(rounding: $0.beatsPerMinute) }
        case .paceFaster(let pace): alerts.paceFaster = pace.map { UInt16(rounding: $0.secondsPerKilometer) }
        case .paceSlower(let pace): alerts.paceSlower = pace.map { UInt16(rounding: $0.secondsPerKilometer) }
        case .eachDistance(let distance): alerts.eachDistance = distance.map { UInt32(rounding: $0.meters) }
        case .eachTime(let time): alerts.eachTime = time.map { UInt32(clamping: $0.inMilliseconds / 1000) }
        }
    }

    /// Hours that would be over as they begin last a quarter of an hour.
    private static func quiet(from: UInt16, to: UInt16) -> QuietHours? {
        QuietHours(from: from, to: from == to ? (to + 15) % QuietHours.minutesADay : to)
    }

    /// The limits below and above give way, so that all rise.
    private static func set(limitOf zone: UInt8, _ beats: UInt8, _ limits: inout [UInt8]) {
        guard (1...5).contains(zone), limits.count == 5 else { return }
        let range = SettingSteps.limits(ofZone: zone), place = Int(zone) - 1
        limits[place] = min(max(beats, range.lowerBound), range.upperBound)
        for lower in (0..<place).reversed() { limits[lower] = min(limits[lower], limits[lower + 1] - 1) }
        for higher in place + 1..<max(5, place + 1) { limits[higher] = max(limits[higher], limits[higher - 1] + 1) }
    }
}

extension HeartRateZones {
    /// The limits with which one's own begin: these, or where there are none those of a greatest heart rate of 190, which somebody of 30
    /// has by the usual rule.
    fileprivate var limitsToBegin: [UInt8] {
        let zones = isKnown ? self : HeartRateZones(ofMaximum: .beatsPerMinute(190)), b = zones.lowerBounds
        let limits = [b.0, b.1, b.2, b.3, b.4]
        return Settings.areZoneLimits(limits) ? limits : [95, 114, 133, 152, 171]
    }
}
