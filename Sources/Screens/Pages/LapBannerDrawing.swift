import Quantities
import ScreenModels

extension PageDrawing {
    /// A lap, or a kilometre or mile beside the laps (fault I15), just done: its time large, its pace and heart rate.
    func lapBanner(_ banner: LapBanner) {
        statusStrip()
        let key: StringKey = banner.isLap ? .lapNumber : units == .metric ? .kilometerNumber : .mileNumber
        let title = word(key, NumberText.count(banner.figures.number))
        if isCompact {
            compactBanner(title, banner.figures)
        } else {
            fullBanner(title, banner.figures)
            buttonLabels()
        }
    }

    private func compactBanner(_ title: LineText, _ figures: LapFigures) {
        let barHeight = row(14, tallWords: 17), y = 11 + barHeight
        tag(title, x: 0, y: 11, width: width, height: barHeight)
        mainValue(NumberText.time(figures.timer), x: 0, y: y + row(4, tallWords: 2), room: 80)
        value(NumberText.pace(figures.pace, in: units), x: width, y: y + row(4, tallWords: 2), align: .trailing)
        rate(figures.heartRate, right: width, y: y + row(23, tallWords: 20))
    }

    private func fullBanner(_ title: LineText, _ figures: LapFigures) {
        let isTall = layout == .tall, right = contentWidth - 4
        let bar = Box(x: 0, y: isTall ? 20 : 16, width: right, height: row(20, tallWords: 23))
        tag(title, x: bar.x, y: bar.y, width: bar.width, height: bar.height)
        let y = height - wordHeight - (isTall ? 38 : 27)
        mainValue(NumberText.time(figures.timer), x: right / 2, y: (bar.maxY + y) / 2 - 18, align: .center, room: contentWidth)
        canvas.rule(x: 0, y: y - 4, width: right)
        largeCell(paceName, NumberText.pace(figures.pace, in: units), x: 0, y: y)
        heartCell(word(.heartRate), figures.heartRate, x: contentWidth / 2 + 8, y: y)
    }
}
