import Quantities
import ScreenModels

extension PageDrawing {
    /// A menu under its title, or as many of its rows around the chosen one as a panel of 64 rows shows.
    func menu(_ page: MenuPage) {
        statusStrip()
        let right = contentWidth - 4
        var y = 12
        if !isCompact {
            let key = title(of: page.title), isBold = Font.bold16.width(of: word(key)) <= right
            let title = fit(key, room: right - 2, largest: isBold ? .bold16 : nil)
            canvas.text(title.text, title.font, x: 2, y: y + (16 - title.font.height) / 2 + 1)
            canvas.rule(x: 0, y: y + 19, width: right)
            y += layout == .tall ? 24 : 22
        }
        let pitch = isCompact ? row(13, tallWords: 17) : min(24, (height - y) / MenuPage.capacity)
        var count = 0
        while count < MenuPage.capacity, page.rows[count] != nil { count += 1 }
        let chosen = Int(page.selected) - Int(page.first)
        func rows(_ index: Int) -> Int { page.rows[index].map { menuLine($0, right: right).height(pitch: pitch, self) } ?? pitch }
        let inView = rowsInView(count: count, chosen: chosen, room: height - y, height: rows)
        for index in inView {
            guard let item = page.rows[index] else { break }
            let line = menuLine(item, right: right), lineHeight = line.height(pitch: pitch, self)
            menuRow(line, y: y, height: lineHeight, right: right)
            if index == chosen { canvas.invert(Box(x: 0, y: y, width: right, height: lineHeight)) }
            y += lineHeight
        }
        // The thumb is as long as a view full of rows, even where the last ones are missing.
        let shown = min(MenuPage.capacity, inView.count + max(0, height - y) / pitch)
        scrollBar(first: Int(page.first) + inView.lowerBound, shown: shown, count: Int(page.count), x: contentWidth - 2)
        buttonLabels()
    }

    /// A row of a menu as it is set.
    private struct MenuLine {
        /// The number of a place before its name.
        var number: LineText?
        /// The name, and in how many lines.
        var name: FittedWords
        var nameLines = 1
        /// The value and its font, the unit in the small one; empty for a row without.
        var value = LineText()
        var valueFont = Font.regular12
        var unit = LineText()
        /// Whether the value stands below the name.
        var isValueBelow = false

        /// Rows of pixels.
        func height(pitch: Int, _ drawing: PageDrawing) -> Int {
            let lines = nameLines + (isValueBelow ? 1 : 0)
            return lines == 1 ? pitch : max(pitch, lines * drawing.row(12, tallWords: 16) + 1)
        }
    }

    /// Columns between a value and its unit.
    private var unitGap: Int { row(4, tallWords: 2) }

    private func menuLine(_ item: MenuRow, right: Int) -> MenuLine {
        let room = right - 6
        guard case .setting(let setting) = item else {
            var number: LineText?, key = name(of: item)
            if case .runField(let place, let field) = item {
                (number, key) = (NumberText.count(Int(place) + 1), self.key(of: field, isShort: false))
            }
            let nameRoom = room - (number == nil ? 0 : 11)
            // A list of names tells them in full: in two lines sooner than in their short form.
            let name = fit(word(key), room: nameRoom)
            return MenuLine(number: number, name: name, nameLines: lines(name, room: nameRoom))
        }
        let title = title(of: setting)
        var line = MenuLine(name: fit(title, room: room), value: text(of: setting))
        if case .runner = setting { line.value = cut(line.value, words, to: right - 14 - words.width(of: title)) }
        line.unit = unit(of: setting) ?? LineText()
        // In the small font beside a Chinese name, which leaves no room for a larger one.
        line.valueFont = !line.unit.isEmpty || Font.regular12.canDraw(line.value) ? .regular12 : words
        let unitWidth = line.unit.isEmpty ? 0 : Font.regular12.width(of: line.unit) + unitGap
        let beside = room - line.valueFont.width(of: line.value) - unitWidth - PageDrawing.wordGap
        let name = fit(title, short: name(of: setting).shortForm.map { word($0) }, room: beside)
        if name.fits {
            line.name = name
        } else {
            line.isValueBelow = true
            line.nameLines = lines(line.name, room: room)
        }
        return line
    }

    private func lines(_ name: FittedWords, room: Int) -> Int {
        name.fits ? 1 : max(1, lineCount(of: name.text, name.font, width: room) ?? 1)
    }

    private func menuRow(_ line: MenuLine, y: Int, height: Int, right: Int) {
        let pitch = row(12, tallWords: 16), lines = line.nameLines + (line.isValueBelow ? 1 : 0)
        var y = y + (height - wordHeight - (lines - 1) * pitch + row(1, tallWords: 0)) / 2
        var x = 3
        if let number = line.number {
            small(number, x: x, y: y + row(0, tallWords: 2))
            x += 11
        }
        if line.nameLines == 1 {
            draw(line.name, x: x, y: y)
        } else {
            paragraph(line.name.text, line.name.font, x: x, y: y, width: right - 3 - x, pitch: pitch)
        }
        y += (lines - 1) * pitch
        var end = right - 3
        let valueY = y + (wordHeight - line.valueFont.height) / 2
        if !line.unit.isEmpty {
            small(line.unit, x: end, y: valueY, align: .trailing)
            end -= Font.regular12.width(of: line.unit) + unitGap
        }
        canvas.text(line.value, line.valueFont, x: end, y: valueY, align: .trailing)
    }

    /// As many characters from the beginning as have room: a name can be of any length.
    private func cut(_ text: LineText, _ font: Font, to width: Int) -> LineText {
        guard font.width(of: text) > width else { return text }
        var end = 0, index = 0, used = 0
        while index < text.count {
            let (character, next) = text.scalar(at: index)
            used += font.advance(of: character)
            if used > width { break }
            (end, index) = (next, next)
        }
        return text.part(0..<end)
    }

    private func title(of title: MenuTitle) -> StringKey {
        switch title {
        case .main: .menu
        case .settings: .settings
        case .profile: .profile
        case .runPages: .runPages
        case .runPage: .runPages
        case .runFields: .runPages
        case .alerts: .settingsAlerts
        case .watch: .settingsWatch
        case .glances: .settingsGlances
        case .zones: .settingsZones
        case .caffeine: .caffeine
        }
    }

    private func name(of item: MenuRow) -> StringKey {
        switch item {
        case .history: .history
        case .settings: .settings
        case .profile: .profile
        case .setting(let setting): name(of: setting)
        case .runPages: .runPages
        case .group(let menu): title(of: menu)
        case .runField(_, let field), .fieldChoice(let field): key(of: field, isShort: false)
        case .powerOff: .powerOff
        case .about: .about
        case .back: .back
        }
    }
}
