import Quantities
import ScreenModels

extension PageDrawing {
    /// A month: run days underlined, today framed, the chosen day inverted; what was run on it beside the month's name.
    ///
    /// Rows begin as calendars of the language do: on Sunday in English, on Monday in the others.
    func calendar(_ page: CalendarPage) {
        statusStrip()
        if isCompact { compactCalendar(page) } else { fullCalendar(page) }
        buttonLabels()
    }

    /// `Sep 2026`, `2026-9`.
    private func title(of page: CalendarPage) -> LineText {
        let year = NumberText.count(page.year)
        return language.needsTallWords
            ? join(year, "-", NumberText.count(page.month)) : join(LineText(language.text(month: page.month)), " ", year)
    }

    /// Days as marks, 8 pixels each; the chosen one in figures beside them.
    private func compactCalendar(_ page: CalendarPage) {
        for day in 1...max(1, Int(page.length)) {
            let (row, column) = place(of: day, page), x = column * 8, y = 12 + row * 8
            if isRunDay(day, page) {
                canvas.fill(x: x + 1, y: y + 1, width: 5, height: 5)
            } else {
                canvas.fill(x: x + 3, y: y + 3, width: 2, height: 2)
            }
            if page.today == UInt8(day) { canvas.frame(x: x - 1, y: y - 1, width: 9, height: 9) }
            if page.chosen == UInt8(day) { canvas.fill(x: x, y: y, width: 7, height: 7, .invert) }
        }
        let x = 60
        small(title(of: page), x: x, y: 11)
        value(NumberText.count(page.chosen), x: x, y: 24)
        let distance = page.distance.map { distanceWithUnit($0) } ?? NumberText.absent
        small(page.runDays == nil ? LineText() : distance, x: x, y: 50)
        if screen.labels.start != nil { holdBesideStart() }
        if page.runs > 1 { small(join("x", NumberText.count(page.runs)), x: x + 22, y: 27) }
    }

    private func fullCalendar(_ page: CalendarPage) {
        let right = contentWidth - 2, pitch = right / 7, isTall = layout == .tall
        small(title(of: page), x: 0, y: top - 2)
        let distance = page.distance.map { distanceWithUnit($0) } ?? NumberText.absent
        if page.runDays != nil { small(distance, x: right, y: top - 2, align: .trailing) }
        let namesY = top + (isTall ? 14 : row(11, tallWords: 10)), gridY = namesY + row(isTall ? 15 : 13, tallWords: 16)
        for column in 0..<7 {
            canvas.text(
                initial(ofDay: column + language.weekBegins - 1), words, x: column * pitch + pitch / 2, y: namesY, align: .center)
        }
        let rowHeight = (height - gridY) / 6
        for day in 1...max(1, Int(page.length)) {
            let (row, column) = place(of: day, page)
            let cell = Box(x: column * pitch, y: gridY + row * rowHeight, width: pitch - 1, height: rowHeight - 1)
            let isChosen = page.chosen == UInt8(day)
            small(NumberText.count(day), in: cell, isChosen: isChosen)
            if isRunDay(day, page) { canvas.fill(x: cell.x + 2, y: cell.maxY - 2, width: cell.width - 4, height: 2) }
            if isChosen { canvas.invert(cell) }
            if page.today == UInt8(day) { canvas.frame(x: cell.x - 1, y: cell.y - 1, width: cell.width + 2, height: cell.height + 2) }
        }
    }

    /// The number of a day in the middle of its cell.
    private func small(_ text: LineText, in cell: Box, isChosen: Bool) {
        let y = cell.y + (cell.height - 14) / 2
        canvas.text(text, .regular12, x: cell.x + cell.width / 2, y: y, align: .center, plate: isChosen ? cell : nil)
    }

    private func place(of day: Int, _ page: CalendarPage) -> (row: Int, column: Int) {
        let lead = (Int(page.firstWeekday) - language.weekBegins + 7) % 7, place = lead + day - 1
        return (min(place / 7, 5), place % 7)
    }

    private func isRunDay(_ day: Int, _ page: CalendarPage) -> Bool {
        (1...31).contains(day) && (page.runDays ?? 0) >> UInt32(day - 1) & 1 == 1
    }
}
