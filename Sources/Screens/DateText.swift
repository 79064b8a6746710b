import ScreenModels

extension Language {
    /// Weekday, day and month: `Mon 14 Sep`.
    func day(_ date: DayOfYear) -> LineText { fill(.dayPattern, date) }

    /// Day and month in few characters, all of them in the small font: `14 Sep`, `9-14`.
    func listDate(_ date: DayOfYear) -> LineText { fill(.listDatePattern, date) }

    /// A pattern's letters replaced: w weekday, d day, m month number, b month name.
    private func fill(_ pattern: StringKey, _ date: DayOfYear) -> LineText {
        let pattern = LineText(text(pattern))
        var filled = LineText()
        var index = 0
        while index < pattern.count {
            let (character, next) = pattern.scalar(at: index)
            switch character {
            case 0x77: filled.append(text(weekday: date.weekday))
            case 0x64: filled.append(number: Int64(date.day))
            case 0x6D: filled.append(number: Int64(date.month))
            case 0x62: filled.append(text(month: date.month))
            default: filled.append(pattern.part(index..<next))
            }
            index = next
        }
        return filled
    }

    private func text(weekday: UInt8) -> String {
        switch weekday {
        case 1: text(.monday)
        case 2: text(.tuesday)
        case 3: text(.wednesday)
        case 4: text(.thursday)
        case 5: text(.friday)
        case 6: text(.saturday)
        case 7: text(.sunday)
        default: ""
        }
    }

    /// The name of a month, 1...12.
    func text(month: UInt8) -> String {
        switch month {
        case 1: text(.january)
        case 2: text(.february)
        case 3: text(.march)
        case 4: text(.april)
        case 5: text(.may)
        case 6: text(.june)
        case 7: text(.july)
        case 8: text(.august)
        case 9: text(.september)
        case 10: text(.october)
        case 11: text(.november)
        case 12: text(.december)
        default: ""
        }
    }
}
