import Quantities
import ScreenModels

extension PageDrawing {
    /// The cable to a computer: what it is used for, and when runs were last exchanged.
    func computer(_ page: ComputerPage) {
        statusStrip()
        let right = contentWidth - 4, barHeight = isCompact ? row(14, tallWords: 18) : 18
        var y = isCompact ? 12 : top
        if !isCompact {
            label(.computer, x: 0, y: y, room: right)
            y += wordHeight + (layout == .tall ? 16 : 6)
        }
        let plate = Box(x: 0, y: y, width: right, height: barHeight), state = state(of: page.link)
        tag(state, x: plate.x, y: plate.y, width: plate.width, height: plate.height)
        y += barHeight + (isCompact ? 1 : 6)
        if case .syncing(let done, let all) = page.link {
            value(join(NumberText.count(done), " / ", NumberText.count(all)), x: right / 2, y: y + (isCompact ? 6 : 0), align: .center)
            // 64 rows have no room for more, and what is under way matters more than what was last.
            if isCompact { return buttonLabels() }
        }
        let lastY = isCompact ? row(39, tallWords: 33) : height - wordHeight - 18
        label(.lastSync, x: 0, y: lastY, room: right)
        let last = page.lastSync.map { join(language.listDate($0.date), " ", NumberText.clock($0.time)) } ?? NumberText.absent
        small(last, x: right, y: lastY + wordHeight + row(0, tallWords: isCompact ? 1 : 0), align: .trailing)
        buttonLabels()
    }

    private func state(of link: ComputerPage.Link?) -> LineText {
        switch link {
        case .unplugged: word(.unplugged)
        case .charging: word(.chargingOnly)
        case .waiting: word(.waitingForConsent)
        case .sharing: word(.sharing)
        case .syncing: word(.syncing)
        case nil: NumberText.absent
        }
    }
}
