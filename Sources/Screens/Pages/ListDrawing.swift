import Quantities
import ScreenModels

extension PageDrawing {
    // MARK: History

    /// Runs, newest first: a line each on the smallest panel, else two.
    func history(_ page: HistoryPage) {
        statusStrip()
        let pitch = isCompact ? 13 : (height - 12) / 4
        let right = contentWidth - 4
        row(page.rows.0, 0, page, pitch: pitch, right: right)
        row(page.rows.1, 1, page, pitch: pitch, right: right)
        row(page.rows.2, 2, page, pitch: pitch, right: right)
        row(page.rows.3, 3, page, pitch: pitch, right: right)
        scrollBar(first: Int(page.first), shown: 4, count: Int(page.count), x: contentWidth - 2)
        buttonLabels()
    }

    private func row(_ row: HistoryRow?, _ index: Int, _ page: HistoryPage, pitch: Int, right: Int) {
        guard let row else { return }
        let y = 11 + index * pitch + (isCompact ? 0 : 1)
        let distance = NumberText.distance(row.distance, in: units), time = NumberText.time(row.timer)
        if isCompact {
            small(day(row.date), x: 2, y: y)
            small(distance, x: 65, y: y, align: .trailing)
            small(time, x: right - 2, y: y, align: .trailing)
        } else {
            let nameY = y + (pitch - 28) / 2 - (language.needsTallWords ? 1 : 0), valueY = nameY + (language.needsTallWords ? 14 : 12)
            label(name(of: row.kind), x: 3, y: nameY)
            small(day(row.date), x: right - 3, y: nameY + (language.needsTallWords ? 2 : 0), align: .trailing)
            let end = value(distance, x: 3, y: valueY), unit = word(distanceUnit)
            value(time, x: right - 3, y: valueY, align: .trailing)
            if end + 6 + Font.regular12.width(of: unit) + Font.bold16.width(of: time) < right - 3 { small(unit, x: end + 2, y: valueY + 2) }
        }
        if page.first &+ UInt32(index) == page.selected {
            canvas.invert(Box(x: 0, y: y, width: right, height: pitch - (isCompact ? 0 : 1)))
        }
    }

    /// `14 Sep`; `--` for a day that was never known (fault D9).
    private func day(_ date: DayOfYear?) -> LineText { date.map { language.listDate($0) } ?? NumberText.absent }

    // MARK: Menus

    /// A menu under its title, or as many of its rows around the chosen one as a panel of 64 rows shows.
    func menu(_ page: MenuPage) {
        statusStrip()
        let pitch = language.needsTallWords ? 17 : isCompact ? 13 : 17
        let bottom = height, right = contentWidth - 4
        var y = isCompact ? 12 : 12
        if !isCompact {
            let title = word(title(of: page.title))
            let font = language.needsTallWords || Font.bold16.width(of: title) > right ? words : .bold16
            canvas.text(title, font, x: 2, y: y + (16 - font.height) / 2 + 1)
            y += 20
            canvas.rule(x: 0, y: y - 1, width: right)
            y += layout == .tall ? 4 : 2
        }
        let rowPitch = isCompact ? pitch : min(24, (bottom - y) / MenuRows.capacity)
        let shown = min(MenuRows.capacity, (bottom - y) / rowPitch)
        let chosen = Int(page.selected) - Int(page.first)
        let skipped = max(0, chosen - shown + 1)
        for index in 0..<shown {
            guard let row = page.rows[index + skipped] else { break }
            menuRow(row, y: y + index * rowPitch, height: rowPitch, right: right, isChosen: index + skipped == chosen)
        }
        scrollBar(first: Int(page.first) + skipped, shown: shown, count: Int(page.count), x: contentWidth - 2)
        buttonLabels()
    }

    private func menuRow(_ row: MenuRow, y: Int, height: Int, right: Int, isChosen: Bool) {
        let textY = y + (height - wordHeight + (language.needsTallWords ? 0 : 1)) / 2
        if case .setting(let setting) = row {
            label(name(of: setting), x: 3, y: textY)
            var text = self.text(of: setting)
            if let unit = unit(of: setting), !language.needsTallWords { text = join(text, " ", word(unit)) }
            canvas.text(text, words, x: right - 3, y: textY, align: .trailing)
        } else {
            label(name(of: row), x: 3, y: textY)
        }
        if isChosen { canvas.invert(Box(x: 0, y: y, width: right, height: height)) }
    }

    private func title(of title: MenuTitle) -> StringKey {
        switch title {
        case .main: .menu
        case .settings: .settings
        case .interruptedRun: .interruptedRun
        }
    }

    private func name(of row: MenuRow) -> StringKey {
        switch row {
        case .history: .history
        case .settings: .settings
        case .setting(let setting): name(of: setting)
        case .resumeRun: .resumeRun
        case .saveRun: .saveRun
        case .powerOff: .powerOff
        case .about: .about
        case .back: .back
        }
    }

    /// A thumb in a thin track; nothing while all rows are in view.
    private func scrollBar(first: Int, shown: Int, count: Int, x: Int) {
        guard count > shown, shown > 0 else { return }
        let track = height - top, thumb = max(6, track * shown / count)
        let place = (track - thumb) * min(max(0, first), count - shown) / (count - shown)
        canvas.fill(x: x, y: top + place, width: 2, height: thumb)
    }
}
