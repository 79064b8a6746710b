import Quantities
import ScreenModels

extension PageDrawing {
    /// A lap, or a kilometre or mile beside the laps (fault I15), just done: its time large, its pace and heart rate.
    func lapBanner(_ banner: LapBanner) {
        statusStrip()
        let figures = banner.figures
        let key: StringKey = banner.isLap ? .lapNumber : units == .metric ? .kilometerNumber : .mileNumber
        let barHeight = wordHeight + (language.needsTallWords ? 1 : 2)
        // A time under an hour leaves room for pace and heart rate beside it on the smallest panel.
        let time = NumberText.time(figures.timer), pace = NumberText.pace(figures.pace, in: units)
        if isCompact {
            tag(word(key, NumberText.count(figures.number)), x: 0, y: 11, width: width, height: barHeight)
            let y = 11 + barHeight
            let end = main(time, x: 0, y: y + (language.needsTallWords ? 2 : 4), room: 96)
            guard end <= 80 else { return }
            value(pace, x: width, y: y + (language.needsTallWords ? 2 : 4), align: .trailing)
            rate(figures.heartRate, right: width, y: y + (language.needsTallWords ? 20 : 23))
        } else {
            let right = contentWidth - 4, isTall = layout == .tall
            let half = contentWidth / 2 + 8, y = height - wordHeight - (isTall ? 38 : 27)
            let number = NumberText.count(figures.number), barTop = isTall ? 20 : 16
            tag(word(key, number), x: 0, y: barTop, width: right, height: barHeight + 6)
            main(time, x: right / 2, y: (barTop + barHeight + 6 + y - 4) / 2 - 16, align: .center, room: contentWidth)
            canvas.rule(x: 0, y: y - 4, width: right)
            canvas.text(paceName, words, x: 0, y: y)
            canvas.text(pace, .bold24, x: 0, y: y + wordHeight - 1)
            canvas.icon(.heart, x: half, y: y + (wordHeight - 7) / 2 + 1)
            canvas.text(word(.heartRate), words, x: half + 9, y: y)
            canvas.text(NumberText.heartRate(figures.heartRate), .bold24, x: half, y: y + wordHeight - 1)
        }
        if !isCompact { buttonLabels() }
    }

    /// A small heart rate behind its sign, ending at a column.
    func rate(_ rate: HeartRate?, right: Int, y: Int) {
        let text = NumberText.heartRate(rate)
        small(text, x: right, y: y, align: .trailing)
        canvas.icon(.heart, x: right - Font.regular12.width(of: text) - 3, y: y + 3, align: .trailing)
    }
}
