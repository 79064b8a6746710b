import HealthCore
import Quantities
import ScreenModels

/// The questions and the rows of the settings, and how each value is read, stepped and written.
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

    /// Rows of a menu of values.
    static func count(of title: MenuTitle) -> UInt8 {
        switch title {
        case .main, .runPages, .runPage, .runFields: 0
        case .settings: 6
        case .profile: 7
        }
    }

    /// A row's value as set now; nil beyond the last. What is changed from run to run comes first.
    static func value(_ row: UInt8, of title: MenuTitle, _ settings: Settings, _ profile: Profile) -> SettingValue? {
        switch (title, row) {
        case (.settings, 0): .autoPause(settings.autoPause)
        case (.settings, 1): .autoLap(AutoLapChoice(rawValue: settings.autoLap.rawValue) ?? .off)
        case (.settings, 2): .sounds(settings.sounds)
        case (.settings, 3): .autoLock(settings.autoLock)
        case (.settings, 4): .units(settings.usesMiles ? .imperial : .metric)
        case (.settings, 5): .language(settings.language)
        case (.profile, 0): .weight(profile.weight)
        case (.profile, 1): .height(profile.height)
        case (.profile, 2): .birthYear(profile.birthYear)
        case (.profile, 3): .sex(profile.sex.map { $0 == .male ? .male : .female })
        case (.profile, 4): .maximumHeartRate(profile.maximumHeartRate)
        case (.profile, 5): .restingHeartRate(profile.restingHeartRate)
        case (.profile, 6): .energyFromHeartRate(settings.energyFromHeartRate)
        default: nil
        }
    }

    /// The next choice, from the last the first; a number stays as it is (``moved(_:by:_:usesMiles:)``).
    static func next(after value: SettingValue, languages: UInt8) -> SettingValue {
        switch value {
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
        case .weight, .height, .birthYear, .maximumHeartRate, .restingHeartRate: value
        }
    }

    /// A number moved up (1) or down (−1), as far as its range goes. One that may be unset becomes so by a press beyond either end, and
    /// begins at its usual value. Body mass and height go by the unit that is shown.
    static func moved(_ value: SettingValue, by direction: Int, _ step: NumberStep, usesMiles: Bool) -> SettingValue {
        switch value {
        case .weight(let weight):
            // The international pound (1959 agreement).
            .weight(moved(weight, by: direction, step, each: .kilograms(usesMiles ? 0.453_592_37 : 1), in: Profile.weights))
        case .height(let height):
            .height(moved(height, by: direction, step, each: .meters(usesMiles ? 0.0254 : 0.01), in: Profile.heights))
        case .birthYear(let year):
            .birthYear(moved(year.map { Int($0) }, by: direction, step, from: 1990, in: birthYears).map { Int16(clamping: $0) })
        case .maximumHeartRate(let rate):
            .maximumHeartRate(moved(rate, by: direction, step, from: 180, in: Profile.maximumHeartRates))
        case .restingHeartRate(let rate):
            .restingHeartRate(moved(rate, by: direction, step, from: 55, in: Profile.restingHeartRates))
        default: value
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
    static let birthYears = 1920...2020

    /// The next whole number in a direction, or the next multiple of five.
    private static func next(after number: Int, by direction: Int, _ step: NumberStep) -> Int {
        guard step == .five else { return number + direction }
        let remainder = ((number % 5) + 5) % 5
        return direction > 0 ? number - remainder + 5 : number - (remainder == 0 ? 5 : remainder)
    }

    private static func moved<Q: Quantity>(_ value: Q, by direction: Int, _ step: NumberStep, each unit: Q, in range: ClosedRange<Q>) -> Q {
        let number = min(max(value / unit, 0), 1e6)
        return min(max(unit * Double(next(after: Int(rounding: number), by: direction, step)), range.lowerBound), range.upperBound)
    }

    private static func moved(_ rate: HeartRate?, by direction: Int, _ step: NumberStep, from usual: Int, in range: ClosedRange<HeartRate>)
        -> HeartRate?
    {
        let beats = Int(rounding: range.lowerBound.beatsPerMinute)...Int(rounding: range.upperBound.beatsPerMinute)
        let now = rate.map { Int(rounding: min(max($0.beatsPerMinute, 0), 1e3)) }
        return moved(now, by: direction, step, from: usual, in: beats).map { .beatsPerMinute(Double($0)) }
    }

    private static func moved(_ number: Int?, by direction: Int, _ step: NumberStep, from usual: Int, in range: ClosedRange<Int>) -> Int? {
        guard let number else { return usual }
        let next = next(after: number, by: direction, step)
        if range.contains(next) { return next }
        let end = direction > 0 ? range.upperBound : range.lowerBound
        return step == .one && number == end ? nil : end
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
        case .units(let units):
            settings.usesMiles = units == .imperial
            // A lap each kilometre or mile goes with what the runner reads (U-B7).
            if settings.autoLap == (settings.usesMiles ? .kilometer : .mile) { settings.autoLap = settings.usesMiles ? .mile : .kilometer }
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
