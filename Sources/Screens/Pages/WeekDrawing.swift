import Quantities
import ScreenModels

extension PageDrawing {
    /// The week: a bar for each day from Monday, the letter of today inverted; beside or below them the week, the month and the streak.
    func week(_ page: WeekPage) {
        statusStrip()
        if isCompact { compactWeek(page) } else { fullWeek(page) }
        buttonLabels()
    }

    private func compactWeek(_ page: WeekPage) {
        weekBars(page, in: Box(x: 0, y: 13, width: 56, height: 34), showsNames: false)
        canvas.icon(.flame, x: 1, y: 52)
        small(NumberText.count(page.streak), x: 12, y: 51)
        let right = contentWidth - 2
        weekAmount(.week, page.week, y: row(11, tallWords: 9), right: right)
        weekAmount(.month, page.month, y: row(37, tallWords: 35), right: right)
    }

    /// A name over its distance, at the right edge.
    private func weekAmount(_ name: StringKey, _ distance: Distance?, y: Int, right: Int) {
        // Beside the bars.
        label(name, x: right, y: y, align: .trailing, room: right - 58)
        small(distanceText(distance), x: right, y: y + row(12, tallWords: 15), align: .trailing)
    }

    /// A distance with its unit, or `--` alone.
    private func distanceText(_ distance: Distance?) -> LineText { distance.map { distanceWithUnit($0) } ?? NumberText.absent }

    private func fullWeek(_ page: WeekPage) {
        let right = contentWidth - 4, isTall = layout == .tall
        let rowPitch = isTall ? 23 : row(18, tallWords: 18), rowsY = height - 3 * rowPitch + (isTall ? 2 : 0)
        let bars = Box(x: 0, y: top + 1, width: right, height: rowsY - top - 4)
        weekBars(page, in: bars, showsNames: true)
        canvas.rule(x: 0, y: rowsY - 2, width: right)
        nameAndValue(.week, distanceText(page.week), y: rowsY, right: right)
        nameAndValue(.month, distanceText(page.month), y: rowsY + rowPitch, right: right)
        let gap: LineText = language.needsTallWords ? LineText() : " "
        let streak = page.streak.map { join(NumberText.count($0), gap, word(.dayUnit)) } ?? NumberText.absent
        nameAndValue(.streak, streak, y: rowsY + 2 * rowPitch, right: right)
    }

    /// A name, and its value at the right edge: small where the large one would reach the name, or where its unit needs a tall font.
    /// - Parameter unit: stands behind the value where there is room for it.
    func nameAndValue(_ name: StringKey, _ number: LineText, unit: StringKey? = nil, y: Int, right: Int) {
        let whole = unit.map { join(number, " ", word($0)) } ?? number
        // The name gives way to the value, then to its unit.
        let isLow = Font.regular12.canDraw(number), least = (isLow ? Font.regular12 : words).width(of: number)
        let nameRoom = right - least - PageDrawing.wordGap
        let fitted = fit(name, room: nameRoom)
        draw(fitted, x: 0, y: y + row(2, tallWords: 0))
        let room = right - fitted.width - 4
        let text = Font.regular12.width(of: whole) <= room ? whole : number
        if Font.bold16.canDraw(text), Font.bold16.width(of: text) <= room {
            value(text, x: right, y: y, align: .trailing)
        } else if Font.regular12.canDraw(text) {
            small(text, x: right, y: y + 2, align: .trailing)
        } else {
            canvas.text(text, words, x: right, y: y + row(2, tallWords: 0), align: .trailing)
        }
    }

    /// Bars on a line, the longest over the full height; under it the letters of the days, or a mark under today.
    private func weekBars(_ page: WeekPage, in area: Box, showsNames: Bool) {
        let pitch = area.width / 7, namesHeight = showsNames ? wordHeight + row(2, tallWords: 1) : 3
        let bottom = area.maxY - namesHeight, room = bottom - area.y
        var longest = 1.0
        for day in 0..<7 { longest = max(longest, page[day].meters) }
        for day in 0..<7 {
            let x = area.x + day * pitch, share = page[day].meters / longest
            let height = page[day] > .zero ? max(1, Int(rounding: share * Double(room))) : 0
            canvas.fill(x: x + 1, y: bottom - height, width: pitch - 3, height: height)
            if showsNames {
                // A Chinese character is as wide as a column.
                let cell = Box(
                    x: x, y: bottom + row(2, tallWords: 1), width: pitch - row(1, tallWords: 0),
                    height: wordHeight)
                canvas.text(
                    initial(ofDay: day), words, x: x + row((pitch - 1) / 2, tallWords: pitch / 2 + pitch % 2),
                    y: bottom + row(2, tallWords: 1), align: .center, plate: cell)
                if page.today == UInt8(day) { canvas.invert(cell) }
            } else if page.today == UInt8(day) {
                canvas.fill(x: x + pitch / 2 - 1, y: bottom + 2, width: 2, height: 2)
            }
        }
        canvas.fill(x: area.x, y: bottom, width: 7 * pitch - 1, height: 1)
    }

    /// What a day of the week is told by in one character, 0 for Monday: the first of its name, in Chinese the last.
    func initial(ofDay day: Int) -> LineText {
        let keys: [StringKey] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
        let name = word(keys[((day % 7) + 7) % 7])
        guard language.needsTallWords else { return name.part(0..<name.scalar(at: 0).next) }
        var start = 0, index = 0
        while index < name.count {
            start = index
            index = name.scalar(at: index).next
        }
        return name.part(start..<name.count)
    }
}
