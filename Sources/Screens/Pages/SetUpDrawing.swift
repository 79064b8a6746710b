import Quantities
import ScreenModels

extension PageDrawing {
    /// A question with its value large; a word that the large font lacks is written in the second size.
    func setUp(_ page: SetUpPage) {
        statusStrip()
        let style: ButtonLabelStyle = isCompact ? .marks : .words
        // A button's word gives way to what the page says, and is a sign then.
        let isHoldBeside = isCompact && screen.labels.startHeld != nil && screen.labels.lap != nil
        let title = fit(
            self.title(of: page.value), short: name(of: page.value).shortForm.map { word($0) }, room: contentWidth - (isHoldBeside ? 10 : 2)
        )
        let titleEnd = draw(title, x: 0, y: isCompact ? 12 : height / 8 + 3)
        var valueEnd: Int
        let text = self.text(of: page.value)
        let unit = self.unit(of: page.value)
        let y = isCompact ? row(26, tallWords: 30) : height / 2 - 18
        if isNumber(page.value) {
            let font = numberFont(text, unit: unit, style)
            valueEnd = canvas.text(text, font, x: 0, y: y + 32 - font.height)
            if let unit { valueEnd = small(unit, x: valueEnd + 4, y: y + 16) }
        } else {
            let font = editorFont(text)
            valueEnd = canvas.text(text, font, x: 0, y: y + (32 - font.height) / 2)
        }
        if let step = page.step { progress(Int(step), of: Int(page.steps)) }
        let room = contentWidth + 13 - PageDrawing.wordGap
        buttonLabels(style, startRoom: room - titleEnd, lapRoom: room - valueEnd)
        if isCompact { holdBesideStart() }
    }

    /// A dot a question along the lower edge, filled up to the current one.
    private func progress(_ step: Int, of steps: Int) {
        guard steps > 0, steps <= 12 else { return }
        for dot in 0..<steps {
            let x = dot * 8, y = height - 5
            if dot < step { canvas.fill(x: x, y: y, width: 5, height: 4) } else { canvas.frame(x: x, y: y, width: 5, height: 4) }
        }
    }

    /// The name of a setting.
    func name(of value: SettingValue) -> StringKey {
        switch value {
        case .language: .language
        case .units: .units
        case .weight: .weight
        case .height: .height
        case .birthYear: .birthYear
        case .sex: .sex
        case .maximumHeartRate: .maximumHeartRate
        case .restingHeartRate: .restingHeartRate
        case .autoPause: .autoPause
        case .autoLap: .autoLap
        case .sounds: .sounds
        case .runType: .runType
        case .autoLock: .autoLock
        case .energyFromHeartRate: .energy
        case .runPage: .pageNumber
        case .autoScroll: .autoScroll
        case .runner: .settingsRunner
        case .countdown: .countdown
        case .alert(let limit): name(of: limit)
        case .light: .light
        case .quietFrom: .quietFrom
        case .quietTo: .quietTo
        case .clockForm: .clockForm
        case .zone: .timeZone
        case .hour: .hour
        case .minute: .minute
        case .glance(let glance, _): name(of: glance)
        case .ownZones: .settingsZones
        case .zoneLimit: .zoneFrom
        case .caffeineHalfLife: .halfLife
        case .bedtime: .bedtime
        case .lowCaffeine: .lowCaffeine
        case .caffeineLimits: .caffeineLimits
        }
    }

    private func name(of limit: AlertLimit) -> StringKey {
        switch limit {
        case .heartRateAbove: .alertHeartRateAbove
        case .heartRateBelow: .alertHeartRateBelow
        case .paceFaster: .alertPaceFaster
        case .paceSlower: .alertPaceSlower
        case .eachDistance: .distance
        case .eachTime: .time
        }
    }

    private func name(of glance: GlanceChoice) -> StringKey {
        switch glance {
        case .goals: .glanceGoals
        case .caffeine: .caffeine
        case .week: .glanceWeek
        case .records: .glanceRecords
        case .history: .history
        case .computer: .glanceComputer
        }
    }

    /// The value of a setting without its unit.
    func text(of value: SettingValue) -> LineText {
        switch value {
        case .language(let index): LineText(Language.at(Int(index)).name)
        case .units(let units): word(units == .metric ? .metric : .imperial)
        case .weight(let mass): NumberText.mass(mass, in: units)
        case .height(let height): NumberText.bodyHeight(height, in: units)
        case .birthYear(let year): NumberText.count(year)
        case .sex(let sex): sex.map { word($0 == .female ? .female : .male) } ?? NumberText.absent
        case .maximumHeartRate(let rate): rate.map { NumberText.heartRate($0) } ?? word(.automatic)
        case .restingHeartRate(let rate): NumberText.heartRate(rate)
        case .autoPause(let isOn), .sounds(let isOn), .autoLock(let isOn), .autoScroll(let isOn): word(isOn ? .on : .off)
        case .energyFromHeartRate(let isOn): word(isOn ? .energyByHeartRate : .energyByDistance)
        case .autoLap(let choice): text(of: choice)
        case .runType(let kind): word(name(of: kind))
        case .runPage(_, let fields): text(of: fields)
        case .runner(let number, let name): number == 0 ? NumberText.absent : LineText(name)
        case .countdown(let seconds): seconds == 0 ? word(.off) : word(.seconds, NumberText.count(seconds))
        case .alert(let limit): text(of: limit)
        case .light(let choice): word(choice == .automatic ? .automatic : choice == .long ? .lightLong : .on)
        case .quietFrom(let time), .quietTo(let time), .bedtime(let time):
            time.map { NumberText.clockFigures($0, in: clockForm) } ?? word(.off)
        case .clockForm(let form): form == .twelveHours ? "12 h" : "24 h"
        case .zone(let minutes, let choice): choice == .machine ? word(.automatic) : NumberText.zone(minutes: minutes)
        case .hour(let hour): hour.map { NumberText.hour($0, in: clockForm) } ?? NumberText.absent
        case .minute(let minute): minute.map { NumberText.minute($0) } ?? NumberText.absent
        case .glance(_, let isOn), .caffeineLimits(let isOn): word(isOn ? .on : .off)
        case .ownZones(let isOwn): word(isOwn ? .manual : .automatic)
        case .zoneLimit(_, let rate): NumberText.heartRate(rate)
        case .caffeineHalfLife(let halfLife): NumberText.hours(halfLife)
        case .lowCaffeine(let amount): amount == 0 ? word(.off) : NumberText.count(amount)
        }
    }

