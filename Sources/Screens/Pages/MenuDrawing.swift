import Quantities
import ScreenModels

extension PageDrawing {
    /// A menu under its title, or as many of its rows around the chosen one as a panel of 64 rows shows.
    func menu(_ page: MenuPage) {
        statusStrip()
        let right = contentWidth - 4
        var y = 12
        if !isCompact {
            let title = word(title(of: page.title))
            let font = language.needsTallWords || Font.bold16.width(of: title) > right ? words : .bold16
            canvas.text(title, font, x: 2, y: y + (16 - font.height) / 2 + 1)
            canvas.rule(x: 0, y: y + 19, width: right)
            y += layout == .tall ? 24 : 22
        }
        let pitch = isCompact ? row(13, tallWords: 17) : min(24, (height - y) / MenuRows.capacity)
        let shown = min(MenuRows.capacity, (height - y) / pitch)
        let chosen = Int(page.selected) - Int(page.first)
        let skipped = max(0, chosen - shown + 1)
        for index in 0..<shown {
            guard let item = page.rows[index + skipped] else { break }
            menuRow(item, y: y + index * pitch, height: pitch, right: right, isChosen: index + skipped == chosen)
        }
        scrollBar(first: Int(page.first) + skipped, shown: shown, count: Int(page.count), x: contentWidth - 2)
        buttonLabels()
    }

    private func menuRow(_ item: MenuRow, y: Int, height: Int, right: Int, isChosen: Bool) {
        let textY = y + (height - wordHeight + row(1, tallWords: 0)) / 2
        if case .setting(let setting) = item {
            canvas.text(title(of: setting), words, x: 3, y: textY)
            let isTall = language.needsTallWords
            var text = self.text(of: setting)
            if case .runner = setting { text = cut(text, words, to: right - 14 - words.width(of: title(of: setting))) }
            if let unit = unit(of: setting) {
                // In the small font beside a Chinese name, which leaves no room for a larger one.
                let y = textY + (isTall ? 2 : 0)
                small(unit, x: right - 3, y: y, align: .trailing)
                small(text, x: right - 3 - Font.regular12.width(of: unit) - (isTall ? 2 : 4), y: y, align: .trailing)
            } else if isTall, Font.regular12.canDraw(text) {
                small(text, x: right - 3, y: textY + 2, align: .trailing)
            } else {
                canvas.text(text, words, x: right - 3, y: textY, align: .trailing)
            }
        } else if case .runField(let place, let field) = item {
            small(NumberText.count(Int(place) + 1), x: 3, y: textY + row(0, tallWords: 2))
            label(key(of: field, isShort: false), x: 14, y: textY)
        } else {
            label(name(of: item), x: 3, y: textY)
        }
        if isChosen { canvas.invert(Box(x: 0, y: y, width: right, height: height)) }
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
