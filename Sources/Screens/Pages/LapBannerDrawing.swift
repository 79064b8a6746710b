import Quantities
import ScreenModels

extension PageDrawing {
    /// A lap, or a kilometre or mile beside the laps (fault I15), just done: its time, its pace and its heart rate.
    func lapBanner(_ banner: LapBanner) {
        statusStrip()
        let key: StringKey = banner.isLap ? .lapNumber : units == .metric ? .kilometerNumber : .mileNumber
        let title = word(key, NumberText.count(banner.figures.number)), figures = banner.figures
        var area = gridArea, views = FieldViews()
        views.append(
            FieldView(NumberText.time(figures.timer), room: "00:00", name: word(.fieldTime), shortName: word(.shortTime)))
        views.append(
            FieldView(
                NumberText.pace(figures.pace, in: units), room: "00'00''", name: word(.fieldPace), shortName: word(.shortPace),
                unit: word(paceUnit)))
        let bar = isCompact ? row(13, tallWords: 17) : layout == .tall ? 24 : row(18, tallWords: 20)
        let plate = Box(x: 0, y: area.y, width: area.width - (isCompact ? 0 : 2), height: bar)
        if isCompact {
            bannerTitle(title, heartRate: figures.heartRate, on: plate)
        } else {
            tag(title, x: plate.x, y: plate.y + 1, width: plate.width, height: plate.height - 1)
            views.append(
                FieldView(
                    NumberText.heartRate(figures.heartRate), room: "000", name: word(.fieldHeartRate),
                    shortName: word(.shortHeartRate), unit: word(.beatsPerMinute)))
        }
        area.y += bar
        area.height -= bar
        grid(views, in: area)
        if !isCompact { buttonLabels() }
    }

    /// On 64 rows the heart rate stands beside the title.
    private func bannerTitle(_ title: LineText, heartRate: HeartRate?, on plate: Box) {
        let rate = NumberText.heartRate(heartRate)
        canvas.text(title, words, x: 3, y: plate.y + (plate.height - wordHeight + row(1, tallWords: 0)) / 2)
        let y = plate.y + (plate.height - 12) / 2
        small(rate, x: plate.maxX - 3, y: y, align: .trailing)
        canvas.icon(.heart, x: plate.maxX - 5 - Font.regular12.width(of: rate), y: y + 3, align: .trailing)
        canvas.invert(plate)
    }
}
