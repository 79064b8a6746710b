import Quantities
import ScreenModels

extension PageDrawing {
    /// A question with its value large; a word that the large font lacks is written in the second size.
    func setUp(_ page: SetUpPage) {
        statusStrip()
        let style: ButtonLabelStyle = isCompact ? .marks : .words
        canvas.text(title(of: page.value), words, x: 0, y: isCompact ? 12 : height / 8 + 3)
        let text = self.text(of: page.value)
        let unit = self.unit(of: page.value)
        let y = isCompact ? row(26, tallWords: 30) : height / 2 - 18
        if isNumber(page.value) {
            let end = canvas.text(text, .bold32, x: 0, y: y)
            if let unit { small(word(unit), x: end + 4, y: y + 16) }
        } else {
            let font = editorFont(text)
            canvas.text(text, font, x: 0, y: y + (32 - font.height) / 2)
        }
        if let step = page.step { progress(Int(step), of: Int(page.steps)) }
        buttonLabels(style)
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
        }
    }

    /// The unit of a setting's value.
    func unit(of value: SettingValue) -> StringKey? {
        switch value {
        case .weight: units == .metric ? .kilograms : .pounds
        case .height: units == .metric ? .centimeters : nil
        case .maximumHeartRate(let rate): rate == nil ? nil : .beatsPerMinute
        case .restingHeartRate(let rate): rate == nil ? nil : .beatsPerMinute
        default: nil
        }
    }

    private func text(of fields: RunFields) -> LineText {
        switch fields.count {
        case 0: word(.off)
        case 1: word(.oneField)
        default: word(.severalFields, NumberText.count(fields.count))
        }
    }

    /// The name of a setting, the number of a page filled in.
    func title(of value: SettingValue) -> LineText {
        if case .runPage(let index, _) = value { word(.pageNumber, NumberText.count(Int(index) + 1)) } else { word(name(of: value)) }
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
        default: false
        }
    }

    /// The largest font that has the characters of a value and leaves room for the button labels.
    private func editorFont(_ text: LineText) -> Font {
        guard !language.needsTallWords, Font.bold24.canDraw(text) else { return .mixed16 }
        return Font.bold24.width(of: text) <= contentWidth - (isCompact ? 2 : 34) ? .bold24 : .bold16
    }
}
