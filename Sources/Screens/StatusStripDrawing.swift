import Quantities
import ScreenModels

extension PageDrawing {
    /// Draws the strip on top: the time of day to the left (fault I14), what needs a look in the middle, position and battery to the right.
    /// The clock page puts the date in the place of the time.
    func statusStrip(showsTime: Bool = true) {
        if showsTime { panel.text(timeOfDay(screen.status.time), .regular12, x: 0, y: -1) }
        var x = batteryLevel(right: width)
        switch screen.status.fix {
        case .off: break
        case .none: x = sign(.fixNone, right: x)
        case .fair: x = sign(.fixFair, right: x)
        case .good: x = sign(.fixGood, right: x)
        }
        if screen.status.isLocked { x = sign(.lock, right: x) }
        if screen.status.hasStorageTrouble { x = sign(.cardTrouble, right: x) }
        if !isCompact { panel.rule(x: 0, y: 10, width: width) }
    }

    /// Draws a sign that ends left of a column; returns its left edge with a gap.
    private func sign(_ icon: Icon, right: Int) -> Int {
        panel.icon(icon, x: right, y: 1, align: .trailing)
        return right - icon.width - 4
    }

    /// Draws the charge in percent and as a filled cell; returns the left edge with a gap. A board without a gauge has neither.
    private func batteryLevel(right: Int) -> Int {
        guard let percent = screen.status.batteryPercent else { return right }
        let charge = min(100, Int(percent)), cellWidth = 14, x = right - cellWidth - 1
        panel.frame(x: x, y: 1, width: cellWidth, height: 8)
        panel.fill(x: x + cellWidth, y: 3, width: 1, height: 4)
        panel.fill(x: x + 2, y: 3, width: (charge * (cellWidth - 4) + 99) / 100, height: 4)
        let text = join(NumberText.count(charge), "%")
        var left = panel.text(text, .regular12, x: x - 2, y: -1, align: .trailing)
        left -= Font.regular12.width(of: text)
        if screen.status.isCharging {
            panel.icon(.bolt, x: left - 1, y: 1, align: .trailing)
            left -= Icon.bolt.width + 1
        }
        return left - 5
    }
}