    private func text(of limit: AlertLimit) -> LineText {
        switch limit {
        case .heartRateAbove(let rate), .heartRateBelow(let rate): rate.map { NumberText.heartRate($0) } ?? word(.off)
        case .paceFaster(let pace), .paceSlower(let pace): pace.map { NumberText.chosen($0, in: units) } ?? word(.off)
        case .eachDistance(let distance):
            distance.map { NumberText.chosen($0, in: units, mark: language.decimalMark) } ?? word(.off)
        case .eachTime(let time):
            time.map {
                $0.inMilliseconds % 60_000 == 0 ? word(.minutes, NumberText.count($0.inMilliseconds / 60_000)) : NumberText.time($0)
            }
                ?? word(.off)
        }
    }

    /// The unit of a setting's value.
    func unit(of value: SettingValue) -> LineText? {
        switch value {
        case .weight: return word(units == .metric ? .kilograms : .pounds)
        case .height: return units == .metric ? word(.centimeters) : nil
        case .maximumHeartRate(let rate), .restingHeartRate(let rate): return rate.map { _ in word(.beatsPerMinute) }
        case .zoneLimit: return word(.beatsPerMinute)
        case .alert(.heartRateAbove(let rate)), .alert(.heartRateBelow(let rate)): return rate.map { _ in word(.beatsPerMinute) }
        case .alert(.eachDistance(let distance)): return distance.map { _ in word(distanceUnit) }
        case .quietFrom(let time), .quietTo(let time), .bedtime(let time): return halfDay(of: time)
        case .hour(let hour): return halfDay(of: hour.map { TimeOfDay(hour: $0, minute: 0) })
        case .caffeineHalfLife: return "h"
        case .lowCaffeine(let amount): return amount == 0 ? nil : word(.milligrams)
        default: return nil
        }
    }

    private func halfDay(of time: TimeOfDay?) -> LineText? {
        let half = NumberText.halfDay(of: time, in: clockForm)
        return half.isEmpty ? nil : half
    }

    private func text(of fields: RunFields) -> LineText {
        switch fields.count {
        case 0: word(.off)
        case 1: word(.oneField)
        default: word(.severalFields, NumberText.count(fields.count))
        }
    }

    /// The name of a setting, the number of a page or a zone filled in.
    func title(of value: SettingValue) -> LineText {
        switch value {
        case .runPage(let index, _): word(.pageNumber, NumberText.count(Int(index) + 1))
        case .zoneLimit(let zone, _): word(.zoneFrom, NumberText.count(zone))
        default: word(name(of: value))
        }
    }

    private func text(of choice: AutoLapChoice) -> LineText {
        switch choice {
        case .off: word(.off)
        case .kilometer: word(.oneKilometer)
        case .mile: word(.oneMile)
        case .fiveMinutes: word(.minutes, "5")
        case .tenMinutes: word(.minutes, "10")
        }
    }

    private func isNumber(_ value: SettingValue) -> Bool {
        switch value {
        case .weight, .height, .birthYear, .restingHeartRate: true
        case .maximumHeartRate(let rate): rate != nil
        case .zoneLimit, .caffeineHalfLife: true
        case .alert(.heartRateAbove(let rate)), .alert(.heartRateBelow(let rate)): rate != nil
        case .alert(.paceFaster(let pace)), .alert(.paceSlower(let pace)): pace != nil
        case .quietFrom(let time), .quietTo(let time), .bedtime(let time): time != nil
        case .hour(let hour): hour != nil
        case .minute(let minute): minute != nil
        default: false
        }
    }

    /// The largest font in which a number and its unit leave room for the label of LAP, which stands beside them.
    private func numberFont(_ text: LineText, unit: LineText?, _ style: ButtonLabelStyle) -> Font {
        let unitWidth = unit.map { Font.regular12.width(of: $0) + 4 } ?? 0
        let label = style == .words && !isCompact ? wordLabelWidth(screen.labels.lap) + 2 : width - contentWidth
        for font in [Font.bold32, .bold24] where font.width(of: text) + unitWidth <= width - label { return font }
        return .bold16
    }

    /// The largest font that has the characters of a value and leaves room for the button labels.
    private func editorFont(_ text: LineText) -> Font {
        guard !language.needsTallWords, Font.bold24.canDraw(text) else { return .mixed16 }
        if Font.bold24.width(of: text) <= contentWidth - (isCompact ? 2 : 34) { return .bold24 }
        return Font.bold16.width(of: text) <= contentWidth - 2 ? .bold16 : fit(text, room: contentWidth - 2).font
    }
}
