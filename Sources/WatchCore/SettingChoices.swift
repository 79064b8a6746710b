import HealthCore
import Quantities
import ScreenModels

/// The rows of the settings, and how each value is read, stepped and written.
enum SettingChoices {
    /// The questions of the first start.
    static let questions = 5
    /// Rows of the settings, in order.
    static let count: UInt8 = 14

    /// A row's value as set now.
    static func value(_ row: UInt8, _ settings: Settings, _ profile: Profile) -> SettingValue {
        switch row {
        case 0: .language(settings.language)
        case 1: .units(settings.usesMiles ? .imperial : .metric)
        case 2: .weight(profile.weight)
        case 3: .height(profile.height)
        case 4: .birthYear(profile.birthYear)
        case 5: .sex(profile.sex.map { $0 == .male ? .male : .female })
        case 6: .maximumHeartRate(profile.maximumHeartRate)
        case 7: .restingHeartRate(profile.restingHeartRate)
        case 8: .runType(RunKind(.init(setting: settings.runType)))
        case 9: .autoPause(settings.autoPause)
        case 10: .autoLap(AutoLapChoice(rawValue: settings.autoLap.rawValue) ?? .off)
        case 11: .sounds(settings.sounds)
        case 12: .autoLock(settings.autoLock)
        default: .energyFromHeartRate(settings.energyFromHeartRate)
        }
    }

    /// The next value: numbers go up by one and from the end to the beginning, choices go around.
    static func next(after value: SettingValue, languages: UInt8) -> SettingValue {
        switch value {
        case .language(let index): .language(index < languages && index + 1 < languages ? index + 1 : 0)
        case .units(let units): .units(units == .metric ? .imperial : .metric)
        case .weight(let weight): .weight(up(weight, by: .kilograms(1), in: Profile.weights))
        case .height(let height): .height(up(height, by: .meters(0.01), in: Profile.heights))
        case .birthYear(let year): .birthYear(year.map { birthYears.contains($0 &+ 1) ? $0 &+ 1 : birthYears.lowerBound } ?? 1990)
        case .sex(let sex): .sex(sex == nil ? .female : sex == .female ? .male : nil)
        case .maximumHeartRate(let rate):
            .maximumHeartRate(rate.map { up($0, by: .beatsPerMinute(1), in: Profile.maximumHeartRates) } ?? .beatsPerMinute(180))
        case .restingHeartRate(let rate):
            .restingHeartRate(rate.map { up($0, by: .beatsPerMinute(1), in: Profile.restingHeartRates) } ?? .beatsPerMinute(55))
        case .autoPause(let on): .autoPause(!on)
        case .autoLap(let choice): .autoLap(AutoLapChoice(rawValue: choice.rawValue + 1) ?? .off)
        case .sounds(let on): .sounds(!on)
        case .runType(let kind): .runType(RunKind(rawValue: kind.rawValue + 1) ?? .run)
        case .autoLock(let on): .autoLock(!on)
        case .energyFromHeartRate(let on): .energyFromHeartRate(!on)
        case .runPage(let page, let fields): .runPage(page, next(after: fields, isFirst: page == 0))
        case .autoScroll(let on): .autoScroll(!on)
        }
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

    /// Years of birth that the editor goes through; it begins at 1990.
    static let birthYears: ClosedRange<Int16> = 1920...2020

    private static func up<Q: Quantity>(_ value: Q, by step: Q, in range: ClosedRange<Q>) -> Q {
        let next = value + step
        return next > range.upperBound + step * 1e-6 ? range.lowerBound : next
    }

    /// True where the value flips at once instead of opening an editor.
    static func flips(_ value: SettingValue) -> Bool {
        switch value {
        case .units, .sex, .autoPause, .autoLap, .sounds, .runType, .autoLock, .energyFromHeartRate, .language, .runPage, .autoScroll: true
        case .weight, .height, .birthYear, .maximumHeartRate, .restingHeartRate: false
        }
    }

    /// Writes a value.
    static func set(_ value: SettingValue, _ settings: inout Settings, _ profile: inout Profile) {
        switch value {
        case .language(let index): settings.language = index
        case .units(let units): settings.usesMiles = units == .imperial
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
        }
    }
}
